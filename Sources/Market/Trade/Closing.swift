extension Dealing {
    /// How a dealing ended, as one of the two knows it.
    public struct Closing: Equatable, Sendable {
        /// How long a closing may be taken back, in seconds, as long as neither of the two has reviewed it.
        public static let reopeningTime: Int64 = 24 * 3_600

        /// The number of the message that tells of it: the larger, the later it was closed.
        public let id: ChatMessage.ID
        /// When it changed hands.
        public let date: Timestamp
        /// How many pieces of the item changed hands.
        public let pieces: Int64
        /// The price of all pieces; nil if it was not told, or if its currency is no longer known.
        public let price: Price?
        /// Whether the reader has reviewed it.
        public let isReviewed: Bool
        /// When the other's review opens; nil if there is none. Nobody is told of the review before that.
        public let otherReviewOpens: Timestamp?

        /// - Parameters:
        ///   - pieces: how many changed hands.
        ///   - price: the price of all of them; nil if it was not told.
        ///   - otherReviewOpens: nil if the other has written no review.
        public init(
            id: ChatMessage.ID, date: Timestamp, pieces: Int64 = 1, price: Price? = nil,
            isReviewed: Bool, otherReviewOpens: Timestamp?
        ) {
            self.id = id
            self.date = date
            self.pieces = pieces
            self.price = price
            self.isReviewed = isReviewed
            self.otherReviewOpens = otherReviewOpens
        }

        /// - Parameter most: how many are left for the asker (`Stage.mostToClose`).
        /// - Throws: `.dealing` if this many cannot change hands now.
        public static func check(_ pieces: Int64, outOf most: Int64) throws(StorageError) {
            guard most > 0 else { throw .dealing(.noneLeft) }
            guard 1...most ~= pieces else { throw .dealing(.fewerLeft(most)) }
        }

        /// - Throws: `.dealing` with the reason why it may not be reviewed.
        public func checkMayReview(at now: Timestamp) throws(StorageError) {
            guard !isReviewed else { throw .dealing(.reviewed) }
            // Once the other's review can be read, the time to write one is over.
            guard now.since(date) < Review.writingTime else { throw .dealing(.reviewTooLate) }
        }

        /// Whether taking the closing back is offered to the reader. It depends only on the reader's
        /// own review and the time: if the offer vanished when the other writes a review, it would
        /// reveal a sealed one. Somebody who tries and is refused may guess so too; but if there is
        /// no review, trying takes the closing back visibly for both, so nobody tries just to find
        /// out. The other's review stands all the same; otherwise a seller could get rid of it.
        public func isOfferedBack(at now: Timestamp) -> Bool {
            now.since(date) <= Self.reopeningTime && !isReviewed
        }

        /// - Throws: `.dealing(.closingStands)` if it can no longer be taken back.
        public func checkMayReopen(at now: Timestamp) throws(StorageError) {
            guard isOfferedBack(at: now), otherReviewOpens == nil else {
                throw .dealing(.closingStands)
            }
        }
    }
}

/// A closed dealing, with the conversation that it belongs to.
public struct ClosedDealing: Identifiable, Equatable, Sendable {
    /// How the dealing ended.
    public let closing: Dealing.Closing
    /// The conversation, as one of the two reads it.
    public let conversation: Conversation

    /// The number of the message that tells of the closing.
    public var id: ChatMessage.ID { closing.id }

    /// A closed dealing as one of the two reads it.
    public init(closing: Dealing.Closing, conversation: Conversation) {
        self.closing = closing
        self.conversation = conversation
    }
}
