import Testing

@testable import HTTPServer

/// The counters after requests through real sockets.
struct ServerStatisticsTests {
    /// Responds with the status that the path names.
    private static let status: Handler = { request in
        .text("", status: Status(Int(request.path.dropFirst()) ?? 200, "As Asked"))
    }

    private func answers(_ counts: ServerStatistics) -> Int {
        Method.allCases.reduce(0) { sum, method in
            (2...5).reduce(sum) { $0 + counts.answers(to: method, statusClass: $1) }
        }
    }

    @Test func requestsAreCountedByMethodAndStatusClass() async throws {
        try await withServer(handler: Self.status) { server, port in
            let client = try RawClient(port)
            let requests = [
                "GET /200", "GET /206", "GET /404", "POST /303", "HEAD /200", "DELETE /503",
                "OPTIONS /204", "GET /599",
            ]
            for line in requests {
                client.send("\(line) HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.answer(toHead: line.hasPrefix("HEAD"))
            }
            let counts = await server.statistics()
            #expect(counts.answers(to: .get, statusClass: 2) == 2)
            #expect(counts.answers(to: .get, statusClass: 4) == 1)
            #expect(counts.answers(to: .get, statusClass: 5) == 1)
            #expect(counts.answers(to: .post, statusClass: 3) == 1)
            #expect(counts.answers(to: .head, statusClass: 2) == 1)
            #expect(counts.answers(to: .delete, statusClass: 5) == 1)
            #expect(counts.answers(to: .options, statusClass: 2) == 1)
            #expect(answers(counts) == 8)
        }
    }

    /// A handler may not answer 1xx; 500 is sent instead, and counted.
    @Test func replacedResponseIsCountedAsSent() async throws {
        try await withServer(handler: Self.status) { server, port in
            let client = try RawClient(port)
            client.send("GET /100 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().status == 500)
            let counts = await server.statistics()
            #expect(counts.answers(to: .get, statusClass: 5) == 1)
            #expect(answers(counts) == 1)
        }
    }

    @Test(arguments: [0, 1, 6, 99, -1])
    func unknownStatusClassCountsNone(_ statusClass: Int) async throws {
        try await withServer { server, port in
            let client = try RawClient(port)
            client.send(getRoot)
            _ = try client.answer()
            #expect(await server.statistics().answers(to: .get, statusClass: statusClass) == 0)
        }
    }

    @Test func eachRequestHasOneDuration() async throws {
        try await withServer { server, port in
            let client = try RawClient(port)
            client.send(String(repeating: getRoot, count: 50))
            for _ in 0..<50 { _ = try client.answer() }
            let counts = await server.statistics()
            #expect(answers(counts) == 50)
            #expect(counts.durations.buckets.reduce(0) { $0 + $1.count } == 50)
            #expect(counts.durations.sum > 0)
        }
    }

    @Test func bytesSentAreHeadersAndBodies() async throws {
        let body = [UInt8](repeating: 7, count: 3_000_000)
        let handler: Handler = { _ in Response(type: "x/y", body: body) }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().body.count == 3_000_000)
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.answer(toHead: true)
            let bytes = await server.statistics().bytesSent
            // Two headers of some 100 bytes each.
            #expect((3_000_100...3_000_400).contains(bytes))
        }
    }

    @Test func bytesOfFilesAreCountedToo() async throws {
        let file = try #require(OpenFile(path: "/proc/self/exe"))
        let handler: Handler = { _ in
            Response(.ok, body: .file(FileRegion(file, offset: 1, count: 2_000_000)))
        }
        try await withServer(handler: handler) { server, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().body.count == 2_000_000)
            let bytes = await server.statistics().bytesSent
            #expect((2_000_050...2_000_200).contains(bytes))
        }
    }

    @Test func connectionsAreCountedOpenAndEver() async throws {
        try await withServer { server, port in
            for _ in 0..<3 {
                let client = try RawClient(port)
                client.send(getRoot)
                _ = try client.answer()
            }
            let client = try RawClient(port)
            client.send(getRoot)
            _ = try client.answer()
            while await server.statistics().connections > 1 { await Task.yield() }
            let counts = await server.statistics()
            #expect(counts.connections == 1)
            #expect(counts.accepted == 4)
            #expect(counts.refused == 0)
            client.finish()
            #expect(client.isClosed())
        }
    }

    @Test func excessConnectionIsCountedAsRefused() async throws {
        try await withServer({ $0.limits.connections = 1 }) { server, port in
            let client = try RawClient(port)
            client.send(getRoot)
            _ = try client.answer()
            // It has begun a request, and so is not idle.
            client.send("GET")
            #expect(try RawClient(port).answer().status == 503)
            let counts = await server.statistics()
            #expect(counts.accepted == 1)
            #expect(counts.refused == 1)
            #expect(counts.connections == 1)
            #expect(answers(counts) == 1)
            #expect(counts.requestErrors.isEmpty)
        }
    }

    @Test func requestErrorsAreCountedByStatus() async throws {
        try await withServer({ $0.limits.requestLine = 100 }) { server, port in
            let long = String(repeating: "x", count: 200)
            let lines = [
                ("GET / HTTP/1.1\r\n\r\n", 400), ("NONSENSE\r\n\r\n", 400),
                ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501), ("GET /\(long) HTTP/1.1\r\n", 414),
            ]
            for (text, status) in lines {
                let client = try RawClient(port)
                client.send(text)
                #expect(try client.answer().status == status)
            }
            let counts = await server.statistics()
            #expect(counts.requestErrors == [400: 2, 501: 1, 414: 1])
            #expect(answers(counts) == 0)
        }
    }

    @Test func slowHeaderIsCountedAs408() async throws {
        try await withServer({ $0.limits.headerTimeout = .milliseconds(40) }) { server, port in
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\nHo")
            #expect(try client.answer().status == 408)
            #expect(await server.statistics().requestErrors == [408: 1])
        }
    }

    @Test func allLoopsAreSummed() async throws {
        try await withServer({ $0.loops = 4 }) { server, port in
            let clients = try (0..<40).map { _ in try RawClient(port) }
            for client in clients {
                client.send(getRoot)
                _ = try client.answer()
            }
            let counts = await server.statistics()
            #expect(counts.accepted == 40)
            #expect(counts.connections == 40)
            #expect(answers(counts) == 40)
            #expect(counts.turns >= 40)
            withExtendedLifetime(clients) {}
        }
    }

    @Test func countersNeverDecrease() async throws {
        try await withServer({ $0.loops = 2 }) { server, port in
            let clients = try (0..<8).map { _ in try RawClient(port) }
            var (requests, turns) = (0, 0)
            for _ in 0..<50 {
                for client in clients { client.send(getRoot) }
                let counts = await server.statistics()
                #expect(answers(counts) >= requests && counts.turns > turns)
                (requests, turns) = (answers(counts), counts.turns)
                for client in clients { _ = try client.answer() }
            }
            #expect(answers(await server.statistics()) == 400)
        }
    }

    @Test func serverThatNeverStartedHasZeroCounters() async {
        let server = Server { _ in .text("") }
        #expect(await server.statistics() == ServerStatistics())
    }

    @Test func countersRemainAfterShutdown() async throws {
        var configuration = Configuration()
        configuration.port = 0
        let server = Server(configuration) { _ in .text("") }
        let port = try server.start().port
        let client = try RawClient(port)
        client.send(getRoot)
        _ = try client.answer()
        await server.shutdown(within: .zero)
        let counts = await server.statistics()
        #expect(answers(counts) == 1)
        #expect(counts.connections == 0)
    }
}

struct DurationCountsTests {
    private static let places: [(nanoseconds: Int64, bound: Int64)] = [
        (0, 500_000), (499_999, 500_000), (500_000, 500_000), (500_001, 1_000_000),
        (10_000_000_000, 10_000_000_000), (10_000_000_001, .max), (.max, .max),
    ]

    @Test(arguments: places)
    func durationIsInTheSmallestBucketThatHoldsIt(_ nanoseconds: Int64, bound: Int64) {
        var durations = DurationCounts()
        durations.count(nanoseconds)
        let filled = durations.buckets.filter { $0.count > 0 }
        #expect(filled.map(\.bound) == [bound])
        #expect(filled.map(\.count) == [1])
    }

    @Test func boundsAscendToInfinity() {
        let bounds = DurationCounts().buckets.map(\.bound)
        #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
        #expect(bounds.first == 500_000)
        #expect(bounds.suffix(2) == [10_000_000_000, .max])
    }

    @Test func sumsAreAdded() {
        var (first, second) = (DurationCounts(), DurationCounts())
        first.count(100)
        second.count(200)
        second.count(7_000_000)
        first.add(second)
        #expect(first.sum == 7_000_300)
        #expect(first.buckets.first?.count == 2)
        #expect(first.buckets.reduce(0) { $0 + $1.count } == 3)
    }
}
