import Fixtures
import Foundation
import Testing

/// `jangteo serve --socket`.
@Blocking
final class UnixSocketTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("market.sock")
    }

    private func arguments(_ options: [String] = []) -> [String] {
        Program.serving(database: folder.file("market.sqlite"), ["--socket", path] + options)
    }

    private func start(_ options: [String] = []) throws -> ChildProcess {
        let process = try Program.start(arguments(options))
        let line = try process.line(with: "jangteo: listening on ")
        #expect(line == "jangteo: listening on unix:\(path)")
        return process
    }

    @Test func theSiteIsServedThereAndTheFileIsGoneAfterwards() throws {
        let process = try start()
        defer { process.end() }
        #expect(try Client(path: path).get("/").status == 200)
        process.signal(SIGTERM)
        #expect(try process.wait() == .code(0))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theFileOfAKilledProgramIsReplaced() throws {
        let killed = try start()
        killed.end()
        #expect(FileManager.default.fileExists(atPath: path))
        let process = try start()
        defer { process.end() }
        #expect(try Client(path: path).get("/").status == 200)
    }

    @Test func aSecondProgramIsToldThatTheSocketIsTaken() throws {
        let process = try start()
        defer { process.end() }
        let other = Program.serving(database: folder.file("other.sqlite"))
        let outcome = try Program.run(other + ["--socket", path])
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.contains("another program listens on \(path)"))
        #expect(try Client(path: path).get("/").status == 200)
    }

    @Test func aFileThatIsNoSocketIsLeftAndNamed() throws {
        _ = try folder.write(Array("notes".utf8), to: "market.sock")
        let outcome = try Program.run(arguments())
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.contains("\(path) exists and is not a socket"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")
    }

    /// Posts an item for the visitor that a proxy names.
    private func post(_ number: Int, for visitor: String) throws -> Int {
        let client = try Client(path: path)
        let body = Listing(number: number).body
        let head = client.head("POST", "/items", body)
        try client.send(head + "X-Forwarded-For: \(visitor)\r\n\r\n")
        try client.send(body.bytes)
        return try client.readAnswer().status
    }

    @Test func aProxyOnTheSocketIsTrustedWhenConfigured() throws {
        let process = try start(["--post-rate", "1", "--proxy", "unix"])
        defer { process.end() }
        #expect(try post(1, for: "192.0.2.1") == 303)
        #expect(try post(2, for: "192.0.2.2") == 303)
        #expect(try post(3, for: "192.0.2.1") == 429)
    }

    @Test func nobodyIsTrustedByDefault() throws {
        let process = try start(["--post-rate", "1"])
        defer { process.end() }
        #expect(try post(1, for: "192.0.2.1") == 303)
        #expect(try post(2, for: "192.0.2.2") == 429)
    }
}
