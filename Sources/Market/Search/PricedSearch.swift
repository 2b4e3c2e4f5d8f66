/// A search with a price before or after it, typed as one text: `의자 3만원대`, `3만원 이하 의자`, `chair under 20k`.
public struct PricedSearch: Equatable, Sendable {
    /// The search without the price; nil if there is nothing else.
    public let search: SearchQuery?
    /// In minor units; nil for any.
    public let minimum: Int64?
    /// In minor units; nil for any.
    public let maximum: Int64?
    /// The currency that the price names; the won if it names none.
    public let currency: Currency

    /// Maximum number of words of a price: `3만 원 ~ 5만 원`.
    private static let mostWords = 5

    /// Returns nil if neither the last words nor the first ones are a price.
    public init?(_ text: String) {
        // Most searches have no number, and parsing a price is slow.
        guard text.unicodeScalars.contains(where: Self.isNumeral) else { return nil }
        let words = text.prefix(SearchQuery.longest).split(whereSeparator: \.isWhitespace)
        let counts = (0..<min(words.count, Self.mostWords)).reversed().map { $0 + 1 }
        for count in counts {
            if let prices = Self.prices(words.suffix(count)) {
                self.init(words.dropLast(count), prices)
                return
            }
        }
        for count in counts where count < words.count {
            if let prices = Self.prices(words.prefix(count)) {
                self.init(words.dropFirst(count), prices)
                return
            }
        }
        return nil
    }

    private static func isNumeral(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType != nil || numerals.contains(scalar)
    }

    private static let numerals: Set<Unicode.Scalar> = ["십", "백", "천", "만", "억"]

    private typealias Prices = (minimum: Int64?, maximum: Int64?, currency: Currency)

    private init(_ rest: ArraySlice<Substring>, _ prices: Prices) {
        search = SearchQuery(rest.joined(separator: " "))
        (minimum, maximum, currency) = prices
    }

    /// A price range, lower end first; a single price is a maximum. Numbers that may be a size or a
    /// model are not prices: a bare number, as in `아이폰 13` and `TV 4K`, and a range of such, as in
    /// `gloves over 3` and `반지 14-18k`. A number with a currency sign is not bare. A number of pounds
    /// without one is not a price either: it may be the weight of a dumbbell.
    private static func prices(_ words: ArraySlice<Substring>) -> Prices? {
        let typed = words.joined(separator: " ")
        let currency = Currency(ofRange: typed)
        // Text that cannot be parsed as a price is a search text.
        guard let range = try? currency.priceRange(typed: typed), let last = typed.last else {
            return nil
        }
        let hasSign = typed.contains(where: \.isCurrencySymbol)
        guard hasSign || currency != .gbp else { return nil }
        let isBare = !hasSign && (last.isNumber || "kK".contains(last))
        switch range {
        case .price(let amount):
            guard amount > 0, !isBare else { return nil }
            return (nil, amount, currency)
        case .range(let least?, let most?):
            // Prices in thousands are round numbers.
            let divisor: Int64 = last.isNumber ? 1 : 5_000
            guard !isBare || [least, most].allSatisfy({ $0 >= 1_000 && $0 % divisor == 0 }) else {
                return nil
            }
            return (min(least, most), max(least, most), currency)
        case .range(let least, let most):
            // `under 1000` reaches to 999.
            guard !isBare || (least ?? most ?? 0) >= 999 else { return nil }
            return (least, most, currency)
        }
    }
}
