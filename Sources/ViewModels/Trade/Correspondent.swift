import Market

/// Somebody as the other of a conversation sees them.
public struct Correspondent: Equatable, Sendable {
    /// Names their page; nil for who has no account.
    public let id: Account.ID?
    /// What they call themselves; nil where `label` stands for them.
    public let nickname: String?
    /// What stands for somebody without an account; nil where there is a nickname.
    public let label: Phrase?
    /// Nil when they have none.
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
            .member(
                id: account.id, nickname: profile.nickname.text, picture: profile.picture))
    }
}

/// What a conversation is about.
public struct ConversationSubject: Equatable, Sendable {
    /// Nil when it is deleted.
    public let item: Item.ID?
    /// What it is called, or was.
    public let title: String
    /// What it is offered at; nil when it is deleted.
    public let price: PriceTag?
    /// The price that the two have agreed on, or have dealt at, in words; nil for none.
    public let agreed: Phrase?
    /// What it is offered at beside that; nil where that is no more, or open.
    public let formerPrice: Phrase?
    /// The first one.
    public let photo: Photo.ID?
    /// Stands for a photo where there is none.
    public let category: Category?
    /// Whether it is wanted, not offered.
    public let isWanted: Bool
    /// What is not usual: that it is reserved, sold, hidden or deleted.
    public let mark: Phrase?
    /// Whether the operator has hidden it.
    public let isHidden: Bool

    init(_ item: ItemSummary) {
        self.init(item, title: item.title, mark: Self.mark(of: item))
    }

    /// Says what is so between these two: it may be kept for somebody else, or have gone to them.
    init(of conversation: Conversation) {
        self.init(
            conversation.item, title: conversation.itemTitle, mark: Self.mark(in: conversation),
            settled: Self.settledPrice(in: conversation))
    }

    /// With how it is called, and for how many pieces it is.
    private typealias SettledPrice = (price: Price, name: Phrase.Key, pieces: Int64)

    private static func settledPrice(in conversation: Conversation) -> SettledPrice? {
        if conversation.stage == .closed, let closing = conversation.closing,
            let paid = closing.price
        {
            return (paid, .dealtPrice, closing.pieces)
        }
        guard let agreed = conversation.agreedPrice,
            // What was named was checked as a price is.
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
        // Its seller may have said so of the item alone, whoever it is for.
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
    private init(
        _ item: ItemSummary?, title: String, mark: Phrase?,
        settled: SettledPrice? = nil
    ) {
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
        // That of a hidden item would be there for its seller alone.
        photo = item.flatMap { $0.isHidden ? nil : $0.photo }
        category = item?.category
        isWanted = item?.purpose == .request
    }
}

extension Conversation {
    /// Says why its reader can write nothing; nil when they can, as far as they are told.
    var silence: Phrase? {
        do throws(StorageError) {
            try checkMayReach()
            return nil
        } catch {
            switch error {
            case .dealing(let obstacle): return obstacle.phrase
            case .suspended: return Phrase(.askOperator)
            default: return nil
            }
        }
    }

    /// Whom its reader has blocked and may let write again; nil for nobody.
    var blockedPerson: Account.ID? { isBlocked ? Correspondent(other).id : nil }

    /// Whom its reader may block, if they have an account; nil for nobody.
    var blockablePerson: Account.ID? { isBlocked ? nil : Correspondent(other).id }

    /// Whom, or else what, its reader may tell the operator of: an account; of who has none the listing,
    /// or what they wrote last among `messages`. Nil for nothing.
    func reportable(
        among messages: [MessageEntry], by reader: Reader
    ) -> Report.Subject? {
        if reader.account != nil {
            if let person = Correspondent(other).id { return .person(person) }
            if party == .asker, let item { return .item(item.id) }
        }
        return messages.last { $0.mayBeReported }.map { .message($0.id) }
    }
}

extension Dealing.Obstacle {
    /// What has happened meanwhile.
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
    /// What was typed is not at fault.
    static func notSent(_ obstacle: Dealing.Obstacle) -> Refusal {
        Refusal(.conflict, Alert(failed: .messageNotSent, obstacle.phrase))
    }
}

extension FieldReader {
    /// A message; empty when something has to be put right in it.
    mutating func message(_ typed: String) -> String {
        text(typed, "text", called: .messageRow, atMost: Limits.message)
    }
}
