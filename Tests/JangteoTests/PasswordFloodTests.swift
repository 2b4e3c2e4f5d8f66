import Fixtures
import Foundation
import Testing

/// Passwords cost memory and time on purpose; who sends many at once must not take all of either.
@Blocking
struct PasswordFloodTests {
    private static let posts = 400
    private static let workers = 2
    /// What one Argon2id hash takes, in KB.
    private static let hashMemory = 19 << 10
    /// For connections, forms and first pages, in KB: about 20 MB were seen, which vary by 2 MB from
    /// run to run. A hash more at the same time is another 19 MB, and fails.
    private static let elseMemory = 30 << 10

    @Test(.timeLimit(.minutes(2)))
    func aFloodTakesBoundedMemoryAndHoldsUpNobodyElse() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try flooded(folder)
        defer { program.end() }
        let visitor = try program.client()
        #expect(try visitor.get("/").status == 200)
        let before = try peakMemory(program)

        let flood = try (1...Self.posts).map { number in
            let (client, body) = (try program.client(), Listing(number: number).body)
            try client.send(client.head("POST", "/items", body) + "\r\n")
            try client.send(body.bytes)
            return client
        }
        for _ in 0..<40 { #expect(try visitor.get("/").status == 200) }
        try expectMoreToCome(program)
        let answers = try flood.map { try $0.readAnswer() }

        let refused = answers.filter { $0.status == 503 }
        #expect(answers.count { $0.status == 303 } + refused.count == Self.posts)
        #expect(refused.count > Self.posts / 2)
        #expect(refused.allSatisfy { $0["Retry-After"] == "5" })
        let growth = try peakMemory(program) - before
        #expect(growth < Self.workers * Self.hashMemory + Self.elseMemory, "\(growth) KB")
    }

    /// Hashes of the real size, slow enough that the queue is full before a few of them are made.
    private func flooded(_ folder: TemporaryFolder) throws -> Program {
        try Program(exactly: [
            "serve", "--port", "0", "--database", folder.file("market.sqlite"),
            "--root", Program.packageRoot, "--metrics-port", "0", "--access-log", "off",
            "--workers", "\(Self.workers)", "--password-passes", "10", "--post-rate", "0",
        ])
    }

    /// Passwords wait still, and no more of them are hashed than there are workers.
    private func expectMoreToCome(_ program: Program) throws {
        let read = try Exposition(program.metricsClient().get("/metrics").text)
        #expect(try read.value("jangteo_work_waiting", ["kind": "password"]) > 0)
        let running = try read.value("jangteo_work_running", ["kind": "password"])
        #expect(running <= Double(Self.workers))
    }

    /// The most memory that the program has had so far, in KB.
    private func peakMemory(_ program: Program) throws -> Int {
        let status = try String(
            contentsOfFile: "/proc/\(program.process.id)/status", encoding: .utf8)
        let match = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
        return try #require(Int(match.1))
    }
}
