/// What somebody has typed into a field for one end of a price range.
public enum TypedPriceRange: Equatable, Sendable {
    /// One price, in minor units, for this end.
    case price(Int64)
    /// A range with both ends, or with the only one that it has.
    case range(minimum: Int64?, maximum: Int64?)

    /// Where it begins.
    public var minimum: Int64? {
        switch self {
        case .price(let amount): amount
        case .range(let minimum, _): minimum
        }
    }

    /// Where it ends.
    public var maximum: Int64? {
        switch self {
        case .price(let amount): amount
        case .range(_, let maximum): maximum
        }
    }
}

extension Currency {
    /// The currency in which a price, or a range, is typed: the one that it names, or else the won.
    /// - Parameter text: without white space at its ends.
    public init(ofRange text: String) {
        self = .krw
        do throws(TypedPriceError) {
            _ = try priceRange(typed: text)
        } catch {
            if case .otherCurrency(let other) = error { self = other }
        }
    }

    /// Reads a price, or a range as people write it: `1~2만`, `3만원대`, `2만원 이하`, `under 20k`.
    /// - Parameter text: without white space at its ends.
    /// - Returns: nil if the text is empty.
    public func priceRange(typed text: String) throws(TypedPriceError) -> TypedPriceRange? {
        do throws(TypedPriceError) {
            switch try price(typed: text) {
            case .blank: return nil
            case .amount(let amount): return .price(amount)
            case .free: return .price(0)
            case .open: throw .notANumber
            }
        } catch {
            guard error == .range else { throw error }
            let plain = text.inPlainLetters[...]
            return try range(plain.rangeInKorean ?? plain)
        }
    }

    private func range(_ text: Substring) throws(TypedPriceError) -> TypedPriceRange {
        guard let (first, last) = text.ends else {
            let isDecade = text.beginningOfDecade != nil
            let least = try isDecade ? lowerEnd(text) : nil
            return .range(minimum: least, maximum: try upperEnd(text))
        }
        let least = try first.isEmpty ? nil : lowerEnd(first.withUnit(of: last))
        return .range(minimum: least, maximum: try last.isEmpty ? nil : upperEnd(last))
    }

    /// The amount at which a lower end begins: `3만`, `3만 초과`, `3만원대`.
    private func lowerEnd(_ text: Substring) throws(TypedPriceError) -> Int64 {
        if let rest = text.dropping("초과") { return try upperEnd(rest) + 1 }
        return try end(text.beginningOfDecade ?? text)
    }

    /// The amount to which an upper end reaches: `3만`, `3만까지`, `3만 미만`, `3만원대`.
    private func upperEnd(_ text: Substring) throws(TypedPriceError) -> Int64 {
        if let rest = text.dropping("미만") { return max(try lowerEnd(rest) - 1, 0) }
        for word in ["이하", "까지", "사이"] {
            if let rest = text.dropping(word) { return try upperEnd(rest) }
        }
        guard let beginning = text.beginningOfDecade else { return try end(text) }
        let least = try end(beginning)
        return least + least.widthOfDecade - 1
    }

    /// - Throws: `.range` if the text is no price by itself.
    private func end(_ text: Substring) throws(TypedPriceError) -> Int64 {
        switch try price(typed: String(text.trimmingWhitespace)) {
        case .amount(let amount): return amount
        case .free: return 0
        case .blank, .open: throw .range
        }
    }
}

extension Int64 {
    /// How many amounts a price with `대` behind it covers: `3만원대` is 10,000 wide, by its trailing zeros.
    fileprivate var widthOfDecade: Int64 {
        var width: Int64 = 1
        while self >= width * 10, isMultiple(of: width * 10) { width *= 10 }
        return width
    }
}

extension Substring {
    /// The price before the `대` of `3만원대`; nil if `대` means something else, as in `3대`.
    var beginningOfDecade: Substring? {
        guard let rest = dropping("대"), let last = rest.last, last == "원" || last.isUnit else {
            return nil
        }
        return rest
    }

    /// Words come first, since a sign may stand after one, as in `1만 이상 ~ 2만 이하`.
    private static let separators = ["이상", "초과", "부터", "에서", "~", "-"]

    /// The texts on both sides of the word or sign that separates two prices; `초과` stays with the
    /// first. Nil if there is no separator.
    fileprivate var ends: (first: Substring, last: Substring)? {
        for separator in Self.separators {
            let parts = split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
            // A word comes after a price.
            guard parts.count == 2, separator.count == 1 || !parts[0].isEmpty else { continue }
            let first = separator == "초과" ? self[..<parts[1].startIndex] : parts[0]
            let last = parts[1].drop { $0 == "~" || $0.isWhitespace }
            return (first.trimmingWhitespace, last.trimmingWhitespace)
        }
        return nil
    }
}
