#if PostgreSQL
    import Fixtures
    import Foundation
    import Market
    import Testing

    @testable import Storage

    /// How processes tell each other of their writes, and how soon; and how they start on a
    /// database that several have set up.
    struct NotificationTests {
        // MARK: - Groups of writes

        private static let selectCommits: SQL = "SELECT number FROM commit_count"

        /// Has another connection hold the write lock, so that all writes wait from now on.
        private func holdWrites(_ connection: PostgreSQLConnection) throws {
            try connection.execute("BEGIN")
            _ = try connection.exists("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
        }

        @Test func writesThatWaitTogetherAreOneCommitAndOneNotification() async throws {
            try await withStorages(1) { address, storages in
                let storage = storages[0]
                let other = try PostgreSQLConnection(to: address)
                let listener = try Listener(address, until: other)
                try await waitUntil { try listener.listens(other) }
                let before = try other.count(Self.selectCommits)
                try holdWrites(other)
                async let first = storage.insert(.sample("자전거"))
                // All other writes wait behind this one.
                try await waitUntil { try other.exists(Self.selectWhoWaitsToWrite) }
                let posts = (0..<10).map { number in
                    Task { _ = try await storage.insert(.sample("책상 \(number)")) }
                }
                try await waitUntil { storage.statistics.queueLength == posts.count }
                try other.execute("ROLLBACK")
                _ = try await first
                for post in posts { try await post.value }
                #expect(try other.count(Self.selectCommits) == before + 2)
                // The statistics count them once all are answered.
                try await waitUntil { storage.statistics.commits == 2 }
                #expect(storage.statistics.writes == 11)
                #expect(try listener.notifications(other) == 2)
            }
        }

        private static let selectWhoWaitsToWrite: SQL = """
            SELECT 1 FROM pg_locks
            JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND locktype = 'transactionid' AND datname = current_database()
            """

        // MARK: - How soon

        @Test func aTenthOfASecondAfterAWriteNoPageIsStale() async throws {
            try await withStorages(2) { _, storages in
                let (one, other) = (storages[0], storages[1])
                for number in 0..<20 {
                    let before = other.commitCount
                    _ = try await one.insert(.sample("의자 \(number)"))
                    try await Task.sleep(for: .milliseconds(101))
                    #expect(other.commitCount != before)
                }
            }
        }

        // MARK: - The database

        @Test func photosAreStoredAsTheyAre() async throws {
            try await withStorages(1) { address, _ in
                let connection = try PostgreSQLConnection(to: address)
                let columns: SQL = """
                    SELECT count(*) FROM pg_attribute
                    WHERE attrelid IN ('rendition'::regclass, 'message_photo'::regclass)
                        AND atttypid = 'bytea'::regtype
                    """
                #expect(try connection.count(columns) == 3)
                #expect(try connection.count("\(columns) AND attstorage = 'e'") == 3)
            }
        }

        @Test func twoProgramsStartingOnAnEmptyDatabaseBothServeIt() async throws {
            let server = try #require(PostgreSQLServer.shared)
            for _ in 0..<3 {
                let address = try server.database()
                defer { try? server.drop(address) }
                let starts = (0..<2).map { _ in
                    Task.detached { try PostgreSQLStorage(address: address) }
                }
                var storages: [PostgreSQLStorage] = []
                for start in starts { storages.append(try await start.value) }
                defer { for storage in storages { storage.close() } }
                #expect(storages[0].sharedKey == storages[1].sharedKey)
                for storage in storages { _ = try await storage.insert(.sample("원목 의자")) }
                for storage in storages {
                    try await waitUntil {
                        try await storage.items(ItemQuery(limit: 9)).items.map(\.id)
                            == [Item.ID(rawValue: 2), Item.ID(rawValue: 1)]
                    }
                }
            }
        }
    }

    /// Another process that collects notifications, and fetches them from the server when it is let
    /// go on.
    private struct Listener {
        private let process: ChildProcess

        /// - Parameter other: holds the lock that the process waits for until `notifications` is called.
        init(_ address: String, until other: PostgreSQLConnection) throws {
            _ = try other.exists("SELECT 1 FROM pg_advisory_lock(7)")
            let commands = [
                "LISTEN jangteo_commit", "SELECT pg_advisory_lock_shared(7)", "SELECT 'end'",
            ]
            process = try ChildProcess(
                "/usr/bin/env", ["psql", "-qtA", "-d", address] + commands.flatMap { ["-c", $0] },
                environment: ProcessInfo.processInfo.environment)
        }

        func listens(_ other: PostgreSQLConnection) throws -> Bool {
            try other.exists(
                "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = 7")
        }

        /// Lets the process go on, and returns how many notifications have come.
        func notifications(_ other: PostgreSQLConnection) throws -> Int {
            _ = try other.exists("SELECT 1 FROM pg_advisory_unlock(7)")
            guard try process.wait() == .code(0) else { throw Failure(process.errors) }
            return process.output.matches(of: /notification "jangteo_commit" received/).count
        }
    }
#endif
