import Market

/// How often somebody may write, so that nobody writes to everybody. Who is new may do less.
public struct ConversationRates: Sendable {
    /// A text with fewer letters is one that many people write: `아직 있나요?`
    static let shortestSameText = 20

    private let begunByNewcomers: TryLimiter?
    private let linksOfNewcomers: TryLimiter?
    private let messages: TryLimiter?
    private let sameTexts: TryLimiter?
    /// Where a text was sent already: there it counts once.
    private let textsSent = TryLimiter(mostTries: 1, windowSeconds: 3_600)

    /// - Parameters:
    ///   - newcomerConversations: how many one who is new may begin an hour; 0 is any number.
    ///   - newcomerLinks: how many messages with an address they may send a day; 0 is any number.
    ///   - messages: how many anybody may send a minute; 0 is any number.
    ///   - sameTexts: to how many people one may send the same text an hour; 0 is any number.
    public init(
        newcomerConversations: Int = 0, newcomerLinks: Int = 0, messages: Int = 0,
        sameTexts: Int = 0
    ) {
        begunByNewcomers = TryLimiter(newcomerConversations, in: 3_600)
        linksOfNewcomers = TryLimiter(newcomerLinks, in: 86_400)
        self.messages = TryLimiter(messages, in: 60)
        self.sameTexts = TryLimiter(sameTexts, in: 3_600)
    }

    /// By the names that every program over the database knows them by.
    public var limits: [String: TryLimiter] {
        let limits = [
            "newcomers' conversations": begunByNewcomers, "newcomers' links": linksOfNewcomers,
            "messages": messages, "same texts": sameTexts, "texts sent": textsSent,
        ]
        return limits.compactMapValues { $0 }
    }

    /// Counts a conversation that is to be begun.
    /// - Returns: why it may not be.
    func refusal(beginningBy account: Account, at now: Timestamp) -> Refusal? {
        guard account.isNew(at: now) else { return nil }
        return begunByNewcomers?.secondsToWait(account.key, at: now)
            .map { .tooOften(.tooManyConversations, wait: $0) }
    }

    /// Uncounts one that came to nothing.
    func refund(beginningBy account: Account) {
        begunByNewcomers?.refund(account.key)
    }

    /// Counts a message that is to be sent, also that of a step of a dealing.
    /// - Returns: why it may not be.
    func refusal(sendingBy sender: Conversation.Reader, at now: Timestamp) -> Refusal? {
        messages?.secondsToWait(sender.key, at: now).map { .tooOften(.tooManyMessages, wait: $0) }
    }

    /// Counts what is written in a message.
    /// - Parameter account: the writer's; nil for a guest.
    /// - Returns: why it may not be sent.
    func refusal(
        writing text: String, to addressee: Addressee, by writer: Conversation.Reader,
        _ account: Account?, at now: Timestamp
    ) -> Refusal? {
        if let account, account.isNew(at: now), text.hasAddress,
            let wait = linksOfNewcomers?.secondsToWait(account.key, at: now)
        {
            return .tooOften(.tooManyLinks, wait: wait)
        }
        return refusal(repeating: text, to: addressee, by: writer, at: now)
    }

    private func refusal(
        repeating text: String, to addressee: Addressee, by writer: Conversation.Reader,
        at now: Timestamp
    ) -> Refusal? {
        let folded = SearchText(text)
        guard let sameTexts, folded.scalars.count >= Self.shortestSameText else { return nil }
        let key = writer.key(of: folded)
        guard textsSent.secondsToWait(addressee.key(of: key), at: now) == nil else { return nil }
        return sameTexts.secondsToWait(key, at: now).map { wait in
            textsSent.forget(addressee.key(of: key))
            return .tooOften(.sameTextTooOften, wait: wait)
        }
    }

    /// Whom a message is for.
    enum Addressee {
        /// The seller of an item who was not asked yet.
        case seller(Item.ID)
        /// The other of a conversation.
        case other(Conversation.ID)

        fileprivate func key(of text: TryLimiter.Key) -> TryLimiter.Key {
            let text = "\(text.subject) \(text.address)"
            return switch self {
            case .seller(let item):
                TryLimiter.Key(subject: item.rawValue, address: "item \(text)")
            case .other(let id): TryLimiter.Key(subject: id.rawValue, address: "chat \(text)")
            }
        }
    }
}

extension Account {
    fileprivate var key: TryLimiter.Key { TryLimiter.Key(subject: id.rawValue, address: "") }
}

extension Conversation.Reader {
    /// Names them in what counts tries.
    var key: TryLimiter.Key {
        switch self {
        case .account(let id): TryLimiter.Key(subject: id.rawValue, address: "account")
        case .guest(let item): TryLimiter.Key(subject: item.rawValue, address: "item")
        }
    }

    /// - Parameter text: remembered by its hash: nobody's words are kept for this.
    fileprivate func key(of text: SearchText) -> TryLimiter.Key {
        let number = TryLimiter.Key.number(of: text.letters)
        return TryLimiter.Key(subject: key.subject, address: "\(key.address) \(number)")
    }
}
