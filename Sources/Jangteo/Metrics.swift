import Glibc
import HTTPServer
import Storage
import Web

/// The metrics of a running market, for Prometheus.
struct Metrics: Sendable {
    private static let path = "/metrics"

    let server: Server
    let site: Site
    let storage: SQLStorage
    /// Nil if no pushes are sent.
    let pushes: PushSender?
    private let startTime = time(nil)

    /// Serves the metrics to this machine only, on a server of their own, so that visitors cannot delay them.
    /// - Throws: `.failed` if the port cannot be listened on.
    func start(port: UInt16) throws(CommandError) -> (server: Server, url: String) {
        var configuration = Configuration()
        configuration.host = "127.0.0.1"
        configuration.port = port
        configuration.loops = 1
        configuration.limits.connections = 16
        let server = Server(configuration) { await response(to: $0) }
        do throws(ServerError) {
            let endpoint = try server.start()
            return (server, "\(endpoint)\(Self.path)")
        } catch .addressInUse {
            throw .failed("port \(port) is taken; choose another with --metrics-port")
        } catch {
            throw .failed("the metrics cannot be served on port \(port): \(error)")
        }
    }

    private func response(to request: Request) async -> Response {
        guard Self.isLoopback(request.host) else {
            return .text(
                "The metrics are at 127.0.0.1 and localhost only.\n", status: .misdirectedRequest)
        }
        guard [.get, .head].contains(request.method), request.path == Self.path else {
            return .text("The metrics are at \(Self.path).\n", status: .notFound)
        }
        return await page().response
    }

    /// A foreign page can make a browser on this machine request a name that resolves to it (DNS rebinding),
    /// but not these names.
    private static func isLoopback(_ authority: String) -> Bool {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let port = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
        let name = authority[..<(port ?? authority.endIndex)].lowercased()
        return ["127.0.0.1", "[::1]", "localhost"].contains(name)
    }

    private func page() async -> MetricsPage {
        var page = MetricsPage()
        addRequests(await server.statistics(), to: &page)
        addWork(site.statistics, to: &page)
        addStorage(storage.statistics, to: &page)
        if let pushes { addPushes(await pushes.statistics, to: &page) }
        addProcess(ProcessUsage(), to: &page)
        return page
    }

    private func addRequests(_ counts: ServerStatistics, to page: inout MetricsPage) {
        page.counters(
            "jangteo_http_requests_total", "Requests answered by the site.",
            Method.allCases.flatMap { method in
                (2...5).map { number in
                    (
                        ["method": method.rawValue, "status": "\(number)xx"],
                        counts.answers(to: method, statusClass: number)
                    )
                }
            })
        page.counters(
            "jangteo_http_faults_total", "Requests that were malformed, too large or too slow.",
            counts.requestErrors.sorted { $0.key < $1.key }.map {
                (["status": "\($0.key)"], $0.value)
            })
        page.histogram(
            "jangteo_http_request_duration_seconds",
            "Time from a request's header until its answer was sent.", counts.durations)
        page.counter(
            "jangteo_http_sent_bytes_total", "Bytes sent, headers included.", counts.bytesSent)
        page.gauge(
            "jangteo_http_connections", "Open connections.", counts.connections)
        page.gauge("jangteo_http_streams", "Open pages that are told of changes.", counts.streams)
        page.counter(
            "jangteo_http_connections_accepted_total", "Connections accepted.", counts.accepted)
        page.counter(
            "jangteo_http_connections_refused_total",
            "Connections turned away because there were too many.", counts.refused)
        page.counter(
            "jangteo_http_connections_closed_for_others_total",
            "Idle connections closed because a new one needed their place.",
            counts.evicted)
        page.counter(
            "jangteo_event_loop_turns_total", "Iterations of the event loops.",
            counts.turns)
    }

    private func addWork(_ site: SiteStatistics, to page: inout MetricsPage) {
        let kinds = [
            ("password", site.passwords), ("photo", site.photos), ("search", site.searches),
        ]
        page.gauges(
            "jangteo_work_running", "Expensive work that is running.",
            kinds.map { (["kind": $0], $1.running) })
        page.gauges(
            "jangteo_work_waiting", "Expensive work that waits for its turn.",
            kinds.map { (["kind": $0], $1.waiting) })
        page.gauge(
            "jangteo_forms_reading", "Large forms and API calls being read, with their photos.",
            site.forms)
        page.counter(
            "jangteo_page_cache_hits_total", "Pages sent from the cache.", site.cache.hits)
        page.counter(
            "jangteo_page_cache_misses_total", "Cacheable pages that had to be rendered.",
            site.cache.misses)
    }

    private func addStorage(_ storage: StorageStatistics, to page: inout MetricsPage) {
        page.counter(
            "jangteo_storage_commits_total", "Durable transactions.", storage.commits)
        page.counter(
            "jangteo_storage_writes_total", "Writes in durable transactions.", storage.writes)
        page.histogram(
            "jangteo_storage_commit_writes", "Writes in one durable transaction.",
            storage.batches.buckets.map { ($0.bound == .max ? nil : $0.bound, $0.count) },
            sum: storage.writes)
        page.gauge(
            "jangteo_storage_writes_waiting", "Writes waiting for the next transaction.",
            storage.queueLength)
    }

    private func addPushes(_ counts: PushStatistics, to page: inout MetricsPage) {
        page.counters(
            "jangteo_pushes_total", "Pushes to members who are away, by result.",
            [
                (["result": "sent"], counts.sent), (["result": "gone"], counts.gone),
                (["result": "failed"], counts.failed), (["result": "dropped"], counts.dropped),
            ])
    }

    private func addProcess(_ usage: ProcessUsage, to page: inout MetricsPage) {
        page.gauge(
            "process_resident_memory_bytes", "Resident memory of the process.",
            usage.residentBytes)
        page.counter(
            "process_cpu_seconds_total", "User and system processor time.",
            usage.processorSeconds)
        page.gauge(
            "process_start_time_seconds", "Start of the process, in Unix time.", startTime)
    }
}
