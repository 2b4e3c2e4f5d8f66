#if PostgreSQL
    import Fixtures
    import Foundation
    import Testing

    /// What the program is told about a server besides its address, and about the server's standby.
    @Blocking
    struct ServerAddressTests {
        // MARK: - Passwords

        private func withServerThatWantsAPassword(_ body: (String) throws -> Void) throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            let address = try server.database()
            try server.requirePassword("right")
            try body(address)
        }

        private func expectOrder(_ address: String, _ environment: [String: String]) throws {
            let outcome = try Program.run(
                ["check", "--database", address], environment: environment)
            #expect(outcome.exit == .code(0))
            #expect(outcome.errors == "")
            #expect(outcome.output == "jangteo: \(address) is in order\n")
        }

        @Test func thePasswordMayStandInTheEnvironment() throws {
            try withServerThatWantsAPassword { address in
                try expectOrder(address, ["PGPASSWORD": "right"])
            }
        }

        @Test func thePasswordMayStandInAFileOfItsOwn() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let file = try folder.write(Array("*:*:*:market:right\n".utf8), to: "passwords")
            // A file that others may read is not used.
            try #require(chmod(file, 0o600) == 0)
            try withServerThatWantsAPassword { address in
                try expectOrder(address, ["PGPASSFILE": file])
            }
        }

        @Test func aMissingPasswordIsReportedInOneLine() throws {
            try withServerThatWantsAPassword { address in
                let outcome = try Program.run(["check", "--database", address])
                expectOneLine(outcome, naming: "no password supplied")
            }
        }

        // MARK: - Standbys

        private static let nobodysAddress = "postgresql://market:secret@127.0.0.1:1/market"

        @Test func aFileHasNoStandby() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let file = folder.file("market.sqlite")
            let options = ["--read-database", Self.nobodysAddress]
            let outcome = try Program.run(Program.serving(database: file, options))
            expectOneLine(outcome, naming: "--read-database needs a --database on a server")
            #expect(!FileManager.default.fileExists(atPath: file))
        }

        @Test func aStandbyThatIsNotThereIsNamedAndNotWaitedFor() throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let options = ["--read-database", Self.nobodysAddress]
            let program = try Program(database: address, options: options)
            defer { program.end() }
            try expectToBeShown(Listing(number: 1), by: program)
            program.process.signal(SIGTERM)
            #expect(try program.process.wait() == .code(0))
            let errors = program.process.errors
            #expect(errors.hasPrefix("jangteo: reading from --database for now: "))
            #expect(errors.contains("127.0.0.1") && !errors.contains("secret"))
            #expect(errors.split(separator: "\n").count == 1)
        }

        private func withStandby(
            _ body: (PostgreSQLServer, PostgreSQLServer, String) throws -> Void
        ) throws {
            let primary = try PostgreSQLServer()
            defer { primary.end() }
            let database = try primary.database()
            let standby = try primary.startStandby()
            defer { standby.end() }
            try body(primary, standby, database)
        }

        @Test func ownWritesAreSeenAtOnceThroughAStandby() throws {
            try withStandby { primary, standby, database in
                let copy = standby.sameDatabase(as: database, on: primary)
                let program = try Program(database: database, options: ["--read-database", copy])
                defer { program.end() }
                for number in 1...5 {
                    try expectToBeShown(Listing(number: number), by: program)
                }
                // What the standby does not have yet is read from the primary.
                try standby.ask("SELECT pg_wal_replay_pause()")
                try expectToBeShown(Listing(number: 6), by: program)
                try standby.ask("SELECT pg_wal_replay_resume()")
                try expectToBeShown(Listing(number: 7), by: program)
                #expect(program.process.errors == "")
            }
        }

        @Test func aStandbyIsReadFromWhileThereIsNoPrimary() throws {
            try withStandby { primary, standby, database in
                let copy = standby.sameDatabase(as: database, on: primary)
                let program = try Program(database: database, options: ["--read-database", copy])
                defer { program.end() }
                let listing = Listing(number: 1)
                let path = try expectToBeShown(listing, by: program)
                let deadline = ContinuousClock.now + .seconds(30)
                while try !standby.hasReplayedAll(of: primary) {
                    try #require(ContinuousClock.now < deadline)
                    usleep(20_000)
                }
                primary.kill()
                let page = try program.client().get(path)
                #expect(page.status == 200 && listing.isWhole(on: page.text))
                // A list that was never requested before.
                let list = try program.client().get("/?sort=low")
                #expect(list.status == 200 && list.text.contains(listing.title))
                let refused = try program.client().post("/items", Listing(number: 2).body)
                #expect(refused.status == 503)
            }
        }

        @Test func aStandbyAloneIsRefusedInOneLine() throws {
            try withStandby { primary, standby, database in
                let copy = standby.sameDatabase(as: database, on: primary)
                let outcome = try Program.run(Program.serving(database: copy))
                expectOneLine(outcome, naming: "read-only")
            }
        }

        // MARK: - Expectations

        /// - Returns: the path of the item's page.
        @discardableResult
        private func expectToBeShown(
            _ listing: Listing, by program: Program, at location: SourceLocation = #_sourceLocation
        ) throws -> String {
            let answer = try program.client().post("/items", listing.body)
            let path = try #require(answer["Location"], sourceLocation: location)
            let list = try program.client().get("/").text
            #expect(list.contains(listing.title), sourceLocation: location)
            let page = try program.client().get(path).text
            #expect(listing.isWhole(on: page), sourceLocation: location)
            return path
        }
    }
#endif
