import Market

/// One conversation, to read and to write in.
public struct ConversationDetail: Sendable {
    /// Which conversation.
    public typealias Input = Conversation.ID

    /// How many messages a page shows at most.
    public static let pageSize = 50

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let rates: ConversationRates

    /// Reads from and writes to `storage`.
    public init(
        storage: any MarketStorage, zone: MarketTimeZone,
        rates: ConversationRates = ConversationRates()
    ) {
        self.storage = storage
        self.zone = zone
        self.rates = rates
    }

    /// The page of a conversation.
    public struct Output: FormOutput {
        /// Identifies the conversation in links.
        public let id: Conversation.ID
        /// Whom the conversation is with.
        public let other: Correspondent
        /// The item that the conversation is about.
        public let subject: ConversationSubject
        /// In the order they were sent.
        public let messages: [MessageEntry]
        /// Whether these are the latest messages.
        public let isFirst: Bool
        /// The key of the page with earlier messages; nil when there are none.
        public let older: ChatMessage.ID?
        /// Says why the reader cannot write; nil when they can, as far as they are told.
        public let silence: Phrase?
        /// Whom the reader has blocked and may unblock; nil for nobody.
        public let blocked: Account.ID?
        /// Whom the reader may block; nil for nobody.
        public let blockable: Account.ID?
        /// The person, listing or message that the reader may report to the operator; nil for none.
        public let reportable: Report.Subject?
        /// Whether the reader has reported any of these messages, and the operator has not looked at it yet.
        public var hasReported: Bool { messages.contains { $0.isReported } }
        /// Whether the reader has muted and archived the conversation; nil for a guest, who can do neither.
        public let tidying: ConversationTidying.Output?
        /// The revision that the page shows, after which updates are asked for.
        public let revision: Conversation.Revision
        /// How far the two have come, and what may be done next.
        public let steps: DealingSteps
        /// Who is served before the other person, for the seller; nil for nobody.
        public let holder: Holder?
        /// The dealings that the two have closed before; nil for none.
        public let earlier: EarlierDeal?
        /// Ready-made messages for the reader to choose from.
        public let quickAnswers: [Phrase]
        /// The message as typed; empty unless the form comes back.
        public let text: String
        /// The photos of that message, which were not sent.
        public let attached: [Photo.ID]
        /// How many pieces were said to change hands, as typed; empty unless the form comes back.
        public let pieces: String
        /// The price as typed; empty unless the form comes back.
        public let price: String
        /// The amount that the reader is asked to confirm, in minor units; nil for none.
        public let doubtfulAmount: Int64?
        /// The appointment as typed; empty unless the form comes back.
        public let appointment: AppointmentInput
        /// The reason for calling off as typed; empty unless the form comes back.
        public let word: String
        /// What was typed into a form that is not shown any more, one line each.
        public let kept: [String]
        /// Why an action was refused; nil when none was tried.
        public let refusal: Refusal?
    }

    /// The dealings that the two have closed before.
    public struct EarlierDeal: Equatable, Sendable {
        /// The conversation of the latest one.
        public let conversation: Conversation.ID
        /// Names the latest one, and how many there are if there are several.
        public let text: Phrase

        init(_ dealings: OtherDealings) {
            conversation = dealings.last
            text =
                dealings.count == 1
                ? Phrase(.dealtBefore, .text(dealings.title))
                : Phrase(.dealtOften, .text(dealings.title), .number(Int64(dealings.count)))
        }
    }

    /// A page of the conversation. Showing the first page marks its messages as read, if somebody sees it.
    /// - Parameters:
    ///   - key: the message that the page comes before; nil for the latest messages.
    ///   - isSeen: false when a browser prefetches the page, or asks for its header fields only.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, of reader: Conversation.Reader, before key: ChatMessage.ID? = nil,
        isSeen: Bool = true, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let conversation = try await storage.conversation(id, of: reader)
        if isSeen, key == nil, conversation.unread > 0 {
            // The page can be read all the same while nothing can be written.
            try? await storage.setRead(upTo: conversation.lastMessage.id, in: id, by: reader)
        }
        return try await output(conversation, of: reader, before: key, at: now)
    }

    private func output(
        _ conversation: Conversation, of reader: Conversation.Reader,
        before key: ChatMessage.ID? = nil, at now: Timestamp,
        after action: Action? = nil, attached: [Photo.ID] = [], refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.messages(in: conversation.id, of: reader, before: key, limit: limit)
        }
        // An older page does not show what has just been said.
        let latest =
            try await key == nil
            ? Array(page.elements.prefix(QuickAnswers.mostLookedAt))
            : storage.messages(
                in: conversation.id, of: reader, before: nil, limit: QuickAnswers.mostLookedAt)
        let spots = try await storage.meetingSpots(for: conversation, at: now)
        let proposal = try await storage.ownProposal(in: conversation, of: reader, at: now)
        let steps = DealingSteps(
            conversation, proposing: proposal, meetingAt: spots, at: now, in: zone)
        let messages = MessageEntry.all(
            page.elements.reversed(), in: conversation,
            reported: try await storage.openReports(
                of: Array(page.elements), in: conversation, by: reader),
            at: now, zone: zone)
        return Output(
            id: conversation.id, other: Correspondent(conversation.other),
            subject: ConversationSubject(of: conversation),
            messages: messages, isFirst: key == nil, older: page.next(\.id),
            silence: conversation.silence, blocked: conversation.blockedPerson,
            blockable: reader.account == nil ? nil : conversation.blockablePerson,
            reportable: conversation.reportable(among: messages, by: reader),
            tidying: ConversationTidying.Output(conversation, of: reader),
            revision: conversation.revision, steps: steps,
            holder: try await Holder.ahead(
                of: conversation, for: reader, in: storage, zone: zone, at: now,
                isOfferOpen: messages.contains { $0.offer?.mayBeAnswered == true }),
            earlier: try await storage.dealings(besides: conversation.id, of: reader).map {
                EarlierDeal($0)
            },
            quickAnswers: QuickAnswers.of(conversation, after: latest, at: now),
            text: action?.text ?? "",
            attached: attached, pieces: action?.pieces ?? "", price: action?.price ?? "",
            doubtfulAmount: action?.doubtfulAmount(in: conversation, at: now),
            appointment: action?.appointment ?? AppointmentInput(), word: action?.word ?? "",
            kept: action?.kept(besides: steps, in: conversation) ?? [], refusal: refusal)
    }

    /// The page with a quick answer appended to the message that was typed; nothing is sent.
    /// - Parameters:
    ///   - answer: the text on its button.
    ///   - typed: the message as typed so far, with its photos.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, of reader: Conversation.Reader, adding answer: String, to typed: Action,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let conversation = try await storage.conversation(id, of: reader)
        let text = QuickAnswers.adding(answer, to: typed.text)
        let photos = await MessagePhotos(storage: storage).keep(typed.photos, at: now)
        return try await output(
            conversation, of: reader, at: now, after: .write(text, token: ""),
            attached: photos.kept, refusal: photos.faults.isEmpty ? nil : Refusal(photos.faults))
    }

    /// Carries an action out, or answers the page with the refusal and what was typed; without a
    /// refusal if that is unfinished.
    /// - Throws: `.notFound` when the reader has no such conversation, or no such message in it.
    public func submit(
        _ action: Action, in id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        if action.appointment?.isUnfinished == true {
            let conversation = try await storage.conversation(id, of: reader)
            return .refused(try await output(conversation, of: reader, at: now, after: action))
        }
        let refusal: Refusal
        var unsent = action.photos
        do throws(StorageError) {
            guard
                let found = try await carryOut(
                    action, in: id, of: reader, at: now, leaving: &unsent)
            else { return .saved(()) }
            refusal = found
        } catch {
            switch error {
            case .dealing(let obstacle): refusal = action.refusal(obstacle)
            case .suspended: refusal = .suspended
            case .busy, .full: refusal = .unavailable
            default: throw error
            }
        }
        let conversation = try await storage.conversation(id, of: reader)
        // Without a form there is nothing to keep the photos for.
        if conversation.silence != nil { unsent = [] }
        let photos = await MessagePhotos(storage: storage).keep(unsent, at: now)
        return .refused(
            try await output(
                conversation, of: reader, at: now, after: action, attached: photos.kept,
                refusal: refusal.adding(photos.faults)))
    }

    /// - Parameter unsent: the photos of a message; afterwards only those that are still to be sent
    ///   and can be read.
    private func carryOut(
        _ action: Action, in id: Input, of reader: Conversation.Reader, at now: Timestamp,
        leaving unsent: inout [ReceivedPhoto]
    ) async throws(StorageError) -> Refusal? {
        if action.isToldToOther {
            // Checked first: a reader without this conversation is told nothing but that.
            _ = try await storage.conversation(id, of: reader)
            if let refusal = rates.refusal(sendingBy: reader, at: now) { return refusal }
        }
        switch action {
        case .write(let text, let photos, let token):
            return try await write(
                text, photos, token: token, in: id, of: reader, at: now, leaving: &unsent)
        case .offer:
            return try await take(action, in: id, of: reader, at: now, isRequired: true) {
                amount, _ in .offerPrice(amount ?? 0)
            }
        case .close:
            return try await take(action, in: id, of: reader, at: now, isRequired: false) {
                .close(at: $0, pieces: $1)
            }
        case .reserve(let typed):
            return try await take(in: id, of: reader, at: now) { $0.reservation(typed) }
        case .arrive(let typed):
            return try await take(in: id, of: reader, at: now) { $0.arrival(typed) }
        case .callOff(let typed):
            if !typed.trimmed.isEmpty,
                let refusal = try await refusal(writing: typed, in: id, by: reader, at: now)
            {
                return refusal
            }
            return try await take(in: id, of: reader, at: now) {
                .callOffAppointment(word: $0.word(typed))
            }
        case .propose(let typed): return try await propose(typed, in: id, of: reader, at: now)
        case .take(let move): try await storage.take(move, in: id, by: reader, at: now)
        case .takeBack(let message):
            try await storage.takeBack(message, in: id, by: reader, at: now)
        case .read(let message): try await storage.setRead(upTo: message, in: id, by: reader)
        }
        return nil
    }

    /// Sends the message with its photos, or nothing if any part of it has a fault.
    private func write(
        _ typed: String, _ photos: [ReceivedPhoto], token: String, in id: Input,
        of reader: Conversation.Reader, at now: Timestamp, leaving unsent: inout [ReceivedPhoto]
    ) async throws(StorageError) -> Refusal? {
        var fields = FieldReader()
        let hasText = photos.isEmpty || !typed.trimmed.isEmpty
        let text = hasText ? fields.message(typed) : ""
        let developed = fields.photos(photos)
        if let refusal = fields.refusal {
            unsent = photos.filter { if case .success = $0.photo { true } else { false } }
            return refusal
        }
        if let refusal = try await refusal(writing: text, in: id, by: reader, at: now) {
            return refusal
        }
        for (number, photo) in developed.enumerated() {
            let token = token.isEmpty ? "" : "\(token)-\(number)"
            _ = try await storage.insert(
                NewChatMessage(photo: photo, token: token, date: now), in: id, by: reader)
            unsent.removeFirst()
        }
        guard hasText else { return nil }
        _ = try await storage.insert(
            NewChatMessage(text: text, token: token, date: now), in: id, by: reader)
        return nil
    }

    /// Why the reader may not write this text to the other person.
    private func refusal(
        writing text: String, in id: Input, by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        var account: Account?
        if let id = reader.account { account = try await storage.account(id) }
        let conversation = try await storage.conversation(id, of: reader)
        return rates.refusal(
            writing: text, to: ConversationRates.Addressee(in: conversation), by: reader, account,
            at: now)
    }

    private func propose(
        _ typed: AppointmentInput, in id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        switch typed.appointment(at: now, in: zone) {
        case .failure(let refusal): return refusal
        case .success(let appointment):
            if let refusal = try await refusal(
                writing: appointment.spot, in: id, by: reader, at: now)
            {
                return refusal
            }
            try await storage.take(.proposeAppointment(appointment), in: id, by: reader, at: now)
            return nil
        }
    }

    /// Takes a step that is read from a form.
    private func take(
        in id: Input, of reader: Conversation.Reader, at now: Timestamp,
        _ move: (inout FieldReader) -> Dealing.Move
    ) async throws(StorageError) -> Refusal? {
        var fields = FieldReader()
        let move = move(&fields)
        if let refusal = fields.refusal { return refusal }
        try await storage.take(move, in: id, by: reader, at: now)
        return nil
    }

    /// Takes a step that names a price; a price that looks like a typing error must be confirmed first.
    private func take(
        _ action: Action, in id: Input, of reader: Conversation.Reader, at now: Timestamp,
        isRequired: Bool, _ move: (_ amount: Int64?, _ pieces: Int64) -> Dealing.Move
    ) async throws(StorageError) -> Refusal? {
        let conversation = try await storage.conversation(id, of: reader)
        let asked = conversation.item?.price ?? .open()
        var fields = FieldReader()
        let pieces = fields.pieces(action.pieces, atMost: conversation.mostToClose(at: now))
        let amount = fields.amount(action.price, in: asked.currency, isRequired: isRequired)
        if let refusal = fields.refusal { return refusal }
        if let doubtful = action.doubtfulAmount(in: conversation, at: now) {
            return Refusal(asking: Fault("price", asked.question(about: doubtful, for: pieces)))
        }
        try await storage.take(move(amount, pieces), in: id, by: reader, at: now)
        return nil
    }
}
