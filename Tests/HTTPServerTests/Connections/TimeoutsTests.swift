import Synchronization
import Testing

@testable import HTTPServer

/// Slow peers, through real sockets.
struct TimeoutsTests {
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
            client.send(getRoot)
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

    /// Only the minimum of bytes within the window extends the deadline.
    @Test func progressExtendsTheDeadline() async throws {
        var timeout = ProgressTimeout(window: 100, minimum: 10, now: 0)
        timeout.add(9, now: 90)
        #expect(timeout.deadline == 100)
        timeout.add(1, now: 95)
        #expect(timeout.deadline == 195)
        timeout.pause(now: 100)
        timeout.resume(now: 150)
        #expect(timeout.deadline == 245)
    }

    @Test func clientThatDoesNotReadIsCut() async throws {
        let body = [UInt8](repeating: 1, count: 20_000_000)
        let change: (inout Configuration) -> Void = { $0.limits.writeTimeout = .milliseconds(40) }
        let handler: Handler = { _ in Response(type: "x/y", body: body) }
        try await withServer(change, handler: handler) { server, port in
            let client = try RawClient(port, receiveBuffer: 4096)
            client.send(getRoot)
            let other = try RawClient(port)
            repeat {
                other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try other.answer(toHead: true)
            } while server.connections > 1
            #expect(throws: RawClient.Closed.self) { try client.answer() }
        }
    }

    /// A response is sent before the next request is handled, so a client that sends without
    /// reading delays only itself.
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
            client.send(String(repeating: getRoot, count: 500))
            let other = try RawClient(port)
            repeat {
                other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try other.answer(toHead: true)
                handled.subtract(1, ordering: .relaxed)
            } while server.connections > 1
            #expect(handled.load(ordering: .relaxed) < 50)
        }
    }

    /// Sends one byte for each answer that another client gets, until it is answered itself.
    private func drip(_ start: String, to port: UInt16) throws -> RawClient.Answer {
        let dripping = try RawClient(port)
        dripping.send(start)
        let other = try RawClient(port)
        for _ in 0..<100_000 where !dripping.hasMore {
            dripping.send("x")
            other.send(getRoot)
            _ = try other.answer()
        }
        try #require(dripping.hasMore, "never told")
        return try dripping.answer()
    }

    @Test func drippingHeaderIs408() async throws {
        let change: (inout Configuration) -> Void = {
            $0.limits.headerTimeout = .milliseconds(100)
            $0.limits.headerSection = 100_000_000
        }
        try await withServer(change) { _, port in
            let answer = try drip("GET / HTTP/1.1\r\nHost: a\r\nX: ", to: port)
            #expect(answer.status == 408)
        }
    }

    @Test func drippingBodyIs408() async throws {
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
}
