#if PostgreSQL
    import Market

    /// The search index in PostgreSQL: the tokens are lexemes of a `tsvector` with their positions,
    /// so that adjacent tokens can be found (postgresql.org/docs/current/datatype-textsearch.html).
    extension PostgreSQLConnection {
        /// Indexes older items that were changed, and the newest ones once there are many of them.
        func indexManyNewItems() throws(StorageError) {
            let changed: [IndexedItem] = try all(IndexedItem.selectChanged)
            for item in changed { try add(item) }
            if !changed.isEmpty { try runLater("DELETE FROM item_unindexed") }
            guard try hasManyNewItems() else { return }
            try countNewItems()
            let start: Int64 = try one("SELECT position + 1 FROM item_indexed_until")
            let end: Int64 = try one("SELECT max(position) FROM item")
            try forEachItem(from: start, to: end, add)
            try runLater(
                "UPDATE item_indexed_until SET position = (SELECT max(position) FROM item)")
        }

        /// Compares the index with every item that should be in it.
        func indexIsThatOfAllItems() throws(StorageError) -> Bool {
            try indexManyNewItems()
            var count = 0
            try forEachIndexedItem { item throws(StorageError) in
                count += try self.count(
                    "SELECT count(*) FROM item_search WHERE position = ? AND tokens = ?::tsvector",
                    item.position, item.tokens)
            }
            let kept = try self.count("SELECT count(*) FROM item_search")
            let asked = try self.count(IndexedItem.selectCount)
            return kept == count && kept == asked
        }

        func indexAllItemsAnew() throws(StorageError) {
            try run("DELETE FROM item_search")
            try run("DELETE FROM item_unindexed")
            try forEachIndexedItem(add)
        }

        private func forEachIndexedItem(
            _ body: (IndexedItem) throws(StorageError) -> Void
        ) throws(StorageError) {
            try forEachItem(from: 1, to: one("SELECT position FROM item_indexed_until"), body)
        }

        private func forEachItem(
            from first: Int64, to end: Int64, _ body: (IndexedItem) throws(StorageError) -> Void
        ) throws(StorageError) {
            for start in stride(from: first, through: end, by: 1_000) {
                let items: [IndexedItem] = try all(
                    IndexedItem.selectBetween, start, min(start + 999, end))
                for item in items { try body(item) }
            }
        }

        private func add(_ item: IndexedItem) throws(StorageError) {
            try runLater(
                """
                INSERT INTO item_search (position, tokens) VALUES (?, ?::tsvector)
                ON CONFLICT (position) DO UPDATE SET tokens = excluded.tokens
                """,
                item.position, item.tokens)
        }
    }

    /// The index entry of an item.
    private struct IndexedItem: Record {
        let position: Item.Position
        /// In the text format of a `tsvector`.
        let tokens: String

        static let columns: SQL = "item.position, title, description, purpose"
        static let selectChanged: SQL = """
            SELECT \(columns) FROM item_unindexed JOIN item ON item.position = item_unindexed.position
            ORDER BY item.position
            """

        static let selectBetween: SQL = """
            SELECT \(columns) FROM item WHERE position BETWEEN ? AND ? ORDER BY position
            """
        static let selectCount: SQL = """
            SELECT count(*) FROM item
            WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
            """

        init(_ row: inout Statement) throws(StorageError) {
            position = try row.next()
            var tokens = SearchText(row.column().bytes).titleTokens
            let description = SearchText(row.column().bytes).descriptionTokens
            let purpose: Item.Purpose = try row.next()
            if purpose == .request { tokens += Array("wanted ".utf8) }
            tokens += description
            let words = String(decoding: tokens, as: UTF8.self).split(separator: " ")
                .prefix(Self.mostTokens)
            var counts: [Substring: Int] = [:]
            self.tokens = ([Self.start] + words).enumerated()
                .filter { $1.utf8.count < Self.longest }
                .map { place, token in
                    let times = counts[token, default: 0]
                    counts[token] = times + 1
                    let round = times / Self.mostPlaces
                    let lexeme = round == 0 ? String(token) : token + Self.again + "\(round)"
                    return Self.quoted(lexeme) + ":\(min(place + 1, Self.lastPlace))"
                }
                .joined(separator: " ")
        }

        /// The limits of a `tsvector`: bytes in a token, a megabyte in total (kept by the number of
        /// tokens), and the highest position
        /// (postgresql.org/docs/current/textsearch-limitations.html).
        private static let (longest, mostTokens, lastPlace) = (2_046, 50_000, 16_383)
        /// The most positions of one lexeme.
        private static let mostPlaces = 255

        /// Appended, with a number, to a token that occurs more often than one lexeme may have
        /// positions.
        private static let again = "\u{1}"

        /// Matches a token of a sequence at any of its positions. Titles are too short for repeated
        /// lexemes.
        static func anyPlace(of token: String) -> String {
            let mark = SearchText.Mark.description.rawValue
            guard token.hasPrefix(mark) else { return quoted(token) }
            return "(\(quoted(token)) | \(quoted(token + again)):*)"
        }

        /// A token before all others, because nothing else marks the start of a text.
        static let start: Substring = "^"

        static func quoted(_ token: some StringProtocol) -> String {
            "'" + String(token).replacing("\\", with: "\\\\").replacing("'", with: "''") + "'"
        }
    }

    extension SearchExpression {
        /// In the syntax of a `tsquery`.
        var tsquery: String {
            switch self {
            case .sequence(let tokens): Self.sequence(tokens)
            case .start(let tokens): Self.sequence([String(IndexedItem.start)] + tokens)
            case .prefix(let tokens): Self.sequence(tokens, isOpen: true)
            case .all(let parts): "(" + parts.map(\.tsquery).joined(separator: " & ") + ")"
            case .any(let parts): "(" + parts.map(\.tsquery).joined(separator: " | ") + ")"
            case .first(let one, let other): "(\(one.tsquery) & !\(other.tsquery))"
            }
        }

        /// - Parameter isOpen: whether the last token may be the beginning of one.
        private static func sequence(_ tokens: [String], isOpen: Bool = false) -> String {
            let end = isOpen ? ":*" : ""
            guard tokens.count > 1 else { return tokens.map(IndexedItem.quoted).joined() + end }
            return "(" + tokens.map(IndexedItem.anyPlace).joined(separator: " <-> ") + end + ")"
        }
    }
#endif
