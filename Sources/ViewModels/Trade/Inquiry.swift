import Market

/// The first message to an item's seller. A visitor who is not signed in opens an account in the
/// same step, or signs in to the account that has the nickname.
public struct Inquiry: Sendable {
    private let storage: any MarketStorage
    private let signUp: SignUp
    private let signIn: SignIn
    private let rates: ConversationRates

    /// Reads from and writes to `storage`.
    public init(
        storage: any MarketStorage, signUp: SignUp, signIn: SignIn, rates: ConversationRates
    ) {
        self.storage = storage
        self.signUp = signUp
        self.signIn = signIn
        self.rates = rates
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// The item that the message is about.
        public var item: Item.ID
        /// Who writes; nil for a visitor who opens an account or signs in.
        public var asker: Account?
        /// The message as typed; may be blank if a price is offered.
        public var text = ""
        /// The price that they offer, as typed; blank for no offer.
        public var price = ""
        /// The doubtful amount that the writer has confirmed.
        public var sure = ""
        /// Identifies this submission, so that it is sent only once.
        public var token = ""
        /// The account's nickname, as typed.
        public var nickname = ""
        /// The account's password, as typed.
        public var password = ""
        /// The client's address, by which sign-ups and password attempts are counted.
        public var address = ""

        /// Nothing typed yet.
        public init(item: Item.ID, asker: Account?) {
            self.item = item
            self.asker = asker
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// Identifies the item in links.
        public let item: Item.ID
        /// The item that the message is about; nil once it is deleted.
        public let subject: ConversationSubject?
        /// The conversation that exists already; nil for none.
        public let conversation: Conversation.ID?
        /// Whether the seller can be written to.
        public let mayAsk: Bool
        /// As typed.
        public let text: String
        /// Ready-made messages to choose from.
        public let quickAnswers: [Phrase]
        /// How soon the seller mostly answers; nil when that is not known.
        public let replyTime: Phrase?
        /// Whether a price may be offered.
        public let mayOffer: Bool
        /// As typed.
        public let price: String
        /// The amount that the writer is asked to confirm, in minor units; nil for none.
        public let doubtfulAmount: Int64?
        /// Identifies this submission, so that it is sent only once.
        public let token: String
        /// As typed.
        public let nickname: String
        /// Whether the form asks for a nickname and password, to open an account or sign in.
        public let opensAccount: Bool
        /// Whether the password must be typed again although nothing was refused.
        public let losesPassword: Bool
        /// Why nothing was sent; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// The result of sending.
    public struct Sent: Sendable {
        /// Nil if the message could not be sent: only the account was opened.
        public let conversation: Conversation.ID?
        /// The account that was opened; nil when there was one.
        public let opened: SignUp.Opened?
        /// The credentials of an account that was signed in to with the password; nil when the
        /// asker was signed in already, or has opened an account.
        public let signedIn: Credentials?
    }

    /// The form, empty or with what was typed.
    /// - Throws: `.itemNotFound`.
    public func output(
        for input: Input, refusal: Refusal? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let item = try await storage.item(input.item)
        var conversation: Conversation.ID?
        if let asker = input.asker {
            conversation = try await storage.conversation(about: item.id, by: asker.id)
        }
        guard conversation != nil || !item.isHidden else { throw .itemNotFound }
        let obstacle = try await conversation == nil ? obstacle(item, input) : nil
        let price = item.content.price
        let refusal = refusal ?? obstacle
        return Output(
            item: item.id, subject: ConversationSubject(ItemSummary(item)),
            conversation: conversation, mayAsk: obstacle == nil, text: input.text,
            quickAnswers: QuickAnswers.toBegin(about: item.content.purpose),
            replyTime: try await replyTime(of: item.seller, at: now),
            mayOffer: Dealing.Step.offerPrice.fits(price, of: item.content.purpose),
            price: input.price, doubtfulAmount: input.doubtfulAmount(for: price),
            token: input.token, nickname: input.nickname, opensAccount: input.asker == nil,
            losesPassword: refusal == nil && !input.password.isEmpty, refusal: refusal)
    }

    /// The form with a quick answer appended to the message that was typed; nothing is sent.
    /// - Parameter answer: the text on its button.
    /// - Throws: as for the form itself.
    public func output(
        for typed: Input, adding answer: String, at now: Timestamp
    ) async throws(StorageError) -> Output {
        var input = typed
        input.text = QuickAnswers.adding(answer, to: typed.text)
        return try await output(for: input, at: now)
    }

    private func replyTime(
        of seller: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Phrase? {
        guard let seller else { return nil }
        do throws(StorageError) {
            return try await storage.facts(of: seller, at: now).replyPhrase
        } catch .notFound {
            return nil
        }
    }

    /// Sends the message.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Sent, Output> {
        let result: Result<Sent, Refusal>
        do throws(StorageError) {
            result = try await send(input, at: now)
        } catch {
            switch error {
            case .dealing(let obstacle): result = .failure(.notSent(obstacle))
            case .suspended: result = .failure(.suspended)
            case .busy, .full: result = .failure(.unavailable)
            case .itemNotFound: return .refused(gone(input))
            default: throw error
            }
        }
        switch result {
        case .success(let sent): return .saved(sent)
        case .failure(let refusal):
            return .refused(try await output(for: input, refusal: refusal, at: now))
        }
    }

    private func gone(_ input: Input) -> Output {
        let alert = Alert(failed: .messageNotSent, Dealing.Obstacle.itemDeleted.phrase)
        return Output(
            item: input.item, subject: nil, conversation: nil, mayAsk: false, text: input.text,
            quickAnswers: [], replyTime: nil, mayOffer: false, price: input.price,
            doubtfulAmount: nil, token: input.token, nickname: input.nickname,
            opensAccount: input.asker == nil, losesPassword: false,
            refusal: Refusal(.notFound, alert))
    }

    private func send(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        let content = try await storage.item(input.item).content
        var fields = FieldReader()
        let hasOffer = !input.price.trimmed.isEmpty
        let text = hasOffer && input.text.trimmed.isEmpty ? "" : fields.message(input.text)
        let amount = hasOffer ? fields.offer(input.price, for: content) : nil
        if input.asker == nil {
            _ = fields.nickname(input.nickname)
            fields.newPassword(input.password, "password", nickname: input.nickname)
        }
        if let refusal = fields.refusal { return .failure(refusal) }
        if let doubtful = input.doubtfulAmount(for: content.price) {
            let question = content.price.question(about: doubtful)
            return .failure(Refusal(asking: Fault("price", question)))
        }
        let opening = Opening(
            message: NewChatMessage(text: text, token: input.token, date: now), amount: amount)
        guard let asker = input.asker else { return try await open(input, opening, at: now) }
        return try await ask(opening, input.item, asker, at: now)
            .map { Sent(conversation: $0, opened: nil, signedIn: nil) }
    }

    /// The first message of a conversation, and the offer that comes with it.
    private struct Opening {
        let message: NewChatMessage
        /// The price offered, in minor units; nil for none.
        let amount: Int64?
    }

    /// Once opened, an account is kept, whether or not the message can be sent.
    private func open(
        _ input: Input, _ opening: Opening, at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        // Checked first, so that nobody opens an account in vain.
        try await checkMayAsk(about: storage.item(input.item), by: nil)
        let credentials = SignIn.Input(nickname: input.nickname, password: input.password)
        if let nickname = Nickname(input.nickname),
            try await storage.credentials(of: nickname) != nil
        {
            return try await ask(opening, input, signingInBy: credentials, at: now)
        }
        switch try await signUp.submit(credentials, from: input.address, at: now) {
        case .refused(let output): return .failure(output.refusal ?? .unavailable)
        case .saved(let opened):
            // Counts as success even if the message was not sent: on a second sign-up the nickname
            // would be taken.
            let conversation = await ask(opening, input.item, by: opened, at: now)
            return .success(Sent(conversation: conversation, opened: opened, signedIn: nil))
        }
    }

    /// Nil if the message could not be sent.
    private func ask(
        _ opening: Opening, _ item: Item.ID, by opened: SignUp.Opened, at now: Timestamp
    ) async -> Conversation.ID? {
        guard let asker = try? await storage.account(opened.account),
            case .success(let id)? = try? await ask(opening, item, asker, at: now)
        else { return nil }
        return id
    }

    /// A wrong password counts as a failed attempt to sign in.
    private func ask(
        _ opening: Opening, _ input: Input, signingInBy credentials: SignIn.Input,
        at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        switch try await signIn.submit(credentials, from: input.address, at: now) {
        case .refused(let output):
            let refusal = output.refusal ?? .unavailable
            return .failure(refusal == .wrongSignIn ? .nicknameInUse : refusal)
        case .saved(let known):
            let asker = try await storage.account(known.account)
            return try await ask(opening, input.item, asker, at: now)
                .map { Sent(conversation: $0, opened: nil, signedIn: known) }
        }
    }

    private func ask(
        _ opening: Opening, _ item: Item.ID, _ asker: Account, at now: Timestamp
    ) async throws(StorageError) -> Result<Conversation.ID, Refusal> {
        let reader = Conversation.Reader.account(asker.id)
        let seller = ConversationRates.Addressee(sellerOf: try await storage.item(item))
        let refusal =
            rates.refusal(sendingBy: reader, at: now)
            ?? rates.refusal(writing: opening.message.text, to: seller, by: reader, asker, at: now)
        if let refusal { return .failure(refusal) }
        let isNew = try await storage.conversation(about: item, by: asker.id) == nil
        if isNew, let refusal = rates.refusal(beginningBy: asker, at: now) {
            return .failure(refusal)
        }
        do throws(StorageError) {
            return .success(
                try await storage.ask(
                    opening.message, offering: opening.amount, about: item, by: asker.id))
        } catch {
            if isNew { rates.refund(beginningBy: asker) }
            throw error
        }
    }

    /// Why no form is shown, since its message would be refused; nil when it is shown.
    private func obstacle(_ item: Item, _ input: Input) async throws(StorageError) -> Refusal? {
        do throws(StorageError) {
            try await checkMayAsk(about: item, by: input.asker?.id)
            return nil
        } catch {
            switch error {
            case .dealing(let obstacle): return .notSent(obstacle)
            case .suspended: return .suspended
            default: throw error
            }
        }
    }

    /// - Throws: `.suspended`; as `Item.checkMayBeAsked`, and `.dealing(.unreachable)` when the
    ///   seller cannot answer.
    private func checkMayAsk(about item: Item, by asker: Account.ID?) async throws(StorageError) {
        try item.checkMayBeAsked(by: asker)
        if let asker, try await storage.isSuspended(asker) { throw .suspended }
        guard let seller = item.seller else { return }
        if let asker, try await storage.hasBlocked(asker, by: seller) {
            throw .dealing(.unreachable)
        }
        guard try await !storage.isSuspended(seller) else { throw .dealing(.unreachable) }
    }
}

extension Inquiry.Input {
    /// The amount that the writer is to confirm first: it is far from the item's price, and has not
    /// been confirmed yet.
    fileprivate func doubtfulAmount(for asked: Price) -> Int64? {
        // Something that is no price is reported elsewhere.
        guard case .amount(let amount)? = try? asked.currency.price(.typed(price)), amount > 0,
            sure != "\(amount)"
        else { return nil }
        return asked.isFar(from: amount) ? amount : nil
    }
}

extension FieldReader {
    /// Reads the price that is offered, in minor units; nil when the field has a fault.
    fileprivate mutating func offer(_ typed: String, for content: ItemContent) -> Int64? {
        guard Dealing.Step.offerPrice.fits(content.price, of: content.purpose) else {
            add("price", Dealing.Obstacle.givenAway.phrase)
            return nil
        }
        return amount(typed, in: content.price.currency, isRequired: true)
    }
}

extension Refusal {
    /// The nickname may be the visitor's own, with a mistyped password.
    static let nicknameInUse = Refusal([Fault("nickname", Phrase(.nicknameInUse))])
}
