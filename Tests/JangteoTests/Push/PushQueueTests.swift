import Fixtures
import Market
import Storage
import Testing
import ViewModels
import WebPush

@testable import Jangteo

private let noon = Timestamp(seconds: 1_795_260_000)

/// Pushes to one service that are dropped, each of them counted.
struct PushQueueTests {
    private func queue() async throws -> PushQueue {
        let storage = try SQLiteStorage(path: ":memory:")
        let key = try await PushedMember.key()
        return PushQueue(
            service: "push.example",
            client: PushClient(key: key, contact: "mailto:me@market.example"), storage: storage,
            news: PushNews(storage: storage, zone: .seoul), silentHosts: SilentHosts(),
            clock: { noon })
    }

    private func push(at date: Timestamp = noon) -> PushQueue.Push {
        PushQueue.Push(
            request: PushRequest(
                address: "https://push.example/a", origin: "https://push.example", topic: "t"),
            account: 1, subject: .conversation(1), date: date, start: noon)
    }

    @Test func oldPushesAreNotSent() async throws {
        let queue = try await queue()
        await queue.add(push(at: noon + (-PushNews.lifetime - 1)))
        let running = Task { await queue.run { _ in } }
        defer { running.cancel() }
        var statistics = await queue.statistics
        for _ in 0..<1_000 where statistics.dropped == 0 {
            try await Task.sleep(for: .milliseconds(10))
            statistics = await queue.statistics
        }
        #expect(statistics == PushStatistics(dropped: 1))
    }

    @Test func pushesBeyondTheLimitAreDropped() async throws {
        let queue = try await queue()
        for _ in 0..<1_005 { await queue.add(push()) }
        let statistics = await queue.statistics
        #expect(statistics == PushStatistics(dropped: 5))
    }

    /// Although it does not say until when.
    @Test func aHostThatPutsAPushOffIsNoLongerSilent() async throws {
        let service = try PushService()
        let address = "\(service.origin)/broken/1"
        let member = try await PushedMember(at: [address], since: noon)
        let memo = try await member.makeMemo(at: noon)
        let silentHosts = SilentHosts()
        silentHosts.record(answered: [], silent: [service.origin], at: noon)
        let client = PushClient(
            key: try await PushedMember.key(), contact: "mailto:me@market.example")
        let queue = PushQueue(
            service: "push.example", client: client, storage: member.storage,
            news: PushNews(storage: member.storage, zone: .seoul), silentHosts: silentHosts,
            clock: { noon })
        await queue.add(member.push(of: memo, to: address, at: service.origin, on: noon))
        let running = Task { await queue.run { _ in } }
        defer { running.cancel() }
        for _ in 0..<1_000 where silentHosts.pauseEnd(of: service.origin) != nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(silentHosts.pauseEnd(of: service.origin) == nil)
        #expect(service.pushes.map(\.path) == ["/broken/1"])
    }
}
