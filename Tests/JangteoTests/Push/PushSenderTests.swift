import Fixtures
import Market
import Synchronization
import Testing
import ViewModels

@testable import Jangteo

private let noon = Timestamp(seconds: 1_795_260_000)

/// People who have a page open, perhaps without looking at it.
@Blocking
struct PushSenderTests {
    private let clock = ManualClock(at: noon)
    private let service: PushService
    private let member: PushedMember
    private let sender: PushSender
    /// How often the sender looked for people watching, and for what is still unseen.
    private let counts = Counts()

    private final class Counts: Sendable {
        let looked = Mutex(0)
        let rounds = Mutex(0)
    }

    init() async throws {
        service = try PushService()
        member = try await PushedMember(at: [service.origin + "/ok/a"], since: noon)
        sender = PushSender(
            storage: member.storage, zone: .seoul,
            services: try #require(PushServices(service.origin)), key: try await PushedMember.key(),
            contact: "mailto:me@market.example",
            isWatching: { [counts] _ in
                counts.looked.withLock { $0 += 1 }
                return true
            },
            holdsLease: { [counts] in
                counts.rounds.withLock { $0 += 1 }
                return false
            },
            interval: .milliseconds(10), clock: { [clock] in clock.now })
    }

    private func wait(until isSo: () -> Bool) async throws {
        for _ in 0..<1_000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
        try #require(isSo())
    }

    /// Waits until the sender has looked again at the clock's present time.
    private func waitForARound() async throws {
        let rounds = counts.rounds.withLock { $0 }
        try await wait { counts.rounds.withLock { $0 } > rounds + 1 }
    }

    /// Makes a memo that is due, and waits until the sender has looked for people watching.
    private func remind() async throws -> Memo.ID {
        let looked = counts.looked.withLock { $0 }
        let memo = try await member.makeMemo(at: clock.now)
        try await wait { counts.looked.withLock { $0 } > looked }
        return memo
    }

    @Test func newsNotSeenOnAnOpenPageIsPushedAMinuteLater() async throws {
        let running = sender.start()
        defer { running.cancel() }
        _ = try await remind()
        clock.advance(by: PushSender.gracePeriod - 1)
        try await waitForARound()
        #expect(service.pushes.isEmpty)
        clock.advance(by: 1)
        try await wait { service.pushes.count == 1 }
    }

    @Test func newsSeenOnAnOpenPageIsNotPushed() async throws {
        let running = sender.start()
        defer { running.cancel() }
        let seen = try await remind()
        try await ReminderInbox(storage: member.storage, zone: .seoul)
            .submit(.memo(seen), of: member.account, at: clock.now)
        clock.advance(by: PushSender.gracePeriod)
        try await waitForARound()
        // Later news is told, and nothing else.
        _ = try await remind()
        clock.advance(by: PushSender.gracePeriod)
        try await wait { service.pushes.count == 1 }
        try await waitForARound()
        #expect(service.pushes.count == 1)
    }
}
