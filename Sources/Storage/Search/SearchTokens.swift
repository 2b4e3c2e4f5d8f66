import CSQLite
import Market

/// Makes the tokens by which texts are found in an FTS5 index, each followed by a space: FTS5's own
/// tokenizers find only whole words, or three letters and more.
extension SearchText {
    /// Prefixes for tokens other than the letter pairs of a title, which may consist of the same
    /// letters. They are neither letters nor separators for FTS5.
    enum Mark: String {
        case word = "‸"
        /// A token of its own, because so many words begin with any one letter that going through
        /// them all would take long.
        case firstLetter = "‹"
        case innerLetter = "›"
        /// Initial consonants of syllables.
        case initials = "‥"
        case description = "…"
    }

    /// All tokens of a title, the pairs first:
    /// `원목 목의 의자 자 ‸원목 ‹원 ‸의자 ‹의 ›목 ›자 ‥ㅇㅁ ‥ㅁㅇ ‥ㅇㅈ `.
    var titleTokens: [UInt8] {
        bigrams + wordTokens + innerLetters + initialPairs
    }

    /// All tokens of a description: `…튼튼 …튼해 `.
    var descriptionTokens: [UInt8] { Self.pairs(letters, .description) }

    /// Every letter with the next one, and the last one by itself: `원목 목의 의자 자 `.
    var bigrams: [UInt8] { pairs + letters[lastLetter...] + CollectionOfOne(Self.space) }

    /// The letters inside its words, without the first ones, each once: `›목 ›자 `.
    private var innerLetters: [UInt8] {
        var inner: [Range<Int>] = []
        for word in wordStarts.indices {
            let word = bounds(ofWord: word)
            var start = Self.end(ofLetterAt: word.lowerBound, letters)
            while start < word.upperBound {
                let letter = start..<Self.end(ofLetterAt: start, letters)
                let isNew = !inner.contains { letters[$0] == letters[letter] }
                if isNew { inner.append(letter) }
                start = letter.upperBound
            }
        }
        let mark = Self.bytes(of: .innerLetter)
        return [UInt8](capacity: letters.count * 5) { tokens in
            for letter in inner { Self.add(mark, letters, letter, to: &tokens) }
        }
    }

    /// Every letter with the next one, for a text in which no single letter is searched for.
    var pairs: [UInt8] { Self.pairs(letters) }

    /// Its words, and their first letters: `‸원목 ‹원 ‸의자 ‹의 `.
    var wordTokens: [UInt8] {
        let (wordMark, letterMark) = (Self.bytes(of: .word), Self.bytes(of: .firstLetter))
        return [UInt8](capacity: letters.count * 10) { tokens in
            for number in wordStarts.indices {
                let word = bounds(ofWord: number)
                Self.add(wordMark, letters, word, to: &tokens)
                let end = Self.end(ofLetterAt: word.lowerBound, letters)
                Self.add(letterMark, letters, word.lowerBound..<end, to: &tokens)
            }
        }
    }

    /// The initial consonants of its letters, each with the next one: `‥ㅇㅁ ‥ㅁㅇ ‥ㅇㅈ `; empty if
    /// there is no Hangul.
    private var initialPairs: [UInt8] {
        let scalars = scalars
        let initials = scalars.map(Hangul.initial)
        guard initials != scalars || scalars.contains(where: Hangul.isConsonant) else { return [] }
        return Self.pairs(initials, .initials)
    }

    static func pairs(_ scalars: [Unicode.Scalar], _ mark: Mark) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(scalars.count * 4)
        for scalar in scalars { letters += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        return pairs(letters, mark)
    }

    /// Every letter with the next one, after the mark.
    private static func pairs(_ letters: [UInt8], _ mark: Mark? = nil) -> [UInt8] {
        let mark = PackedLetter(bytes(of: mark))
        let most = letters.count * (mark.count == 0 ? 3 : 6) + PackedLetter.room
        // `Array(capacity:)` would run in unspecialised code.
        var tokens: [UInt8] = []
        tokens.append(addingCapacity: most) { tokens in
            letters.withUnsafeBufferPointer { letters in
                tokens.withUnsafeMutableBufferPointer { tokens, count in
                    guard var end = UnsafeMutableRawPointer(tokens.baseAddress) else { return }
                    let start = end
                    var (first, place) = PackedLetter.first(of: letters, from: 0)
                    while place < letters.count {
                        let (second, next) = PackedLetter.first(of: letters, from: place)
                        mark.append(at: &end)
                        first.append(at: &end)
                        second.append(at: &end)
                        end.storeBytes(of: space, as: UInt8.self)
                        end += 1
                        (first, place) = (second, next)
                    }
                    count = end - start
                }
            }
        }
        return tokens
    }

    private static func bytes(of mark: Mark?) -> [UInt8] {
        mark.map { Array($0.rawValue.utf8) } ?? []
    }

    /// Appends a token and a space.
    private static func add(
        _ mark: [UInt8], _ letters: [UInt8], _ part: Range<Int>, to tokens: inout OutputSpan<UInt8>
    ) {
        for byte in mark { tokens.append(byte) }
        for place in part { tokens.append(letters[place]) }
        tokens.append(space)
    }

    private static let space = UInt8(ascii: " ")

    /// Whether the text is one letter.
    var isSingle: Bool { lastLetter == 0 }

    private var lastLetter: Int {
        letters.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    private static func end(ofLetterAt start: Int, _ letters: [UInt8]) -> Int {
        var place = start + 1
        while place < letters.count, letters[place] & 0xC0 == 0x80 { place += 1 }
        return Swift.min(place, letters.count)
    }
}

/// The bytes of one letter as a number, which is appended in one step: a loop over its one to four
/// bytes would take most of the time that a text's tokens take.
private struct PackedLetter {
    /// Room for the excess bytes written with the last letter.
    static let room = MemoryLayout<UInt32>.size

    /// The first byte is the lowest.
    private var bytes: UInt32 = 0
    private(set) var count = 0

    /// - Parameter letter: at most four bytes.
    init(_ letter: [UInt8]) {
        for byte in letter { add(byte) }
    }

    /// The letter that begins at a place of the UTF-8 text, and the place of the next one.
    @inline(__always)
    static func first(
        of letters: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (letter: PackedLetter, end: Int) {
        var (letter, place) = (PackedLetter([]), start)
        guard place < letters.count else { return (letter, place) }
        repeat {
            letter.add(letters[place])
            place &+= 1
        } while place < letters.count && letters[place] & 0xC0 == 0x80 && letter.count < 4
        return (letter, place)
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8) {
        bytes |= UInt32(byte) << UInt32(truncatingIfNeeded: 8 &* count)
        count &+= 1
    }

    /// Writes the letter and moves `end` behind it; the next one overwrites the excess bytes.
    @inline(__always)
    func append(at end: inout UnsafeMutableRawPointer) {
        end.storeBytes(of: bytes.littleEndian, as: UInt32.self)
        end += count
    }
}

// MARK: - SQL functions

/// The SQL functions that make tokens of a text, by their names.
private enum TokenFunction: String, CaseIterable {
    case title = "title_tokens"
    case description = "description_tokens"

    private func tokens(of text: SearchText) -> [UInt8] {
        switch self {
        case .title: text.titleTokens
        case .description: text.descriptionTokens
        }
    }

    /// Each needs a C function of its own, since a C function captures no value.
    var answer:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    {
        switch self {
        case .title: { TokenFunction.title.answer($0, $2) }
        case .description: { TokenFunction.description.answer($0, $2) }
        }
    }

    private func answer(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        let start = sqlite3_value_blob(values?.pointee)
        let count = Int(sqlite3_value_bytes(values?.pointee))
        let text = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        tokens(of: SearchText(text)).withUnsafeBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self)
            jangteo_result_text(context, characters.baseAddress, UInt64(characters.count))
        }
    }
}

extension SearchText {
    /// Adds the functions that the triggers call to a connection.
    /// - Returns: SQLite's result code.
    static func addFunctions(to connection: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        for function in TokenFunction.allCases {
            let code = sqlite3_create_function_v2(
                connection, function.rawValue, 1, flags, nil, function.answer, nil, nil, nil)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }
}
