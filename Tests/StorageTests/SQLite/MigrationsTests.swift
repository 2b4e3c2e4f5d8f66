import Market
import Testing

@testable import Storage

struct MigrationsTests {
    @Test func everyStepMovesTheVersionByOne() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            let file = try SQLiteFile(path)
            for (number, step) in Migrations.steps.enumerated() {
                try file.run(step.text)
                #expect(try file.value("PRAGMA user_version") == "\(number + 1)")
            }
            #expect(try file.value("PRAGMA application_id") == "\(Migrations.applicationID)")
        }
    }

    @Test func runningThemAgainChangesNothing() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            let first = try SQLiteStorage(path: path)
            _ = try await first.insert(.sample())
            let other = try SQLiteFile(path)
            let before = try other.value("PRAGMA schema_version")
            _ = try SQLiteStorage(path: path)
            #expect(try other.value("PRAGMA schema_version") == before)
        }
    }

    @Test func programsThatStartAtOnceMakeOneFile() async throws {
        try await withTemporaryFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let storage = try SQLiteStorage(path: folder + "/market.db")
                        _ = try await storage.insert(.sample("의자 \(number)"))
                    }
                }
                try await group.waitForAll()
            }
            let storage = try SQLiteStorage(path: folder + "/market.db")
            #expect(try storage.items(ItemQuery(limit: 20)).items.count == 8)
        }
    }

    @Test(arguments: [Connection.before, Connection.after])
    func aCategoryIsReadThroughItsIndexAndNotSorted(_ query: Connection.Filtered) async throws {
        try await withTemporaryFolder { folder in
            _ = try SQLiteStorage(path: folder + "/market.db")
            let plan = try SQLiteFile(folder + "/market.db").value(
                "EXPLAIN QUERY PLAN " + query.inCategory.text, column: 3)
            #expect(plan?.contains("USING INDEX item_by_category (category=? AND id") == true)
        }
    }
}
