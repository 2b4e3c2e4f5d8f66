import Market

/// Writes to the seller of an item for the first time. Who is not signed in opens an account in the
/// same step, or signs in to the one that has the nickname.
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
        /// What it is about.
        public var item: Item.ID
        /// Who writes; nil opens an account, or signs in to one.
        public var asker: Account?
        /// The message as typed; blank where a price says all.
        public var text = ""
        /// What they offer to pay, as typed; blank offers nothing.
        public var price = ""
        /// The amount that was asked back, and is meant.
        public var sure = ""
        /// Names this one sending.
        public var token = ""
        /// Of the account, as typed.
        public var nickname = ""
        /// Of the account, as typed.
        public var password = ""
        /// Where it comes from; new accounts and tries at passwords are counted for each.
        public var address = ""

        /// Nothing typed yet.
        public init(item: Item.ID, asker: Account?) {
            self.item = item
            self.asker = asker
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// Names the item in links.
        public let item: Item.ID
        /// What it is about; nil once that is deleted.
        public let subject: ConversationSubject?
        /// The conversation that there is already; nil for none.
        public let conversation: Conversation.ID?
        /// Whether anybody could be asked.
        public let mayAsk: Bool
        /// As typed.
        public let text: String
        /// What may be written at a press.
        public let quickAnswers: [Phrase]
        /// Within what time whoever posted it mostly answers; nil where that is not known.
        public let replyTime: Phrase?
        /// Whether a price may be offered.
        public let mayOffer: Bool
        /// As typed.
        public let price: String
        /// The amount that is asked back, in minor units; nil for none.
        public let doubtfulAmount: Int64?
        /// Names this one sending.
        public let token: String
        /// As typed.
        public let nickname: String
        /// Whether an account is opened by it, or signed in to.
        public let opensAccount: Bool
        /// Whether a password was typed that is to be typed again, though nothing was refused.
        public let losesPassword: Bool
        /// Why nothing was sent; nil before anything was typed.
        public let refusal: Refusal?
    }

    /// What came of it.
    public struct Sent: Sendable {
        /// Nil when the message could not be sent by then: only the account stands.
        public let conversation: Conversation.ID?
        /// Nil when the asker had one.
        public let opened: SignUp.Opened?
        /// Who has shown by a password that they are this account; nil for who was signed in.
        public let signedIn: Credentials?
    }

    /// The form to begin with, or as it comes back.
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

    /// The form with a quick answer behind what was typed: nothing is sent.
    /// - Parameter answer: as its button has it.
    /// - Throws: as the form itself.
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

    /// What a conversation begins with.
    private struct Opening {
        let message: NewChatMessage
        /// Nil where no price is offered.
        let amount: Int64?
    }

    /// An account that is opened stands, whatever becomes of the message.
    private func open(
        _ input: Input, _ opening: Opening, at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        // Nobody should open one for nothing.
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
            // Whatever is in the way: who is asked to sign up again is told that the nickname is taken.
            let conversation = await ask(opening, input.item, by: opened, at: now)
            return .success(Sent(conversation: conversation, opened: opened, signedIn: nil))
        }
    }

    /// Nil when it could not be sent.
    private func ask(
        _ opening: Opening, _ item: Item.ID, by opened: SignUp.Opened, at now: Timestamp
    ) async -> Conversation.ID? {
        guard let asker = try? await storage.account(opened.account),
            case .success(let id)? = try? await ask(opening, item, asker, at: now)
        else { return nil }
        return id
    }

    /// A wrong password is a try like any at the sign-in.
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
        let refusal =
            rates.refusal(sendingBy: reader, at: now)
            ?? rates.refusal(
                writing: opening.message.text, to: .seller(item), by: reader, asker, at: now)
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

    /// Why no form is offered: it would be sent in vain.
    private func obstacle(
        _ item: Item, _ input: Input
    ) async throws(StorageError) -> Refusal? {
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

    /// - Throws: `.suspended`; as `Item.checkMayBeAsked`, also where the seller cannot answer.
    private func checkMayAsk(
        about item: Item, by asker: Account.ID?
    ) async throws(StorageError) {
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
    /// The amount that is to be asked back first: it is far from what the item costs, and nobody has said
    /// that it is meant.
    fileprivate func doubtfulAmount(for asked: Price) -> Int64? {
        // What is no price is said otherwise.
        guard case .amount(let amount)? = try? asked.currency.price(.typed(price)), amount > 0,
            sure != "\(amount)"
        else { return nil }
        return asked.isFar(from: amount) ? amount : nil
    }
}

extension FieldReader {
    /// The price that somebody offers, in minor units; nil when something has to be put right.
    fileprivate mutating func offer(_ typed: String, for content: ItemContent) -> Int64? {
        guard Dealing.Step.offerPrice.fits(content.price, of: content.purpose) else {
            add("price", Dealing.Obstacle.givenAway.phrase)
            return nil
        }
        return amount(typed, in: content.price.currency, isRequired: true)
    }
}

extension Refusal {
    /// It may be theirs who have typed it, with another password.
    static let nicknameInUse = Refusal([Fault("nickname", Phrase(.nicknameInUse))])
}
