import Market

extension String {
    /// Without the white space at both ends, and without the characters that show nothing: a text
    /// of those alone is a missing one, and of marks or letters for private use. Lines end in a
    /// line feed.
    var trimmed: String {
        var text = self
        guard let shown = text.withUTF8(Self.shownIfPlain) else { return trimmedByScalar }
        guard shown.count < text.utf8.count else { return text }
        return text.withUTF8 { String(decoding: $0[shown], as: UTF8.self) }
    }

    /// Where a text is without the white space at both ends. What nearly everybody types is letters, and
    /// can be told by its bytes: ASCII that shows or ends a line, and U+AC00 to U+D7FF, where Hangul is.
    /// Nil for anything else.
    private static func shownIfPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var continuing = 0
        var before: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x0A, 0x20..<0x7F: break
            case 0xEA...0xED: continuing = 2
            // Before U+AC00 stand letters of others, and their marks.
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

    /// The same, a scalar at a time.
    var trimmedByScalar: String {
        var scalars = unicodeScalars[...]
        // What ends an emoji has none before it there.
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

    /// The same on one line.
    var trimmedLine: String {
        let text = trimmed
        // Line ends are control characters, or begin with one of these bytes.
        let mayHaveSeveral = text.utf8.contains { $0 < 0x20 || $0 == 0xC2 || $0 == 0xE2 }
        guard mayHaveSeveral else { return text }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Counts what people call letters; the bytes are bounded too, since one letter may have many,
    /// and in a long text not each of them.
    func isLonger(than most: Int) -> Bool {
        let mostBytes = most * (most > 1_000 ? 6 : 20)
        return utf8.count > most && (utf8.count > mostBytes || count > most)
    }
}

extension Unicode.Scalar {
    /// A joiner, a variation selector, or a tag of a flag.
    fileprivate var endsEmoji: Bool {
        value == 0x200D || properties.isVariationSelector || (0xE0020...0xE007F).contains(value)
    }

    /// A control character that no form field is meant to hold, and those that turn the direction
    /// of what follows them on the page.
    fileprivate var isControl: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension FixedWidthInteger {
    /// A whole number as people type it: white space around it, commas between its thousands.
    init?(typed text: String) {
        self.init(grouped: text.trimmed)
    }
}

/// A number of a form: as somebody typed it, or as a program gave it.
public enum EnteredNumber: Equatable, Sendable, ExpressibleByStringLiteral {
    /// With whatever else was typed.
    case typed(String)
    /// Of JSON, which knows no other numbers.
    case number(Double)

    /// As typed.
    public init(stringLiteral text: String) {
        self = .typed(text)
    }

    /// As the form shows it again.
    public var text: String {
        switch self {
        case .typed(let text): text
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        }
    }

    /// Whether nothing was entered.
    var isBlank: Bool {
        if case .typed(let text) = self { text.trimmed.isEmpty } else { false }
    }
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
    /// How many there are of something; nil for what says nothing of that.
    var stock: Int64? {
        switch self {
        case .typed(let text): Int64(typedStock: text.trimmed)
        case .number: Int64(self)
        }
    }
}

extension Identifier {
    /// As `Int64(digits:)`.
    @inlinable
    public init?(digits text: some StringProtocol) {
        guard let number = Int64(digits: text) else { return nil }
        self.init(rawValue: number)
    }
}

extension Currency {
    /// Reads what was entered as a price. A sum of doubles may be off in its last digits: 0.1 + 0.2 is
    /// 0.30000000000000004.
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
