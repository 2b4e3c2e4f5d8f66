// For `_nfc`: the standard library can normalize strings, but does not make that public yet.
@_spi(_Unicode) import Swift

/// A text folded for searching: its letters and digits in one case and one Unicode form, without
/// anything between them, and the places where its words begin.
///
/// Search indexes store text that was folded like this. If the folding changes, a schema step must rebuild them.
public struct SearchText: Hashable, Sendable {
    /// The letters and digits in UTF-8.
    public private(set) var letters: [UInt8] = []
    /// The index in `letters` at which each word begins.
    public private(set) var wordStarts: [Int] = []
    /// The index in `letters` at which each number ends that is followed by an inch sign: `18"`, `18″`. The
    /// signs are in no index.
    public private(set) var inchSigns: [Int] = []

    /// Folds a text.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { Self(UnsafeRawBufferPointer($0)) }
    }

    /// - Parameter text: UTF-8; invalid bytes are replaced.
    public init(_ text: UnsafeRawBufferPointer) {
        guard !foldSimple(text) else { return }
        (letters, wordStarts, inchSigns) = ([], [], [])
        fold(String(decoding: text, as: UTF8.self))
    }

    private init() {}

    /// A single word.
    /// - Parameter letters: letters that are folded already.
    init(word letters: some Sequence<UInt8>) {
        (self.letters, wordStarts) = (Array(letters), [0])
    }

    /// The words of several texts, one after another.
    init(joining texts: some Sequence<SearchText>) {
        for text in texts {
            let start = letters.count
            wordStarts += text.wordStarts.map { $0 + start }
            letters += text.letters
        }
    }

    /// Whether the text has nothing to search for.
    public var isEmpty: Bool { letters.isEmpty }

    /// The letters, as one scalar each.
    public var scalars: [Unicode.Scalar] { letters.scalars }

    /// Decodes the letter at an index of valid UTF-8, and returns where the next one begins.
    @inlinable @inline(__always)
    public static func letter(
        in letters: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> (letter: Unicode.Scalar, end: Int) {
        let first = UInt32(letters[place])
        guard first >= 0x80 else { return (Unicode.Scalar(UInt8(first)), place + 1) }
        // RFC 3629 section 3.
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let end = place + length
        guard end <= letters.count else { return ("\u{FFFD}", letters.count) }
        let second = UInt32(letters[place + 1] & 0x3F)
        var value = (first & 0x1F) << 6 | second
        if length > 2 {
            value = (first & 0x0F) << 12 | second << 6 | UInt32(letters[end - 1] & 0x3F)
        }
        if length > 3 {
            value =
                (first & 0x07) << 18 | second << 12 | UInt32(letters[place + 2] & 0x3F) << 6
                | UInt32(letters[end - 1] & 0x3F)
        }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", end)
    }

    /// Whether the text is a single separate consonant.
    var isConsonant: Bool {
        let scalars = scalars
        return scalars.count == 1 && scalars.allSatisfy(Hangul.isConsonant)
    }

    /// Whether the text contains the letters of the other one in one piece; false if that has none.
    public func contains(_ other: SearchText) -> Bool {
        // The standard library's own method takes twenty times as long.
        let (letters, sought) = (letters.span, other.letters.span)
        guard !sought.isEmpty, sought.count <= letters.count else { return false }
        for start in 0...letters.count - sought.count where letters[start] == sought[0] {
            var place = 1
            while place < sought.count, letters[start + place] == sought[place] { place += 1 }
            if place == sought.count { return true }
        }
        return false
    }

    /// The words as separate texts.
    public var words: [SearchText] {
        wordStarts.indices.map { SearchText(word: letters[bounds(ofWord: $0)]) }
    }

    /// The range of a word in `letters`.
    public func bounds(ofWord word: Int) -> Range<Int> {
        wordStarts[word]..<(word + 1 < wordStarts.count ? wordStarts[word + 1] : letters.count)
    }

    /// The first `count` letters.
    public func prefix(_ count: Int) -> SearchText {
        let starts = letters.indices.lazy.filter { letters[$0] & 0xC0 != 0x80 }
        guard let end = starts.dropFirst(count).first else { return self }
        var text = SearchText()
        text.letters = Array(letters[..<end])
        text.wordStarts = wordStarts.filter { $0 < end }
        return text
    }

    // MARK: - Folding

    private mutating func append(_ bytes: some Sequence<UInt8>, beginningWord isFirst: inout Bool) {
        if isFirst { wordStarts.append(letters.count) }
        isFirst = false
        letters.append(contentsOf: bytes)
    }

    /// Folds a text of ASCII and composed Hangul only, as most titles are.
    /// - Returns: false for any other text.
    private mutating func foldSimple(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = text.baseAddress else { return true }
        // Read once, since the buffer computes its count from its two ends.
        let count = text.count
        var (isSimple, starts): (Bool, [Int]) = (true, [])
        var signs = InchSigns()
        starts.reserveCapacity(count / 8)
        // An initializer that takes the capacity would allocate in code that is not specialized.
        var folded: [UInt8] = []
        folded.append(addingCapacity: count) { room in
            room.withUnsafeMutableBufferPointer { room, written in
                guard let letters = room.baseAddress else { return }
                var (place, end, isFirst) = (0, 0, true)
                defer { written = end }
                while place < count {
                    let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
                    if byte >= 0x80 {
                        guard count &- place >= 3 else { return isSimple = false }
                        let pair = bytes.loadUnaligned(
                            fromByteOffset: place &+ 1, as: UInt16.self
                        ).bigEndian
                        guard Self.isSyllable(byte, pair) else { return isSimple = false }
                        if isFirst { starts.append(end) }
                        isFirst = false
                        letters[end] = byte
                        letters[end &+ 1] = UInt8(truncatingIfNeeded: pair >> 8)
                        letters[end &+ 2] = UInt8(truncatingIfNeeded: pair)
                        (place, end) = (place &+ 3, end &+ 3)
                    } else {
                        if Self.isLetterOrDigit(ascii: byte) {
                            if isFirst { starts.append(end) }
                            isFirst = false
                            letters[end] = byte | 0x20
                            end &+= 1
                        } else {
                            if byte == UInt8(ascii: "\"") {
                                let last = isFirst ? nil : letters[end &- 1]
                                signs.note("\"", behind: last, at: end)
                            }
                            isFirst = true
                        }
                        place &+= 1
                    }
                }
            }
        }
        (letters, wordStarts, inchSigns) = (folded, starts, signs.places)
        return isSimple
    }

    @inline(__always)
    private static func isLetterOrDigit(ascii byte: UInt8) -> Bool {
        // Setting bit 0x20 makes ASCII letters lower case. Digits have it already.
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte & 0x20 != 0
        default: false
        }
    }

    /// Whether the three bytes encode a scalar from U+AC00 to U+D7A3.
    @inline(__always)
    private static func isSyllable(_ first: UInt8, _ secondAndThird: UInt16) -> Bool {
        let number = UInt32(first) << 16 | UInt32(secondAndThird)
        return number & 0x00_C0_C0 == 0x00_80_80 && 0xEA_B0_80...0xED_9E_A3 ~= number
    }

    private mutating func fold(_ text: String) {
        // To lower, upper and lower case again: some letters (ς, ß) only become equal in upper
        // case, and ẞ, which is upper case itself, has to become ß first.
        let folded = text.lowercased().uppercased().lowercased()
        var (isFirst, signs) = (true, InchSigns())
        for scalar in folded._nfc {
            if Self.isLetterOrDigit(scalar) {
                append(
                    UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter, beginningWord: &isFirst
                )
            } else if !Self.isWithinWord(scalar) {
                signs.note(scalar, behind: isFirst ? nil : letters.last, at: letters.count)
                isFirst = true
            }
        }
        inchSigns = signs.places
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        return properties.isAlphabetic || properties.numericType != nil
    }

    /// Whether the scalar is an accent or invisible, so that it does not separate words.
    private static func isWithinWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.generalCategory == .nonspacingMark
    }
}

/// Tells inch signs from quotation marks while a text is folded. A mark that closes a quotation, as in
/// `"아이폰 13"`, is not an inch sign.
private struct InchSigns {
    /// The places at which numbers with an inch sign end.
    private(set) var places: [Int] = []
    private var isQuoted = false

    /// Looks at a sign between words.
    /// - Parameters:
    ///   - sign: any sign, not only one for inches.
    ///   - letter: the last byte of the word directly before the sign; nil if there is no such word.
    ///   - place: the place at which that word ends.
    mutating func note(_ sign: Unicode.Scalar, behind letter: UInt8?, at place: Int) {
        let isBehindDigit = letter.map { SearchSpelling.digits ~= Unicode.Scalar($0) } ?? false
        switch sign {
        case "\u{201C}": isQuoted = true
        case "\u{2033}": if isBehindDigit { places.append(place) }
        case "\"", "\u{201D}", "\u{FF02}":
            if isBehindDigit, !isQuoted {
                places.append(place)
            } else {
                isQuoted = !isQuoted && sign != "\u{201D}"
            }
        default: break
        }
    }
}

extension [UInt8] {
    /// Decodes valid UTF-8 into letters of one scalar each.
    var scalars: [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        withUnsafeBufferPointer { letters in
            scalars.append(addingCapacity: letters.count) { scalars in
                var place = 0
                while place < letters.count {
                    let (letter, end) = SearchText.letter(in: letters, at: place)
                    scalars.append(letter)
                    place = end
                }
            }
        }
        return scalars
    }
}
