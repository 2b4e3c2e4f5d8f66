#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// A server that goes away: what was answered is kept, nothing is done twice, and connections come
    /// back by themselves.
    struct LostServerTests {
        private func withServer(
            _ body: (PostgreSQLServer, PostgreSQLStorage) async throws -> Void
        ) async throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            let storage = try PostgreSQLStorage(address: server.database())
            defer { storage.close() }
            try await body(server, storage)
        }

        /// Posts one after the other until it is cancelled, and tells the titles of those that were answered.
        private func post(
            to storage: PostgreSQLStorage, _ name: String, atMost most: Int = .max
        ) async throws -> [String] {
            var answered: [String] = []
            for number in 0..<most {
                guard !Task.isCancelled else { break }
                let title = "\(name) \(number)"
                let item = try NewItem.sample(title)
                do throws(StorageError) {
                    _ = try await storage.insert(item)
                    answered.append(title)
                } catch {
                    #expect(error == .busy)
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            return answered
        }

        private func titles(_ storage: PostgreSQLStorage) async throws -> [String] {
            try await storage.items(ItemQuery(limit: 100_000)).items.map(\.title)
        }

        @Test func connectionsThatAreCutAreNoticedByNobody() async throws {
            try await withServer { server, storage in
                async let answered = withThrowingTaskGroup(of: [String].self) { group in
                    for name in ["의자", "책상", "자전거"] {
                        group.addTask { try await post(to: storage, name, atMost: 150) }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                for _ in 0..<10 {
                    try await Task.sleep(for: .milliseconds(30))
                    try server.cutConnections()
                }
                let told = try await answered
                let kept = try await titles(storage)
                #expect(Set(kept).isSuperset(of: told))
                #expect(Set(kept).count == kept.count, "something was done twice")
                #expect(told.count > 400, "of 450")
            }
        }

        @Test func aServerThatWasKilledIsFoundAgain() async throws {
            try await withServer { server, storage in
                let id = try await storage.insert(.sample("원목 의자"))
                for _ in 0..<3 {
                    server.kill()
                    await #expect(throws: StorageError.busy) { try await storage.item(id) }
                    await #expect(throws: StorageError.busy) {
                        _ = try await storage.insert(.sample("원목 책상"))
                    }
                    try server.start()
                    try await waitUntil { (try? await storage.item(id)) != nil }
                }
                _ = try await storage.insert(.sample("원목 책상"))
                #expect(try await titles(storage) == ["원목 책상", "원목 의자"])
            }
        }

        @Test func whatIsKilledWhileManyWriteLosesNothingThatWasAnswered() async throws {
            try await withServer { server, storage in
                let told = try await withThrowingTaskGroup(of: [String].self) { group in
                    for number in 0..<4 {
                        group.addTask { try await post(to: storage, "의자 \(number)") }
                    }
                    for _ in 0..<3 {
                        try await Task.sleep(for: .milliseconds(200))
                        server.kill()
                        try server.start()
                    }
                    try await Task.sleep(for: .milliseconds(100))
                    group.cancelAll()
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                let kept = try await titles(storage)
                #expect(Set(kept).isSuperset(of: told))
                #expect(Set(kept).count == kept.count, "something was done twice")
                #expect(!told.isEmpty)
            }
        }

        @Test func whoeverAsksAServerThatHangsIsAnswered() async throws {
            try await withServer { server, storage in
                let id = try await storage.insert(.sample("원목 의자"))
                try await server.whileFrozen {
                    await #expect(throws: StorageError.busy) { try await storage.item(id) }
                    await #expect(throws: StorageError.busy) {
                        _ = try await storage.insert(.sample("원목 책상"))
                    }
                }
                try await waitUntil { (try? await storage.item(id)) != nil }
                _ = try await storage.insert(.sample("원목 책상"))
                // What was sent before it hung may have been done.
                #expect(try await titles(storage).last == "원목 의자")
            }
        }

        @Test func aStandbyThatWasPromotedIsFoundAndHasAllThatWasAnswered() async throws {
            let primary = try PostgreSQLServer()
            defer { primary.end() }
            let database = try primary.database()
            let standby = try primary.startStandby()
            defer { standby.end() }
            let address = primary.address(of: database, or: standby)
            let storages = try (0..<2).map { _ in try PostgreSQLStorage(address: address) }
            defer { for storage in storages { storage.close() } }
            let told = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<4 {
                    group.addTask { try await post(to: storages[number % 2], "의자 \(number)") }
                }
                try await Task.sleep(for: .milliseconds(500))
                primary.kill()
                try standby.promote()
                try await Task.sleep(for: .milliseconds(500))
                group.cancelAll()
                return try await group.reduce(into: []) { $0 += $1 }
            }
            _ = try await storages[0].insert(.sample("원목 책상"))
            for storage in storages {
                let kept = try await titles(storage)
                #expect(Set(kept).isSuperset(of: told))
                #expect(Set(kept).count == kept.count, "something was done twice")
            }
            #expect(!told.isEmpty)
        }

        @Test func aStandbyAloneIsRefusedInOneLine() async throws {
            let primary = try PostgreSQLServer()
            defer { primary.end() }
            let database = try primary.database()
            let standby = try primary.startStandby()
            defer { standby.end() }
            let address = standby.sameDatabase(as: database, on: primary)
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLStorage(address: address)
            }
            guard case .unusable(let reason) = error else { throw try #require(error) }
            #expect(reason.contains("read-only") && !reason.contains("\n"))
        }

        /// The own follower may lose its connection, too.
        @Test func nothingIsShownThatIsOlderThanTheOwnWrite() async throws {
            try await withServer { server, storage in
                for number in 0..<30 {
                    let before = storage.commitCount
                    try server.cutConnections()
                    _ = try await storage.insert(.sample("의자 \(number)"))
                    #expect(storage.commitCount > before)
                    let newest = try await storage.items(ItemQuery(limit: 1)).items.first
                    #expect(newest?.title == "의자 \(number)")
                }
            }
        }
    }
#endif
