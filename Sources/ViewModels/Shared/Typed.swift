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
    /// A number written in ASCII digits and nothing else; nil when it is not, or does not fit.
    @inlinable
    public init?(digits text: some StringProtocol) {
        guard !text.isEmpty else { return nil }
        var number: Self = 0
        for byte in text.utf8 {
            guard let digit = Self(exactly: byte &- 0x30), digit < 10 else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isJustTooLarge) = tens.addingReportingOverflow(digit)
            guard !isTooLarge, !isJustTooLarge else { return nil }
            number = sum
        }
        self = number
    }

    /// A whole number as people type it: white space around it, commas between its thousands.
    init?(typed text: String) {
        let text = text.trimmed
        if let number = Self(digits: text) {
            self = number
            return
        }
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = groups.first, 1...3 ~= first.utf8.count,
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return nil }
        self.init(digits: groups.joined())
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
    /// Won as people write them: `30,000원`, `3만`, `3만 5천원`, `1억 2,000만`.
    fileprivate init?(won text: String) {
        var rest = text.last == "원" ? text.dropLast() : text[...]
        guard !rest.isEmpty else { return nil }
        var sum: Int64 = 0
        for (unit, value) in [("억", 100_000_000), ("만", 10_000)] as [(Character, Int64)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            guard let count = Self.belowTenThousand(rest[..<end]) else { return nil }
            let (product, overflow) = Swift.max(count, end == rest.startIndex ? 1 : 0)
                .multipliedReportingOverflow(by: value)
            guard !overflow, product <= .max - sum else { return nil }
            sum += product
            rest = rest[rest.index(after: end)...]
        }
        guard let ones = Self.belowTenThousand(rest), ones <= .max - sum else { return nil }
        self = sum + ones
    }

    /// A number with 천, 백 and 십 in it, or of digits alone; 0 for nothing.
    private static func belowTenThousand(_ text: Substring) -> Int64? {
        var rest = text
        var sum: Int64 = 0
        for (unit, value) in [("천", 1_000), ("백", 100), ("십", 10)] as [(Character, Int64)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            let digits = String(rest[..<end])
            guard let count = digits.trimmed.isEmpty ? 1 : Int64(typed: digits), count < 10 else {
                return nil
            }
            sum += count * value
            rest = rest[rest.index(after: end)...]
        }
        guard !String(rest).trimmed.isEmpty else { return sum }
        return Int64(typed: String(rest)).flatMap { $0 <= .max - sum ? sum + $0 : nil }
    }

    /// A whole number from 0 on; nil for anything else.
    public init?(_ entered: EnteredNumber) {
        switch entered {
        case .typed(let text): self.init(typed: text)
        case .number(let number) where number >= 0: self.init(exactly: number)
        case .number: return nil
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
    /// The amount entered, in minor units; 0 when nothing was, nil when it is no amount. A sum of
    /// doubles may be off in its last digits: 0.1 + 0.2 is 0.30000000000000004.
    func minorUnits(_ entered: EnteredNumber) -> Int64? {
        switch entered {
        case .typed(let text): return minorUnits(typed: text)
        case .number(let amount):
            let scaled = minorUnitDigits > 0 ? amount * 100 : amount
            let rounded = scaled.rounded()
            guard abs(scaled - rounded) <= 4 * scaled.ulp, rounded > 0 || amount == 0 else {
                return nil
            }
            return Int64(exactly: rounded)
        }
    }

    /// The amount typed, in minor units; 0 when nothing was, nil when it is no amount.
    func minorUnits(typed text: String) -> Int64? {
        if let plain = Int64(digits: text) { return scaled(plain, fraction: 0) }
        var text = text.trimmed
        guard !text.isEmpty else { return 0 }
        if let sign = text.first, "￦₩$€¥£".contains(sign) { text.removeFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Int64(typed: String(first)) else {
            return self == .krw ? Int64(won: text) : nil
        }
        guard parts.count == 2 else { return scaled(whole, fraction: 0) }
        guard (1...2).contains(parts[1].utf8.count), minorUnitDigits == 2,
            let fraction = Int64(digits: parts[1])
        else { return nil }
        return scaled(whole, fraction: parts[1].utf8.count == 1 ? fraction * 10 : fraction)
    }

    private func scaled(_ whole: Int64, fraction: Int64) -> Int64? {
        guard minorUnitDigits > 0 else { return whole }
        let (hundredfold, overflow) = whole.multipliedReportingOverflow(by: 100)
        guard !overflow else { return nil }
        let (sum, overflowed) = hundredfold.addingReportingOverflow(fraction)
        return overflowed ? nil : sum
    }
}
