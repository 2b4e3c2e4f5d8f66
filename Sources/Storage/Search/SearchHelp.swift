import Market

/// Suggestions that help people find something.
extension SQLStorage {
    public func correction(of search: SearchQuery) async throws(StorageError) -> SearchQuery? {
        try await read { [self] connection throws(StorageError) in
            try Correction(connection, found).correction(of: search)
        }
    }

    public func splittingWords(
        of search: SearchQuery
    ) async throws(StorageError) -> SearchQuery? {
        try await read { [self] connection throws(StorageError) in
            try WordSplitting(CorrectionIndex(connection, found)).splittingWords(of: search)
        }
    }

    public func completions(of typed: SearchQuery, limit: Int) async throws(StorageError)
        -> [String]
    {
        try await read { [self] connection throws(StorageError) in
            try connection.completions(of: typed, among: columns.current, limit: limit)
        }
    }
}

// MARK: - Completions

extension Connection {
    /// The most listings whose titles are read for completions.
    private static let mostReadForCompletions = 300

    /// What the last typed word may be completed to, most frequent first, each preceded by the
    /// other words: from the newest listings on sale that have all of them.
    fileprivate func completions(
        of typed: SearchQuery, among columns: ItemColumns, limit: Int
    ) throws(StorageError) -> [String] {
        guard let last = typed.words.last else { return [] }
        let (beginning, others) = (UnfinishedWord(last), Array(typed.words.dropLast()))
        let synonyms = beginning.synonyms
        func mayBeMeant(_ word: SearchText) -> Bool {
            beginning.begins(word) || synonyms.contains { $0.beginsWord(of: word) }
        }
        var counts: [String: Int] = [:]
        for title in try titles(with: others, beginning, last, among: columns) {
            guard others.allSatisfy({ $0.isPart(of: SearchText(title)) }) else { continue }
            for word in Set(title.split(whereSeparator: { !$0.isLetter && !$0.isNumber })) {
                let text = SearchText(String(word))
                let isOther = others.contains { $0.text == text }
                guard !isOther, mayBeMeant(text) else { continue }
                counts[String(word), default: 0] += 1
            }
        }
        let best = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
        let front = others.flatMap(\.text.words)
            .map { String(decoding: $0.letters, as: UTF8.self) + " " }.joined()
        return best.map { front + $0.key }
    }

    /// Titles of listings on sale that may have a word with this beginning, newest first.
    private func titles(
        with others: [SearchWord], _ beginning: UnfinishedWord, _ last: SearchWord,
        among columns: ItemColumns
    ) throws(StorageError) -> [String] {
        let condition = ItemColumns.Condition(ItemFilter(status: .unsold))
        func isOnSale(_ position: Item.Position) -> Bool {
            columns[position].map { condition.holds(of: $0) } ?? false
        }
        var titles: [String] = []
        for (position, title) in try newTitles() where isOnSale(position) {
            titles.append(title)
        }
        guard let expression = SearchExpression(others, beginning, last) else { return titles }
        var rows = try statement(
            "SELECT rowid FROM item_search WHERE item_search MATCH ? ORDER BY rowid DESC",
            text(of: expression))
        while titles.count < Self.mostReadForCompletions, try rows.step() {
            let position: Item.Position = try rows.next()
            guard isOnSale(position) else { continue }
            let title: String? = try first("SELECT title FROM item WHERE position = ?", position)
            if let title { titles.append(title) }
        }
        return titles
    }

    /// Titles of the items that the index lacks, newest first.
    private func newTitles() throws(StorageError) -> [(Item.Position, String)] {
        try pairs(
            """
            SELECT position, title FROM item
            WHERE position > (SELECT position FROM item_indexed_until) ORDER BY position DESC
            """)
    }
}
