import Testing

@testable import Storage

/// What SQLite says of how it finds the rows of a page: by an index, in their order.
struct QueryPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let sql: SQL
        /// Words that the plan's steps must hold, in this order.
        let steps: [String]

        init(_ sql: SQL, _ steps: String...) {
            self.sql = sql
            self.steps = steps
        }

        var testDescription: String { sql.text }
    }

    @Test(arguments: [
        Row(Connection.before.inCategory, "item_by_category (category=? AND rowid<?)"),
        Row(Connection.after.inCategory, "item_by_category (category=? AND rowid>?)"),
        Row(Connection.before.all, "item USING INTEGER PRIMARY KEY (rowid<?)"),
        Row(Connection.after.all, "item USING INTEGER PRIMARY KEY (rowid>?)"),
        Row(
            Connection.selectItemsOfSeller,
            "item_by_seller (seller=? AND status=? AND rowid<?)"),
        Row(Connection.countItemsOfSeller, "COVERING INDEX item_by_seller (seller=?)"),
        Row(Connection.selectSession, "(digest=?)"),
        Row(Connection.selectFormer, "session_by_former (former_digest=?)"),
        Row(
            Connection.selectLists, "task_list_by_account (account=? AND deletion=?)", "CORRELATED",
            "COVERING INDEX todo_open (list=?"),
        Row(Connection.selectTodosInList, "todo_by_list (list=? AND deletion=?)"),
        Row(Connection.selectPinnedTodos, "todo_by_item (item=? AND account=?)"),
        Row(
            Connection.selectCompletedTodos, "todo_completed (account=?",
            "task_list USING INTEGER PRIMARY KEY"),
        Row(Connection.selectMemos, "memo_by_account (account=? AND deletion=? AND rowid<?)"),
        Row(Connection.selectPinnedMemos, "memo_by_item (item=? AND account=?)"),
        Row(
            Connection.selectReminders, "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?"),
        Row(Connection.countDueTodos, "COVERING INDEX todo_reminder (account=?", "reminder<?)"),
        Row(Connection.countDueMemos, "COVERING INDEX memo_reminder (account=?", "reminder<?)"),
        Row(Connection.selectDeletions, "deletion_by_account (account=?)"),
        Row(
            Connection.selectCounts,
            "item_count USING PRIMARY KEY (shift=? AND block>? AND block<?)"),
        Row(
            Connection.selectListedItems, "item USING INTEGER PRIMARY KEY (rowid<?)",
            "account USING INTEGER PRIMARY KEY (rowid=?)", "item_photo USING PRIMARY KEY (item=?)"),
        Row(
            Connection.selectIndexed, "item_count USING PRIMARY KEY (shift=?)",
            "item USING INTEGER PRIMARY KEY (rowid>?)"),
        Row(
            Connection.selectListedItemAt, "item USING INTEGER PRIMARY KEY (rowid=?)",
            "item_photo USING PRIMARY KEY (item=?)"),
        Row(
            Connection.selectListedItem, "item USING INDEX sqlite_autoindex_item_1 (id=?)",
            "item_photo USING PRIMARY KEY (item=?)"),
        Row(Connection.selectNewTitles, "item USING INTEGER PRIMARY KEY (rowid>?)"),
        Row(Connection.selectInterests, "interest_by_account (account=? AND rowid<?)"),
    ])
    func aPageIsFoundByItsIndexAndNotSorted(_ row: Row) async throws {
        let plan = try await plan(of: row.sql)
        // What an index has found already may be scanned, and a table of one row.
        let isSlow = plan.contains { step in
            step.contains("TEMP B-TREE")
                || step.hasPrefix("SCAN ") && !step.hasPrefix("SCAN (subquery")
                    && step != "SCAN item_indexed_until"
        }
        #expect(!isSlow, "\(plan)")
        var rest = plan[...]
        for words in row.steps {
            rest = rest.drop { !$0.contains(words) }
            #expect(!rest.isEmpty, "\(words) is not in \(plan)")
        }
    }

    private func plan(of sql: SQL) async throws -> [String] {
        var plan: [String] = []
        try await withTemporaryFolder { folder in
            _ = try SQLiteStorage(path: folder + "/market.db")
            plan = try SQLiteFile(folder + "/market.db")
                .values("EXPLAIN QUERY PLAN " + sql.text, column: 3)
        }
        return plan
    }

    /// Every row that points to another is found by an index when that goes.
    @Test func everyReferenceHasAnIndex() async throws {
        try await withTemporaryFolder { folder in
            _ = try SQLiteStorage(path: folder + "/market.db")
            let file = try SQLiteFile(folder + "/market.db")
            let references = try file.values(
                """
                SELECT t.name || '.' || f."from" FROM sqlite_schema AS t,
                    pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
                """)
            #expect(references.count > 10)
            for reference in references {
                let parts = reference.split(separator: ".")
                let plan = try file.values(
                    "EXPLAIN QUERY PLAN SELECT 1 FROM \(parts[0]) WHERE \(parts[1]) = ?",
                    column: 3)
                #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(reference): \(plan)")
            }
        }
    }
}
