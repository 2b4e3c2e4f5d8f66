import Market

/// Decides which news is pushed to somebody: each piece once, and of one subject at most one a minute
/// until it is seen.
public struct PushPacing: Sendable {
    /// After a change, only news of at most this age is pushed, in seconds.
    public static let freshness: Int64 = 120
    /// The pause between two pushes of one subject while they are unseen, in seconds.
    public static let pause: Int64 = 60
    /// How long it is remembered what was pushed, in seconds: longer than `freshness`, because the
    /// search for news may run late.
    private static let memory: Int64 = 1_200

    private struct Topic: Hashable {
        let account: Account.ID
        let subject: PushNews.Subject
    }

    private struct Told {
        let number: Int64
        let date: Timestamp
    }

    private var told: [Topic: Told] = [:]

    /// Starts with nothing pushed.
    public init() {}

    /// Whether a piece of news is to be pushed to an account; if so, it counts as pushed.
    public mutating func tell(
        _ news: PushNews.Output, to account: Account.ID, at now: Timestamp
    ) -> Bool {
        let topic = Topic(account: account, subject: news.subject)
        if let last = told[topic] {
            // If it is the only unseen news of its subject, the account has seen what it was told before.
            // A reminder is always the only one, so that this proves nothing.
            let isAfterSeeing = news.count == 1 && !news.subject.isReminder
            guard news.number != last.number,
                isAfterSeeing || now.since(last.date) >= Self.pause
            else { return false }
        }
        told[topic] = Told(number: news.number, date: now)
        return true
    }

    /// Forgets what is too old to be pushed again anyway.
    public mutating func forgetOld(at now: Timestamp) {
        told = told.filter { now.since($0.value.date) <= Self.memory }
    }
}
