import Market

/// Which news somebody is told of by a push: each piece once, and of one thing no more than one a
/// minute until it was seen.
public struct PushPacing: Sendable {
    /// What came longer before something has changed is none of what is told of for that, in seconds.
    public static let freshness: Int64 = 120
    /// Between two of the same that were not seen, in seconds.
    public static let pause: Int64 = 60
    /// So long it is known what was told, in seconds: who looks for news may be late.
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

    /// Has told nobody of anything.
    public init() {}

    /// Whether somebody is to be told of a piece of news, which counts as told then.
    public mutating func tell(
        _ news: PushNews.Output, to account: Account.ID, at now: Timestamp
    ) -> Bool {
        let topic = Topic(account: account, subject: news.subject)
        if let last = told[topic] {
            guard news.number != last.number,
                news.count == 1 || now.since(last.date) >= Self.pause
            else { return false }
        }
        told[topic] = Told(number: news.number, date: now)
        return true
    }

    /// Forgets what nobody is told of again anyway.
    public mutating func forgetOld(at now: Timestamp) {
        told = told.filter { now.since($0.value.date) <= Self.memory }
    }
}
