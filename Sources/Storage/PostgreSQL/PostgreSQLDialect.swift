#if PostgreSQL
    /// Translates statements to PostgreSQL's dialect. They are written in the common subset of both
    /// engines, except for what is listed here.
    enum PostgreSQLDialect {
        /// SQLite's expressions, and their equivalents. `IS` compares NULL like any value; the
        /// others are planner hints, the search operator, and the table of SQLite's row numbers.
        private static let words: [(sqlite: String, postgreSQL: String)] = [
            (" IS NOT ?", " IS DISTINCT FROM ?"), (" IS ?", " IS NOT DISTINCT FROM ?"),
            ("sqlite_sequence", "number_sequence"), ("CROSS JOIN", "JOIN"),
            ("INDEXED BY item_by_request", ""),
            ("INDEXED BY conversation_dealt_by_seller", ""), ("LIMIT -1", "LIMIT ALL"),
            ("item_search MATCH ?", "tokens @@ ?::tsquery"), ("rowid", "position"),
            ("group_concat", "string_agg"),
        ]
        private static let ignoringInsert = "INSERT OR IGNORE"

        static func translate(_ text: String) -> String {
            var text = words.reduce(text) { $0.replacing($1.sqlite, with: $1.postgreSQL) }
            if text.hasPrefix(ignoringInsert) {
                text = "INSERT" + text.dropFirst(ignoringInsert.count) + " ON CONFLICT DO NOTHING"
            }
            return numbered(text)
        }

        /// Replaces the question marks outside of quotes by `$1`, `$2`, ….
        private static func numbered(_ text: String) -> String {
            var (isQuoted, count) = (false, 0)
            return text.reduce(into: "") { numbered, letter in
                if letter == "'" { isQuoted.toggle() }
                guard letter == "?", !isQuoted else { return numbered.append(letter) }
                count += 1
                numbered += "$\(count)"
            }
        }

        /// Makes an INSERT return the number that the table assigns to the row.
        static func tellingKey(_ insert: String) -> String {
            let table = insert.split(separator: " ", maxSplits: 3).dropFirst(2).first
            return insert + (table == "item" ? " RETURNING position" : " RETURNING id")
        }
    }
#endif
