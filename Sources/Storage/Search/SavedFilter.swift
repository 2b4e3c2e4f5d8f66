import Market

/// What a saved search looks for: a row of `wanted`, shared by all accounts with the same search.
enum SavedFilter {
    typealias ID = Identifier<SavedFilter>
}

extension Connection {
    /// The number of a filter, which is inserted if nobody has saved it yet.
    func savedFilter(for filter: ItemFilter) throws(StorageError) -> SavedFilter.ID {
        if let id = try existingSavedFilter(filter) { return id }
        let prices = filter.storedPrices
        return try insert(
            """
            INSERT INTO wanted (
                category, is_free, minimum_price, maximum_price, neighbourhood,
                other_neighbourhoods, purpose, text)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            filter.category, filter.isFree ? 1 : 0, prices.minimum, prices.maximum,
            filter.neighbourhoods.first?.id, filter.neighbourhoods.numbersOfOthers, filter.purpose,
            filter.search?.text ?? "")
    }

    /// The number of a filter; nil if nobody has saved it.
    func existingSavedFilter(
        _ filter: ItemFilter
    ) throws(StorageError) -> SavedFilter.ID? {
        let prices = filter.storedPrices
        return try first(
            """
            SELECT id FROM wanted WHERE text = ? AND category IS ? AND is_free = ?
                AND minimum_price IS ? AND maximum_price IS ? AND neighbourhood IS ?
                AND other_neighbourhoods = ? AND purpose IS ?
            """,
            filter.search?.text ?? "", filter.category, filter.isFree ? 1 : 0, prices.minimum,
            prices.maximum, filter.neighbourhoods.first?.id,
            filter.neighbourhoods.numbersOfOthers, filter.purpose)
    }
}

/// The status is not stored.
extension ItemFilter: Record {
    static let columns: SQL = """
        category, is_free, minimum_price, maximum_price, wanted.neighbourhood, \
        other_neighbourhoods, purpose, text
        """

    init(_ row: inout Statement) throws(StorageError) {
        let category: Market.Category? = try row.next()
        let isFree: Int = try row.next()
        let (minimum, maximum): (Int64?, Int64?) = (try row.next(), try row.next())
        self.init(
            category: category, isFree: isFree == 1, neighbourhoods: try Neighbourhoods(&row),
            purpose: try row.next())
        setStoredPrices(minimum, maximum)
        let text: String = try row.next()
        // A text of excluded words only may have been saved before a hyphen excluded words.
        search = SearchQuery(text) ?? SearchQuery(words: [SearchText(text)])
    }

    // MARK: - Prices

    /// The index of the currency is in the highest byte, so that an amount in won is stored as it is.
    private static let currencyShift: Int64 = 56
    /// More than any amount. Stands for the lower end of a range in another currency that has none: a
    /// program that takes both ends for amounts in won then finds nothing, rather than everything.
    private static let openEnd: Int64 = (1 << currencyShift) - 1

    /// The ends of the price range as they are stored.
    var storedPrices: (minimum: Int64?, maximum: Int64?) {
        guard currency != .krw else { return (minimumPrice, maximumPrice) }
        let index = Int64(currency.index) << Self.currencyShift
        return (index | (minimumPrice ?? Self.openEnd), maximumPrice.map { index | $0 })
    }

    /// Sets the price range to what is stored. Prices in a currency that only a later version of the program
    /// knows stay as they are, above any amount in won, so that they find nothing.
    mutating func setStoredPrices(_ minimum: Int64?, _ maximum: Int64?) {
        let index = Int((minimum ?? maximum ?? 0) >> Self.currencyShift)
        guard index > 0, Currency.allCases.indices.contains(index) else {
            return setPrices(minimum, maximum)
        }
        let least = minimum.map { $0 & Self.openEnd }
        setPrices(
            least == Self.openEnd ? nil : least, maximum.map { $0 & Self.openEnd },
            in: Currency.allCases[index])
    }
}
