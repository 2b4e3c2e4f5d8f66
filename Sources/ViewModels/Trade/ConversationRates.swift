import Market

/// How often somebody may write, so that nobody writes to everybody.
public struct ConversationRates: Sendable {
    /// For so long somebody who has signed up is new, in seconds.
    public static let newcomerTime: Int64 = 7 * 86_400

    private let begunByNewcomers: TryLimiter?
    private let messages: TryLimiter?

    /// - Parameters:
    ///   - newcomerConversations: how many one who is new may begin an hour; 0 is any number.
    ///   - messages: how many anybody may send a minute; 0 is any number.
    public init(newcomerConversations: Int = 0, messages: Int = 0) {
        begunByNewcomers =
            newcomerConversations > 0
            ? TryLimiter(mostTries: newcomerConversations, windowSeconds: 3_600) : nil
        self.messages = messages > 0 ? TryLimiter(mostTries: messages) : nil
    }

    /// Counts a conversation that is to be begun.
    /// - Returns: why it may not be.
    func refusal(beginningBy account: Account, at now: Timestamp) -> Refusal? {
        guard now.since(account.dateJoined) < Self.newcomerTime else { return nil }
        let key = TryLimiter.Key(subject: account.id.rawValue, address: "")
        return begunByNewcomers?.secondsToWait(key, at: now)
            .map { .tooOften(.tooManyConversations, wait: $0) }
    }

    /// Uncounts one that came to nothing.
    func refund(beginningBy account: Account) {
        begunByNewcomers?.refund(TryLimiter.Key(subject: account.id.rawValue, address: ""))
    }

    /// Counts a message that is to be sent.
    /// - Returns: why it may not be.
    func refusal(writingBy writer: Conversation.Reader, at now: Timestamp) -> Refusal? {
        messages?.secondsToWait(writer.key, at: now)
            .map { .tooOften(.tooManyMessages, wait: $0) }
    }
}

extension Conversation.Reader {
    fileprivate var key: TryLimiter.Key {
        switch self {
        case .account(let id): TryLimiter.Key(subject: id.rawValue, address: "account")
        case .guest(let item): TryLimiter.Key(subject: item.rawValue, address: "item")
        }
    }
}
