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

    /// The ends of a range, the lower one first; one price is the most that it may cost. Numbers alone are
    /// none, as in `아이폰 13`, nor is `k` behind one, as in `TV 4K` and `반지 18k`.
    private static func prices(_ typed: String) -> (minimum: Int64?, maximum: Int64?)? {
        // What cannot be read as prices are words to look for.
        guard let range = try? Currency.krw.priceRange(typed: typed) else { return nil }
        switch range {
        case .price(let amount):
            guard amount > 0, let last = typed.last, !last.isNumber, !"kK".contains(last) else {
                return nil
            }
            return (nil, amount)
        case .range(let least?, let most?): return (min(least, most), max(least, most))
        case .range(let least, let most): return (least, most)
        }
    }
}
