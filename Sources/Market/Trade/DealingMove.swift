extension Dealing {
    /// A step with its arguments.
    public enum Move: Equatable, Sendable {
        /// Offers a price; offering the same again while it waits for an answer changes nothing.
        /// - Parameter amount: in the minor unit of the item's currency.
        case offerPrice(_ amount: Int64)
        /// Accepts an offered price.
        case acceptOffer(ChatMessage.ID)
        /// Declines an offered price.
        case declineOffer(ChatMessage.ID)
        /// Joins the line, behind those who came before.
        case joinLine
        /// Leaves the line.
        case leaveLine
        /// Reserves a piece for the asker, until one of the two releases it.
        case reserve
        /// Reserves a piece for the asker for a term, unless they agree on an appointment.
        case reserveFor(ReservationTerm)
        /// Releases the reservation.
        case release
        /// Proposes an appointment; proposing the same again by the same party changes nothing.
        case proposeAppointment(Appointment)
        /// Accepts the other's proposal.
        case acceptAppointment(ChatMessage.ID)
        /// Declines the other's proposal.
        case declineAppointment(ChatMessage.ID)
        /// Calls off the appointment, or withdraws the proposal.
        /// - Parameter word: a message to the other; empty for none.
        case callOffAppointment(word: String)
        /// Says that they met.
        case sayMet
        /// Says that the other did not come.
        case sayNotCome
        /// Closes the dealing.
        /// - Parameters:
        ///   - amount: the price of all pieces; nil if it is not told.
        ///   - pieces: how many change hands.
        case close(at: Int64?, pieces: Int64 = 1)
        /// Takes the latest closing back, unless another dealing has begun since.
        case reopen
        /// Takes this closing back, even if another dealing has begun since.
        case reopenClosing(ChatMessage.ID)
        /// Begins another dealing about the same item.
        case dealAgain

        /// The step in `Dealing.rules` that it is.
        public var step: Step {
            switch self {
            case .offerPrice: .offerPrice
            case .acceptOffer: .acceptOffer
            case .declineOffer: .declineOffer
            case .joinLine: .joinLine
            case .leaveLine: .leaveLine
            case .reserve, .reserveFor: .reserve
            case .release: .release
            case .proposeAppointment: .proposeAppointment
            case .acceptAppointment: .acceptAppointment
            case .declineAppointment: .declineAppointment
            case .callOffAppointment: .callOffAppointment
            case .sayMet: .sayMet
            case .sayNotCome: .sayNotCome
            case .close: .close
            case .reopen, .reopenClosing: .reopen
            case .dealAgain: .dealAgain
            }
        }
    }
}

/// Where steps of dealings are taken. Every method is atomic.
public protocol DealingStorage: Sendable {
    /// Takes a step, as `Dealing.rules` and `Meeting.check` allow. Closing takes the pieces that
    /// change hands off the stock (`Dealing.Closing.check`), and completes the to-dos that the
    /// asker has pinned to the item, and the seller's once none is left. Stock is never reserved
    /// for more people than there are pieces, and the item's status follows. When a reservation is
    /// released the first in line is told; when the last piece is reserved for, or sold to,
    /// somebody else, those who have agreed on a price are told.
    ///
    /// Taking a closing back, as `Dealing.Closing.checkMayReopen` allows, restores its pieces to
    /// the stock and reopens the to-dos that it completed. The two go on at the stage they had
    /// reached (`Stage.afterReopening`), and the term of a reservation starts anew; an asker who
    /// stood in line does not stand there again. Pieces that the seller has put on sale again by
    /// hand are not restored twice: they count as pieces of the latest closing, which then restores
    /// that many fewer. A closing by an earlier version of this program, which did not keep the
    /// stage, restores nothing; the seller puts the item on sale by hand.
    ///
    /// While the item is on offer, two people who have closed may deal again. Each closing has its
    /// own reviews and its own time to be taken back; taking back an earlier one leaves a dealing
    /// that has begun since as it is. An offer of the earlier dealing is no longer open.
    /// - Throws: `.notFound` if the reader has no such conversation, or the conversation no such
    ///   offer; `.dealing` with the reason.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError)

    /// Releases the reservations whose term is over at `now`, and tells the first in line about
    /// pieces that became free in another way, as when an account is deleted.
    /// - Returns: how many reservations were released.
    @discardableResult
    func releaseLapsedReservations(at now: Timestamp) async throws(StorageError) -> Int

    /// Whether releasing one reservation of an item would tell somebody in line that it is their
    /// turn: a piece would be free, and the first in line does not know of one yet.
    /// - Throws: `.itemNotFound`.
    func isTurnTold(byReleaseOf item: Item.ID, at now: Timestamp) async throws(StorageError) -> Bool
}

extension Item {
    /// The status of the item if so many pieces are reserved.
    public func status(keeping held: Int64) -> Status {
        if status == .sold || content.stock == 0 { return .sold }
        return held >= content.stock ? .reserved : .selling
    }
}
