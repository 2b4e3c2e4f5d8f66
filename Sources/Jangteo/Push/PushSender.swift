import Market
import Secrets
import ViewModels
import WebPush

/// Has push services wake the browsers of people who are away: a moment after this program has written
/// something it looks what of it is news for whom, and each minute for whom a reminder came due, and
/// who has not seen what came although a page of theirs is open. What it finds it hands to the queues
/// of each push service.
///
/// It holds nothing up, and what it cannot keep up with is dropped and counted: nothing grows with what
/// happens in the market.
actor PushSender {
    /// So many people are looked after in a round.
    private static let mostAtOnce = 1_000
    /// For the next round, which takes up what has come meanwhile.
    private static let pause: Duration = .seconds(1)
    /// So long who has a page open has to see what came, in seconds: perhaps nobody sits there.
    static let timeToSee: Int64 = 60

    private let storage: any MarketStorage
    private let services: PushServices
    private let news: PushNews
    private let signer: Signer
    private let isWatching: @Sendable (Account.ID) -> Bool
    private let isOurs: @Sendable () -> Bool
    private let clock: @Sendable () -> Timestamp
    private let inbox: PushInbox
    private let interval: Duration
    /// By their services' names.
    private let queues: [String: PushQueues]
    /// Who had a page open when something came, with when the first of it did.
    private var watching: [Account.ID: Timestamp] = [:]
    private var pacing = PushPacing()
    private var dropped = 0

    /// - Parameters:
    ///   - key: by which push services know the site.
    ///   - isWatching: who has a page open is told by that first.
    ///   - isOurs: whether it is this program that tells of what no write has brought.
    ///   - interval: how often it looks for that, and for what was not seen.
    init(
        storage: any MarketStorage, zone: MarketTimeZone, services: PushServices, key: VAPIDKey,
        contact: String,
        isWatching: @escaping @Sendable (Account.ID) -> Bool,
        isOurs: @escaping @Sendable () -> Bool = { true },
        interval: Duration = .seconds(60),
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        (self.storage, self.services) = (storage, services)
        (self.isWatching, self.isOurs, self.clock) = (isWatching, isOurs, clock)
        self.interval = interval
        inbox = PushInbox(clock: clock)
        let news = PushNews(storage: storage, zone: zone)
        self.news = news
        let queues = services.names.map { name in
            let ofService = PushQueues { silentHosts in
                PushQueue(
                    service: name, client: PushClient(key: key, contact: contact),
                    storage: storage, news: news, silentHosts: silentHosts, clock: clock)
            }
            return (name, ofService)
        }
        // One that is named twice is one.
        self.queues = Dictionary(queues) { first, _ in first }
        // As good for all programs of a database, and for as long as the key.
        let secret = Digest.blake2b(Array(key.secret.utf8), size: 32)
        signer = Signer(key: Array(secret.utf8)) ?? Signer()
    }

    var statistics: PushStatistics {
        get async {
            var sum = PushStatistics(dropped: dropped + inbox.dropped)
            for queues in queues.values {
                let part = await queues.statistics
                sum += part
            }
            return sum
        }
    }

    /// Goes on until the task is cancelled.
    nonisolated func start() -> Task<Void, Never> {
        storage.feed.setFollower { [inbox] changes in inbox.add(changes) }
        return Task(priority: .utility) {
            await withDiscardingTaskGroup { group in
                for queues in queues.values { group.addTask { await queues.run() } }
                group.addTask { await self.lookAgain() }
                for await _ in inbox.arrivals {
                    await tell()
                    try? await Task.sleep(for: Self.pause)  // Cancelled: the stream ends.
                }
            }
        }
    }

    /// Looks for what no write brings.
    private func lookAgain() async {
        var last = clock()
        // Cancelled: the loop ends.
        while (try? await Task.sleep(for: interval)) != nil {
            let now = clock()
            await tellWatching(at: now)
            // Else another program does, or has done so until now.
            if isOurs() { await remind(after: last, until: now) }
            last = now
        }
    }

    /// Tells those who have had their time of what they still have not seen.
    private func tellWatching(at now: Timestamp) async {
        for (account, date) in watching where now.since(date) >= Self.timeToSee {
            watching[account] = nil
            await tell(account, ofWhatCameAt: date)
        }
    }

    private func remind(after start: Timestamp, until now: Timestamp) async {
        do {
            let accounts = try await storage.pushedAccounts(remindedAfter: start, until: now)
            inbox.add(accounts.map(Change.organiser))
        } catch {
            Console.printError("nobody was reminded by a push: \(error)")
        }
    }

    /// One round: of all whose things have changed, tells those who are away of what is new.
    private func tell() async {
        let changed = inbox.take()
        do {
            let pushed = try await storage.pushedAccounts(among: Set(changed.keys))
            let told = changed.filter { pushed.contains($0.key) }
            let away = told.filter { !isWatching($0.key) }
            for (account, date) in told where away[account] == nil {
                wait(for: account, since: date)
            }
            dropped += max(away.count - Self.mostAtOnce, 0)
            for (account, date) in away.prefix(Self.mostAtOnce) {
                await tell(account, ofWhatCameAt: date)
            }
        } catch {
            dropped += changed.count
            Console.printError("nobody was told of news by a push: \(error)")
        }
        pacing.forgetOld(at: clock())
    }

    /// Gives who has a page open the time to see what came.
    private func wait(for account: Account.ID, since date: Timestamp) {
        guard watching[account] == nil else { return }
        if watching.count < Self.mostAtOnce { watching[account] = date } else { dropped += 1 }
    }

    /// - Parameter date: of what they are told of; it was looked at after that.
    private func tell(_ account: Account.ID, ofWhatCameAt date: Timestamp) async {
        let now = clock()
        do throws(StorageError) {
            let unseen = try await news.outputs(
                for: account, from: date + -PushPacing.freshness, until: now)
            let untold = unseen.filter { pacing.tell($0, to: account, at: now) }
            guard !untold.isEmpty else { return }
            let subscriptions = try await storage.pushSubscriptions(of: account, at: now)
            for output in untold {
                for subscription in subscriptions { await push(output, to: subscription, at: now) }
            }
        } catch {
            // Something of theirs is gone since it was looked for.
            guard !error.isNotFound else { return }
            dropped += 1
            Console.printError("somebody was not told of news by a push: \(error)")
        }
    }

    private func push(
        _ output: PushNews.Output, to subscription: PushSubscription, at now: Timestamp
    ) async {
        // The operator may have taken a service off the list.
        guard let endpoint = services.endpoint(subscription.endpoint) else { return }
        // Says nothing of what it is to who does not know the key.
        let topic = signer.sign("push \(subscription.account) \(output.subject)").prefix(32)
        let request = PushRequest(
            address: endpoint.text, origin: endpoint.origin, topic: String(topic))
        await queues[endpoint.service]?.add(
            PushQueue.Push(
                request: request, account: subscription.account, subject: output.subject,
                date: output.date, start: now))
    }
}
