import Fixtures
import Foundation
import Testing

/// Hashing passwords costs memory and time on purpose; a flood of them must not take all of either.
@Blocking
struct PasswordFloodTests {
    private static let posts = 400
    private static let workers = 2
    /// The memory of one Argon2id hash, in KB.
    private static let hashMemory = 19 << 10
    /// Memory for connections, forms and first pages, in KB: about 20 MB were measured, varying by
    /// 2 MB from run to run. One more hash at the same time would be another 19 MB, and fail.
    private static let otherMemory = 30 << 10

    @Test(.timeLimit(.minutes(2)))
    func aFloodTakesBoundedMemoryAndHoldsUpNobodyElse() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try start(in: folder)
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
        try expectWaitingPasswords(program)
        let answers = try flood.map { try $0.readAnswer() }

        let refused = answers.filter { $0.status == 503 }
        #expect(answers.count { $0.status == 303 } + refused.count == Self.posts)
        #expect(refused.count > Self.posts / 2)
        #expect(refused.allSatisfy { $0["Retry-After"] == "5" })
        let growth = try peakMemory(program) - before
        #expect(growth < Self.workers * Self.hashMemory + Self.otherMemory, "\(growth) KB")
    }

    /// A program that makes hashes of the real size, slow enough that the queue fills before a few
    /// are done.
    private func start(in folder: TemporaryFolder) throws -> Program {
        try Program(exactly: [
            "serve", "--port", "0", "--database", folder.file("market.sqlite"),
            "--root", Program.packageRoot, "--metrics-port", "0", "--access-log", "off",
            "--workers", "\(Self.workers)", "--password-passes", "10", "--post-rate", "0",
        ])
    }

    /// Expects passwords to be still waiting, with no more hashed at once than there are workers.
    private func expectWaitingPasswords(_ program: Program) throws {
        let read = try Exposition(program.metricsClient().get("/metrics").text)
        #expect(try read.value("jangteo_work_waiting", ["kind": "password"]) > 0)
        let running = try read.value("jangteo_work_running", ["kind": "password"])
        #expect(running <= Double(Self.workers))
    }

    /// The peak memory of the program so far, in KB.
    private func peakMemory(_ program: Program) throws -> Int {
        let status = try String(
            contentsOfFile: "/proc/\(program.process.id)/status", encoding: .utf8)
        let match = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
        return try #require(Int(match.1))
    }
}
