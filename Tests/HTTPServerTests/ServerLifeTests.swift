import Foundation
import Synchronization
import Testing

@testable import HTTPServer

/// Starting, ending, time-outs and bounds.
struct ServerLifeTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func slowHeaderIs408() async throws {
        try await withServer({ $0.limits.headerTimeout = .milliseconds(40) }) { _, port in
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\nHo")
            #expect(try client.answer().status == 408)
            #expect(client.isClosed())
        }
    }

    @Test func idleConnectionClosesSilently() async throws {
        try await withServer({ $0.limits.idleTimeout = .milliseconds(40) }) { _, port in
            let client = try RawClient(port)
            client.send(Self.get)
            #expect(try client.answer().status == 200)
            #expect(client.isClosed())
        }
    }

    @Test func slowBodyIs408() async throws {
        let change: (inout Configuration) -> Void = { $0.limits.bodyTimeout = .milliseconds(40) }
        try await withServer(change, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
            #expect(try client.answer().status == 408)
        }
    }

    /// Some bytes are not enough: a window must bring its least number of them.
    @Test func drippingBodyIs408() async throws {
        var patience = Patience(window: 100, least: 10, now: 0)
        patience.move(9, now: 90)
        #expect(patience.deadline == 100)
        patience.move(1, now: 95)
        #expect(patience.deadline == 195)
        patience.pause(now: 100)
        patience.resume(now: 150)
        #expect(patience.deadline == 245)
    }

    @Test func clientThatDoesNotReadIsCut() async throws {
        let body = [UInt8](repeating: 1, count: 20_000_000)
        let change: (inout Configuration) -> Void = { $0.limits.writeTimeout = .milliseconds(40) }
        let handler: Handler = { _ in Response(type: "x/y", body: body) }
        try await withServer(change, handler: handler) { server, port in
            let client = try RawClient(port, receiveBuffer: 4096)
            client.send(Self.get)
            let other = try RawClient(port)
            repeat {
                other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try other.answer(toHead: true)
            } while server.connections > 1
            #expect(throws: RawClient.Closed.self) { try client.answer() }
        }
    }

    /// Answers go out before the next request is handled: a client that sends on and on without
    /// reading holds up itself only.
    @Test func clientThatSendsWithoutReadingIsNotHandledAhead() async throws {
        let body = [UInt8](repeating: 1, count: 1_000_000)
        let handled = Atomic<Int>(0)
        let handler: Handler = { _ in
            handled.add(1, ordering: .relaxed)
            return Response(type: "x/y", body: body)
        }
        let change: (inout Configuration) -> Void = { $0.limits.writeTimeout = .milliseconds(100) }
        try await withServer(change, handler: handler) { server, port in
            let client = try RawClient(port, receiveBuffer: 4096)
            client.send(String(repeating: Self.get, count: 500))
            let other = try RawClient(port)
            repeat {
                other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try other.answer(toHead: true)
                handled.subtract(1, ordering: .relaxed)
            } while server.connections > 1
            #expect(handled.load(ordering: .relaxed) < 50)
        }
    }

    @Test func tooManyConnectionsAre503() async throws {
        try await withServer({ $0.limits.connections = 2 }) { _, port in
            let first = try RawClient(port)
            let second = try RawClient(port)
            for client in [first, second] {
                client.send(Self.get)
                #expect(try client.answer().status == 200)
            }
            let third = try RawClient(port)
            #expect(try third.answer().status == 503)
            #expect(third.isClosed())
            first.send(Self.get)
            #expect(try first.answer().status == 200)
        }
    }

    @Test func placeOfAClosedConnectionIsFreeAgain() async throws {
        try await withServer({ $0.limits.connections = 1 }) { _, port in
            for _ in 1...20 {
                let client = try RawClient(port)
                client.send("GET / HTTP/1.0\r\n\r\n")
                #expect(try client.answer().status == 200)
                #expect(client.isClosed())
            }
        }
    }

    @Test func descriptorsAreNotLeaked() async throws {
        var port: UInt16 = 0
        try await withServer { server, bound in
            port = bound
            for number in 1...60 {
                let client = try RawClient(port)
                switch number % 3 {
                case 0: client.send("broken\r\n\r\n")
                case 1: client.send("GET / HTTP/1.0\r\n\r\n")
                default: client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                }
                _ = try client.answer()
                #expect(client.isClosed())
            }
        }
        #expect(socketCount(onPort: port) == 0)
    }

    @Test func portInUseIsToldApart() async throws {
        try await withServer { _, port in
            var configuration = Configuration()
            configuration.port = port
            let second = Server(configuration) { _ in Response(.ok) }
            #expect(throws: ServerError.addressInUse) { try second.start() }
        }
    }

    @Test func unknownHostIsToldApart() {
        var configuration = Configuration()
        configuration.host = "no such host."
        let server = Server(configuration) { _ in Response(.ok) }
        #expect(throws: ServerError.unknownHost) { try server.start() }
    }

    @Test func addressOfAnotherMachineIsToldApart() {
        var configuration = Configuration()
        configuration.host = "192.0.2.1"
        let server = Server(configuration) { _ in Response(.ok) }
        #expect(throws: ServerError.addressNotAvailable) { try server.start() }
    }

    @Test func serverStartsOnce() async throws {
        try await withServer { server, _ in
            #expect(throws: ServerError.alreadyStarted) { try server.start() }
        }
    }

    @Test func shutdownClosesIdleConnectionsAndLetsRunningOnesFinish() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler: Handler = { request in
            guard request.path == "/slow" else { return .text("quick") }
            arrived.finish()
            for await _ in gate {}
            return .text("done")
        }
        try await withServer(handler: handler) { server, port in
            let idle = try RawClient(port)
            idle.send(Self.get)
            #expect(try idle.answer().text == "quick")
            let running = try RawClient(port)
            running.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in arrivals {}
            async let end: Void = server.shutdown(within: .seconds(60))
            #expect(idle.isClosed())
            #expect(throws: RawClient.Closed.self) { try RawClient(port) }
            opener.finish()
            let answer = try running.answer()
            #expect(answer.text == "done")
            #expect(answer.fields["connection"] == "close")
            #expect(running.isClosed())
            await end
            #expect(server.connections == 0)
        }
    }

    @Test func shutdownCutsWhatRunsAfterTheGrace() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let handler: Handler = { _ in
            arrived.finish()
            // Ends when the task is cancelled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return .text("never")
        }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(Self.get)
            for await _ in arrivals {}
            await server.shutdown(within: .zero)
            #expect(client.isClosed())
            #expect(server.connections == 0)
        }
    }

    @Test func logHasOneLineForEachRequest() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try await withServer({ $0.accessLog = ends[1] }) { _, port in
            let client = try RawClient(port)
            client.send("GET /a?\"b HTTP/1.1\r\nHost: a\r\n\r\nbroken\r\n")
            _ = try client.answer()
            _ = try client.answer()
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        let lines = String(decoding: bytes[..<max(count, 0)], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("127.0.0.1 - - ["))
        #expect(lines[0].contains("+0000] \"GET /a?\\\"b HTTP/1.1\" 200 6 "))
        #expect(lines[1].contains("] \"-\" 400 "))
    }

    /// A pipe and a socket hold some hundred kilobytes; what is logged here is a megabyte.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func aLogThatNobodyReadsHoldsUpNobody(isPipe: Bool) async throws {
        var ends: [Int32] = [0, 0]
        let stream = Int32(SOCK_STREAM.rawValue)
        try #require((isPipe ? pipe(&ends) : socketpair(AF_UNIX, stream, 0, &ends)) == 0)
        defer { for end in ends { close(end) } }
        let target = String(repeating: "a", count: 5_000)
        try await withServer({ $0.accessLog = ends[1] }) { _, port in
            let client = try RawClient(port)
            for _ in 0..<200 {
                client.send("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().status == 200)
            }
        }
        // What is shared with others is as it was.
        #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
    }

    @Test(arguments: [
        "/feeds/k3y.atom", "/feeds/k3y/reminders.ics?a=k3y", "/%66eeds/k3y", "http://a/feeds/k3y",
    ])
    func aSecretInAPathIsNotLogged(target: String) async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try await withServer({ configuration in
            configuration.accessLog = ends[1]
            configuration.pathWithoutSecret = { $0.hasPrefix("/feeds/") ? "/feeds/*" : nil }
        }) { _, port in
            let client = try RawClient(port)
            client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.answer()
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        let line = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
        #expect(line.contains("] \"GET /feeds/* HTTP/1.1\" 200 "))
        #expect(!line.contains("k3y"))
    }
}

struct ServerFuzzTests {
    /// Rubbish on real connections: every one is answered or closed, and the server still serves.
    @Test func damagedConnectionsNeverStopTheServer() async throws {
        var random = SplitMix64(seed: Fuzz.seed &+ 4)
        try await withServer(handler: echo) { server, port in
            for _ in 0..<min(Fuzz.rounds / 10, 5000) {
                let text = RequestParserTests.good.randomElement(using: &random) ?? ""
                let client = try RawClient(port)
                for piece in Fuzz.pieces(
                    Fuzz.damage(Array(text.utf8), using: &random), using: &random)
                {
                    client.send(piece)
                }
                client.finish()
                while (try? client.answer()) != nil {}
            }
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
    }
}
