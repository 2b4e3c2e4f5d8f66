#if PostgreSQL
    import Fixtures
    import Foundation
    import Market
    import Testing

    @testable import Storage

    /// PgBouncer in front of a server, in transaction mode: each transaction may reach another
    /// server process.
    struct PooledServerTests {
        private func withPooler(
            _ body: (PostgreSQLServer, ChildProcess, String) async throws -> Void
        ) async throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            guard let pooler = try server.startPooler() else { return }
            defer { pooler.end() }
            try await body(server, pooler, server.pooled(server.database()))
        }

        @Test func thePoolerIsNoticed() async throws {
            try await withPooler { server, _, address in
                let pooled = try PostgreSQLConnection(to: address)
                let direct = try PostgreSQLConnection(to: server.database())
                #expect(pooled.libpq.isPooled && !direct.libpq.isPooled)
            }
        }

        @Test func twoProgramsShareAMarketThroughIt() async throws {
            try await withPooler { _, _, address in
                let storages = try (0..<2).map { _ in try PostgreSQLStorage(address: address) }
                defer { for storage in storages { storage.close() } }
                try await atOnce(200) { number in
                    let storage = storages[number % 2]
                    _ = try await storage.insert(.sample("의자 \(number)"))
                    _ = try await storage.items(ItemQuery(limit: 20))
                    let search = ItemFilter(search: SearchQuery("의자"))
                    _ = try await storage.items(ItemQuery(filter: search, limit: 20))
                }
                let last = storages.compactMap(\.sharedCommit).max() ?? 0
                for storage in storages {
                    // This storage learns a moment later what the other one has written.
                    await storage.wait(forShared: last)
                    let search = ItemFilter(search: SearchQuery("의자"))
                    let found = try await storage.items(ItemQuery(filter: search, limit: 300))
                    #expect(found.items.count == 200)
                    #expect(try await storage.itemCounts(search)[nil] == 200)
                    #expect(try await storage.checkDerivedData(mending: false) == [])
                }
            }
        }

        @Test func aRestartedPoolerIsFoundAgain() async throws {
            try await withPooler { server, pooler, address in
                let storage = try PostgreSQLStorage(address: address)
                defer { storage.close() }
                _ = try await storage.insert(.sample("원목 의자"))
                pooler.end()
                await #expect(throws: StorageError.busy) {
                    _ = try await storage.items(ItemQuery(limit: 20))
                }
                let other = try #require(try server.startPooler())
                defer { other.end() }
                try await waitUntil { (try? await storage.insert(.sample("원목 책상"))) != nil }
                let titles = try await storage.items(ItemQuery(limit: 20)).items.map(\.title)
                #expect(titles == ["원목 책상", "원목 의자"])
            }
        }
    }
#endif
