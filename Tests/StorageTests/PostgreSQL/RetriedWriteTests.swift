#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// Transactions that the server rolls back, for example after a deadlock, are retried unnoticed.
    struct RetriedWriteTests {
        /// The title of the item whose first two inserts the server rolls back.
        private static let unlucky = "원목 의자"

        /// Serialization failure and deadlock (postgresql.org/docs/current/errcodes-appendix.html).
        private static let states = ["40001", "40P01"]

        private func withStorage(
            undoing state: String,
            _ body: (PostgreSQLStorage, PostgreSQLConnection) async throws -> Void
        ) async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            let other = try PostgreSQLConnection(to: address)
            // A sequence keeps counting in transactions that are rolled back.
            try other.execute(
                """
                CREATE SEQUENCE chance;
                CREATE FUNCTION undo_by_chance() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF new.title = '\(SQL(stringLiteral: Self.unlucky))'
                        AND nextval('chance') < 3
                    THEN
                        RAISE EXCEPTION 'undone'
                        USING ERRCODE = '\(SQL(stringLiteral: state))';
                    END IF;
                    RETURN new;
                END $$;
                CREATE TRIGGER undo_by_chance BEFORE INSERT ON item
                FOR EACH ROW EXECUTE FUNCTION undo_by_chance()
                """)
            try await body(storage, other)
        }

        private func titles(_ storage: PostgreSQLStorage) async throws -> [String] {
            try await storage.items(ItemQuery(limit: 100)).items.map(\.title)
        }

        @Test(arguments: states)
        func aLoneWriteIsDoneAgain(_ state: String) async throws {
            try await withStorage(undoing: state) { storage, other in
                _ = try await storage.insert(.sample(Self.unlucky))
                #expect(try await titles(storage) == [Self.unlucky])
                #expect(try other.count("SELECT last_value FROM chance") == 3)
            }
        }

        @Test(arguments: states)
        func aRolledBackWriteFailsNoOther(_ state: String) async throws {
            try await withStorage(undoing: state) { storage, other in
                let names = (0..<20).map { $0 == 7 ? Self.unlucky : "책상 \($0)" }
                try other.execute("BEGIN")
                _ = try other.exists("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
                // All other writes wait behind this one.
                async let first = storage.insert(.sample("자전거"))
                try await waitUntil { try other.exists("SELECT 1 FROM pg_locks WHERE NOT granted") }
                let posts = names.map { name in
                    Task { _ = try await storage.insert(.sample(name)) }
                }
                try await waitUntil { storage.statistics.queueLength == names.count }
                try other.execute("ROLLBACK")
                _ = try await first
                for post in posts { try await post.value }
                #expect(try await titles(storage).sorted() == (names + ["자전거"]).sorted())
                #expect(try other.count("SELECT last_value FROM chance") == 3)
            }
        }
    }
#endif
