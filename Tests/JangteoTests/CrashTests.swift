import Fixtures
import Foundation
import Synchronization
import Testing

@Blocking
struct CrashTests {
    private static let sellers = 200
    /// Sellers keep posting, so that the kill strikes in the middle; each posts at most so many.
    private nonisolated static let mostPostsEach = 50
    private static let answersBeforeTheEnd = 300

    @Test func answeredPostsSurviveAKillAndNoneIsHalfThere() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = folder.file("market.sqlite")
        let answered = try postUntilKilled(database)
        try #require(answered.count >= Self.answersBeforeTheEnd)

        let program = try Program(database: database)
        defer { program.end() }
        let client = try program.client()
        for (path, listing) in answered {
            let page = try client.get(path)
            #expect(page.status == 200 && listing.isWhole(on: page.text), "\(path)")
        }
        // An item whose answer was cut off may be there or not, but only whole.
        let last = answered.keys.compactMap { Int($0.dropFirst("/items/".count)) }.max() ?? 0
        for id in 1...last + Self.sellers {
            let page = try client.get("/items/\(id)")
            guard page.status != 404 else { continue }
            #expect(Listing(on: page.text)?.isWhole(on: page.text) == true, "/items/\(id)")
        }
    }

    /// Has many sellers post at once, each over their own connection, until the process is killed.
    /// - Returns: the items whose posting was answered, by path.
    private func postUntilKilled(_ database: String) throws -> [String: Listing] {
        let program = try Program(database: database, options: ["--access-log", "off"])
        defer { program.end() }
        let port = program.port
        let ledger = Ledger()
        let sellers = DispatchGroup()
        for seller in 0..<Self.sellers {
            sellers.enter()
            Thread.detachNewThread {
                Self.post(as: seller, to: port, ledger)
                sellers.leave()
            }
        }
        try ledger.waitForAnswers(Self.answersBeforeTheEnd)
        program.process.signal(SIGKILL)
        #expect(try program.process.wait() == .signal(SIGKILL))
        guard sellers.wait(timeout: .now() + 60) == .success else {
            throw Failure("a seller still waits for a server that is gone")
        }
        return ledger.entries
    }

    /// Posts one listing after another until the connection breaks.
    private nonisolated static func post(as seller: Int, to port: UInt16, _ ledger: Ledger) {
        guard let client = try? Client(port: port) else { return }
        for turn in 0..<mostPostsEach {
            let listing = Listing(number: seller * mostPostsEach + turn)
            guard let answer = try? client.post("/items", listing.body) else { return }
            ledger.note(answer, listing)
        }
    }
}

/// The posts that were answered.
private final class Ledger: Sendable {
    private let saved = Mutex<[String: Listing]>([:])
    private let answers = DispatchSemaphore(value: 0)

    var entries: [String: Listing] {
        saved.withLock { $0 }
    }

    func note(_ answer: Answer, _ listing: Listing) {
        guard answer.status == 303, let path = answer["Location"] else { return }
        saved.withLock { $0[path] = listing }
        answers.signal()
    }

    func waitForAnswers(_ count: Int) throws {
        let deadline = DispatchTime.now() + 60
        for _ in 0..<count where answers.wait(timeout: deadline) != .success {
            throw Failure("only \(entries.count) posts were answered")
        }
    }
}
