import Testing

@testable import HTTPServer

/// Peers that mean harm, through real sockets: they are ended, and never at the cost of others.
struct ServerPressureTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Sends a byte for each answer that another client gets, until it is answered itself.
    private func drip(_ start: String, to port: UInt16) throws -> RawClient.Answer {
        let dripping = try RawClient(port)
        dripping.send(start)
        let other = try RawClient(port)
        for _ in 0..<100_000 where !dripping.hasMore {
            dripping.send("x")
            other.send(Self.get)
            _ = try other.answer()
        }
        try #require(dripping.hasMore, "never told")
        return try dripping.answer()
    }

    @Test func aHeaderByteNowAndThenBuysNoTime() async throws {
        let change: (inout Configuration) -> Void = {
            $0.limits.headerTimeout = .milliseconds(100)
            $0.limits.headerSection = 100_000_000
        }
        try await withServer(change) { _, port in
            let answer = try drip("GET / HTTP/1.1\r\nHost: a\r\nX: ", to: port)
            #expect(answer.status == 408)
        }
    }

    @Test func aBodyByteNowAndThenBuysNoTime() async throws {
        let change: (inout Configuration) -> Void = {
            $0.limits.bodyTimeout = .milliseconds(100)
            $0.limits.progress = 1_000_000
            $0.limits.body = 100_000_000
        }
        try await withServer(change, handler: echo) { _, port in
            let start = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n"
            let answer = try drip(start, to: port)
            #expect(answer.status == 408)
        }
    }

    @Test func aFloodIsRefusedAndBreaksNobody() async throws {
        try await withServer({ $0.limits.connections = 2 }) { server, port in
            let inside = try (0..<2).map { _ in try RawClient(port) }
            for client in inside {
                client.send(Self.get)
                #expect(try client.answer().status == 200)
            }
            var flood = try (0..<300).map { _ in try RawClient(port) }
            for client in flood { client.send(Self.get) }
            for client in inside {
                client.send(Self.get)
                #expect(try client.answer().status == 200)
            }
            // Told so, or closed at once: never served.
            for client in flood { #expect((try? client.answer().status) ?? 503 == 503) }
            #expect(await server.statistics().refused == 300)
            flood = []
            inside[0].finish()
            #expect(inside[0].isClosed())
            let later = try await newcomer(port)
            #expect(later.status == 200)
        }
    }

    /// Asks until there is a place: those that were refused may still be on their way out.
    private func newcomer(_ port: UInt16) async throws -> RawClient.Answer {
        for _ in 0..<1000 {
            let client = try RawClient(port)
            client.send(Self.get)
            if let answer = try? client.answer(), answer.status == 200 { return answer }
        }
        throw RawClient.Closed()
    }
}
