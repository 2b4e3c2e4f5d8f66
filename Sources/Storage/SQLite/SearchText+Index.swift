import CSQLite

/// How titles are found in an FTS5 index, whose own tokenizers know only whole words or three
/// letters and more: every letter begins a token that has the next one too.
extension SearchText {
    /// The tokens with a space behind each, the last of one letter: `원목 목의 의자 자 `.
    var bigrams: [UInt8] { pairs + letters[lastLetter...] + [UInt8(ascii: " ")] }

    /// What `MATCH` takes (sqlite.org/fts5.html, section 3), of letters only within its quotation
    /// marks: a phrase of bigrams, or the beginning of one. Nil when there is nothing to find.
    var query: String? {
        guard !letters.isEmpty else { return nil }
        guard lastLetter > 0 else { return "\"\(String(decoding: letters, as: UTF8.self))\"*" }
        return "\"\(String(decoding: pairs, as: UTF8.self))\""
    }

    /// Each letter with the next.
    private var pairs: [UInt8] {
        var tokens: [UInt8] = []
        tokens.reserveCapacity(letters.count * 3)
        var start = 0
        while start < lastLetter {
            let next = next(after: start)
            tokens += letters[start..<self.next(after: next)]
            tokens.append(UInt8(ascii: " "))
            start = next
        }
        return tokens
    }

    private var lastLetter: Int {
        letters.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    private func next(after start: Int) -> Int {
        var place = start + 1
        while place < letters.count, letters[place] & 0xC0 == 0x80 { place += 1 }
        return min(place, letters.count)
    }

    /// Gives a connection `bigrams(text)`.
    /// - Returns: SQLite's result code.
    static func addFunction(to connection: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        return sqlite3_create_function_v2(
            connection, "bigrams", 1, flags, nil, answerBigrams, nil, nil, nil)
    }

    private static let answerBigrams:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void = { context, _, values in
            let start = sqlite3_value_blob(values?.pointee)
            let count = Int(sqlite3_value_bytes(values?.pointee))
            let text = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            SearchText(text).bigrams.withUnsafeBytes { bytes in
                let characters = bytes.bindMemory(to: CChar.self)
                jangteo_result_text(context, characters.baseAddress, UInt64(characters.count))
            }
        }
}
