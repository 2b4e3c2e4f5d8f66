#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// A storage that reads from a standby: every write is visible to later reads, and the primary
    /// answers what the standby cannot.
    struct StandbyTests {
        private func withServers(
            _ body: (PostgreSQLServer, PostgreSQLServer, String) async throws -> Void
        ) async throws {
            let primary = try PostgreSQLServer()
            defer { primary.end() }
            let database = try primary.database()
            let standby = try primary.startStandby()
            defer { standby.end() }
            try await body(primary, standby, database)
        }

        private func withStorage(
            _ body: (PostgreSQLServer, PostgreSQLServer, PostgreSQLStorage) async throws -> Void
        ) async throws {
            try await withServers { primary, standby, database in
                let storage = try PostgreSQLStorage(
                    address: database,
                    readingFrom: standby.sameDatabase(as: database, on: primary))
                defer { storage.close() }
                #expect(storage.standbyFault == nil)
                try await body(primary, standby, storage)
            }
        }

        /// Expects to read the item, as it was answered, though the primary is dead.
        private func expectToRead(
            _ title: String, _ id: Item.ID, _ storage: PostgreSQLStorage
        ) async throws {
            #expect(try await storage.item(id).content.title == title)
            let titles = try await storage.items(ItemQuery(limit: 9)).items.map(\.title)
            #expect(titles.first == title)
        }

        @Test func readsAreNeverOlderThanTheOwnWrite() async throws {
            try await withStorage { _, standby, storage in
                try standby.ask("SELECT pg_wal_replay_pause()")
                let id = try await storage.insert(.sample("원목 의자"))
                try await expectToRead("원목 의자", id, storage)
                try standby.ask("SELECT pg_wal_replay_resume()")
                for number in 0..<20 {
                    let id = try await storage.insert(.sample("책상 \(number)"))
                    try await expectToRead("책상 \(number)", id, storage)
                }
            }
        }

        @Test func listsAndDetailsAreReadWhileThereIsNoPrimary() async throws {
            try await withStorage { primary, standby, storage in
                let id = try await storage.insert(.sample("원목 의자"))
                try await waitUntil { try standby.hasReplayedAll(of: primary) }
                primary.kill()
                try await expectToRead("원목 의자", id, storage)
                await #expect(throws: StorageError.busy) {
                    _ = try await storage.insert(.sample("원목 책상"))
                }
                try await expectToRead("원목 의자", id, storage)
            }
        }

        @Test func aStandbyMayEndUnnoticedAndIsUsedAgain() async throws {
            try await withStorage { primary, standby, storage in
                let id = try await storage.insert(.sample("원목 의자"))
                standby.kill()
                for _ in 0..<8 { try await expectToRead("원목 의자", id, storage) }
                try standby.start()
                try await waitUntil { try standby.hasReplayedAll(of: primary) }
                primary.kill()
                // The storage does not use the standby again at once.
                try await waitUntil { (try? await storage.item(id)) != nil }
                try await expectToRead("원목 의자", id, storage)
            }
        }

        @Test func aStandbyThatHangsIsGivenUp() async throws {
            try await withStorage { primary, standby, storage in
                let id = try await storage.insert(.sample("원목 의자"))
                try await standby.whileFrozen {
                    for _ in 0..<8 { try await expectToRead("원목 의자", id, storage) }
                }
            }
        }

        @Test func aServerThatIsNoStandbyIsRefused() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let addresses = try (0..<2).map { _ in try server.database() }
            defer { for address in addresses { try? server.drop(address) } }
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLStorage(address: addresses[0], readingFrom: addresses[1])
            }
            guard case .failed(let reason) = error else { throw try #require(error) }
            #expect(reason.contains("is no copy of"))
        }

        @Test func aStandbyThatIsNotThereYetIsNamed() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(
                address: address, readingFrom: "postgresql://market@127.0.0.1:1/market")
            defer { storage.close() }
            #expect(storage.standbyFault?.contains("127.0.0.1") == true)
            let id = try await storage.insert(.sample("원목 의자"))
            try await expectToRead("원목 의자", id, storage)
        }

        // MARK: - Photos

        @Test func aCachedPhotoNeedsNoServerUntilItIsDeleted() async throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            let address = try server.database()
            let storages = try (0..<2).map { _ in try PostgreSQLStorage(address: address) }
            defer { for storage in storages { storage.close() } }
            let photo = DevelopedPhoto.sample("a")
            try await storages[0].insert(photo, at: noon)
            let bytes = try await storages[1].bytes(of: photo.photo.id, .medium)
            #expect(bytes == photo.bytes(.medium))
            server.kill()
            #expect(try await storages[1].bytes(of: photo.photo.id, .medium) == bytes)
            await #expect(throws: StorageError.busy) {
                try await storages[0].bytes(of: photo.photo.id, .medium)
            }
            try server.start()
            // While the connection is still being restored, requests are refused.
            try await waitUntil {
                (try? await storages[0].deleteUnusedPhotos(uploadedBefore: noon + 1)) != nil
            }
            try await waitUntil {
                do throws(StorageError) {
                    _ = try await storages[1].bytes(of: photo.photo.id, .medium)
                    return false
                } catch {
                    return error == .photoNotFound
                }
            }
        }

        @Test func thePhotoCacheStaysWithinItsSize() {
            let photos = PhotoCache()
            let bytes = [UInt8](repeating: 7, count: 1 << 20)
            let ids = "ABCDEFGHIJKLMNOPQRSTUVWXYZab".map { DevelopedPhoto.sample($0).photo.id }
            for id in ids {
                photos.keep(bytes, of: id, .full, at: photos.age)
                // A photo that is read again and again is not evicted.
                #expect(photos.bytes(of: ids[0], .full) != nil)
            }
            let kept = ids.filter { photos.bytes(of: $0, .full) != nil }
            #expect(kept.contains(ids[27]) && (8...16).contains(kept.count), "\(kept.count)")
            photos.keep(bytes + [0], of: ids[1], .full, at: photos.age)
            #expect(photos.bytes(of: ids[1], .full) == nil, "too large")
            let age = photos.age
            photos.forgetAll()
            photos.keep(bytes, of: ids[2], .full, at: age)
            #expect(ids.allSatisfy { photos.bytes(of: $0, .full) == nil })
        }
    }

    /// - Throws: `Failure` if the condition does not become true within thirty seconds.
    func waitUntil(_ isSo: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try await !isSo() {
            guard ContinuousClock.now < deadline else { throw Failure("it was waited for in vain") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
#endif
