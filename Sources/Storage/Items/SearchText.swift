// For `_nfc`: the standard library normalizes, but does not offer it yet.
@_spi(_Unicode) import Swift

import CSQLite
import Market

/// What two texts are compared by in a search: their letters and digits, in one case and one
/// Unicode form, without anything between them.
///
/// What is in an index was folded like this: a change of the folding needs a step that fills it
/// anew.
struct SearchText {
    /// What is looked for is cut off after so many letters, the most that a title has.
    static let longest = ItemContent.longestTitle

    /// UTF-8.
    private(set) var letters: [UInt8]

    /// Of a text that is looked for.
    init(sought text: String) {
        self.init(text)
        let starts = letters.indices.lazy.filter { [letters] in letters[$0] & 0xC0 != 0x80 }
        if let end = starts.dropFirst(Self.longest).first { letters.removeSubrange(end...) }
    }

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { Self(UnsafeRawBufferPointer($0)) }
    }

    /// - Parameter text: UTF-8; what is not is replaced.
    init(_ text: UnsafeRawBufferPointer) {
        letters = Self.foldSimple(text) ?? Self.fold(String(decoding: text, as: UTF8.self))
    }

    func contains(_ other: SearchText) -> Bool {
        !other.letters.isEmpty && letters.contains(other.letters)
    }

    /// Folds ASCII and composed Hangul, which most titles are nothing but; nil for any other text.
    private static func foldSimple(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            let byte = text[place]
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                letters.append(byte | 0x20)
                place += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                letters.append(byte)
                place += 1
            case 0..<0x80:
                place += 1
            default:
                guard isSyllable(text[place...].prefix(3)) else { return nil }
                letters.append(contentsOf: text[place..<place + 3])
                place += 3
            }
        }
        return letters
    }

    /// Whether it is one of U+AC00 to U+D7A3.
    private static func isSyllable(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.count == 3, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            return false
        }
        let number = bytes.reduce(0) { number, byte in number << 8 | UInt32(byte) }
        return 0xEA_B0_80...0xED_9E_A3 ~= number
    }

    private static func fold(_ text: String) -> [UInt8] {
        // There and back, since some letters (ς, ß) are alike in upper case only, and ẞ is its own.
        let folded = text.lowercased().uppercased().lowercased()
        var letters = String.UnicodeScalarView()
        for scalar in folded._nfc where isLetterOrDigit(scalar) { letters.append(scalar) }
        return Array(String(letters).utf8)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        return properties.isAlphabetic || properties.numericType != nil
    }
}

// MARK: - The index

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
