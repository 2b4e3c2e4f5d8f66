import Fixtures
import Foundation
import Testing

@Blocking
struct ShutdownTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func aRunningRequestIsFinishedFirst(_ signal: Int32) throws {
        let program = try Program()
        defer { program.end() }
        let client = try program.client()
        let body = Listing(number: 1).body
        try client.send(client.head("POST", "/items", body) + "Expect: 100-continue\r\n\r\n")
        // The server sends 100 when it begins to read the body: from here on the request is running.
        try #require(try client.readAnswer().status == 100)
        try client.send(body.bytes.prefix(50))

        program.process.signal(signal)
        try waitUntilRefusing(program.port)
        try client.send(body.bytes.dropFirst(50))
        let answer = try client.readAnswer()
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/items/1")
        #expect(answer["Connection"]?.lowercased() == "close")
        #expect(try program.process.wait() == .code(0))
    }

    @Test func aRequestThatNeverEndsIsCutAfterTheDrainTime() throws {
        let program = try Program(options: ["--drain-timeout", "1"])
        defer { program.end() }
        let client = try program.client()
        let body = Listing(number: 1).body
        try client.send(client.head("POST", "/items", body) + "Expect: 100-continue\r\n\r\n")
        try #require(try client.readAnswer().status == 100)
        program.process.signal(SIGTERM)
        #expect(try program.process.wait() == .code(0))
    }

    @Test func aMarketInMemoryEndsWithTheProgram() throws {
        for _ in 1...2 {
            let program = try Program(database: ":memory:")
            defer { program.end() }
            let answer = try program.client().post("/items", Listing(number: 1).body)
            #expect(answer["Location"] == "/items/1")
            #expect(try program.client().get("/items/1").status == 200)
            program.process.signal(SIGTERM)
            #expect(try program.process.wait() == .code(0))
        }
    }

    @Test func anIdleConnectionDoesNotHoldTheEnd() throws {
        let program = try Program(options: ["--drain-timeout", "3600"])
        defer { program.end() }
        let client = try program.client()
        try #require(try client.get("/").status == 200)
        program.process.signal(SIGTERM)
        #expect(try program.process.wait() == .code(0))
    }

    @Test func theDatabaseIsOneFileAfterTheEnd() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try Program(database: folder.file("market.sqlite"))
        defer { program.end() }
        #expect(try program.client().post("/items", Listing(number: 1).body).status == 303)
        program.process.signal(SIGTERM)
        #expect(try program.process.wait() == .code(0))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files == ["market.sqlite"])
    }

    /// Waits until nobody listens on the port any more.
    private func waitUntilRefusing(_ port: UInt16) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while Date() < deadline {
            guard (try? Client(port: port)) != nil else { return }
        }
        throw Failure("port \(port) still answers")
    }
}
