#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// A server that goes away: what was answered is kept, nothing is done twice, and connections
    /// recover by themselves.
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

        /// Posts items one after the other until it is cancelled, and returns the titles of those
        /// that were answered.
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

        @Test func cutConnectionsGoUnnoticed() async throws {
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
                try await waitUntil { (try? await storage.insert(.sample("원목 책상"))) != nil }
                #expect(try await titles(storage) == ["원목 책상", "원목 의자"])
            }
        }

        @Test func aKillDuringWritesLosesNothingAnswered() async throws {
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

        @Test func requestsToAHangingServerAreAnswered() async throws {
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
                // Posts sent before the server hung may have been committed.
                #expect(try await titles(storage).last == "원목 의자")
            }
        }

        @Test func aPromotedStandbyIsFoundAndHasAllAnsweredWrites() async throws {
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
            try await waitUntil { (try? await storages[0].insert(.sample("원목 책상"))) != nil }
            for storage in storages {
                let kept = try await titles(storage)
                #expect(Set(kept).isSuperset(of: told))
                #expect(Set(kept).count == kept.count, "something was done twice")
            }
            #expect(!told.isEmpty)
        }

        /// The first post is also the writer's first commit, with no earlier one to compare with.
        @Test func aCommitWithALostAnswerIsAnsweredAndDoneOnce() async throws {
            let primary = try PostgreSQLServer()
            defer { primary.end() }
            let database = try primary.database()
            let standby = try primary.startStandby()
            defer { standby.end() }
            let storage = try PostgreSQLStorage(address: database)
            defer { storage.close() }
            for title in ["원목 의자", "원목 책상"] {
                try standby.freeze()
                defer { standby.thaw() }
                async let id = storage.insert(.sample(title))
                // The commit is written, and waits for the standby.
                try await waitUntil {
                    try primary.answer(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE wait_event = 'SyncRep' AND query LIKE 'COMMIT%'
                        """) == "1"
                }
                try primary.cutConnections()
                standby.thaw()
                #expect(try await storage.item(id).content.title == title)
            }
            #expect(try await titles(storage) == ["원목 책상", "원목 의자"])
        }

        /// An asynchronous standby may lack the last commits.
        @Test func aServerThatHasLostCommitsIsFollowedAllTheSame() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            for number in 0..<5 { _ = try await storage.insert(.sample("의자 \(number)")) }
            let listed = try await titles(storage)
            #expect(listed.count == 5)
            try server.ask(
                """
                ALTER TABLE item DISABLE TRIGGER USER;
                DELETE FROM item WHERE title = '의자 4';
                ALTER TABLE item ENABLE TRIGGER USER;
                DELETE FROM change WHERE number > (SELECT max(number) - 2 FROM change);
                UPDATE commit_count SET number = number - 2
                """, of: address)
            try await waitUntil { try await titles(storage) == Array(listed.dropFirst()) }
            _ = try await storage.insert(.sample("책상"))
            #expect(try await titles(storage).first == "책상")
        }

        private nonisolated static let small = SmallDisk(megabytes: 40)

        private func photo(number: Int) -> DevelopedPhoto {
            let digits = String(number)
            let id = String(repeating: "a", count: Photo.ID.length - digits.count) + digits
            return DevelopedPhoto(
                photo: Photo(id: Photo.ID(id)!, width: 40, height: 30), thumbnail: [1],
                medium: [1, 2], full: [UInt8](repeating: 3, count: 300_000))
        }

        @Test(.enabled(if: small != nil, "a file system of memory cannot be mounted here"))
        func aFullDiskIsToldAndLosesNothing() async throws {
            let (server, disk) = (try PostgreSQLServer(), try #require(Self.small))
            defer {
                server.end()
                disk.remove()
            }
            let address = try server.database(on: disk)
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            var titles: [String] = []
            var failure: StorageError?
            while failure == nil, titles.count < 1_000 {
                let title = "의자 \(titles.count)"
                do {
                    try await storage.insert(photo(number: titles.count), at: noon)
                    _ = try await storage.insert(.sample(title))
                    titles.append(title)
                } catch let error as StorageError {
                    failure = error
                }
            }
            #expect(failure == .full, "after \(titles.count)")
            #expect(try await self.titles(storage) == titles.reversed())
            try disk.resize(megabytes: 80)
            _ = try await storage.insert(.sample("책상"))
            #expect(try await self.titles(storage) == ["책상"] + titles.reversed())
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

        /// The storage's follower may lose its connection, too.
        @Test func readsAreNeverOlderThanTheOwnWrite() async throws {
            try await withServer { server, storage in
                for number in 0..<12 {
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
