/// What one of two people has written to the other.
public struct ChatMessage: Identifiable, Equatable, Sendable {
    /// The number of a message; it grows with each.
    public typealias ID = Identifier<ChatMessage>

    /// For so long its writer may take back what asks for no answer, in seconds.
    public static let takeBackTime: Int64 = 5 * 60

    /// The larger the later it was sent.
    public let id: ID
    /// Who wrote it.
    public let author: Dealing.Party
    /// 1 to `Limits.message` letters; empty once it is taken back, and of what is no text.
    public let text: String
    /// When it was sent.
    public let date: Timestamp
    /// Whether its writer, or an operator, has taken it back, from both.
    public let isTakenBack: Bool
    /// Whether that was an operator, to whom it was reported.
    public let isRemoved: Bool
    /// What its writer is told of that, where it is read for them; empty for no reason.
    public var removalReason = ""
    /// Whether it was written, or stands for a step.
    public let kind: Kind
    /// How many pieces changed hands, of a message that tells of a closing; 1 of any other.
    public let pieces: Int64

    /// A message as it is kept.
    public init(
        id: ID, author: Dealing.Party, text: String, date: Timestamp, isTakenBack: Bool = false,
        isRemoved: Bool = false, kind: Kind = .text, pieces: Int64 = 1
    ) {
        self.kind = kind
        self.pieces = pieces
        self.id = id
        self.author = author
        self.text = text
        self.date = date
        (self.isTakenBack, self.isRemoved) = (isTakenBack, isRemoved)
    }

    /// What a message is.
    public enum Kind: Equatable, Sendable {
        /// Somebody wrote it.
        case text
        /// Somebody sent a photo, which the two alone may see.
        case photo(SentPhoto)
        /// The asker names a price.
        case offer(PriceOffer)
        /// One of the two names a time and a place.
        case appointment(Appointment)
        /// One of the two has taken a step.
        case note(Note)
    }

    /// A step that was taken; the raw value is the one in storage.
    public enum Note: Int, CaseIterable, Sendable {
        /// One is kept for the asker.
        case reserved = 1
        /// It is not any more.
        case released
        /// The asker waits in line.
        case joinedLine
        /// They wait no more.
        case leftLine
        /// One is there for who was first in line.
        case turn
        /// The price is agreed on.
        case offerAccepted
        /// It is not.
        case offerDeclined
        /// It has changed hands.
        case closed
        /// What was kept for the asker is not any more: its term is over.
        case lapsed
        /// They will meet.
        case appointmentAccepted
        /// Not then, or not there.
        case appointmentDeclined
        /// They will not.
        case appointmentCalledOff
        /// They have met.
        case met
        /// The other did not come.
        case notCome
        /// It has not changed hands after all.
        case reopened
        /// It had changed hands, as was said; that is taken back.
        case closingTakenBack
        /// Nobody stands in line any more: it is sold.
        case lineEnded
        /// What is kept for the asker has another price.
        case priceChanged
        /// Both have told what it was like.
        case reviewsOpened = 20
        /// The two deal again.
        case begunAgain
        /// Nobody stands in line any more: the item is deleted.
        case lineLost
        /// The item is deleted, about which the asker had asked, and no more.
        case itemDeleted
        /// The last one is kept for somebody else, though the two had agreed on a price.
        case reservedForOther
        /// It has gone to somebody else, though the two had agreed on a price.
        case soldToOther
        /// Who stood in line stands there again: what ended it is taken back.
        case lineAgain
        /// It is to be had again, though it was told to be gone.
        case available

        /// Whether the market tells it, in the name of one of the two who has taken no step by it.
        public var isMarkets: Bool {
            switch self {
            case .turn, .lapsed, .lineEnded, .lineLost, .lineAgain, .priceChanged, .reviewsOpened,
                .itemDeleted, .reservedForOther, .soldToOther, .available:
                true
            case .reserved, .released, .joinedLine, .leftLine, .offerAccepted, .offerDeclined,
                .closed, .appointmentAccepted, .appointmentDeclined, .appointmentCalledOff, .met,
                .notCome, .reopened, .closingTakenBack, .begunAgain:
                false
            }
        }

        /// Whether it tells that the item is not to be had any more.
        public var saysGone: Bool {
            switch self {
            case .lineEnded, .lineLost, .itemDeleted, .reservedForOther, .soldToOther: true
            default: false
            }
        }

        /// Whether it tells how the item stands for the asker, which the next one tells anew.
        public var isStanding: Bool {
            saysGone || self == .lineAgain || self == .available || self == .turn
        }
    }

    /// Whether `party` has sent it, or taken its step.
    public func isOwn(of party: Dealing.Party) -> Bool {
        if case .note(let note) = kind, note.isMarkets { return false }
        return author == party
    }

    /// Whether `party` may take it back at `now`.
    public func mayBeTakenBack(by party: Dealing.Party, at now: Timestamp) -> Bool {
        guard !isTakenBack else { return false }
        do throws(StorageError) {
            try checkTakeBack(by: party, at: now)
            return true
        } catch {
            return false
        }
    }

    /// Whether `party` may tell the operator of it.
    public func mayBeReported(by party: Dealing.Party) -> Bool {
        author != party && isSent && !isTakenBack
    }

    /// Whether it is what somebody sent, and no step.
    private var isSent: Bool {
        switch kind {
        case .text, .photo: true
        case .offer, .appointment, .note: false
        }
    }

    /// What was proposed may be taken back until it is answered, what was sent for some minutes.
    /// - Throws: `.notFound` for the other's, and for a step; `.dealing` with why not.
    public func checkTakeBack(by party: Dealing.Party, at now: Timestamp) throws(StorageError) {
        guard author == party else { throw .notFound }
        switch kind {
        case .text, .photo:
            guard now.since(date) <= Self.takeBackTime else { throw .dealing(.tooLate) }
        case .offer(let offer):
            guard offer.answer == nil else { throw .dealing(.offerAnswered) }
        case .appointment(let appointment):
            guard appointment.outcome == nil else { throw .dealing(.appointmentAnswered) }
        case .note: throw .notFound
        }
    }
}

/// The size of a photo that was sent, in pixels of its full rendition.
public struct SentPhoto: Equatable, Sendable {
    /// From left to right.
    public let width: Int
    /// From top to bottom.
    public let height: Int

    /// A photo of this size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A price that an asker names.
public struct PriceOffer: Equatable, Sendable {
    /// In the currency's minor unit.
    public var amount: Int64
    /// That of the item then.
    public var currency: Currency
    /// Nil until the seller has said.
    public var answer: Answer?

    /// A price that nobody has answered, unless said otherwise.
    public init(amount: Int64, currency: Currency, answer: Answer? = nil) {
        self.amount = amount
        self.currency = currency
        self.answer = answer
    }

    /// What became of it; the raw value is the one in storage.
    public enum Answer: Int, Sendable {
        /// Not that one.
        case declined
        /// Agreed.
        case accepted
        /// The asker named another instead.
        case replaced
    }
}

/// A message on its way into the storage.
public struct NewChatMessage: Equatable, Sendable {
    /// 1 to `Limits.message` letters, not all of them white space; empty of a photo.
    public var text: String
    /// Nil for a text.
    public var photo: DevelopedPhoto?
    /// Names this one sending: a second message of the same writer with it is the first one. Empty
    /// names none.
    public var token: String
    /// When it is sent.
    public var date: Timestamp

    /// A message that somebody sends.
    public init(
        text: String = "", photo: DevelopedPhoto? = nil, token: String = "", date: Timestamp
    ) {
        self.text = text
        self.photo = photo
        self.token = token
        self.date = date
    }
}
