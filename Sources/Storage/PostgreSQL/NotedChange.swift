#if PostgreSQL
    import Market

    /// A row of `change`, in which triggers note changes to what other processes hold in memory.
    struct NotedChange: Record {
        let number: Int64
        let kind: Int64
        let key: Int64?
        let account: Int64?

        static let columns: SQL = "number, kind, key, account"
        static let selectNewest: SQL = "SELECT coalesce(max(number), 0) FROM change"
        static let select: SQL = "SELECT \(columns) FROM change WHERE number > ? ORDER BY number"

        init(_ row: inout Statement) throws(StorageError) {
            (number, kind) = (try row.next(), try row.next())
            (key, account) = (try row.next(), try row.next())
        }

        /// The position of a changed item; nil for other kinds of change.
        var position: Item.Position? {
            kind == 1 ? key.map { Item.Position(rawValue: $0) } : nil
        }

        /// Whether photos were deleted or hidden.
        var isLossOfPhotos: Bool { kind == 6 }

        /// Whether an announcement has changed.
        var isOfAnnouncements: Bool { kind == 7 }

        /// Notes the change as SQLite's triggers would at once.
        func note(in searches: SavedSearchMatching) {
            switch kind {
            case 2, 3:
                guard let key, let account else { return }
                searches.noteChanged(
                    SavedSearch.ID(rawValue: key), of: Account.ID(rawValue: account),
                    isKept: kind == 2)
            case 4: searches.noteLoss()
            case 5: searches.noteNewsOfEverybody()
            default: break
            }
        }
    }
#endif
