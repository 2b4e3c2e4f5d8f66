#if PostgreSQL
    import CSQLite
    import Fixtures
    import Foundation
    import Testing

    /// A market moves from a file to a server and back, and stays what it is.
    @Blocking
    final class MoveTests {
        private let folder: TemporaryFolder
        private let server: PostgreSQLServer

        init() throws {
            folder = try TemporaryFolder()
            server = try #require(PostgreSQLServer.shared)
        }

        deinit {
            folder.remove()
        }

        private func move(from source: String, to target: String) throws -> Program.Outcome {
            try Program.run(["move", "--from", source, "--to", target])
        }

        @Test func aMarketMovedThereAndBackIsTheSame() throws {
            let file = try SeededDatabase.copy(into: folder)
            for sql in Self.additions { _ = try Self.ask(file, sql) }
            let address = try server.database()
            defer { try? server.drop(address) }
            let there = try move(from: file, to: address)
            #expect(there.exit == .code(0), "\(there.errors)")
            let check = try Program.run(["check", "--database", address])
            #expect(check.exit == .code(0), "\(check.errors)")
            let other = folder.file("back.sqlite")
            let back = try move(from: address, to: other)
            #expect(back.exit == .code(0), "\(back.errors)")
            let checkOfFile = try Program.run(["check", "--database", other])
            #expect(checkOfFile.exit == .code(0), "\(checkOfFile.errors)")
            let tables = try Self.ask(file, Self.tables)
            #expect(tables.count > 30)
            for table in tables + ["sqlite_sequence"] {
                let columns = try Self.ask(
                    file,
                    "SELECT name FROM pragma_table_xinfo('\(table)') WHERE hidden = 0")
                let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
                let rows = "SELECT \(list) FROM"
                for (one, two) in [("main", "back"), ("back", "main")] {
                    let missing = try Self.ask(
                        file, attaching: other,
                        "SELECT count(*) FROM (\(rows) \(one).\(table) EXCEPT \(rows) \(two).\(table))"
                    )
                    #expect(missing == ["0"], "\(table), \(one)")
                }
            }
        }

        @Test func itemsPostedAfterTheMoveContinueTheNumbers() throws {
            let file = try SeededDatabase.copy(into: folder)
            let address = try server.database()
            defer { try? server.drop(address) }
            #expect(try move(from: file, to: address).exit == .code(0))
            let program = try Program(database: address)
            defer { program.end() }
            let client = try program.client()
            let highest = try #require(
                try Self.ask(file, "SELECT seq FROM sqlite_sequence WHERE name = 'item'").first)
            let next = try #require(Int(highest)) + 1
            let posted = try client.post("/items", Listing(number: 1).body)
            #expect(posted["Location"] == "/items/\(next)")
            #expect(try client.get("/items/1").status == 200)
        }

        @Test func anInterruptedMoveStartsAgain() throws {
            let file = try SeededDatabase.copy(into: folder)
            let address = try server.database()
            defer { try? server.drop(address) }
            let process = try Program.start(["move", "--from", file, "--to", address])
            for _ in 0..<1_000 where !process.errors.contains("rows: ") { usleep(10_000) }
            kill(process.id, SIGKILL)
            _ = try process.wait()
            #expect(!process.output.contains("copied"))
            let again = try move(from: file, to: address)
            #expect(again.exit == .code(0), "\(again.errors)")
        }

        @Test func anInvalidSourceOrNonEmptyTargetIsRefused() throws {
            let file = try SeededDatabase.copy(into: folder)
            let address = try server.database()
            defer { try? server.drop(address) }
            let missing = folder.file("missing.sqlite")
            try expectOneLine(move(from: missing, to: address), naming: missing)
            #expect(!FileManager.default.fileExists(atPath: missing))
            #expect(try move(from: file, to: address).exit == .code(0))
            try expectOneLine(move(from: file, to: address), naming: "not empty")
            try expectOneLine(move(from: address, to: file), naming: "not empty")
            try expectOneLine(move(from: address, to: address), naming: "pg_dump")
            let outcome = try Program.run(["move", "--from", file])
            #expect(outcome.exit == .code(64) && outcome.errors.contains("--to"))
        }

        @Test func aServedMarketIsNotMoved() throws {
            let file = try SeededDatabase.copy(into: folder)
            let address = try server.database()
            defer { try? server.drop(address) }
            let ofFile = try Program(database: file)
            defer { ofFile.end() }
            try expectOneLine(move(from: file, to: address), naming: "end that first")
            ofFile.end()
            #expect(try move(from: file, to: address).exit == .code(0))
            let ofServer = try Program(database: address)
            defer { ofServer.end() }
            let other = folder.file("back.sqlite")
            try expectOneLine(move(from: address, to: other), naming: "end that first")
            kill(ofServer.process.id, SIGTERM)
            _ = try ofServer.process.wait()
            #expect(try move(from: address, to: other).exit == .code(0))
        }

        @Test func aMarketOfAnotherFormatIsNotMoved() throws {
            let file = try SeededDatabase.copy(into: folder)
            _ = try Self.ask(file, "PRAGMA user_version = 20")
            let address = try server.database()
            defer { try? server.drop(address) }
            try expectOneLine(move(from: file, to: address), naming: "format 20")
        }

        private static let tables = """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'item_search%'
                AND name NOT IN ('item_facets', 'item_count', 'item_indexed_until', 'shared_key')
            """

        /// Rows of tables that the samples leave empty.
        private static let additions = [
            """
            INSERT INTO session (account, digest, date_created, last_seen, expires)
            VALUES (1, 'digest', 1, 2, 4102444800)
            """,
            """
            INSERT INTO push_subscription
            SELECT 'https://push.example/a', account, id, 3 FROM session
            """,
            "INSERT INTO push_ending VALUES (1, 2)",
            "INSERT INTO push_key VALUES (1, 'key')",
            """
            INSERT INTO hiding (item, account, date, reason, is_of_suspension, decider, date_mended)
            VALUES (1, 1, 2, '광고', 1, 2, 3)
            """,
            "INSERT INTO departure VALUES (909, 3, 2, '떠난이', '떠난이')",
            "INSERT INTO follow VALUES (1, 2, 3, 4)",
            "UPDATE account SET dealings = 12, reply_time = 600 WHERE id = 1",
            "INSERT INTO guest_deletion VALUES (2, 3)",
            """
            INSERT INTO decision (
                id, person, former_person, decider, item, message, undone, kind, date, ends, title,
                reason)
            VALUES (1, 1, NULL, 2, 1, NULL, NULL, 1, 3, NULL, '의자', '광고'),
                (2, NULL, 909, 2, NULL, NULL, 1, 3, 3, 5, '', '광고')
            """,
            """
            INSERT INTO notice (account, kind, date, item, report, title, reason)
            VALUES (1, 0, 3, 1, 1, '의자', '')
            """,
            """
            INSERT INTO announcement (
                id, date_written, date_modified, ends, is_on_top, date_deleted, revision, title, text)
            VALUES (1, 3, 4, 9, 1, NULL, 2, '점검', '밤에 쉬어요'), (2, 3, 3, NULL, 0, 5, 1, '나눔', '와요')
            """,
            """
            UPDATE conversation SET seller_muted = 1, asker_archived = 1
            WHERE id = (SELECT min(id) FROM conversation)
            """,
            """
            INSERT INTO task_list (id, account, title, icon, date_created)
            VALUES (901, 1, '집안일', 'sun', 3)
            """,
            """
            INSERT INTO todo (account, list, title, date_created, date_modified, date_completed,
                reminder, repetition, repeats_from, next_todo)
            VALUES (1, 901, '분리수거', 3, 3, NULL, 9, 'weekly', 9, NULL),
                (1, 901, '분리수거', 3, 3, 5, 4, NULL, NULL, 901)
            """,
        ]

        /// The first column of every row.
        private static func ask(
            _ file: String, attaching other: String? = nil, _ sql: String
        ) throws -> [String] {
            var database: OpaquePointer?
            defer { sqlite3_close(database) }
            try #require(sqlite3_open(file, &database) == SQLITE_OK)
            if let other {
                try #require(
                    sqlite3_exec(database, "ATTACH '\(other)' AS back", nil, nil, nil) == SQLITE_OK)
            }
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let status = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
            try #require(status == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
            var rows: [String] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            }
            return rows
        }
    }
#endif
