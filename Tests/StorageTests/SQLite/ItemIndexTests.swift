import Market
import Testing

@testable import Storage

/// The tables by which positions in lists, and titles, are found.
struct ItemIndexTests {
    /// Runs `body` with a file of items 1 to 200: the first 192 are indexed, 60 to 69 are deleted.
    private func withMarket(_ body: (SQLiteStorage, Connection) async throws -> Void) async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            // One by one, since how many are committed and indexed together depends on timing.
            for _ in 0..<200 { _ = try await storage.insert(.sample("의자")) }
            for id in 60..<70 { try await storage.delete(Item.ID(rawValue: Int64(id)), at: noon) }
            try await body(storage, SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000))
        }
    }

    @Test(
        arguments: [
            """
            INSERT INTO item SELECT 65, 999, 0, '책상', 9, 0, NULL, 'KRW', NULL, NULL, 1, 0, 5, 5, NULL, NULL, NULL,
                NULL, NULL, ''
            """,
            "UPDATE item SET position = 62, title = '책상' WHERE id = 7",
            "UPDATE item SET position = 62, title = '책상' WHERE id = 200",
            "UPDATE item SET position = 5000, title = '책상' WHERE id = 7",
            "UPDATE item SET position = position, title = '책상' WHERE id = 7",
            "UPDATE item SET title = '책상' WHERE id % 2",
            "UPDATE item SET position = position + 1000000",
            "DELETE FROM item WHERE id < 100", "DELETE FROM item",
            "UPDATE item SET price = 236, currency = 'USD' WHERE id % 2",
            "UPDATE item SET discounted_price = 99, currency = 'EUR', title = '책상' WHERE id % 3",
            "UPDATE item SET price = 236, currency = 'USD', position = position + 1000000",
            "UPDATE OR REPLACE item SET position = 8, title = '책상' WHERE id = 7",
        ] as [SQL])
    func everyStatementUpdatesTheIndex(_ sql: SQL) async throws {
        try await withMarket { storage, connection in
            let commits = storage.commitCount
            // Without it a replaced row fires no delete trigger.
            try connection.execute("PRAGMA recursive_triggers = ON")
            try connection.execute(sql)
            try connection.execute(
                "INSERT INTO item_search (item_search) VALUES ('integrity-check')")
            while storage.commitCount == commits { await Task.yield() }
            for (selection, condition) in [
                (.everything, "title LIKE '%'"), (.matching("책상"), "title LIKE '책상'"),
                (.matching("의"), "title LIKE '의자'"),
                (.wholePrices, "currency = 'KRW' OR (price % 100, discounted_price) IS (0, NULL)"),
            ] as [(ItemOffsetQuery.Selection, SQL)] {
                let count = try connection.count("SELECT count(*) FROM item WHERE \(condition)")
                let found = try await storage.items(ItemOffsetQuery(limit: 300, of: selection))
                #expect(found.count == Int64(count))
                #expect(found.items.count == count)
            }
        }
    }

    /// Another process lacks the functions that the index's triggers call.
    @Test func anotherProgramCannotBypassTheIndex() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            try await storage.insertTogether(80)
            let other = try SQLiteFile(folder + "/market.db")
            #expect(throws: SQLiteFile.Failure.self) { try other.run("DELETE FROM item") }
            #expect(try await storage.items(ItemOffsetQuery(limit: 1)).count == 80)
        }
    }

    /// As after years, when the first items are long gone.
    @Test func deletedItemsLeaveNothingBehind() async throws {
        try await withMarket { storage, connection in
            for id in 1...150 where !(60..<70 ~= id) {
                try await storage.delete(Item.ID(rawValue: Int64(id)), at: noon)
            }
            #expect(try connection.count("SELECT count(*) FROM item_count WHERE count < 1") == 0)
            #expect(try connection.count("SELECT min(block) FROM item_count WHERE shift = 5") == 4)
        }
    }

    /// Also in a file with other settings.
    @Test(arguments: ["", "INSERT INTO item_search (item_search, rank) VALUES ('automerge', 4)"])
    func theIndexHasItsMergeSettings(_ before: String) async throws {
        try await withMarketFile { path in
            try SQLiteStorage(path: path).close()
            let other = try SQLiteFile(path)
            try other.run(before)
            try SQLiteStorage(path: path).close()
            for (setting, pieces) in SQLiteConnection.leastPiecesToJoin {
                let known = try other.value(
                    "SELECT v FROM item_search_config WHERE k = '\(setting)'")
                #expect(known == String(pieces), "\(setting)")
            }
        }
    }

    /// Each edit is a commit of its own that leaves a small segment.
    @Test func editsLeaveFewSegments() async throws {
        try await withMarket { storage, connection in
            for number in 0..<60 {
                let content = try ItemContent.sample(title: "책상\(number)")
                let id = Item.ID(rawValue: Int64(number % 50 + 1))
                try await storage.update(id, content: content, photos: [], at: noon)
                #expect(try connection.piecesOfSearchIndex() <= 24)
            }
            let found = try await storage.items(ItemOffsetQuery(limit: 99, of: .matching("책상")))
            #expect(found.count == 50)
        }
    }

    @Test func segmentsAreMergedUntilFewAreLeft() async throws {
        try await withMarketFile { path in
            var storage = try SQLiteStorage(path: path)
            for _ in 1...11 {
                try await storage.insertTogether(63)
                // This item is indexed together with those.
                _ = try await storage.insert(.sample("책상"))
            }
            storage.close()
            let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
            #expect(try connection.piecesOfSearchIndex() > 3)
            while try connection.joinSomeOfSearchIndex() {}
            #expect(try connection.piecesOfSearchIndex() <= 2)
            storage = try SQLiteStorage(path: path)
            #expect(try await storage.checkDerivedData(mending: false) == [])
            storage.close()
        }
    }
}

extension Connection {
    /// The number of segments in FTS5's structure record: after four bytes come the levels, then
    /// the segments.
    fileprivate func piecesOfSearchIndex() throws(StorageError) -> Int {
        let record: [UInt8] = try one("SELECT block FROM item_search_data WHERE id = 10")
        return Int(record[5])
    }
}
