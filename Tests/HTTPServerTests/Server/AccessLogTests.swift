import Foundation
import Testing

@testable import HTTPServer

struct AccessLogTests {
    /// What a server logs while `use` sends it requests.
    private func logged(
        _ change: (inout Configuration) -> Void = { _ in },
        immediateHandler: ImmediateHandler? = nil, _ use: (UInt16) throws -> Void
    ) async throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let writing = ends[1]
        try await withServer(
            { configuration in
                configuration.accessLog = writing
                change(&configuration)
            }, immediateHandler: immediateHandler
        ) { _, port in try use(port) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    @Test func logHasOneLineForEachRequest() async throws {
        let log = try await logged { port in
            let client = try RawClient(port)
            client.send("GET /a?\"b HTTP/1.1\r\nHost: a\r\n\r\nbroken\r\n")
            _ = try client.answer()
            _ = try client.answer()
        }
        let lines = log.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("127.0.0.1 - - ["))
        #expect(lines[0].contains("+0000] \"GET /a?\\\"b HTTP/1.1\" 200 6 "))
        #expect(lines[1].contains("] \"-\" 400 "))
    }

    @Test func anAnswerThatIsGivenAgainHasALineToo() async throws {
        let handler: ImmediateHandler = { _ in ImmediateAnswer(.text("abc"), isValid: { true }) }
        let log = try await logged(immediateHandler: handler) { port in
            for _ in 0..<3 {
                let client = try RawClient(port)
                client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.answer()
                client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.answer(toHead: true)
            }
        }
        let lines = log.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.count { $0.contains("] \"GET /a HTTP/1.1\" 200 3 ") } == 3)
        #expect(lines.count { $0.contains("] \"HEAD /a HTTP/1.1\" 200 0 ") } == 3)
    }

    /// A pipe or a socket holds some two hundred kilobytes; half a megabyte is logged here.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func fullLogDoesNotDelayRequests(isPipe: Bool) async throws {
        var ends: [Int32] = [0, 0]
        let stream = Int32(SOCK_STREAM.rawValue)
        try #require((isPipe ? pipe(&ends) : socketpair(AF_UNIX, stream, 0, &ends)) == 0)
        defer { for end in ends { close(end) } }
        let target = String(repeating: "a", count: 5_000)
        try await withServer({ $0.accessLog = ends[1] }) { _, port in
            let client = try RawClient(port)
            for _ in 0..<100 {
                client.send("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().status == 200)
            }
        }
        // The flags of the file description, which others may share, are unchanged.
        #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
    }

    /// The log line of a request for the target.
    private func line(
        of target: String, _ pathWithoutSecret: @escaping @Sendable (String) -> String?
    ) async throws -> String {
        try await logged({ $0.pathWithoutSecret = pathWithoutSecret }) { port in
            let client = try RawClient(port)
            client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.answer()
        }
    }

    @Test(arguments: [
        "/feeds/k3y.atom", "/feeds/k3y/reminders.ics?a=k3y", "/%66eeds/k3y", "http://a/feeds/k3y",
    ])
    func secretInAPathIsNotLogged(target: String) async throws {
        let line = try await line(of: target) { $0.hasPrefix("/feeds/") ? "/feeds/*" : nil }
        #expect(line.contains("] \"GET /feeds/* HTTP/1.1\" 200 "))
        #expect(!line.contains("k3y"))
    }

    @Test func aQuoteBeforeASecretEndsNoField() async throws {
        let line = try await line(of: "/%22%20500%200/k3y") {
            $0.replacingOccurrences(of: "k3y", with: "*")
        }
        #expect(line.contains("] \"GET /\\\" 500 0/* HTTP/1.1\" 200 "))
    }
}
