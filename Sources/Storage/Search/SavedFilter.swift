import Market

/// What a saved search looks for: a row of `wanted`, shared by all accounts with the same search.
enum SavedFilter {
    typealias ID = Identifier<SavedFilter>
}

extension Connection {
    /// The number of a filter, which is inserted if nobody has saved it yet.
    func savedFilter(for filter: ItemFilter) throws(StorageError) -> SavedFilter.ID {
        if let id = try existingSavedFilter(filter) { return id }
        return try insert(
            """
            INSERT INTO wanted (
                category, is_free, minimum_price, maximum_price, neighbourhood,
                other_neighbourhoods, purpose, text)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            filter.category, filter.isFree ? 1 : 0, filter.storedPrice(filter.minimumPrice),
            filter.storedPrice(filter.maximumPrice), filter.neighbourhoods.first?.id,
            filter.neighbourhoods.numbersOfOthers, filter.purpose,
            filter.search?.text ?? "")
    }

    /// The number of a filter; nil if nobody has saved it.
    func existingSavedFilter(
        _ filter: ItemFilter
    ) throws(StorageError) -> SavedFilter.ID? {
        try first(
            """
            SELECT id FROM wanted WHERE text = ? AND category IS ? AND is_free = ?
                AND minimum_price IS ? AND maximum_price IS ? AND neighbourhood IS ?
                AND other_neighbourhoods = ? AND purpose IS ?
            """,
            filter.search?.text ?? "", filter.category, filter.isFree ? 1 : 0,
            filter.storedPrice(filter.minimumPrice), filter.storedPrice(filter.maximumPrice),
            filter.neighbourhoods.first?.id, filter.neighbourhoods.numbersOfOthers, filter.purpose)
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
            category: category, isFree: isFree == 1,
            minimumPrice: minimum.map(Self.amount(ofStored:)),
            maximumPrice: maximum.map(Self.amount(ofStored:)),
            currency: Self.currency(ofStored: minimum ?? maximum ?? 0),
            neighbourhoods: try Neighbourhoods(&row), purpose: try row.next())
        let text: String = try row.next()
        // A text of excluded words only may have been saved before a hyphen excluded words.
        search = SearchQuery(text) ?? SearchQuery(words: [SearchText(text)])
    }

    // MARK: - Prices

    /// The index of the currency is in the highest byte, so that an amount in won is stored as it is.
    private static let currencyShift: Int64 = 56

    /// One end of the price range as it is stored.
    fileprivate func storedPrice(_ amount: Int64?) -> Int64? {
        amount.map { (Int64(currency.index) << Self.currencyShift) | $0 }
    }

    private static func amount(ofStored price: Int64) -> Int64 {
        price & ((1 << currencyShift) - 1)
    }

    private static func currency(ofStored price: Int64) -> Currency {
        let index = Int(price >> currencyShift)
        return Currency.allCases.indices.contains(index) ? Currency.allCases[index] : .krw
    }
}
