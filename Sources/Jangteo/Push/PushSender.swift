import Market
import Secrets
import ViewModels
import WebPush

/// Has push services wake the browsers of members who are away. Shortly after this process has written
/// something, it looks up whom that is news for; each minute it looks for reminders that have come due, and
/// for members who have a page open but have not seen their news. What it finds goes to the queues of each
/// push service.
///
/// It holds nothing up, and drops and counts what it cannot keep up with, so that no queue grows with the
/// activity in the market.
actor PushSender {
    /// How many members are told in one round.
    private static let mostAtOnce = 1_000
    /// The pause between two rounds; the next round handles what has arrived meanwhile.
    private static let roundInterval: Duration = .seconds(1)
    /// How long a member with an open page has to see news, in seconds: perhaps nobody sits there.
    static let gracePeriod: Int64 = 60

    private let storage: any MarketStorage
    private let services: PushServices
    private let news: PushNews
    private let signer: Signer
    private let isWatching: @Sendable (Account.ID) -> Bool
    private let holdsLease: @Sendable () -> Bool
    private let clock: @Sendable () -> Timestamp
    private let inbox: PushInbox
    private let interval: Duration
    /// The queues by the names of their push services.
    private let queues: [String: PushQueues]
    /// Members who had a page open when news came, with the date of the first of it.
    private var watching: [Account.ID: Timestamp] = [:]
    private var pacing = PushPacing()
    private var dropped = 0

    /// - Parameters:
    ///   - key: the key by which push services know the site.
    ///   - isWatching: whether a member has a page open, which shows them the news first.
    ///   - holdsLease: whether this process, of all that share the database, sends reminders.
    ///   - interval: how often it looks for reminders and for news that was not seen.
    init(
        storage: any MarketStorage, zone: MarketTimeZone, services: PushServices, key: VAPIDKey,
        contact: String,
        isWatching: @escaping @Sendable (Account.ID) -> Bool,
        holdsLease: @escaping @Sendable () -> Bool,
        interval: Duration = .seconds(60),
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        (self.storage, self.services) = (storage, services)
        (self.isWatching, self.holdsLease, self.clock) = (isWatching, holdsLease, clock)
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
        // A service that is named twice is one service.
        self.queues = Dictionary(queues) { first, _ in first }
        // Derived from the key, so all server processes of the database share it, for as long as the key.
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

    /// Starts sending, until the task is cancelled.
    nonisolated func start() -> Task<Void, Never> {
        storage.feed.setFollower { [inbox] changes in inbox.add(changes) }
        return Task(priority: .utility) {
            await withDiscardingTaskGroup { group in
                for queues in queues.values { group.addTask { await queues.run() } }
                group.addTask { await self.poll() }
                for await _ in inbox.arrivals {
                    await notifyChanged()
                    try? await Task.sleep(for: Self.roundInterval)  // Cancelled: the stream ends.
                }
            }
        }
    }

    /// Regularly looks for news that no write announces.
    private func poll() async {
        var last = clock()
        // Cancelled: the loop ends.
        while (try? await Task.sleep(for: interval)) != nil {
            let now = clock()
            await notifyWatching(at: now)
            // Otherwise another process does, or did until now. What could not be looked up is looked up
            // again with the next reminders.
            let isDone = holdsLease() ? await remind(after: last, until: now) : true
            if isDone { last = now }
        }
    }

    /// Tells members whose time has run out what they still have not seen.
    private func notifyWatching(at now: Timestamp) async {
        for (account, date) in watching where now.since(date) >= Self.gracePeriod {
            watching[account] = nil
            await notify(account, ofNewsSince: date)
        }
    }

    /// - Returns: false if the reminders could not be looked up.
    private func remind(after start: Timestamp, until now: Timestamp) async -> Bool {
        do {
            let accounts = try await storage.pushedAccounts(remindedAfter: start, until: now)
            inbox.add(accounts.map(Change.organiser))
            return true
        } catch {
            Console.printError("nobody was reminded by a push: \(error)")
            return false
        }
    }

    /// One round: tells the members whose data has changed and who are away what is new.
    private func notifyChanged() async {
        let changed = inbox.take()
        do {
            let pushed = try await storage.pushedAccounts(among: Set(changed.keys))
            let told = changed.filter { pushed.contains($0.key) }
            let away = told.filter { !isWatching($0.key) }
            for (account, date) in told where away[account] == nil {
                postpone(account, since: date)
            }
            dropped += max(away.count - Self.mostAtOnce, 0)
            for (account, date) in away.prefix(Self.mostAtOnce) {
                await notify(account, ofNewsSince: date)
            }
        } catch {
            dropped += changed.count
            Console.printError("nobody was told of news by a push: \(error)")
        }
        pacing.forgetOld(at: clock())
    }

    /// Gives a member who has a page open the time to see the news.
    private func postpone(_ account: Account.ID, since date: Timestamp) {
        guard watching[account] == nil else { return }
        if watching.count < Self.mostAtOnce { watching[account] = date } else { dropped += 1 }
    }

    /// - Parameter date: when the first of the news came.
    private func notify(_ account: Account.ID, ofNewsSince date: Timestamp) async {
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
            // One of the records concerned has been deleted since the look-up.
            guard !error.isNotFound else { return }
            dropped += 1
            Console.printError("somebody was not told of news by a push: \(error)")
        }
    }

    private func push(
        _ output: PushNews.Output, to subscription: PushSubscription, at now: Timestamp
    ) async {
        // The operator may have removed the service from the list.
        guard let endpoint = services.endpoint(subscription.endpoint) else { return }
        // Reveals nothing about the subject to anybody who does not know the key.
        let topic = signer.sign("push \(subscription.account) \(output.subject)").prefix(32)
        let request = PushRequest(
            address: endpoint.text, origin: endpoint.origin, topic: String(topic))
        await queues[endpoint.service]?.add(
            PushQueue.Push(
                request: request, account: subscription.account, subject: output.subject,
                date: output.date, start: now))
    }
}
