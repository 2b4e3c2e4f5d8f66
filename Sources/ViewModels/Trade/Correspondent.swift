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
}

/// What a conversation is about.
public struct ConversationSubject: Equatable, Sendable {
    /// Nil when it is deleted.
    public let item: Item.ID?
    /// What it is called, or was.
    public let title: String
    /// Nil when it is deleted.
    public let price: PriceTag?
    /// The first one.
    public let photo: Photo.ID?
    /// Stands for a photo where there is none.
    public let category: Category?
    /// Whether it is wanted, not offered.
    public let isWanted: Bool
    /// What is not usual: that it is reserved, sold or deleted.
    public let mark: Phrase?

    init(_ item: ItemSummary) {
        self.init(item, title: item.title)
    }

    /// - Parameter item: nil when it is deleted.
    init(_ item: ItemSummary?, title: String) {
        self.item = item?.id
        self.title = title
        price = item.map { PriceTag($0.price) }
        // That of a hidden item would be there for its seller alone.
        photo = item.flatMap { $0.isHidden ? nil : $0.photo }
        category = item?.category
        isWanted = item?.purpose == .request
        mark =
            switch item?.status {
            case nil: Phrase(.itemIsDeleted)
            case .selling: nil
            case .some(let status): status.name
            }
    }
}

extension Dealing.Obstacle {
    /// What has happened meanwhile.
    var phrase: Phrase {
        switch self {
        case .isAt: Phrase(.changedMeanwhile)
        case .ownItem: Phrase(.ownItemNotAsked)
        case .itemSold: Phrase(.soldItemNotAsked)
        case .itemDeleted: Phrase(.guestHasLeft)
        case .otherLeft: Phrase(.otherHasLeft)
        case .noneLeft: Phrase(.noneLeft)
        case .offerAnswered: Phrase(.offerWasAnswered)
        case .tooLate: Phrase(.tooLateToTakeBack)
        case .blocked: Phrase(.blockedIsNotWrittenTo)
        case .unreachable: Phrase(.otherIsUnreachable)
        case .reviewed: Phrase(.reviewIsWritten)
        case .reviewTooLate: Phrase(.tooLateToReview)
        case .reviewAnswered: Phrase(.reviewIsAnswered)
        case .appointmentAnswered: Phrase(.appointmentWasAnswered)
        case .appointmentPassed: Phrase(.appointmentHasPassed)
        case .tooEarly: Phrase(.tooEarlyToSay)
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
