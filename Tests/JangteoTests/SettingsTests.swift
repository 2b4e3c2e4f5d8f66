import Fixtures
import Foundation
import Testing

@Blocking
final class SettingsTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("market.sqlite")
    }

    /// Everything that a market needs, as environment variables.
    private func variables(_ others: [String: String] = [:]) -> [String: String] {
        [
            "JANGTEO_HOST": "127.0.0.1", "JANGTEO_PORT": "0", "JANGTEO_DATABASE": database,
            "JANGTEO_ROOT": Program.packageRoot,
        ].merging(others) { $1 }
    }

    @Test func environmentVariablesSetWhatOptionsDo() throws {
        let port = try ListeningSocket.freePort()
        let program = try Program(
            exactly: ["serve"], environment: variables(["JANGTEO_PORT": "\(port)"]))
        defer { program.end() }
        #expect(program.port == port)
        #expect(FileManager.default.fileExists(atPath: database))
        #expect(try program.client().get("/").status == 200)
    }

    @Test func anOptionWinsOverItsVariable() throws {
        let other = folder.file("other.sqlite")
        let program = try Program(
            exactly: ["serve", "--database", other, "--port=0"],
            environment: variables(["JANGTEO_PORT": "no number"]))
        defer { program.end() }
        #expect(FileManager.default.fileExists(atPath: other))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test func accessLogGoesToTheNamedFile() throws {
        let log = folder.file("access.log")
        let program = try Program(
            exactly: ["serve", "--access-log", log], environment: variables())
        defer { program.end() }
        #expect(try program.client().get("/?for=the-log").status == 200)
        program.process.signal(SIGTERM)
        #expect(try program.process.wait() == .code(0))
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("/?for=the-log"))
        #expect(!program.process.output.contains("the-log"))
    }

    /// Neither the key of a feed nor that of a deletion is logged, whatever the method.
    @Test func theAccessLogHasNoKeys() throws {
        let log = folder.file("access.log")
        let program = try Program(
            exactly: ["serve", "--access-log", log], environment: variables())
        defer { program.end() }
        for method in ["GET", "OPTIONS", "POST", "DELETE"] {
            for path in ["/feeds/k3y/news.atom", "/api/products/7-1795313165-k3y"] {
                let client = try program.client()
                try client.send(
                    "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                        + "Content-Length: 0\r\n\r\n")
                _ = try client.readAnswer()
            }
        }
        program.process.signal(SIGTERM)
        #expect(try program.process.wait() == .code(0))
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        #expect(lines.contains("OPTIONS /api/products/* HTTP/1.1"))
        #expect(lines.contains("GET /feeds/* HTTP/1.1"))
        #expect(!lines.contains("k3y"))
    }

    @Test func callsAnswerThePublicURLAndAllowTheOriginsThatAreSet() throws {
        let program = try Program(
            exactly: ["serve", "--public-url", "https://market.example:8443"],
            environment: variables([
                "JANGTEO_API_ORIGINS": "https://a.example:443,http://[::1]:3000"
            ]))
        defer { program.end() }
        #expect(try program.client().post("/items", Listing(number: 1).body).status == 303)
        for origin in ["https://a.example", "http://[::1]:3000", "https://b.example"] {
            let client = try program.client()
            try client.send(
                "GET /api/items/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: \(origin)\r\n\r\n")
            let answer = try client.readAnswer()
            #expect(answer.text.contains("\"https://market.example:8443/no-photo.png\""))
            let isAllowed = origin != "https://b.example"
            #expect(answer["Access-Control-Allow-Origin"] == (isAllowed ? origin : nil))
        }
    }

    @Test func callsAnswerTheDatesOfTheHostThatIsAsked() throws {
        let program = try Program(
            exactly: ["serve", "--api-dates", "plain"],
            environment: variables(["JANGTEO_API_HOSTS": "Old.example=fraction,8081=fraction"]))
        defer { program.end() }
        #expect(try program.client().post("/items", Listing(number: 1).body).status == 303)
        for (host, end) in [
            ("a", "T00:00:00\""), ("old.example", "T00:00:00.00\""), ("a:8081", "T00:00:00.00\""),
        ] {
            let client = try program.client()
            try client.send("GET /api/products/1 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try client.readAnswer().text.contains(end))
        }
    }

    @Test func seedTakesVariablesToo() throws {
        let outcome = try Program.run(
            ["seed"], environment: ["JANGTEO_DATABASE": database, "JANGTEO_ITEMS": "1"])
        #expect(outcome.exit == .code(0))
        #expect(FileManager.default.fileExists(atPath: database))
    }
}
