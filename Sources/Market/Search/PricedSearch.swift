/// What somebody looks for, and behind it what that may cost, typed as one: `의자 3만원대`, `chair
/// under 20k`.
public struct PricedSearch: Equatable, Sendable {
    /// What stands in front of the prices; nil where nothing does.
    public let search: SearchQuery?
    /// In won; nil for any.
    public let minimum: Int64?
    /// In won; nil for any.
    public let maximum: Int64?

    /// Words that say what something may cost, at most: `3만 원 ~ 5만 원`.
    private static let mostWords = 5

    /// Nil where the last words are no prices.
    public init?(_ text: String) {
        let words = text.prefix(SearchQuery.longest).split(whereSeparator: \.isWhitespace)
        var count = min(words.count, Self.mostWords)
        while count > 0 {
            if let prices = Self.prices(words.suffix(count).joined(separator: " ")) {
                search = SearchQuery(words.dropLast(count).joined(separator: " "))
                (minimum, maximum) = prices
                return
            }
            count -= 1
        }
        return nil
    }

    /// The ends of a range, the lower one first; one price is the most that it may cost. What may be
    /// a size or a model is none: a number alone, as in `아이폰 13` and `TV 4K`, and a range of such,
    /// as in `gloves over 3` and `반지 14-18k`.
    private static func prices(_ typed: String) -> (minimum: Int64?, maximum: Int64?)? {
        // What cannot be read as prices are words to look for.
        guard let range = try? Currency.krw.priceRange(typed: typed), let last = typed.last else {
            return nil
        }
        let isBare = last.isNumber || "kK".contains(last)
        switch range {
        case .price(let amount):
            guard amount > 0, !isBare else { return nil }
            return (nil, amount)
        case .range(let least?, let most?):
            // Prices in thousands are round ones.
            let divisor: Int64 = last.isNumber ? 1 : 5_000
            guard !isBare || [least, most].allSatisfy({ $0 >= 1_000 && $0 % divisor == 0 }) else {
                return nil
            }
            return (min(least, most), max(least, most))
        case .range(let least, let most):
            // `under 1000` reaches to 999.
            guard !isBare || (least ?? most ?? 0) >= 999 else { return nil }
            return (least, most)
        }
    }
}
