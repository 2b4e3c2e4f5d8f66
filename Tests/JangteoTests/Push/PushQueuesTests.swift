import Fixtures
import Market
import Storage
import Testing
import ViewModels
import WebPush

@testable import Jangteo

private let noon = Timestamp(seconds: 1_795_260_000)

/// Pushes to several hosts of one service.
@Blocking
struct PushQueuesTests {
    private func queues(
        over storage: SQLiteStorage, timeout: Int = 15,
        clock: @escaping @Sendable () -> Timestamp = { noon }
    ) async throws -> PushQueues {
        let key = try await PushedMember.key()
        let news = PushNews(storage: storage, zone: .seoul)
        return PushQueues { silentHosts in
            PushQueue(
                service: "*.push.example",
                client: PushClient(
                    key: key, contact: "mailto:me@market.example", timeout: timeout),
                storage: storage, news: news, silentHosts: silentHosts, clock: clock)
        }
    }

    private func wait(until condition: () async -> Bool) async throws {
        for _ in 0..<1_000 {
            if await condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Failure("it did not come to that")
    }

    /// However many tasks add pushes at the same time.
    @Test func aHostHasOneQueue() async throws {
        let queues = try await queues(over: SQLiteStorage(path: ":memory:"))
        let origins = (1...6).map { "https://\($0).push.example" }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                let origin = origins[number % origins.count]
                let push = PushQueue.Push(
                    request: PushRequest(
                        address: "\(origin)/\(number)", origin: origin, topic: "t"),
                    account: 1, subject: .conversation(1), date: noon, start: noon)
                group.addTask { await queues.add(push) }
            }
        }
        var used = 0
        for queue in queues.queues {
            var count = 0
            for origin in origins {
                if await queue.load(for: origin).hasHost { count += 1 }
            }
            used += count
            #expect(count > 0)
        }
        #expect(used == origins.count)
    }

    /// However many pushes it was sent.
    @Test func aHostThatDoesNotAnswerHoldsUpNoOther() async throws {
        let (silent, quick) = (try PushService(), try PushService())
        let hanging = (1...6).map { "\(silent.origin)/silent/\($0)" }
        let answered = (1...3).map { "\(quick.origin)/ok/\($0)" }
        let member = try await PushedMember(at: hanging + answered, since: noon)
        let memo = try await member.makeMemo(at: noon)
        let queues = try await queues(over: member.storage)
        let running = Task.detached { await queues.run() }
        defer { running.cancel() }
        for address in hanging {
            await queues.add(member.push(of: memo, to: address, at: silent.origin, on: noon))
        }
        try silent.waitForPushes(1)
        for address in answered {
            await queues.add(member.push(of: memo, to: address, at: quick.origin, on: noon))
        }
        // Before the silent host is given up.
        try quick.waitForPushes(3, within: 10)
        var statistics = await queues.statistics
        for _ in 0..<500 where statistics.sent < 3 {
            try await Task.sleep(for: .milliseconds(10))
            statistics = await queues.statistics
        }
        #expect(statistics == PushStatistics(sent: 3))
    }

    /// However many such hosts there are, and however much is sent to them.
    @Test func hostsThatDoNotAnswerShareAQueueFromThenOn() async throws {
        let silent = try (1...4).map { _ in try PushService() }
        let member = try await PushedMember(
            at: silent.map { "\($0.origin)/silent/1" }, since: noon)
        let memo = try await member.makeMemo(at: noon)
        let clock = ManualClock(at: noon)
        let queues = try await queues(over: member.storage, timeout: 1) { clock.now }
        let running = Task.detached { await queues.run() }
        defer { running.cancel() }
        for service in silent {
            let address = "\(service.origin)/silent/1"
            await queues.add(member.push(of: memo, to: address, at: service.origin, on: noon))
        }
        // With growing pauses; then they are given up.
        for (tries, pause) in [(1, 60), (2, 120)] as [(Int, Int64)] {
            for service in silent {
                try service.waitForPushes(tries)
                try await wait {
                    let load = await queues.silentQueue.load(for: service.origin)
                    return load.hasHost && !load.isSending
                }
            }
            for queue in queues.queues {
                let load = await queue.load(for: silent[0].origin)
                #expect(load.count == 0)
            }
            #expect(silent.allSatisfy { $0.pushes.count == tries })
            clock.advance(by: pause)
        }
        for service in silent { try service.waitForPushes(3) }
        try await wait { await queues.statistics == PushStatistics(failed: 4) }
    }
}
