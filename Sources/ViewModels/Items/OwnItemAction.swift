import Market

extension OwnItems {
    /// What a seller may do with one of these.
    public enum Action: Equatable, Sendable {
        /// Marks it as promised to somebody, unless it is sold, or that may be one of those who have
        /// written about it.
        case reserve
        /// Marks it as promised to somebody else.
        case reserveElsewhere
        /// Marks it as sold, unless it may have gone to one of those who have written about it.
        case sell
        /// Marks it as sold to somebody else, all of it or as many as it is told.
        case sellElsewhere
        /// Undoes a stage, when the item is at it still: another window may have gone on. Not where the
        /// last one has gone with a dealing that stands.
        case offerAgain(from: Item.Status)
        /// Offers another one of what is sold, whose dealings stand.
        case offerAnother
        /// Moves the item to the top of the list.
        case pullUp
    }

    /// What came of it.
    public enum Outcome: Equatable, Sendable {
        /// It was done.
        /// - Parameter purpose: what the item is there for.
        case done(_ purpose: Item.Purpose)
        /// Some have gone, and others are left.
        case isLeft
        /// Nothing: another window has taken it to a stage where that is not done.
        case isPast
        /// Nothing: one is kept for somebody, and whether it went to them is told in this conversation,
        /// where both see it and may say how it was.
        case isReserved(in: Conversation.ID)
        /// Nothing: that would call off an appointment, which is done in this conversation, where both
        /// and the time are named.
        case isAppointed(in: Conversation.ID)
        /// Nothing: for whom it is kept is to be told first (`Reservation`).
        case isAskedForWhom
        /// Nothing: to whom it has gone is to be told first (`Sale`).
        case isAsked
        /// Nothing: it has gone to somebody, which is told first (`Resale`).
        case isGone
    }
}
