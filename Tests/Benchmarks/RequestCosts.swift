import CValgrind
import Foundation
import HTTPServer
import Market
import Storage
import Web

/// What a request costs from its bytes to those of its answer, without a socket: the parser, the
/// router, the view model, the storage, the template and the response, as the server runs them.
/// `Benchmarks requests FILE` takes the file of a market, and writes to it.
///
/// Under callgrind it counts instructions in user mode, of all threads, which are the same in every
/// run except for posts; otherwise it measures time.
struct RequestCosts {
    private static let rounds = 200
    private static let password = "bench-4321-bench"

    private let server: Server
    private let storage: SQLiteStorage
    private let newest: Int64
    /// The file of callgrind's counts, without the number that callgrind appends; nil to measure time.
    private let countsPath: String?

    /// - Parameter counts: the output file that callgrind was given; nil measures time.
    /// - Throws: `BenchmarkFault` if callgrind does not run.
    init(path: String, counts: String?) async throws {
        let storage = try SQLiteStorage(path: path)
        self.storage = storage
        guard let item = try await storage.items(ItemQuery(limit: 1)).items.first else {
            throw StorageError.itemNotFound
        }
        newest = item.id.rawValue
        // Ages are rendered the same in each run over one file.
        let now = Timestamp(seconds: item.datePosted.seconds + 60)
        var options = SiteOptions(root: FileManager.default.currentDirectoryPath)
        (options.postsPerMinute, options.newcomerItemsPerDay) = (0, 0)
        let site = try Site(options, storage: storage, clock: { now }, log: { print($0) })
        var configuration = Configuration()
        configuration.fields = Site.fields(isBehindTLS: options.isBehindTLS)
        server = Server(
            configuration, immediateHandler: { site.respondAtOnce(to: $0) },
            handler: { await site.respond(to: $0) })
        guard counts == nil || jangteo_runs_on_valgrind() != 0 else {
            throw BenchmarkFault(
                reason: "not under valgrind, or built before its headers were there")
        }
        countsPath = counts
    }

    func printAll() async throws {
        defer { storage.close() }
        print(
            "request".padded(to: 32)
                + (countsPath == nil ? "CPU µs" : "instructions").padded(to: 14, right: true))
        let session = try await signUp()
        try await show("list, kept", warmUp: 3) { _ in Self.get("/") }
        try await show("file of 53 KB") { _ in Self.get("/app.css") }
        try await show("page not found", expecting: .notFound) { _ in Self.get("/nothing") }
        try await show("list, made anew") { Self.get("/?unknown=\($0)") }
        try await show("list by key") { Self.get("/?before=\(place($0))") }
        try await show("item") { Self.get("/items/\(place($0))") }
        try await show("item, for a member") { Self.get("/items/\(place($0))", session) }
        try await show("search") { Self.get("/?q=\(Self.words[$0 % Self.words.count])&min=\($0)") }
        try await show("post, for a member", expecting: .seeOther) {
            Self.post(number: $0, session)
        }
    }

    /// Measures requests of one kind, each with another target.
    private func show(
        _ name: String, warmUp: Int = 20, expecting status: Status = .ok,
        _ request: (Int) -> [UInt8]
    ) async throws {
        let requests = (0..<warmUp + Self.rounds).map(request)
        for bytes in requests[..<warmUp] { try await answer(bytes, status) }
        jangteo_dump_counts("what comes before")
        let start = Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID)
        for bytes in requests[warmUp...] { try await answer(bytes, status) }
        let seconds = Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID) - start
        jangteo_dump_counts(name)
        let shown =
            try instructions(of: name).map { String($0 / Self.rounds) }
            ?? String(format: "%.1f", seconds / Double(Self.rounds) * 1_000_000)
        print(name.padded(to: 32) + shown.padded(to: 14, right: true))
    }

    @discardableResult
    private func answer(_ bytes: [UInt8], _ status: Status) async throws -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(1_024)
        guard let response = await server.answer(bytes.span, into: &head),
            response.status == status
        else { throw BenchmarkFault(reason: "refused: " + String(decoding: bytes, as: UTF8.self)) }
        return head
    }

    /// The instructions that callgrind has counted under that name, in one of its numbered files.
    private func instructions(of name: String) throws -> Int? {
        guard let countsPath else { return nil }
        let folder = URL(filePath: countsPath).deletingLastPathComponent()
        let prefix = URL(filePath: countsPath).lastPathComponent + "."
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where file.hasPrefix(prefix) {
            let counts = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let lines = counts.split(separator: "\n")
            guard lines.contains(where: { $0.hasSuffix("Client Request: \(name)") }) else {
                continue
            }
            return lines.first { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }
                .flatMap { Int($0.split(separator: " ")[1]) }
        }
        return nil
    }

    // MARK: - Requests

    private static let words = ["의자", "책상", "노트북", "자전거"].map {
        $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0
    }

    /// An item's number, spread over all items.
    private func place(_ number: Int) -> Int64 {
        (Int64(number) &* 7_919 &* 104_729) % newest + 1
    }

    private static let fields = """
        Host: 127.0.0.1:8080\r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36\r
        Accept: text/html\r
        Accept-Language: ko-KR,ko;q=0.9\r

        """

    private static func get(_ target: String, _ session: String? = nil) -> [UInt8] {
        let cookie = session.map { "Cookie: \($0)\r\n" } ?? ""
        return Array("GET \(target) HTTP/1.1\r\n\(fields)\(cookie)\r\n".utf8)
    }

    private static func post(_ path: String, _ form: [(String, String)], _ session: String?)
        -> [UInt8]
    {
        let content = form.map { name, value in
            let value = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "\(name)=\(value)"
        }.joined(separator: "&")
        let cookie = session.map { "Cookie: \($0)\r\n" } ?? ""
        return Array(
            """
            POST \(path) HTTP/1.1\r
            \(fields)\(cookie)Content-Type: application/x-www-form-urlencoded\r
            Content-Length: \(content.utf8.count)\r
            \r
            \(content)
            """.utf8)
    }

    private static func post(number: Int, _ session: String) -> [UInt8] {
        let description = "작년 봄에 구입해서 몇 번 사용하지 않았습니다. 생활 기스는 조금 있지만 작동에는 문제가 없어요. "
        return post(
            "/items",
            [
                ("title", "깨끗한 원목 책상 팝니다 \(number)"), ("category", "3"), ("price", "12000"),
                ("currency", "KRW"), ("stock", "1"), ("purpose", "offer"),
                ("content", String(repeating: description, count: 3)),
            ], session)
    }

    /// Signs up a new account, and returns its session cookie.
    private func signUp() async throws -> String {
        let form = [("nickname", "벤치\(newest % 1_000)"), ("password", Self.password)]
        let head = String(
            decoding: try await answer(Self.post("/signup", form, nil), .ok), as: UTF8.self)
        guard
            let cookie = head.split(separator: "\r\n").first(where: {
                $0.hasPrefix("Set-Cookie: session=")
            })
        else { throw BenchmarkFault(reason: "no session") }
        return String(cookie.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
    }
}

/// Why a measurement would not measure what its name says.
struct BenchmarkFault: Error {
    let reason: String
}
