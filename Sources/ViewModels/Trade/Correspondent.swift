import Market

/// A person as the other participant of a conversation sees them.
public struct Correspondent: Equatable, Sendable {
    /// Identifies their page; nil for somebody without an account.
    public let id: Account.ID?
    /// Their nickname; nil when `label` is shown instead.
    public let nickname: String?
    /// Describes somebody without an account; nil when there is a nickname.
    public let label: Phrase?
    /// Their profile picture; nil for none.
    public let picture: Photo.ID?

    init(_ person: Conversation.Person) {
        switch person {
        case .member(let id, let nickname, let picture):
            (self.id, self.nickname, label, self.picture) = (id, nickname, nil, picture)
        case .guest: (id, nickname, label, picture) = (nil, nil, Phrase(.guest), nil)
        case .left: (id, nickname, label, picture) = (nil, nil, Phrase(.formerMember), nil)
        }
    }

    init(_ account: Account) {
        let profile = account.profile
        self.init(
            .member(id: account.id, nickname: profile.nickname.text, picture: profile.picture))
    }
}

/// The item that a conversation is about.
public struct ConversationSubject: Equatable, Sendable {
    /// Identifies the item; nil when it is deleted.
    public let item: Item.ID?
    /// The item's title, also after it is deleted.
    public let title: String
    /// The asking price; nil when the item is deleted.
    public let price: PriceTag?
    /// The price that the two have agreed on or closed at, in words; nil for none.
    public let agreed: Phrase?
    /// The asking price, struck through beside `agreed`; nil unless it is the higher one.
    public let formerPrice: Phrase?
    /// The item's first photo; nil for none.
    public let photo: Photo.ID?
    /// The category, whose icon is shown if there is no photo; nil when the item is deleted.
    public let category: Category?
    /// Whether the item is a wanted post.
    public let isWanted: Bool
    /// The item's state if it is not simply on sale: reserved, sold, hidden or deleted.
    public let mark: Phrase?
    /// Whether the operator has hidden it.
    public let isHidden: Bool

    init(_ item: ItemSummary) {
        self.init(item, title: item.title, mark: Self.mark(of: item))
    }

    /// Shows the item's state between these two: it may be reserved for, or sold to, somebody else.
    init(of conversation: Conversation) {
        self.init(
            conversation.item, title: conversation.itemTitle, mark: Self.mark(in: conversation),
            settled: Self.settledPrice(in: conversation))
    }

    /// A price with its label and the number of pieces it is for.
    private typealias SettledPrice = (price: Price, name: Phrase.Key, pieces: Int64)

    private static func settledPrice(in conversation: Conversation) -> SettledPrice? {
        if conversation.stage == .closed, let closing = conversation.closing,
            let paid = closing.price
        {
            return (paid, .dealtPrice, closing.pieces)
        }
        guard let agreed = conversation.agreedPrice,
            // An offer was checked as a price when it was made.
            let price = try? Price(agreed.amount, currency: agreed.currency)
        else { return nil }
        return (price, .agreedPrice, 1)
    }

    private static func mark(in conversation: Conversation) -> Phrase? {
        guard let item = conversation.item else { return Phrase(.itemIsDeleted) }
        if item.isHidden { return Phrase(.hiddenItem) }
        if conversation.stage == .closed {
            let pieces = conversation.closing?.pieces ?? 1
            return pieces > 1 ? Phrase(.severalSold, pieces) : Item.Status.sold.name
        }
        if conversation.stage.holdsStock {
            return conversation.party == .asker
                ? Phrase(.reservedForReader) : Item.Status.reserved.name
        }
        // The seller may have set the status on the listing itself, without saying for whom.
        return switch item.status {
        case .reserved where conversation.freeStock < item.stock: Phrase(.reservedForOther)
        case .sold where item.stock == 0: Phrase(.soldToOther)
        case .reserved, .sold, .selling: mark(of: item)
        }
    }

    private static func mark(of item: ItemSummary) -> Phrase? {
        item.status == .selling ? nil : item.status.name
    }

    /// - Parameter item: nil when it is deleted.
    private init(_ item: ItemSummary?, title: String, mark: Phrase?, settled: SettledPrice? = nil) {
        self.item = item?.id
        self.title = title
        self.mark = mark
        price = item.map { PriceTag($0.price) }
        agreed = settled.map { Phrase($0.name, .phrase(PriceTag($0.price).text)) }
        formerPrice =
            if let settled, let price = item?.price.inAll(settled.pieces),
                price.currency == settled.price.currency,
                price.amountToPay > settled.price.amountToPay
            {
                PriceTag(price).text
            } else {
                nil
            }
        isHidden = item?.isHidden ?? false
        // A hidden item's photo is served to its seller alone.
        photo = item.flatMap { $0.isHidden ? nil : $0.photo }
        category = item?.category
        isWanted = item?.purpose == .request
    }
}

extension Conversation {
    /// Says why the reader cannot write; nil when they can, as far as they are told.
    var silence: Phrase? {
        do throws(StorageError) {
            try checkMayReach()
            return nil
        } catch {
            switch error {
            case .dealing(let obstacle): return obstacle.phrase
            case .suspended: return Phrase(.suspendedByOperator)
            default: return nil
            }
        }
    }

    /// Whom the reader has blocked and may unblock; nil for nobody.
    var blockedPerson: Account.ID? { isBlocked ? Correspondent(other).id : nil }

    /// Whom the reader may block if they have an account; nil for nobody.
    var blockablePerson: Account.ID? { isBlocked ? nil : Correspondent(other).id }

    /// What the reader may report to the operator: the other person's account; if they have none,
    /// the listing, or their last message among `messages`. Nil for nothing.
    func reportable(among messages: [MessageEntry], by reader: Reader) -> Report.Subject? {
        if reader.account != nil {
            if let person = Correspondent(other).id { return .person(person) }
            if party == .asker, let item { return .item(item.id) }
        }
        return messages.last { $0.mayBeReported }.map { .message($0.id) }
    }
}

extension ReportStorage {
    /// Which of these messages of a conversation the reader has reported, and the operator has not looked at
    /// yet. Reads nothing if the reader can report none of them.
    func openReports(
        of messages: [ChatMessage], in conversation: Conversation, by reader: Conversation.Reader
    ) async throws(StorageError) -> Set<ChatMessage.ID> {
        let others = messages.filter { $0.mayBeReported(by: conversation.party) }
        guard !others.isEmpty else { return [] }
        return try await openReports(of: others.map(\.id), by: reader)
    }
}

extension Dealing.Obstacle {
    /// Tells the reader why the step could not be taken.
    var phrase: Phrase {
        switch self {
        case .isAt: Phrase(.changedMeanwhile)
        case .ownItem: Phrase(.ownItemNotAsked)
        case .itemSold: Phrase(.soldItemNotAsked)
        case .itemHidden: Phrase(.itemIsHidden)
        case .itemDeleted: Phrase(.guestHasLeft)
        case .otherLeft: Phrase(.otherHasLeft)
        case .noneLeft: Phrase(.noneLeft)
        case .fewerLeft(let most): Phrase(.fewerLeft, most)
        case .offerAnswered: Phrase(.offerWasAnswered)
        case .takenBack: Phrase(.proposalIsTakenBack)
        case .tooLate: Phrase(.tooLateToTakeBack)
        case .blocked: Phrase(.blockedIsNotWrittenTo)
        case .unreachable: Phrase(.otherIsUnreachable)
        case .reviewed: Phrase(.reviewIsWritten)
        case .reviewTooLate: Phrase(.tooLateToReview)
        case .closingStands: Phrase(.closingStands)
        case .reviewAnswered: Phrase(.reviewIsAnswered)
        case .givenAway: Phrase(.givenAwayHasNoPrice)
        case .appointmentAnswered: Phrase(.appointmentWasAnswered)
        case .appointmentPassed: Phrase(.appointmentHasPassed)
        case .tooEarly: Phrase(.tooEarlyToSay)
        case .mayStillCome: Phrase(.mayStillCome, NoShow.graceTime / 60)
        case .arrivalUnsaid: Phrase(.sayArrivalFirst)
        }
    }
}

extension Refusal {
    /// The message was refused for a reason other than its text.
    static func notSent(_ obstacle: Dealing.Obstacle) -> Refusal {
        Refusal(.conflict, Alert(failed: .messageNotSent, obstacle.phrase))
    }
}

extension FieldReader {
    /// Reads a message; empty when it has a fault.
    mutating func message(_ typed: String) -> String {
        text(typed, "text", called: .messageRow, atMost: Limits.message)
    }
}
