import Market

/// The texts of an item that a search reads. The description is folded only when needed: it is
/// long, and usually the title decides.
struct ItemTexts: RowValue {
    let title: SearchText
    private let descriptionBytes: [UInt8]

    var description: SearchText { descriptionBytes.withUnsafeBytes { SearchText($0) } }

    /// - Parameter row: its next columns are title and description.
    init(_ row: inout Statement) throws(StorageError) {
        title = SearchText(row.column().bytes)
        descriptionBytes = try row.next()
    }
}

extension SearchQuery {
    /// How the item answers this search; nil if it does not.
    func match(_ texts: ItemTexts) -> Match? {
        match(title: texts.title, description: texts.description)
    }
}

extension Connection {
    /// Returns nil if there is no item at this position.
    func texts(at position: Item.Position) throws(StorageError) -> ItemTexts? {
        try first(Self.selectTexts, position)
    }

    static let selectTexts: SQL = "SELECT title, description FROM item WHERE position = ?"
}

/// The few newest items, which the search index does not have yet; oldest first.
struct NewItems {
    private var items: [(position: Item.Position, title: SearchText, description: SearchText)] = []

    init(_ connection: Connection) throws(StorageError) {
        var rows = try connection.statement(
            """
            SELECT position, title, description FROM item
            WHERE position > (SELECT position FROM item_indexed_until) ORDER BY position
            """)
        while try rows.step() {
            let position: Item.Position = try rows.next()
            let texts = try ItemTexts(&rows)
            items.append((position, texts.title, texts.description))
        }
    }

    /// The items that answer a search.
    func hits(
        of search: SearchQuery
    ) -> [(position: Item.Position, match: SearchQuery.Match)] {
        items.compactMap { item in
            search.match(title: item.title, description: item.description)
                .map { (item.position, $0) }
        }
    }
}
