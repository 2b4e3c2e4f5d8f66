import Market

extension String {
    /// Without white space at both ends and without control characters. A text in which nothing can
    /// be seen, only invisible characters, marks or private-use characters, becomes empty. Lines
    /// end in a line feed.
    var trimmed: String {
        var text = self
        guard let shown = text.withUTF8(Self.shownIfPlain) else { return trimmedByScalar }
        guard shown.count < text.utf8.count else { return text }
        return text.withUTF8 { String(decoding: $0[shown], as: UTF8.self) }
    }

    /// The range of a text without the white space at both ends, for the kind of text that nearly
    /// everybody types, which can be told by its bytes: visible ASCII, spaces, line feeds, and
    /// Hangul syllables (U+AC00 to U+D7FF). Nil for any other text.
    private static func shownIfPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var continuing = 0
        var before: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x0A, 0x20..<0x7F: break
            case 0xEA...0xED: continuing = 2
            // Below U+AC00 are other scripts with their combining marks.
            case 0x80..<0xB0 where before == 0xEA: return nil
            case 0x80..<0xC0 where continuing > 0: continuing -= 1
            default: return nil
            }
            before = byte
        }
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// Like `trimmed`, but checks each Unicode scalar.
    var trimmedByScalar: String {
        var scalars = unicodeScalars[...]
        // At the beginning, no emoji stands before such a character for it to belong to.
        while let first = scalars.first, first.isBlank { scalars.removeFirst() }
        while let last = scalars.last, last.isBlank, !last.endsEmoji { scalars.removeLast() }
        guard scalars.contains(where: \.isSeen) else { return "" }
        var kept = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in scalars where !scalar.isControl {
            if isAfterReturn, scalar == "\n" { kept.removeLast() }
            kept.append(scalar)
            isAfterReturn = scalar == "\r"
        }
        return String(kept)
    }

    /// Like `trimmed`, with line breaks as spaces.
    var trimmedLine: String {
        let text = trimmed
        // All line breaks are control characters or begin with one of these two bytes.
        let mayHaveSeveral = text.utf8.contains { $0 < 0x20 || $0 == 0xC2 || $0 == 0xE2 }
        guard mayHaveSeveral else { return text }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Whether the text has more characters than allowed. Bytes are limited too, since one
    /// character may have many of them; in a long text fewer are allowed per character.
    func isLonger(than most: Int) -> Bool {
        let mostBytes = most * (most > 1_000 ? 6 : 20)
        return utf8.count > most && (utf8.count > mostBytes || count > most)
    }
}

extension Unicode.Scalar {
    /// Whether it may end an emoji: a joiner, a variation selector, or a tag of a flag.
    fileprivate var endsEmoji: Bool {
        value == 0x200D || properties.isVariationSelector || (0xE0020...0xE007F).contains(value)
    }

    /// Whether it is a control character that form fields are not meant to hold, or one that
    /// changes the direction of the text after it.
    fileprivate var isControl: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension FixedWidthInteger {
    /// Parses a whole number as people type it: with white space around it and thousands separators.
    init?(typed text: String) {
        self.init(grouped: text.trimmed)
    }
}

/// A number in a form: typed by a person, or sent by a program.
public enum EnteredNumber: Equatable, Sendable, ExpressibleByStringLiteral {
    /// As typed, with anything else that was typed.
    case typed(String)
    /// A JSON number.
    case number(Double)

    /// A number as typed.
    public init(stringLiteral text: String) {
        self = .typed(text)
    }

    /// The text that the form shows again.
    public var text: String {
        switch self {
        case .typed(let text): text
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        }
    }

    /// Whether nothing was entered.
    var isBlank: Bool { if case .typed(let text) = self { text.trimmed.isEmpty } else { false } }
}

extension Int64 {
    /// A whole number from 0 on; nil for anything else.
    public init?(_ entered: EnteredNumber) {
        switch entered {
        case .typed(let text): self.init(typed: text)
        case .number(let number) where number >= 0: self.init(exactly: number)
        case .number: return nil
        }
    }
}

extension EnteredNumber {
    /// A number of pieces in stock; nil when it is not one.
    var stock: Int64? {
        switch self {
        case .typed(let text): Int64(typedStock: text.trimmed)
        case .number: Int64(self)
        }
    }
}

extension Identifier {
    /// Parses an ID like `Int64(digits:)`.
    @inlinable
    public init?(digits text: some StringProtocol) {
        guard let number = Int64(digits: text) else { return nil }
        self.init(rawValue: number)
    }
}

extension Currency {
    /// Reads what was entered as a price. Tolerates rounding errors in the last digits of a double,
    /// since 0.1 + 0.2 is 0.30000000000000004.
    func price(_ entered: EnteredNumber) throws(TypedPriceError) -> TypedPrice {
        switch entered {
        case .typed(let text): return try price(typed: text.trimmed)
        case .number(let amount):
            guard amount.isFinite else { throw .notANumber }
            guard amount >= 0 else { throw .negative }
            let scaled = minorUnitDigits > 0 ? amount * 100 : amount
            let rounded = scaled.rounded()
            guard rounded <= Double(Price.largestAmount) else { throw .tooHigh }
            guard abs(scaled - rounded) <= 4 * scaled.ulp, rounded > 0 || amount == 0 else {
                throw .tooManyDecimals
            }
            return .amount(Int64(rounded))
        }
    }
}
