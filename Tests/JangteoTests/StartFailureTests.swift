import CSQLite
import Fixtures
import Foundation
import Testing

/// Problems outside the program are reported in one line that names them.
@Blocking
final class StartFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func takenPortIsNamed() throws {
        let socket = try ListeningSocket()
        defer { socket.end() }
        try expectRefusal(naming: String(socket.port), options: ["--port", "\(socket.port)"])
    }

    @Test func aSecondProgramDoesNotShareThePort() throws {
        let first = try Program()
        defer { first.end() }
        try expectRefusal(naming: String(first.port), options: ["--port", "\(first.port)"])
    }

    @Test func aFailedStartLeavesNoNewFileBehind() throws {
        let socket = try ListeningSocket()
        defer { socket.end() }
        let database = folder.file("new.sqlite")
        let outcome = try Program.run(
            Program.serving(database: database, ["--port", "\(socket.port)"]))
        expectOneLine(outcome, naming: "\(socket.port)")
        for ending in ["", "-wal", "-shm"] {
            #expect(!FileManager.default.fileExists(atPath: database + ending))
        }
    }

    @Test func aFailedStartLeavesTheMarketThatWasThere() throws {
        let database = folder.file("old.sqlite")
        let program = try Program(database: database)
        defer { program.end() }
        let outcome = try Program.run(
            Program.serving(database: database, ["--port", "\(program.port)"]))
        expectOneLine(outcome, naming: "\(program.port)")
        #expect(FileManager.default.fileExists(atPath: database))
        #expect(try program.client().get("/").status == 200)
    }

    @Test func aNewMarketSaysThatItIsNew() throws {
        let database = folder.file("new.sqlite")
        let program = try Program(database: database)
        let line = try program.process.line(with: "jangteo: \(database) is new")
        #expect(line == "jangteo: \(database) is new: an empty market")
        program.end()
        let again = try Program(database: database, options: ["--metrics-port", "0"])
        defer { again.end() }
        // The metrics listener starts last.
        _ = try again.metricsClient()
        #expect(!again.process.output.contains("is new"))
    }

    @Test func anUnknownHostIsNamed() throws {
        let host = "no.such.host.invalid"
        try expectRefusal(naming: host, options: ["--host", host])
    }

    @Test func anInvalidOperatorNicknameIsNamed() throws {
        let name = String(repeating: "장터지기", count: 6)
        try expectRefusal(naming: name, options: ["--operators", "장터지기,\(name)"])
    }

    #if PostgreSQL
        @Test func aServerThatIsNotThereIsNamedWithoutThePassword() throws {
            let address = "postgresql://market:secret@127.0.0.1:1/market"
            let outcome = try Program.run(Program.serving(database: address, []))
            expectOneLine(outcome, naming: "127.0.0.1")
            #expect(!outcome.errors.contains("secret"))
        }

        @Test func aServersDatabaseThatCannotServeIsLeftAlone() throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let missing = address.replacing("?", with: "nowhere?")
            try expectRefusal(database: missing, naming: "nowhere")
            try server.ask("CREATE TABLE note (text text)", of: address)
            try expectRefusal(database: address, naming: "the database of another program")
            try server.ask("DROP TABLE note", of: address)
            let anyServer = address + "&target_session_attrs=any"
            let readOnly = anyServer + "&options=-c%20default_transaction_read_only%3Don"
            try expectRefusal(database: readOnly, naming: "can only be read")
            let program = try Program(database: address)
            program.end()
            try server.ask("UPDATE storage_version SET removals = 1000", of: address)
            try expectRefusal(database: address, naming: "newer version")
        }

        @Test func aServersDatabaseOfAnotherEncodingIsNamed() throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database(options: ["-E", "LATIN1", "--locale", "C"])
            defer { try? server.drop(address) }
            try expectRefusal(database: address, naming: "LATIN1")
        }

        @Test func aServerThatWantsAnotherPasswordSaysSo() throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            let address = try server.database()
            try server.requirePassword("right")
            let wrong = address.replacing("market@", with: "market:wrong@")
            try expectRefusal(database: wrong, naming: "password authentication failed")
            let right = address.replacing("market@", with: "market:right@")
            try Program(database: right).end()
        }
    #endif

    /// The build without PostgreSQL, which most people have.
    private nonisolated static let withoutServers =
        ProcessInfo.processInfo.environment["JANGTEO_WITHOUT_POSTGRESQL"]

    @Test(.enabled(if: withoutServers != nil, "make test builds it, too"))
    func theProgramSaysHowItIsBuiltForAServer() throws {
        let program = try #require(Self.withoutServers)
        let options = Program.serving(database: "postgresql://market@127.0.0.1/market", [])
        expectOneLine(try Program.run(options, of: program), naming: "--traits PostgreSQL")
    }

    @Test func aFolderIsNoDatabase() throws {
        try expectRefusal(database: folder.path, naming: folder.path)
    }

    @Test func aTextFileIsNoDatabase() throws {
        let letter = String(repeating: "장터에 오신 것을 환영합니다. ", count: 100)
        let file = try folder.write(Array(letter.utf8), to: "letter.txt")
        try expectRefusal(database: file, naming: file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == letter)
    }

    @Test func theDatabaseOfAnotherProgramIsLeftAlone() throws {
        let file = folder.file("notes.sqlite")
        var database: OpaquePointer?
        sqlite3_open(file, &database)
        let sql = "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('우유')"
        let status = sqlite3_exec(database, sql, nil, nil, nil)
        sqlite3_close(database)
        try #require(status == SQLITE_OK)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        try expectRefusal(database: file, naming: file)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test func aDatabaseInAMissingFolderIsNamed() throws {
        let file = folder.file("missing/market.sqlite")
        try expectRefusal(database: file, naming: file)
    }

    @Test func seedRefusesThemToo() throws {
        let outcome = try Program.run(["seed", "--items", "1", "--database", folder.path])
        expectOneLine(outcome, naming: folder.path)
    }

    @Test func aMissingDatabaseIsNotChecked() throws {
        let file = folder.file("missing.sqlite")
        let outcome = try Program.run(["check", "--database", file])
        expectOneLine(outcome, naming: file)
        #expect(outcome.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aRootWithoutTheSiteIsNamed() throws {
        let outcome = try Program.run(
            Program.serving(database: folder.file("market.sqlite"), ["--root", folder.path]))
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.hasPrefix("jangteo: "))
        #expect(outcome.errors.contains(folder.path))
        #expect(!FileManager.default.fileExists(atPath: folder.file("market.sqlite")))
    }

    @Test func missingTemplatesAreNamed() throws {
        let publicFolder = folder.file("Public")
        try FileManager.default.createSymbolicLink(
            atPath: publicFolder, withDestinationPath: Program.packageRoot + "/Public")
        let outcome = try Program.run(
            Program.serving(database: folder.file("market.sqlite"), ["--root", folder.path]))
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.contains(folder.file("Templates")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("market.sqlite")))
    }

    private func expectRefusal(
        database: String? = nil, naming part: String, options: [String] = [],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let file = database ?? folder.file("market.sqlite")
        let outcome = try Program.run(Program.serving(database: file, options))
        expectOneLine(outcome, naming: part, at: location)
    }
}

/// Expects a run of the program to have ended with a one-line error that names the part.
func expectOneLine(
    _ outcome: Program.Outcome, naming part: String,
    at location: SourceLocation = #_sourceLocation
) {
    #expect(outcome.exit == .code(1), sourceLocation: location)
    #expect(outcome.errors.hasPrefix("jangteo: "), sourceLocation: location)
    #expect(outcome.errors.contains(part), sourceLocation: location)
    #expect(outcome.errors.split(separator: "\n").count == 1, sourceLocation: location)
}
