import Fixtures
import Testing

/// The metrics of the running program, as Prometheus reads them.
@Blocking
struct MetricsTests {
    private func withProgram(_ use: (Program, _ metrics: Client) throws -> Void) throws {
        let program = try Program(options: ["--metrics-port", "0"])
        defer { program.end() }
        try use(program, program.metricsClient())
    }

    private func numbers(_ metrics: Client) throws -> Exposition {
        let answer = try metrics.get("/metrics")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return try Exposition(answer.text)
    }

    @Test func requestsAreCountedOnceAndThoseForMetricsNever() throws {
        try withProgram { program, metrics in
            let name = "jangteo_http_requests_total"
            for _ in 0..<3 { #expect(try numbers(metrics).sum(name) == 0) }
            let client = try program.client()
            for path in ["/", "/items/999", "/app.css"] { _ = try client.get(path) }
            _ = try client.post("/items", ["title": ""])
            let read = try numbers(metrics)
            #expect(try read.value(name, ["method": "GET", "status": "2xx"]) == 2)
            #expect(try read.value(name, ["method": "GET", "status": "4xx"]) == 1)
            #expect(try read.value(name, ["method": "POST", "status": "4xx"]) == 1)
            #expect(read.sum(name) == 4)
            #expect(try read.value("jangteo_http_connections") == 1)
            #expect(try read.value("jangteo_http_connections_accepted_total") == 1)
            #expect(try read.value("jangteo_http_connections_refused_total") == 0)
            #expect(try read.value("jangteo_http_sent_bytes_total") > 1_000)

            // A malformed request counts as a fault, not as a request.
            try client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try client.readAnswer().status == 400)
            let after = try numbers(metrics)
            #expect(try after.value("jangteo_http_faults_total", ["status": "400"]) == 1)
            #expect(after.sum(name) == 4)
        }
    }

    @Test func theHistogramGrowsToItsCountAndUsesOfKeptPagesAreCounted() throws {
        try withProgram { program, metrics in
            let client = try program.client()
            // Cached at the second request, and sent as it is from the third on.
            for _ in 0..<20 { _ = try client.get("/") }
            let read = try numbers(metrics)
            let name = "jangteo_http_request_duration_seconds"
            let buckets = read.samples.filter { $0.name == name + "_bucket" }
            #expect(buckets.first?.labels == ["le": "0.0005"])
            #expect(buckets.last?.labels == ["le": "+Inf"])
            #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.value <= $1.value })
            #expect(buckets.last?.value == 20)
            #expect(try read.value(name + "_count") == 20)
            #expect(try read.value(name + "_sum") > 0)
            #expect(try read.value("jangteo_page_cache_hits_total") == 18)
            #expect(try read.value("jangteo_page_cache_misses_total") == 2)
        }
    }

    @Test func postedItemsAreWritesAndCommitsAreCountedByTheirSize() throws {
        try withProgram { program, metrics in
            let client = try program.client()
            let before = try numbers(metrics).value("jangteo_storage_writes_total")
            for number in 1...3 {
                #expect(try client.post("/items", Listing(number: number).body).status == 303)
            }
            let read = try numbers(metrics)
            #expect(try read.value("jangteo_storage_writes_total") > before)
            #expect(try read.value("jangteo_storage_writes_waiting") == 0)
            let name = "jangteo_storage_commit_writes"
            let buckets = read.samples.filter { $0.name == name + "_bucket" }
            #expect(
                buckets.map(\.labels["le"]) == [
                    "1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "+Inf",
                ])
            let commits = try read.value("jangteo_storage_commits_total")
            #expect(buckets.last?.value == commits && commits >= 3)
            #expect(try read.value(name + "_count") == commits)
            #expect(try read.value(name + "_sum") == read.value("jangteo_storage_writes_total"))
        }
    }

    private static let hosts = [
        ("127.0.0.1", 200), ("localhost:9090", 200), ("LOCALHOST", 200), ("[::1]:9090", 200),
        ("market.example", 421), ("127.0.0.1.market.example:9090", 421), ("10.0.0.1", 421),
        ("localhost.market.example", 421), ("[::2]", 421), ("xlocalhost", 421),
    ]

    @Test func metricsPortServesThisMachineAndMetricsOnly() throws {
        try withProgram { program, metrics in
            for (host, status) in Self.hosts {
                let metrics = try program.metricsClient()
                try metrics.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                let answer = try metrics.readAnswer()
                #expect(answer.status == status, "\(host)")
                #expect(answer.text.contains("jangteo_") == (status == 200), "\(host)")
            }
            for path in ["/", "/metrics/", "/metricsx", "/items/new", "/app.css"] {
                #expect(try metrics.get(path).status == 404, "\(path)")
            }
            #expect(try metrics.post("/metrics", [:]).status == 404)
            #expect(try program.client().get("/metrics").status == 404)
            let nameless = try program.metricsClient()
            try nameless.send("GET /metrics HTTP/1.0\r\n\r\n")
            #expect(try nameless.readAnswer().status == 421)
        }
    }

    @Test func metricsDescribeTheProcessAndItsQueues() throws {
        try withProgram { _, metrics in
            let read = try numbers(metrics)
            #expect(try read.value("process_resident_memory_bytes") > 1_000_000)
            #expect(try read.value("process_cpu_seconds_total") > 0)
            #expect(try read.value("process_start_time_seconds") > 1_500_000_000)
            for kind in ["password", "photo"] {
                #expect(try read.value("jangteo_work_running", ["kind": kind]) == 0)
                #expect(try read.value("jangteo_work_waiting", ["kind": kind]) == 0)
            }
            #expect(try read.value("jangteo_forms_reading") == 0)
            #expect(try numbers(metrics).value("jangteo_event_loop_turns_total") > 0)
        }
    }

    @Test func takenMetricsPortIsNamed() throws {
        let socket = try ListeningSocket()
        defer { socket.end() }
        let folder = try TemporaryFolder()
        let outcome = try Program.run(
            Program.serving(
                database: folder.file("market.sqlite"), ["--metrics-port", "\(socket.port)"]))
        #expect(outcome.exit == .code(1))
        #expect(outcome.errors.contains("port \(socket.port) is taken"))
        #expect(!outcome.output.contains("listening"))
    }

    @Test(arguments: ["65536", "-1", "x"])
    func invalidMetricsPortIsAUsageError(_ port: String) throws {
        let outcome = try Program.run(["serve", "--metrics-port", port])
        #expect(outcome.exit == .code(64))
        #expect(outcome.errors.contains("--metrics-port"))
    }
}
