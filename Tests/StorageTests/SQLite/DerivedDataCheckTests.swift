import Market
import Testing

@testable import Storage

struct DerivedDataCheckTests {
    private func withMarket(_ body: (SQLiteStorage, Connection) async throws -> Void) async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            try await storage.insertTogether(100, titled: "원목 의자")
            try await body(storage, SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000))
        }
    }

    @Test func nothingIsWrongWithAFreshMarket() async throws {
        try await withMarket { storage, _ in
            let faults = try await storage.checkDerivedData(mending: false)
            #expect(faults == [])
        }
        let empty = try SQLiteStorage(path: ":memory:")
        #expect(try await empty.checkDerivedData(mending: true) == [])
    }

    @Test(
        arguments: [
            ("UPDATE item_count SET count = count + 1 WHERE shift = 5", .counts),
            ("DELETE FROM item_count WHERE shift = 20", .counts),
            ("INSERT INTO item_count VALUES (5, 99, 1, 0)", .counts),
            ("INSERT INTO item_search (rowid, tokens) VALUES (7, '책상')", .search),
            ("INSERT INTO item_search (rowid, tokens) VALUES (999, '‸책상')", .search),
            ("INSERT INTO item_search (item_search) VALUES ('delete-all')", .search),
            ("INSERT INTO item_facets VALUES (0, zeroblob(45056))", .facets),
            ("DELETE FROM item_photo; INSERT INTO item_photo VALUES (1, 0, 'gone')", .references),
        ] as [(SQL, DerivedDataFault)])
    func faultsAreReportedAndMended(_ script: SQL, _ fault: DerivedDataFault) async throws {
        try await withMarket { storage, connection in
            try connection.execute(script)
            #expect(try await storage.checkDerivedData(mending: false) == [fault])
            #expect(try await storage.checkDerivedData(mending: true) == [fault])
            let left: [DerivedDataFault] = fault == .references ? [fault] : []
            #expect(try await storage.checkDerivedData(mending: false) == left)
            let found = try await storage.items(
                ItemQuery(filter: ItemFilter(search: SearchQuery("의자")), limit: 200))
            #expect(found.items.count == 100)
            let counted = try await storage.items(ItemOffsetQuery(limit: 9))
            #expect(counted.count == 100)
        }
    }
}
