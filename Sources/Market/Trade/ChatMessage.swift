/// A message in a conversation between two people.
public struct ChatMessage: Identifiable, Equatable, Sendable {
    /// The number of a message; it grows with each.
    public typealias ID = Identifier<ChatMessage>

    /// How long its author may take a text or a photo back, in seconds.
    public static let takeBackTime: Int64 = 5 * 60

    /// The larger, the later it was sent.
    public let id: ID
    /// Who wrote it.
    public let author: Dealing.Party
    /// 1 to `Limits.message` characters; empty once it is taken back, and for other kinds than text.
    public let text: String
    /// When it was sent.
    public let date: Timestamp
    /// Whether its author, or an operator, has removed it for both.
    public let isTakenBack: Bool
    /// Whether an operator has removed it, because it was reported.
    public let isRemoved: Bool
    /// Why an operator removed it, if its author reads it; empty if there is no reason.
    public var removalReason = ""
    /// Whether it was written, or stands for a step of the dealing.
    public let kind: Kind
    /// How many pieces changed hands, if it tells of a closing; otherwise 1.
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
        /// Somebody sent a photo, which only the two may see.
        case photo(SentPhoto)
        /// The asker offers a price.
        case offer(PriceOffer)
        /// One of the two proposes an appointment.
        case appointment(Appointment)
        /// One of the two has taken a step.
        case note(Note)
    }

    /// A note about a step or an event; the raw value is the one in storage.
    public enum Note: Int, CaseIterable, Sendable {
        /// A piece is reserved for the asker.
        case reserved = 1
        /// The reservation is released.
        case released
        /// The asker has joined the line.
        case joinedLine
        /// The asker has left the line.
        case leftLine
        /// A piece is available for the asker, who was first in line.
        case turn
        /// The seller has accepted the price.
        case offerAccepted
        /// The seller has declined the price.
        case offerDeclined
        /// It has changed hands.
        case closed
        /// The reservation has lapsed: its term is over.
        case lapsed
        /// The appointment is accepted.
        case appointmentAccepted
        /// The appointment is declined.
        case appointmentDeclined
        /// The appointment is called off.
        case appointmentCalledOff
        /// They have met.
        case met
        /// The other did not come.
        case notCome
        /// The item has not changed hands after all: the closing is taken back.
        case reopened
        /// The closing that this note told of is taken back.
        case closingTakenBack
        /// The line is over, because the item is sold.
        case lineEnded
        /// The price of the item that is reserved for the asker has changed.
        case priceChanged
        /// Both have written their reviews.
        case reviewsOpened = 20
        /// The two deal again about the item.
        case begunAgain
        /// The line is over, because the item is deleted.
        case lineLost
        /// The item is deleted; the asker had only asked about it.
        case itemDeleted
        /// The last piece is reserved for somebody else, though the two had agreed on a price.
        case reservedForOther
        /// The item is sold to somebody else, though the two had agreed on a price.
        case soldToOther
        /// The asker stands in line again, since what ended the line is taken back.
        case lineAgain
        /// The item is available again, after the asker was told that it was gone.
        case available

        /// Whether the market tells it, in the name of a party who took no step.
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

        /// Whether it tells that the item is no longer available.
        public var saysGone: Bool {
            switch self {
            case .lineEnded, .lineLost, .itemDeleted, .reservedForOther, .soldToOther: true
            default: false
            }
        }

        /// Whether it tells how the item stands for the asker, so that the next such note replaces it.
        public var isStanding: Bool {
            saysGone || self == .lineAgain || self == .available || self == .turn
        }

        /// Whether it tells what has become of a reservation, of a place in line or of an appointment.
        var isAboutReservation: Bool {
            switch self {
            case .reserved, .released, .turn, .lapsed, .lineEnded, .lineLost, .lineAgain,
                .priceChanged, .appointmentAccepted, .appointmentDeclined, .appointmentCalledOff,
                .met, .notCome, .closed, .reopened:
                true
            case .joinedLine, .leftLine, .offerAccepted, .offerDeclined, .closingTakenBack,
                .reviewsOpened, .begunAgain, .itemDeleted, .reservedForOther, .soldToOther,
                .available:
                false
            }
        }
    }

    /// Whether it is pushed to somebody who has muted the conversation: reservations and appointments
    /// are, because they do not wait.
    public var isPushedWhenMuted: Bool {
        switch kind {
        case .appointment: true
        case .note(let note): note.isAboutReservation
        case .text, .photo, .offer: false
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

    /// Whether `party` may report it to the operator.
    public func mayBeReported(by party: Dealing.Party) -> Bool {
        author != party && isSent && !isTakenBack
    }

    /// Whether somebody sent it, rather than taking a step.
    private var isSent: Bool {
        switch kind {
        case .text, .photo: true
        case .offer, .appointment, .note: false
        }
    }

    /// Checks that `party` may take it back: a proposal until it is answered, a text or a photo for
    /// some minutes.
    /// - Throws: `.notFound` for the other party's message and for a step; `.dealing` with the reason.
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

/// The size of a sent photo, in pixels of its full rendition.
public struct SentPhoto: Equatable, Sendable {
    /// The width.
    public let width: Int
    /// The height.
    public let height: Int

    /// A photo of this size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A price that an asker offers.
public struct PriceOffer: Equatable, Sendable {
    /// In the currency's minor unit.
    public var amount: Int64
    /// The currency of the item at that time.
    public var currency: Currency
    /// Nil until the seller has answered.
    public var answer: Answer?

    /// An offer that nobody has answered, unless said otherwise.
    public init(amount: Int64, currency: Currency, answer: Answer? = nil) {
        self.amount = amount
        self.currency = currency
        self.answer = answer
    }

    /// What became of an offer; the raw value is the one in storage.
    public enum Answer: Int, Sendable {
        /// The seller refused it.
        case declined
        /// The seller agreed to it.
        case accepted
        /// The asker has offered another price instead.
        case replaced
    }
}

/// A message on its way into the storage.
public struct NewChatMessage: Equatable, Sendable {
    /// 1 to `Limits.message` characters, not all of them white space; empty for a photo.
    public var text: String
    /// Nil for a text.
    public var photo: DevelopedPhoto?
    /// Makes sending idempotent: a second message of the same author with this token is the first
    /// one. Empty for none.
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
