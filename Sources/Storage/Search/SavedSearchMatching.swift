import Market

/// Matches are made where an item is written; who wants it is told when that is durable.
extension SQLiteStorage {
    /// As `write(.items)`.
    /// - Parameter body: answers with the matches that it has noted.
    func writeItem<Value: Sendable>(
        body:
            @escaping @Sendable (Connection) throws(StorageError) -> (
                Value, SavedSearch.Match.ID?
            )
    ) async throws(StorageError) -> Value {
        let (value, match) = try await write(.items, body: body)
        if let match { announce(match) }
        return value
    }

    /// The post is done: when the accounts cannot be read, their open pages tell later.
    private func announce(_ match: SavedSearch.Match.ID) {
        let accounts: [Account.ID]? = try? all(
            """
            SELECT account FROM wanted_match CROSS JOIN saved_search USING (wanted)
            WHERE number = ?
            """,
            match)
        feed.post(Set(accounts ?? []).map(Change.organiser))
    }
}

extension Connection {
    /// Notes which kept searches an item answers, those left out that it has answered before.
    /// - Parameter former: what it was before an edit.
    /// - Returns: nil when there are none.
    func noteMatches(
        of id: Item.ID, _ content: ItemContent, formerly former: ItemContent? = nil,
        at now: Timestamp
    ) throws(StorageError) -> SavedSearch.Match.ID? {
        guard try exists("SELECT 1 FROM wanted"), former != content else { return nil }
        var item = MatchedItem(content)
        var searches: [Wanted.ID] = []
        for token in WantedToken.all(of: content.category, item.title, item.description) {
            try findSearches(filedUnder: token, &item, &searches)
        }
        if let former {
            searches = try leavingOut(searches, of: id, formerly: MatchedItem(former))
        }
        guard !searches.isEmpty else { return nil }
        let number: SavedSearch.Match.ID = try insert(
            "INSERT INTO news (item, date) VALUES (?, ?)", id, now)
        for wanted in searches.sorted() {
            try run("INSERT INTO wanted_match (wanted, number) VALUES (?, ?)", wanted, number)
        }
        return number
    }

    private func findSearches(
        filedUnder token: WantedToken, _ item: inout MatchedItem, _ searches: inout [Wanted.ID]
    ) throws(StorageError) {
        var rows = try statement(
            "SELECT id, \(ItemFilter.columns) FROM wanted WHERE token = ?", token)
        while try rows.step() {
            let id: Wanted.ID = try rows.next()
            // Many are told apart by figures, before a text is taken apart.
            guard try ItemFilter(figures: &rows).allows(item.content) else { continue }
            if item.answers(try rows.next(), self) { searches.append(id) }
        }
    }

    /// What was answered before an edit, or at any time, is no news.
    private func leavingOut(
        _ searches: [Wanted.ID], of item: Item.ID, formerly former: MatchedItem
    ) throws(StorageError) -> [Wanted.ID] {
        var former = former
        var news: [Wanted.ID] = []
        for wanted in searches {
            let filter: ItemFilter = try one(
                "SELECT \(ItemFilter.columns) FROM wanted WHERE id = ?", wanted)
            let isAnswered =
                filter.allows(former.content) && former.answers(filter.search?.text ?? "", self)
            let isTold = try exists(
                """
                SELECT 1 FROM news CROSS JOIN wanted_match USING (number)
                WHERE item = ? AND wanted = ?
                """,
                item, wanted)
            if !isAnswered, !isTold { news.append(wanted) }
        }
        return news
    }
}

/// What a seller wrote, its texts folded once.
private struct MatchedItem {
    let content: ItemContent
    let title: SearchText
    let description: SearchText
    /// Whether it answers a text: one is kept with many categories and prices.
    private var answers: [String: Bool] = [:]

    init(_ content: ItemContent) {
        self.content = content
        title = SearchText(content.title)
        description = SearchText(content.description)
    }

    mutating func answers(_ text: String, _ connection: Connection) -> Bool {
        if let known = answers[text] { return known }
        let search = connection.search(text)
        let isAnswer =
            search.map { $0.match(title: title, description: description) != nil } ?? true
        answers[text] = isAnswer
        return isAnswer
    }
}
