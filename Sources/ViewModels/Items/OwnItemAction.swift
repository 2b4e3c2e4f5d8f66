import Market

extension OwnItems {
    /// What sellers may do with one of their items.
    public enum Action: Equatable, Sendable {
        /// Marks it as reserved, unless it is sold. If somebody who wrote about it may be meant, the
        /// seller is asked first.
        case reserve
        /// Marks it as reserved for somebody who did not write about it.
        case reserveElsewhere
        /// Marks it as sold. If somebody who wrote about it may have bought it, the seller is asked
        /// first.
        case sell
        /// Marks it as sold to somebody else: all of it, or as many as the seller says.
        case sellElsewhere
        /// Puts the item back on sale, if it still has the given status: another window may have
        /// changed it. Not done if the last one went in a deal that stands.
        case offerAgain(from: Item.Status)
        /// Offers another one of an item that is sold, in deals that stand.
        case offerAnother
        /// Moves the item to the top of the list.
        case pullUp
    }

    /// What came of an action.
    public enum Outcome: Equatable, Sendable {
        /// It was done.
        /// - Parameter purpose: whether the item is offered or wanted.
        case done(_ purpose: Item.Purpose)
        /// Some were sold, and others are left.
        /// - Parameter count: how many are left.
        case isLeft(_ count: Int64)
        /// Nothing was done: another window has given the item a status in which the action is not
        /// possible.
        case isPast
        /// Nothing was done: one is reserved for somebody. Whether it went to them is recorded in
        /// this conversation, where both see it and may review the deal.
        case isReserved(in: Conversation.ID)
        /// Nothing was done: it would call off an appointment. That is done in this conversation,
        /// where both people and the time are named.
        case isAppointed(in: Conversation.ID)
        /// Nothing was done: the seller has to say first for whom it is reserved (`Reservation`).
        case isAskedForWhom
        /// Nothing was done: the seller has to say first to whom it went (`Sale`).
        case isAsked
        /// Nothing was done: that many cannot be left.
        /// - Parameter question: the question again, with what was typed.
        case isMiscounted(_ question: Sale.Output)
        /// Nothing was done: the item went to somebody, which the seller is shown first (`Resale`).
        case isGone
    }
}
