import Fixtures
import Foundation
import Testing

/// What the running program does when resources run short, or clients are too many.
@Blocking
struct PressureTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Polls until the condition holds; a minute is more than it may ever take.
    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while try !isSo() {
            guard Date() < deadline else { throw Failure("waited in vain until \(what)") }
        }
    }

    private func connections(of program: Program, _ metrics: Client) throws -> Int {
        Int(try Exposition(metrics.get("/metrics").text).value("jangteo_http_connections"))
    }

    /// Every accepted connection is answered, though no file of the market was open yet; the others
    /// wait for their turn without costing anything.
    @Test func connectionsWaitWhileNoDescriptorIsFree() throws {
        let most = 64
        // With one loop, connections are accepted in the order in which they come.
        let program = try Program(options: ["--loops", "1"], after: "ulimit -n \(most);")
        defer { program.end() }
        let figures = ProcessFigures(program.process)
        var clients = try (0..<most).map { _ in try program.client() }
        try wait("few descriptors are left") { try figures.openDescriptors > most * 3 / 4 }
        for client in clients.prefix(10) { #expect(try client.get("/").status == 200) }
        try clients[most - 1].send(Self.request)

        let before = try figures.processorSeconds
        // The loop tries again some twenty times in this second.
        #expect(clients[most - 1].staysSilent(milliseconds: 1_000))
        #expect(try figures.processorSeconds - before < 0.3)

        #expect(try clients[0].get("/").status == 200)
        let last = clients.removeLast()
        while !clients.isEmpty {
            let first = clients.removeFirst()
            #expect(try first.get("/").status == 200)
        }
        #expect(try last.readAnswer().status == 200)
    }

    @Test(
        .enabled(
            if: OpenFiles.raise(to: 10_500), "10,000 connections take a limit of 10,500 open files"
        ))
    func tenThousandIdleConnectionsAreHeldForLittle() throws {
        let count = 10_000
        let program = try Program(
            options: ["--max-connections", "11000", "--idle-timeout", "3600"])
        defer { program.end() }
        let figures = ProcessFigures(program.process)
        for _ in 0..<20 { #expect(try program.client().get("/app.css").status == 200) }
        let before = try figures.residentBytes
        var clients: [Client] = []
        for _ in 0..<count {
            let client = try program.client()
            guard try client.get("/robots.txt").status < 500 else { throw Failure("not answered") }
            clients.append(client)
        }
        let each = (try figures.residentBytes - before) / count
        #expect(each < 16 * 1024, "\(each) bytes a connection")
        #expect(try program.client().get("/").status == 200)
        for client in clients.shuffled().prefix(100) {
            #expect(try client.get("/").status == 200)
        }
    }

    @Test(
        .enabled(
            if: OpenFiles.raise(to: 2_500), "2,000 open pages take a limit of 2,500 open files"))
    func twoThousandOpenPagesAreHeldForLittleAndHear() throws {
        let (count, event) = (2_000, "data: changed\n\n")
        // They all come from one address, which may have a quarter of the streams.
        let program = try Program(options: ["--max-streams", "\(4 * count)"])
        defer { program.end() }
        let figures = ProcessFigures(program.process)
        for _ in 0..<20 { #expect(try program.client().get("/").status == 200) }
        let before = try figures.residentBytes
        let pages = try (0..<count).map { _ in
            let page = try program.client()
            guard try page.get("/live").status == 200 else { throw Failure("not answered") }
            return page
        }
        for page in pages { #expect(try page.readEvent() == event) }
        let each = (try figures.residentBytes - before) / count
        #expect(each < 16 * 1024, "\(each) bytes a page")

        for _ in 0..<100 { #expect(try program.client().get("/").status == 200) }
        let answer = try program.client().post("/items", Listing(number: 1).body)
        #expect(answer.status == 303)
        for page in pages { #expect(try page.readEvent() == event) }
        program.process.signal(SIGTERM)
        for page in pages { #expect(try page.readEvent() == "") }
        #expect(try program.process.wait() == .code(0))
    }

    /// Clients that keep requesting, and read nothing.
    @Test func readersThatDoNotReadAreHeldForLittleAndCut() throws {
        let count = 100
        let program = try Program(options: ["--write-timeout", "1", "--metrics-port", "0"])
        defer { program.end() }
        let metrics = try program.metricsClient()
        let figures = ProcessFigures(program.process)
        #expect(try program.client().get("/app.css").status == 200)
        try wait("nobody there") { try connections(of: program, metrics) == 0 }
        let before = try figures.residentBytes
        let request = "GET /app.css HTTP/1.1\r\nHost: a\r\n\r\n"
        let requests = Array(String(repeating: request, count: 10_000).utf8)
        let clients = try (0..<count).map { _ in
            try Client(port: program.port, receiveBuffer: 4_096)
        }
        for client in clients { #expect(client.sendWithoutWaiting(requests) > request.utf8.count) }
        #expect(try program.client().get("/").status == 200)
        try wait("all are cut") { try connections(of: program, metrics) == 0 }
        let each = (try figures.peakResidentBytes - before) / count
        #expect(each < 256 * 1024, "\(each) bytes a reader")
        withExtendedLifetime(clients) {}
    }

    @Test func slowSendersGet408() throws {
        let program = try Program(options: ["--header-timeout", "1", "--body-timeout", "1"])
        defer { program.end() }
        let (header, body) = (try program.client(), try program.client())
        try header.send("GET / HTTP/1.1\r\nHo")
        try body.send(
            "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntit")
        #expect(try header.readAnswer().status == 408)
        #expect(try body.readAnswer().status == 408)
    }
}

private enum OpenFiles {
    /// Raises the limit of open files, and returns whether this process may have so many.
    static func raise(to count: UInt) -> Bool {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_max >= count else { return false }
        limit.rlim_cur = max(limit.rlim_cur, count)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }
}
