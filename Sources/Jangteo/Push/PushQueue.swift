import Market
import ViewModels
import WebPush

/// Pushes to hosts of one push service, sent in batches by one curl process at a time.
actor PushQueue {
    /// Further pushes are dropped, and counted.
    private static let capacity = 1_000
    private static let mostTries = 3
    /// Seconds until a push is retried: the default if the service does not say, and the maximum.
    private static let (defaultDelay, longestDelay): (Int64, Int64) = (60, 3_600)
    /// How often the queue checks for pushes that are due for a retry.
    private static let checkInterval: Duration = .seconds(1)

    private let service: String
    private let client: PushClient
    private let storage: any MarketStorage
    private let news: PushNews
    private let silentHosts: SilentHosts
    private let clock: @Sendable () -> Timestamp
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
    private var waiting: [Push] = []
    /// The batch that is being sent.
    private var sending: [Push] = []
    private(set) var statistics = PushStatistics()
    /// The statuses with which the service has refused pushes; each is logged once.
    private var loggedStatuses: Set<Int> = []

    /// A queued push.
    struct Push: Sendable {
        let request: PushRequest
        let account: Account.ID
        let subject: PushNews.Subject
        /// When the event it tells of happened.
        let date: Timestamp
        /// The push is not sent before this time.
        var start: Timestamp
        var tries = 0
    }

    /// - Parameters:
    ///   - service: the name that the operator uses.
    ///   - client: used by this queue only.
    ///   - silentHosts: is told which hosts answer.
    init(
        service: String, client: PushClient, storage: any MarketStorage, news: PushNews,
        silentHosts: SilentHosts, clock: @escaping @Sendable () -> Timestamp
    ) {
        (self.service, self.client, self.storage) = (service, client, storage)
        (self.news, self.silentHosts, self.clock) = (news, silentHosts, clock)
    }

    /// How much a queue has to do, for choosing where to add a push: the best choice sorts first.
    struct Load: Comparable {
        /// Whether the queue has pushes to the same host.
        let hasHost: Bool
        let isSending: Bool
        let count: Int

        static func < (one: Load, other: Load) -> Bool {
            (one.hasHost ? 0 : 1, one.isSending ? 1 : 0, one.count)
                < (other.hasHost ? 0 : 1, other.isSending ? 1 : 0, other.count)
        }
    }

    /// - Parameter origin: the origin of the host that the push goes to.
    func load(for origin: String) -> Load {
        Load(
            hasHost: [sending, waiting].contains { pushes in
                pushes.contains { $0.request.origin == origin }
            },
            isSending: !sending.isEmpty, count: sending.count + waiting.count)
    }

    /// Queues a push and returns without waiting for it to be sent.
    func add(_ push: Push) {
        if waiting.count >= Self.capacity {
            // A push that the service did not accept makes room for one that has not been tried.
            guard let old = waiting.firstIndex(where: { $0.tries > 0 }) else {
                statistics.dropped += 1
                return
            }
            waiting.remove(at: old)
            statistics.failed += 1
        }
        waiting.append(push)
        arrival.yield()
    }

    /// Runs until the task is cancelled.
    /// - Parameter reassign: takes over pushes to hosts that did not answer.
    func run(_ reassign: @Sendable (Push) async -> Void) async {
        for await _ in arrivals {
            while !waiting.isEmpty, !Task.isCancelled {
                sending = takeDue()
                if sending.isEmpty {
                    try? await Task.sleep(for: Self.checkInterval)  // Cancelled: the loop ends.
                } else {
                    let unanswered = await send(sending)
                    sending = []
                    for push in unanswered { await reassign(push) }
                }
            }
        }
    }

    /// Takes the next batch out of the queue, in order of arrival.
    private func takeDue() -> [Push] {
        let now = clock()
        var (batch, rest): ([Push], [Push]) = ([], [])
        for push in waiting {
            if push.start <= now, batch.count < PushClient.mostRequests {
                batch.append(push)
            } else {
                rest.append(push)
            }
        }
        waiting = rest
        return batch
    }

    /// - Returns: the pushes to hand on: those that got no answer, and all that wait for the same hosts.
    private func send(_ batch: [Push]) async -> [Push] {
        let now = clock()
        let fresh = batch.filter { now.since($0.date) <= PushNews.lifetime }
        statistics.dropped += batch.count - fresh.count
        do {
            var due: [Push] = []
            for push in fresh {
                if try await isDue(push, at: now) { due.append(push) }
            }
            let answers = try await client.send(due.map(\.request), at: now.seconds)
            return await record(zip(due, answers))
        } catch {
            Console.printError("pushes to \(service) wait: \(error)")
            for push in fresh { retry(push, after: nil) }
            return []
        }
    }

    /// False if the news was seen or the browser signed out while the push waited.
    private func isDue(_ push: Push, at now: Timestamp) async throws(StorageError) -> Bool {
        let subscriptions = try await storage.pushSubscriptions(of: push.account, at: now)
        guard subscriptions.contains(where: { $0.endpoint == push.request.address }) else {
            return false
        }
        return try await news.isUnseen(push.subject, of: push.account, at: now)
    }

    private func record(_ answers: some Sequence<(Push, PushAnswer)>) async -> [Push] {
        var gone: [String] = []
        var (answered, silent): (Set<String>, [Push]) = ([], [])
        for (push, answer) in answers {
            switch answer {
            case .silence, .unknown: break
            default: answered.insert(push.request.origin)
            }
            switch answer {
            case .sent: statistics.sent += 1
            case .gone:
                statistics.gone += 1
                gone.append(push.request.address)
            case .later(let wait): retry(push, after: wait)
            case .unknown: retry(push, after: nil)
            case .silence: silent.append(push)
            case .refused(let status):
                statistics.failed += 1
                logRefusal(status)
            }
        }
        do {
            try await storage.deletePushSubscriptions(gone)
        } catch {
            // The next push to them gets the same answer.
            Console.printError("browsers that take no pushes any more were kept: \(error)")
        }
        return takeOutUnanswered(silent, answered: answered)
    }

    /// Notes which hosts have answered, and takes out the pushes that wait for those that have not.
    private func takeOutUnanswered(_ silent: [Push], answered: Set<String>) -> [Push] {
        let silentOrigins = Set(silent.map(\.request.origin)).subtracting(answered)
        silentHosts.record(answered: answered, silent: silentOrigins, at: clock())
        var unanswered: [Push] = []
        for push in silent {
            if !silentOrigins.contains(push.request.origin) {
                retry(push, after: nil)
            } else if let push = countingTry(push) {
                unanswered.append(push)
            }
        }
        unanswered += waiting.filter { silentOrigins.contains($0.request.origin) }
        waiting.removeAll { silentOrigins.contains($0.request.origin) }
        return unanswered
    }

    /// Counts a try; returns nil and counts a failure after the last one.
    private func countingTry(_ push: Push) -> Push? {
        var push = push
        push.tries += 1
        guard push.tries < Self.mostTries else {
            statistics.failed += 1
            return nil
        }
        return push
    }

    private func retry(_ push: Push, after wait: Int64?) {
        guard var push = countingTry(push) else { return }
        guard waiting.count < Self.capacity else {
            statistics.failed += 1
            return
        }
        push.start = clock() + min(max(wait ?? Self.defaultDelay, 1), Self.longestDelay)
        waiting.append(push)
    }

    private func logRefusal(_ status: Int) {
        guard loggedStatuses.insert(status).inserted else { return }
        Console.printError("\(service) refuses pushes with status \(status)")
    }
}

/// The number of pushes by their result, since the start.
struct PushStatistics: Equatable, Sendable {
    var sent = 0
    /// Their browsers do not accept pushes any more.
    var gone = 0
    /// Refused, or not accepted after the last try.
    var failed = 0
    /// One too many, or too old before it could be sent.
    var dropped = 0

    static func += (sum: inout PushStatistics, part: PushStatistics) {
        sum.sent += part.sent
        sum.gone += part.gone
        sum.failed += part.failed
        sum.dropped += part.dropped
    }
}
