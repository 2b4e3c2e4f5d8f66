import Market
import Secrets
import ViewModels
import WebPush

/// Has push services wake the browsers of people who are away: a moment after this program has written
/// something it looks what of it is news for whom, and each minute for whom a reminder came due.
///
/// It holds nothing up, and what it cannot keep up with is dropped and counted: nothing grows with what
/// happens in the market.
actor PushSender {
    /// Pushes that wait to be sent, or sent again.
    private static let mostWaiting = 1_000
    private static let mostTries = 3
    /// For the next round, which takes up what has come meanwhile.
    private static let pause: Duration = .seconds(1)
    private static let reminderInterval: Int64 = 60
    /// Seconds until a push is tried again, where its service does not say, and at most.
    private static let (usualWait, longestWait): (Int64, Int64) = (60, 3_600)

    private let storage: any MarketStorage
    private let services: PushServices
    private let client: PushClient
    private let news: PushNews
    private let signer: Signer
    private let isWatching: @Sendable (Account.ID) -> Bool
    private let isOurs: @Sendable () -> Bool
    private let clock: @Sendable () -> Timestamp
    private let inbox = PushInbox()
    private var pacing = PushPacing()
    private var waiting: [Waiting] = []
    private var counts = Statistics()
    private var timer: Task<Void, Never>?
    /// What a service has refused, with its status: it is said once.
    private var complaints: Set<String> = []

    /// A push on its way.
    private struct Waiting {
        let request: PushRequest
        let account: Account.ID
        /// Not before then.
        var date: Timestamp
        var tries = 0
    }

    /// How many pushes came to what, since the start.
    struct Statistics: Equatable, Sendable {
        var sent = 0
        /// Of browsers that take none any more.
        var gone = 0
        /// Refused, or not taken by the last try.
        var failed = 0
        /// What was too much, before it was known whether anybody is told of it.
        var dropped = 0
    }

    /// - Parameters:
    ///   - key: by which push services know the site.
    ///   - isWatching: who has a page open is told by that.
    ///   - isOurs: whether it is this program that tells of what no write has brought.
    init(
        storage: any MarketStorage, zone: MarketTimeZone, services: PushServices, key: VAPIDKey,
        contact: String,
        isWatching: @escaping @Sendable (Account.ID) -> Bool,
        isOurs: @escaping @Sendable () -> Bool = { true },
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        (self.storage, self.services) = (storage, services)
        (self.isWatching, self.isOurs, self.clock) = (isWatching, isOurs, clock)
        client = PushClient(key: key, contact: contact)
        news = PushNews(storage: storage, zone: zone)
        // As good for all programs of a database, and for as long as the key.
        let secret = Digest.blake2b(Array(key.secret.utf8), size: 32)
        signer = Signer(key: Array(secret.utf8)) ?? Signer()
    }

    var statistics: Statistics {
        var counts = self.counts
        counts.dropped += inbox.dropped
        return counts
    }

    /// Goes on until the task is cancelled.
    nonisolated func start() -> Task<Void, Never> {
        storage.feed.setFollower { [inbox] changes in inbox.add(changes) }
        return Task(priority: .utility) {
            async let reminding: Void = remind()
            for await _ in inbox.arrivals {
                await tell()
                try? await Task.sleep(for: Self.pause)  // Cancelled: the stream ends.
            }
            await reminding
        }
    }

    // MARK: - What is news

    /// Looks for whom a reminder came due since the last time.
    private func remind() async {
        var last = clock()
        while !Task.isCancelled {
            // Cancelled: the loop ends.
            try? await Task.sleep(for: .seconds(Self.reminderInterval))
            let now = clock()
            // Another program does, or has done so until now.
            defer { last = now }
            guard isOurs() else { continue }
            do {
                let accounts = try await storage.pushedAccounts(remindedAfter: last, until: now)
                inbox.add(accounts.map(Change.organiser))
            } catch {
                Console.printError("nobody was reminded by a push: \(error)")
            }
        }
    }

    /// One round: what has come, what is to be tried again.
    func tell() async {
        do {
            try await gather(at: clock())
            try await sendDue()
        } catch {
            Console.printError("pushes were not sent: \(error)")
        }
        pacing.forgetOld(at: clock())
        wakeForNext()
    }

    /// Of all whose things have changed, finds those who are away and have not seen something new.
    private func gather(at now: Timestamp) async throws {
        let changed = inbox.take()
        guard !changed.isEmpty else { return }
        let pushed = try await storage.pushedAccounts()
        for account in changed where pushed.contains(account) && !isWatching(account) {
            guard waiting.count < Self.mostWaiting else {
                counts.dropped += 1
                continue
            }
            do {
                try await gather(for: account, at: now)
            } catch let error as StorageError where error.isNotFound {
                // Something of theirs is gone since it was looked for.
                continue
            }
        }
    }

    private func gather(for account: Account.ID, at now: Timestamp) async throws {
        guard let output = try await news.output(for: account, at: now),
            pacing.tell(output, to: account, at: now)
        else { return }
        try await wait(toTell: account, of: output.subject, at: now)
    }

    private func wait(
        toTell account: Account.ID, of subject: PushNews.Subject, at now: Timestamp
    ) async throws {
        // Says nothing of what it is to who does not know the key.
        let topic = String(signer.sign("push \(account) \(subject)").prefix(32))
        for subscription in try await storage.pushSubscriptions(of: account, at: now) {
            // The operator may have taken a service off the list.
            guard let endpoint = services.endpoint(subscription.endpoint) else { continue }
            let request = PushRequest(
                address: endpoint.text, origin: endpoint.origin, topic: topic)
            waiting.append(Waiting(request: request, account: account, date: now))
        }
    }

    // MARK: - Sending

    private func sendDue() async throws {
        let now = clock()
        var due: [Waiting] = []
        for push in waiting where push.date <= now {
            // Seen meanwhile: nothing is to be told any more.
            if push.tries > 0, try await news.output(for: push.account, at: now) == nil { continue }
            due.append(push)
        }
        waiting.removeAll { $0.date <= now }
        while !due.isEmpty {
            let batch = due.prefix(PushClient.mostRequests)
            due.removeFirst(batch.count)
            let answers: [PushAnswer]
            do {
                answers = try await client.send(batch.map(\.request), at: now.seconds)
            } catch {
                // A program that cannot be started is not tried again for each.
                counts.failed += batch.count + due.count
                throw error
            }
            try await note(answers, to: Array(batch))
        }
    }

    private func note(_ answers: [PushAnswer], to pushes: [Waiting]) async throws {
        var gone: [String] = []
        for (push, answer) in zip(pushes, answers) {
            switch answer {
            case .sent: counts.sent += 1
            case .gone:
                counts.gone += 1
                gone.append(push.request.address)
            case .later(let wait): tryAgain(push, after: wait)
            case .refused(let status):
                counts.failed += 1
                complain(push.request.origin, status)
            }
        }
        try await storage.deletePushSubscriptions(gone)
    }

    private func tryAgain(_ push: Waiting, after wait: Int64?) {
        var push = push
        push.tries += 1
        guard push.tries < Self.mostTries, waiting.count < Self.mostWaiting else {
            counts.failed += 1
            return
        }
        push.date = clock() + min(max(wait ?? Self.usualWait, 1), Self.longestWait)
        waiting.append(push)
    }

    private func complain(_ origin: String, _ status: Int) {
        guard complaints.insert("\(origin) \(status)").inserted else { return }
        Console.printError("\(origin) refuses pushes with status \(status)")
    }

    private func wakeForNext() {
        timer?.cancel()
        guard let next = waiting.map(\.date).min() else { return }
        timer = Task { [inbox, seconds = max(next.since(clock()), 1)] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            inbox.wake()
        }
    }
}
