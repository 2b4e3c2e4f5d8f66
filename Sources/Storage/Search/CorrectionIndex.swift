import Market

/// The questions that a correction asks: whether words occur, and how often. The search index
/// answers them, together with the items posted since it was last updated.
struct CorrectionIndex {
    /// Counting stops here: beyond that the number makes no difference.
    private static let mostCounted = 200

    private let connection: Connection
    private let found: SearchResultCache
    private let newItems: NewItems

    init(_ connection: Connection, _ found: SearchResultCache) throws(StorageError) {
        (self.connection, self.found) = (connection, found)
        newItems = try NewItems(connection)
    }

    /// The texts of at most `most` items that have all these words; nil if there are no words.
    func texts(with words: [SearchText], atMost most: Int) throws(StorageError) -> [ItemTexts]? {
        guard let search = SearchQuery(words: words) else { return nil }
        let hits = try SearchHits(search, connection, newItems: newItems)
        var texts: [ItemTexts] = []
        for position in try hits.oldest(most) {
            if let found = try connection.texts(at: position) { texts.append(found) }
        }
        return texts
    }

    /// Whether a similar word occurs where it has to. Two letters by themselves say so little that
    /// they must occur in a title.
    func exists(
        _ neighbour: SearchWord.Neighbour, isAlone: Bool
    ) throws(StorageError) -> Bool {
        let word = neighbour.word
        guard let search = SearchQuery(words: [word]) else { return false }
        if neighbour.isWhole { return try exists(search, .word) }
        guard isAlone, word.scalars.count == 2 else { return try exists(search) }
        return try exists(search, .part)
    }

    /// Whether any item answers the search by this match or a better one.
    func exists(
        _ search: SearchQuery, _ match: SearchQuery.Match
    ) throws(StorageError) -> Bool {
        if newItems.hits(of: search).contains(where: { $0.match <= match }) { return true }
        guard search.needsLook(for: match) else {
            return try count(SearchExpression(search, atLeast: match), atMost: 1) > 0
        }
        for better in search.matches where better <= match {
            if try count(search, better, atMost: 1) > 0 { return true }
        }
        return false
    }

    /// Whether the text is a word of a title, by any of its synonyms.
    func isWord(_ text: SearchText) throws(StorageError) -> Bool {
        try SearchQuery(words: [text]).map { search throws(StorageError) in
            try exists(search, .word)
        } ?? false
    }

    func exists(_ words: [SearchText]) throws(StorageError) -> Bool {
        guard let search = SearchQuery(words: words) else { return true }
        return try exists(search)
    }

    func exists(_ search: SearchQuery) throws(StorageError) -> Bool {
        if let known = found.hits(of: search, at: connection.keptSnapshot),
            known.isComplete || !known.hits.isEmpty
        {
            return !known.hits.isEmpty
        }
        return try count(search, nil, atMost: 1) > 0
    }

    func count(_ words: [SearchText]) throws(StorageError) -> Int {
        try SearchQuery(words: words).map { search throws(StorageError) in
            try count(search)
        } ?? 0
    }

    /// The number of items whose titles have all these words as whole words, or consist of them.
    func countWholes(_ words: [SearchText]) throws(StorageError) -> Int {
        guard let search = SearchQuery(words: words) else { return 0 }
        var sum = 0
        for match in search.matches where match <= .word { sum += try count(search, match) }
        return sum
    }

    private func count(
        _ search: SearchQuery, _ match: SearchQuery.Match? = nil, atMost most: Int = mostCounted
    ) throws(StorageError) -> Int {
        guard !search.needsLook(for: match) else {
            return try countByLooking(search, match, atMost: most)
        }
        let count = try count(SearchExpression(search, only: match), atMost: most)
        return count + newItems.hits(of: search).count { match == nil || $0.match == match }
    }

    /// Counts only items whose texts answer the search: the index alone also counts others, such as `아이폰 13`
    /// for `13인치`.
    private func countByLooking(
        _ search: SearchQuery, _ match: SearchQuery.Match?, atMost most: Int
    ) throws(StorageError) -> Int {
        let hits = try SearchHits(search, connection, newItems: newItems)
        var count = 0
        func isMoreWanted(_ hit: SearchHit) throws(StorageError) -> Bool {
            count += 1
            return count < most
        }
        if let match {
            try hits.walk(match, .behind, of: .max, isMoreWanted)
        } else {
            try hits.walk(.behind, of: .max, isMoreWanted)
        }
        return count
    }

    private func count(
        _ expression: SearchExpression, atMost most: Int
    ) throws(StorageError) -> Int {
        try connection.count(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM item_search WHERE item_search MATCH ? LIMIT ?) AS found
            """,
            connection.text(of: expression), most)
    }
}
