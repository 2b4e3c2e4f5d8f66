#if PostgreSQL
    /// The nouns' statements as PostgreSQL writes them: they keep to what both engines know, but for
    /// what stands here.
    enum PostgreSQLDialect {
        /// What SQLite writes in another way, and the same for PostgreSQL. `IS` compares with NULL as
        /// with any value; the rest are hints, and the table that SQLite numbers rows by.
        private static let words: [(sqlite: String, postgreSQL: String)] = [
            (" IS NOT ?", " IS DISTINCT FROM ?"), (" IS ?", " IS NOT DISTINCT FROM ?"),
            ("sqlite_sequence", "number_sequence"), ("CROSS JOIN", "JOIN"),
            ("INDEXED BY item_by_request", ""), ("LIMIT -1", "LIMIT ALL"),
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

        /// `$1`, `$2` in place of question marks, but for those within a text.
        private static func numbered(_ text: String) -> String {
            var (isQuoted, count) = (false, 0)
            return text.reduce(into: "") { numbered, letter in
                if letter == "'" { isQuoted.toggle() }
                guard letter == "?", !isQuoted else { return numbered.append(letter) }
                count += 1
                numbered += "$\(count)"
            }
        }

        /// An INSERT that answers the number which the table gave its row.
        static func tellingKey(_ insert: String) -> String {
            let table = insert.split(separator: " ", maxSplits: 3).dropFirst(2).first
            return insert + (table == "item" ? " RETURNING position" : " RETURNING id")
        }
    }
#endif
