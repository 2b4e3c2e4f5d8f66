import HTTPServer
import Market
import Testing

@testable import Web

struct SearchLimiterTests {
    private func context(from address: String) throws -> RequestContext {
        RequestContext(
            request: try Request(.get, "/api/products"), now: Timestamp(seconds: 0),
            remoteAddress: try #require(Address(address)))
    }

    /// Of 66 places, 16 are an address's.
    @Test func anAddressHoldsAQuarterAndTheOthersAreServed() async throws {
        let searches = SearchLimiter()
        let (busy, other) = try (context(from: "192.0.2.1"), context(from: "192.0.2.2"))
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { try await searches.run(for: busy) { for await _ in ends {} } }
            }
            while searches.concurrency.load.running + searches.concurrency.load.waiting < 16 {
                await Task.yield()
            }
            await #expect(throws: SiteError.self) { try await searches.run(for: busy) {} }
            group.addTask { try await searches.run(for: other) {} }
            while searches.concurrency.load.waiting < 15 { await Task.yield() }
            end.finish()
            try await group.waitForAll()
        }
        #expect(searches.concurrency.load == SiteStatistics.Work(running: 0, waiting: 0))
        #expect(try await searches.run(for: busy) { 7 } == 7)
    }
}
