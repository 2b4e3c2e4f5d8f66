import Fixtures
import Foundation
import Testing

@Blocking
struct BackupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func backUp(_ database: String, to copy: String) throws -> Program.Outcome {
        try Program.run(["backup", "--database", database, "--to", copy])
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func aServedMarketIsCopiedWhole() throws {
        let database = try SeededDatabase.copy(into: folder)
        let program = try Program(database: database)
        defer { program.end() }
        let listing = Listing(number: 7)
        let posted = try program.client().post("/items", listing.body)
        let path = try #require(posted["Location"])
        let copy = folder.file("copy.sqlite")
        let outcome = try backUp(database, to: copy)
        try #require(outcome.exit == .code(0), "\(outcome.errors)")
        // Only its owner may read it, as it holds everything.
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let check = try Program.run(["check", "--database", copy])
        #expect(check.exit == .code(0), "\(check.errors)")
        let restored = try Program(database: copy)
        defer { restored.end() }
        #expect(try listing.isWhole(on: restored.client().get(path).text))
        // The market goes on.
        #expect(try program.client().get(path).status == 200)
    }

    @Test func nothingIsOverwritten() throws {
        let database = try SeededDatabase.copy(into: folder)
        let other = folder.file("other.txt")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        for target in [other, database] {
            let outcome = try backUp(database, to: target)
            #expect(outcome.exit == .code(1) && outcome.errors.contains(target))
        }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        #expect(try Program.run(["check", "--database", database]).exit == .code(0))
    }

    /// SQLite would take the name for a database in memory, and the file would stay empty.
    @Test func aNameWithAMeaningToSQLiteIsAFileLikeAnyOther() throws {
        let (database, copy) = (try SeededDatabase.copy(into: folder), ":memory:")
        let process = try Program.start(
            ["backup", "--database", database, "--to", copy], after: "cd '\(folder.path)';")
        defer { process.end() }
        #expect(try process.wait() == .code(0), "\(process.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(copy)))
        #expect(bytes.starts(with: Array("SQLite format 3".utf8)))
    }

    @Test func whatIsNoMarketIsNotCopied() throws {
        let (text, copy) = (folder.file("text.txt"), folder.file("copy.sqlite"))
        try Data(repeating: 0x61, count: 9_000).write(to: URL(fileURLWithPath: text))
        for database in [text, folder.file("missing.sqlite")] {
            let outcome = try backUp(database, to: copy)
            #expect(outcome.exit == .code(1) && outcome.errors.contains(database))
            #expect(!isThere(copy))
        }
        let address = "postgresql://user@host/market"
        #expect(try backUp(address, to: copy).errors.contains("pg_dump"))
    }
}
