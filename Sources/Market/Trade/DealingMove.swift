extension Dealing {
    /// A step with what it takes.
    public enum Move: Equatable, Sendable {
        /// Names a price; the same again, while that waits for an answer, is no other.
        /// - Parameter amount: in the minor unit of the item's currency.
        case offerPrice(_ amount: Int64)
        /// Takes a price that was offered.
        case acceptOffer(ChatMessage.ID)
        /// Does not.
        case declineOffer(ChatMessage.ID)
        /// Waits behind those who came before.
        case joinLine
        /// Waits no more.
        case leaveLine
        /// Keeps one for the asker, until one of the two gives it back.
        case reserve
        /// Keeps one for the asker for so long, unless they agree on an appointment.
        case reserveFor(ReservationTerm)
        /// Gives it back.
        case release
        /// Names a time and a place; the same again by the same party is no other.
        case proposeAppointment(Appointment)
        /// Agrees to what the other proposed.
        case acceptAppointment(ChatMessage.ID)
        /// Does not.
        case declineAppointment(ChatMessage.ID)
        /// Takes back what was agreed on, or proposed.
        /// - Parameter word: a message to the other; empty for none.
        case callOffAppointment(word: String)
        /// Says that they met.
        case sayMet
        /// Says that the other did not come.
        case sayNotCome
        /// - Parameters:
        ///   - amount: what was paid for all of them; nil is not told.
        ///   - pieces: how many change hands.
        case close(at: Int64?, pieces: Int64 = 1)
        /// Takes the closing back, while nothing has begun since.
        case reopen
        /// Takes that one back, whatever has begun since.
        case reopenClosing(ChatMessage.ID)
        /// Begins another dealing about the same item.
        case dealAgain

        /// The step of the machine that it is.
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
    /// Takes a step, as `Dealing.rules` and `Meeting.check` have it. Closing takes as many pieces of the
    /// stock as change hands (`Dealing.Closing.check`). Stock is never kept for more people than
    /// there is of it, the item's status follows, who is first in line is told when one is given back,
    /// and who has agreed on a price when the last one is kept for, or has gone to, another. Closing
    /// completes the to-dos that the asker has pinned to the item, and when none is left those of the
    /// seller.
    ///
    /// Who takes a closing back, as `Dealing.Closing.checkMayReopen` has it, gives back what it
    /// took of the stock and opens the to-dos that it completed. The two go on where they had come
    /// to (`Stage.afterReopening`), and the term of a reservation begins anew; an asker who stood
    /// in line does not stand there again. What the seller has put on sale again by themselves is
    /// there already, and kept for nobody: it is one of those that the last closing took, which gives
    /// back one less. Nothing is given back either after a closing by earlier versions of this program,
    /// which did not keep where the two had come to: that is put on sale by hand.
    ///
    /// While the item is on offer, two who have closed may deal again. Reviews and the time for
    /// taking back are those of each closing; another dealing that has begun since stays where it is
    /// when one before it is taken back. A price that was named in the one before is not open any
    /// more.
    /// - Throws: `.notFound` when the reader has no such conversation, or no such offer in it;
    ///   `.dealing` with why not.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError)

    /// Gives back what was kept for a term that is over at `now`, and tells who is first in line for
    /// what has become free in another way, as when an account is deleted.
    /// - Returns: in how many conversations a term was over.
    @discardableResult
    func releaseLapsedReservations(at now: Timestamp) async throws(StorageError) -> Int

    /// Whether somebody in line for an item is told at once that it is their turn, when one that is kept
    /// of it is given back: one is free then, and whoever comes first does not know so already.
    /// - Throws: `.itemNotFound`.
    func isTurnTold(
        byReleaseOf item: Item.ID, at now: Timestamp
    ) async throws(StorageError) -> Bool
}

extension Item {
    /// How far the sale has come, when so many are kept for somebody.
    public func status(keeping held: Int64) -> Status {
        if status == .sold || content.stock == 0 { return .sold }
        return held >= content.stock ? .reserved : .selling
    }
}
