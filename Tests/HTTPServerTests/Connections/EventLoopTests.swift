import Foundation
import Testing

@testable import HTTPServer

/// Many connections: their limits, their descriptors, and that none harms another.
struct EventLoopTests {
    /// The head of a request whose body is still to come.
    private static let begin = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
    /// A request, and the beginning of the next one, which keeps the connection busy.
    private static let getAndBegin = getRoot + begin
    private static let rest = "x"

    @Test func tooManyConnectionsAre503() async throws {
        try await withServer({ $0.limits.connections = 2 }, handler: echo) { _, port in
            let first = try RawClient(port)
            let second = try RawClient(port)
            for client in [first, second] {
                client.send(Self.getAndBegin)
                #expect(try client.answer().status == 200)
            }
            let third = try RawClient(port)
            #expect(try third.answer().status == 503)
            #expect(third.isClosed())
            first.send(Self.rest)
            #expect(try first.answer().status == 200)
        }
    }

    private static func withFewConnections(
        _ most: Int, leastIdle: Duration = .zero,
        _ use: (Server, UInt16) async throws -> Void
    ) async throws {
        try await withServer(
            { configuration in
                configuration.limits.connections = most
                configuration.limits.leastIdle = leastIdle
            }, handler: echo, use)
    }

    @Test func newConnectionTakesThePlaceOfOneThatIsIdle() async throws {
        try await Self.withFewConnections(3) { server, port in
            let busy = try RawClient(port)
            busy.send(Self.getAndBegin)
            #expect(try busy.answer().status == 200)
            let kept = try RawClient(port)
            kept.send(getRoot)
            #expect(try kept.answer().status == 200)
            let silent = try RawClient(port)
            while await server.statistics().accepted < 3 { await Task.yield() }
            // A client that has never sent a request goes first, however short its wait.
            let newcomer = try RawClient(port)
            newcomer.send(Self.getAndBegin)
            #expect(try newcomer.answer().status == 200)
            #expect(silent.isClosed())
            kept.send(Self.getAndBegin)
            #expect(try kept.answer().status == 200)
            #expect(try RawClient(port).answer().status == 503)
            busy.send(Self.rest)
            #expect(try busy.answer().status == 200)
            let counts = await server.statistics()
            #expect(counts.evicted == 1)
            #expect(counts.refused == 1)
        }
    }

    @Test func theLongestIdleConnectionIsClosed() async throws {
        try await Self.withFewConnections(3) { _, port in
            let clients = try (0..<3).map { _ in try RawClient(port) }
            for place in [1, 0, 2] {
                clients[place].send(getRoot)
                #expect(try clients[place].answer().status == 200)
            }
            let newcomer = try RawClient(port)
            newcomer.send(getRoot)
            #expect(try newcomer.answer().status == 200)
            #expect(clients[1].isClosed())
            for place in [0, 2] {
                clients[place].send(getRoot)
                #expect(try clients[place].answer().status == 200)
            }
        }
    }

    @Test func connectionsWithHalfARequestAreClosedAfterIdleOnes() async throws {
        try await Self.withFewConnections(2) { server, port in
            let slow = try RawClient(port)
            slow.send("G")
            let idle = try RawClient(port)
            idle.send(getRoot)
            #expect(try idle.answer().status == 200)
            let first = try RawClient(port)
            first.send(Self.getAndBegin)
            #expect(try first.answer().status == 200)
            #expect(idle.isClosed())
            let second = try RawClient(port)
            second.send(Self.getAndBegin)
            #expect(try second.answer().status == 200)
            #expect(slow.isClosed())
            #expect(await server.statistics().evicted == 2)
        }
    }

    @Test func justAnsweredConnectionIsNotClosed() async throws {
        try await Self.withFewConnections(1, leastIdle: .seconds(60)) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().status == 200)
            #expect(try RawClient(port).answer().status == 503)
            client.send(getRoot)
            #expect(try client.answer().status == 200)
        }
    }

    @Test func requestThatWaitsToBeReadKeepsItsConnection() async throws {
        for _ in 1...50 {
            try await Self.withFewConnections(1) { _, port in
                let client = try RawClient(port)
                client.send(getRoot)
                let newcomer = try RawClient(port)
                newcomer.send(getRoot)
                #expect(try client.answer().status == 200)
            }
        }
    }

    @Test func closedConnectionFreesItsPlace() async throws {
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

    @Test func floodIsRefusedWithoutHarmToOthers() async throws {
        try await withServer({ $0.limits.connections = 2 }, handler: echo) { server, port in
            let inside = try (0..<2).map { _ in try RawClient(port) }
            for client in inside {
                client.send(Self.getAndBegin)
                #expect(try client.answer().status == 200)
            }
            var flood = try (0..<300).map { _ in try RawClient(port) }
            for client in flood { client.send(getRoot) }
            for client in inside {
                client.send(Self.rest + Self.begin)
                #expect(try client.answer().status == 200)
            }
            // Each is answered 503 or closed at once, never served.
            for client in flood { #expect((try? client.answer().status) ?? 503 == 503) }
            #expect(await server.statistics().refused == 300)
            flood = []
            inside[0].send(Self.rest)
            #expect(try inside[0].answer().status == 200)
            inside[0].finish()
            #expect(inside[0].isClosed())
            let later = try await newcomer(port)
            #expect(later.status == 200)
        }
    }

    /// Tries until there is room: refused connections may still be closing.
    private func newcomer(_ port: UInt16) async throws -> RawClient.Answer {
        for _ in 0..<1000 {
            let client = try RawClient(port)
            client.send(getRoot)
            if let answer = try? client.answer(), answer.status == 200 { return answer }
        }
        throw RawClient.Closed()
    }

    /// Each damaged connection is answered or closed, and the server still serves.
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

struct DescriptorReserveTests {
    @Test func reserveHoldsTheHighestDescriptors() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let (most, reserve) = (Int32(clamping: limit.rlim_cur), DescriptorReserve())
        #expect(reserve.holds(most - 1))
        #expect(reserve.holds(most - min(most / 4, 64)))
        #expect(!reserve.holds(most - min(most / 4, 64) - 1))
        #expect(!reserve.holds(0))
    }

    @Test func failedDuplicationMeansNothingIsLeft() {
        #expect(DescriptorReserve().isReached(copying: -1))
        #expect(!DescriptorReserve().isReached(copying: STDERR_FILENO))
    }
}
