/// What somebody has typed where one end of a range of prices belongs.
public enum TypedPriceRange: Equatable, Sendable {
    /// One price, in minor units: that end.
    case price(Int64)
    /// A range: both ends, or only the one that it has.
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
    /// Reads a price, or several as people write them: `1~2만`, `3만원대`, `2만원 이하`, `5천원부터`.
    /// - Parameter text: without white space at its ends.
    /// - Returns: nil for nothing.
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
            return try range(text.inPlainLetters[...])
        }
    }

    private func range(_ text: Substring) throws(TypedPriceError) -> TypedPriceRange {
        if let beginning = text.beginningOfDecade {
            let least = try end(beginning)
            return .range(minimum: least, maximum: least + least.widthOfDecade - 1)
        }
        for word in ["이하", "까지"] where !text.hasSeparator {
            guard let rest = text.dropping(word) else { continue }
            return .range(minimum: nil, maximum: try end(rest))
        }
        if let rest = text.dropping("미만") {
            return .range(minimum: nil, maximum: max(try end(rest) - 1, 0))
        }
        if let rest = text.dropping("이상") { return .range(minimum: try end(rest), maximum: nil) }
        if let rest = text.dropping("초과") {
            return .range(minimum: try end(rest) + 1, maximum: nil)
        }
        guard let (first, last) = text.ends else { throw .range }
        let least = try first.isEmpty ? nil : end(first.withUnit(of: last))
        let most = try last.isEmpty ? nil : end(last)
        return .range(minimum: least, maximum: most)
    }

    /// - Throws: `.range` for what is no price by itself.
    private func end(_ text: Substring) throws(TypedPriceError) -> Int64 {
        guard case .amount(let amount) = try price(typed: String(text.trimmingWhitespace)) else {
            throw .range
        }
        return amount
    }
}

extension Int64 {
    /// How many prices people mean by one with `대` behind it: as many as its last zeros count.
    fileprivate var widthOfDecade: Int64 {
        var width: Int64 = 1
        while self >= width * 10, isMultiple(of: width * 10) { width *= 10 }
        return width
    }
}

extension Substring {
    /// What stands before the `대` of `3만원대`; nil where it is something else, as in `3대`.
    var beginningOfDecade: Substring? {
        guard let rest = dropping("대"), let last = rest.last, last == "원" || last.isUnit else {
            return nil
        }
        return rest
    }

    private static let separators = ["~", "에서", "부터", "-"]

    fileprivate var hasSeparator: Bool { Self.separators.contains { contains($0) } }

    /// What stands on both sides of the one word, or sign, that parts two prices; nil where there is none.
    fileprivate var ends: (first: Substring, last: Substring)? {
        for separator in Self.separators {
            let parts = split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            var last = parts[1].trimmingWhitespace
            for word in ["까지", "사이", "이하"] { last = last.dropping(word) ?? last }
            let first = parts[0].trimmingWhitespace
            guard !first.isEmpty || !last.isEmpty else { return nil }
            return (first, last)
        }
        return nil
    }

    /// A number that leaves the word to the one behind it that both are counted by: `1만` of `1~2만`.
    fileprivate func withUnit(of last: Substring) -> Substring {
        let last = last.inDigits
        guard let start = last.firstIndex(where: \.isUnit),
            let count = Int64(digits: prefix { $0 != "." }),
            let other = Int64(digits: last[..<start].trimmingWhitespace.prefix { $0 != "." }),
            count <= other
        else { return self }
        return self + last[start...].prefix(while: \.isUnit)
    }
}
