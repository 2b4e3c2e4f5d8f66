import Market

/// What helps somebody to find what there is.
extension SQLiteStorage {
    public func correction(of search: SearchQuery) throws(StorageError) -> SearchQuery? {
        try read { connection throws(StorageError) in
            try Correction(connection, found).correction(of: search)
        }
    }

    public func completions(of typed: SearchQuery, limit: Int) throws(StorageError) -> [String] {
        try read { connection throws(StorageError) in
            try connection.completions(of: typed, among: columns.current, limit: limit)
        }
    }
}

// MARK: - Corrections

/// Looks up the words that are spelt like a word that is not found.
private struct Correction {
    /// Of a word that is found more often it does not matter how often.
    private static let mostCounted = 200

    private let connection: Connection
    private let found: FoundItems
    private let newItems: NewItems

    init(_ connection: Connection, _ found: FoundItems) throws(StorageError) {
        (self.connection, self.found) = (connection, found)
        newItems = try NewItems(connection)
    }

    /// Nil where something is found, and where no word alike is.
    func correction(of search: SearchQuery) throws(StorageError) -> SearchQuery? {
        guard try !exists(search) else { return nil }
        var words = search.words.map(\.text)
        var missing: [Int] = []
        for place in words.indices {
            if try !exists([words[place]]) { missing.append(place) }
        }
        guard !missing.isEmpty else { return try correction(ofOneAmong: search.words) }
        while let place = missing.first {
            let others = words.indices.filter { !missing.contains($0) }.map { words[$0] }
            guard try exists(others),
                let found = try candidate(for: search.words[place], beside: others)
            else { return nil }
            words[place] = found.word
            missing.removeFirst()
        }
        return SearchQuery(words: words)
    }

    /// Where each word is somewhere, but they are nowhere together: one of them was not meant.
    private func correction(
        ofOneAmong words: [SearchWord]
    ) throws(StorageError) -> SearchQuery? {
        var best: (place: Int, found: Candidate)?
        for place in words.indices where words.count > 1 {
            var others = words.map(\.text)
            others.remove(at: place)
            guard try exists(others),
                let found = try candidate(for: words[place], beside: others)
            else { continue }
            if best.map({ $0.found < found }) ?? true { best = (place, found) }
        }
        return best.flatMap { place, found in
            var words = words.map(\.text)
            words[place] = found.word
            return SearchQuery(words: words)
        }
    }

    private struct Candidate: Comparable {
        let word: SearchText
        /// How many items have it as a word of the title, and how many have it at all.
        let counts: [Int]

        static func < (one: Candidate, other: Candidate) -> Bool {
            one.counts.lexicographicallyPrecedes(other.counts)
        }
    }

    /// The word alike that is found best beside the other words; the first of equals.
    private func candidate(
        for word: SearchWord, beside others: [SearchText]
    ) throws(StorageError) -> Candidate? {
        var best: Candidate?
        var knownPairs: [[Unicode.Scalar]: Bool] = [:]
        for neighbour in word.neighbours {
            // Nearly all of them are nowhere at all.
            guard try mayExist(neighbour, &knownPairs), try exists([neighbour]) else { continue }
            let count = try count(others + [neighbour])
            guard count > 0 else { continue }
            let wholes = try countWholes(others + [neighbour])
            let found = Candidate(word: neighbour, counts: [wholes, count])
            if best.map({ $0 < found }) ?? true { best = found }
        }
        return best
    }

    /// Whether each two letters in a row are anywhere. They are looked up but once, which takes far
    /// less time than all words that have them.
    private func mayExist(
        _ word: SearchText, _ knownPairs: inout [[Unicode.Scalar]: Bool]
    ) throws(StorageError) -> Bool {
        let letters = word.scalars
        for place in letters.indices.dropFirst() {
            let pair = Array(letters[place - 1...place])
            let isThere =
                if let known = knownPairs[pair] { known } else {
                    try exists([SearchText(String(String.UnicodeScalarView(pair)))])
                }
            knownPairs[pair] = isThere
            guard isThere else { return false }
        }
        return true
    }

    private func exists(_ words: [SearchText]) throws(StorageError) -> Bool {
        guard let search = SearchQuery(words: words) else { return true }
        return try exists(search)
    }

    private func exists(_ search: SearchQuery) throws(StorageError) -> Bool {
        if let known = found.positions(of: search, at: connection.snapshot) {
            return !known.isEmpty
        }
        return try count(search, nil, atMost: 1) > 0
    }

    private func count(_ words: [SearchText]) throws(StorageError) -> Int {
        try SearchQuery(words: words).map { search throws(StorageError) in
            try count(search)
        } ?? 0
    }

    /// Of the items whose titles have them all as words, or are nothing else.
    private func countWholes(_ words: [SearchText]) throws(StorageError) -> Int {
        guard let search = SearchQuery(words: words) else { return 0 }
        var sum = 0
        for match in search.matches where match <= .word { sum += try count(search, match) }
        return sum
    }

    private func count(
        _ search: SearchQuery, _ match: SearchQuery.Match? = nil, atMost most: Int = mostCounted
    ) throws(StorageError) -> Int {
        let count = try connection.count(
            "SELECT count(*) FROM (SELECT 1 FROM item_search WHERE item_search MATCH ? LIMIT ?)",
            SearchExpression(search, only: match).text, most)
        return count + newItems.hits(of: search).count { match == nil || $0.match == match }
    }
}

// MARK: - Completions

extension Connection {
    /// Listings whose titles are read at most for completions.
    private static let mostReadForCompletions = 300

    /// The words that the last one typed may become, the most frequent first, behind the others: of
    /// the newest listings on sale that have them all.
    fileprivate func completions(
        of typed: SearchQuery, among columns: ItemColumns, limit: Int
    ) throws(StorageError) -> [String] {
        guard let last = typed.words.last else { return [] }
        let (beginning, others) = (SearchBeginning(last), Array(typed.words.dropLast()))
        var counts: [String: Int] = [:]
        for title in try titles(with: others, beginning, last, among: columns) {
            guard others.allSatisfy({ SearchText(title).contains($0.text) }) else { continue }
            for word in Set(title.split(whereSeparator: { !$0.isLetter && !$0.isNumber })) {
                let text = SearchText(String(word))
                let isOther = others.contains { $0.text == text }
                guard !isOther, beginning.begins(text) else { continue }
                counts[String(word), default: 0] += 1
            }
        }
        let best = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
        let front = others.map { String(decoding: $0.text.letters, as: UTF8.self) + " " }.joined()
        return best.map { front + $0.key }
    }

    /// Newest first, of listings on sale that may have a word that begins so.
    private func titles(
        with others: [SearchWord], _ beginning: SearchBeginning, _ last: SearchWord,
        among columns: ItemColumns
    ) throws(StorageError) -> [String] {
        let condition = ItemColumns.Condition(ItemFilter(status: .unsold))
        func isOnSale(_ position: Item.Position) -> Bool {
            columns[position].map { condition.holds(of: $0) } ?? false
        }
        var titles: [String] = []
        for (position, title) in try newTitleRows() where isOnSale(position) {
            titles.append(title)
        }
        guard let expression = SearchExpression(others, beginning, last) else { return titles }
        var rows = try statement(
            "SELECT rowid FROM item_search WHERE item_search MATCH ? ORDER BY rowid DESC",
            expression.text)
        while titles.count < Self.mostReadForCompletions, try rows.step() {
            let position: Item.Position = try rows.next()
            guard isOnSale(position) else { continue }
            let title: String? = try first("SELECT title FROM item WHERE position = ?", position)
            if let title { titles.append(title) }
        }
        return titles
    }

    /// Those that the index lacks, newest first.
    private func newTitleRows() throws(StorageError) -> [(position: Item.Position, title: String)] {
        var rows = try statement(
            """
            SELECT position, title FROM item
            WHERE position > (SELECT position FROM item_indexed_until) ORDER BY position DESC
            """)
        var found: [(position: Item.Position, title: String)] = []
        while try rows.step() { found.append((try rows.next(), try rows.next())) }
        return found
    }
}
