import Market

/// Rate limits on messages, so that nobody writes to everybody. New accounts have lower limits.
public struct ConversationRates: Sendable {
    /// Shorter texts are not counted as repeated, since many people write them: `아직 있나요?`
    static let shortestSameText = 20

    private let begunByNewcomers: TryLimiter?
    private let linksOfNewcomers: TryLimiter?
    private let messages: TryLimiter?
    private let sameTexts: TryLimiter?
    /// To whom each text was sent already: sending it to the same person again is not counted again.
    private let textsSent = TryLimiter(mostTries: 1, windowSeconds: 3_600)

    /// - Parameters:
    ///   - newcomerConversations: how many conversations a new account may begin in an hour; 0 for no limit.
    ///   - newcomerLinks: how many messages with a link a new account may send in a day; 0 for no limit.
    ///   - messages: how many messages anybody may send in a minute; 0 for no limit.
    ///   - sameTexts: to how many people one may send the same text in an hour; 0 for no limit.
    public init(
        newcomerConversations: Int = 0, newcomerLinks: Int = 0, messages: Int = 0,
        sameTexts: Int = 0
    ) {
        begunByNewcomers = TryLimiter(newcomerConversations, in: 3_600)
        linksOfNewcomers = TryLimiter(newcomerLinks, in: 86_400)
        self.messages = TryLimiter(messages, in: 60)
        self.sameTexts = TryLimiter(sameTexts, in: 3_600)
    }

    /// The limiters by name; all server processes that share a database know them by these names.
    public var limits: [String: TryLimiter] {
        let limits = [
            "newcomers' conversations": begunByNewcomers, "newcomers' links": linksOfNewcomers,
            "messages": messages, "same texts": sameTexts, "texts sent": textsSent,
        ]
        return limits.compactMapValues { $0 }
    }

    /// Counts a new conversation.
    /// - Returns: why it may not be begun; nil if it may.
    func refusal(beginningBy account: Account, at now: Timestamp) -> Refusal? {
        guard account.isNew(at: now) else { return nil }
        return begunByNewcomers?.secondsToWait(account.key, at: now)
            .map { .tooOften(.tooManyConversations, wait: $0) }
    }

    /// Takes a conversation out of the count that could not be begun after all.
    func refund(beginningBy account: Account) { begunByNewcomers?.refund(account.key) }

    /// Counts a message, including one that a step of a dealing writes.
    /// - Returns: why it may not be sent; nil if it may.
    func refusal(sendingBy sender: Conversation.Reader, at now: Timestamp) -> Refusal? {
        messages?.secondsToWait(sender.key, at: now).map { .tooOften(.tooManyMessages, wait: $0) }
    }

    /// Counts the text of a message, if it has a link or is sent to several people.
    /// - Parameters:
    ///   - addressee: nil if nobody is left to read it.
    ///   - account: the writer's account; nil for a guest.
    /// - Returns: why it may not be sent; nil if it may.
    func refusal(
        writing text: String, to addressee: Addressee?, by writer: Conversation.Reader,
        _ account: Account?, at now: Timestamp
    ) -> Refusal? {
        if let account, account.isNew(at: now), text.hasAddress,
            let wait = linksOfNewcomers?.secondsToWait(account.key, at: now)
        {
            return .tooOften(.tooManyLinks, wait: wait)
        }
        guard let addressee else { return nil }
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

    /// Whom a message is for, in whichever of their conversations.
    enum Addressee {
        case member(Account.ID)
        /// The guest who posted an item. Two items may be the same guest's, which nobody can tell.
        case guest(Item.ID)

        /// The seller of an item.
        init(sellerOf item: Item) {
            self = item.seller.map(Self.member) ?? .guest(item.id)
        }

        /// The other person in a conversation; nil if they have left.
        init?(in conversation: Conversation) {
            switch conversation.other {
            case .member(let id, _, _): self = .member(id)
            case .guest:
                guard let item = conversation.item else { return nil }
                self = .guest(item.id)
            case .left: return nil
            }
        }

        fileprivate func key(of text: TryLimiter.Key) -> TryLimiter.Key {
            let text = "\(text.subject) \(text.address)"
            return switch self {
            case .member(let id): TryLimiter.Key(subject: id.rawValue, address: "member \(text)")
            case .guest(let item):
                TryLimiter.Key(subject: item.rawValue, address: "item \(text)")
            }
        }
    }
}

extension Account {
    fileprivate var key: TryLimiter.Key { TryLimiter.Key(subject: id.rawValue, address: "") }
}

extension Conversation.Reader {
    /// Identifies the reader in a limiter.
    var key: TryLimiter.Key {
        switch self {
        case .account(let id): TryLimiter.Key(subject: id.rawValue, address: "account")
        case .guest(let item): TryLimiter.Key(subject: item.rawValue, address: "item")
        }
    }

    /// - Parameter text: counted by its hash, so that nobody's words are stored for this.
    fileprivate func key(of text: SearchText) -> TryLimiter.Key {
        let number = TryLimiter.Key.number(of: text.letters)
        return TryLimiter.Key(subject: key.subject, address: "\(key.address) \(number)")
    }
}
