extension Dealing {
    /// How a dealing ended, as one of the two knows it.
    public struct Closing: Equatable, Sendable {
        /// For so long it may be taken back, in seconds, while neither of the two has reviewed it.
        public static let reopeningTime: Int64 = 24 * 3_600

        /// Of the message that tells of it; the larger the later it was closed.
        public let id: ChatMessage.ID
        /// When it changed hands.
        public let date: Timestamp
        /// How many pieces of the item changed hands.
        public let pieces: Int64
        /// What was paid for all of them; nil when that was not told, or in no currency that is known
        /// any more.
        public let price: Price?
        /// Whether who asks has reviewed it.
        public let isReviewed: Bool
        /// When what the other wrote is seen; nil for nothing. Nobody is told of it before.
        public let otherReviewOpens: Timestamp?

        /// - Parameters:
        ///   - pieces: how many changed hands.
        ///   - price: what was paid for all of them; nil is not told.
        ///   - otherReviewOpens: nil where the other has written nothing.
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
        /// - Throws: `.dealing` when so many do not change hands now.
        public static func check(
            _ pieces: Int64, outOf most: Int64
        ) throws(StorageError) {
            guard most > 0 else { throw .dealing(.noneLeft) }
            guard 1...most ~= pieces else { throw .dealing(.fewerLeft(most)) }
        }

        /// - Throws: `.dealing` with why it may not be reviewed.
        public func checkMayReview(at now: Timestamp) throws(StorageError) {
            guard !isReviewed else { throw .dealing(.reviewed) }
            // Whoever has read the other's writes none any more.
            guard now.since(date) < Review.writingTime else { throw .dealing(.reviewTooLate) }
        }

        /// Whether taking it back is offered to who asks. That goes by their own deeds and the time
        /// alone: were it offered only while the other has written nothing, who sees it vanish
        /// would know that there is a sealed review. Who tries and is refused may guess so too, but
        /// where there is none, trying takes the closing back for both to see: nobody only looks.
        /// What the other has written stands all the same: else a seller could have it gone.
        public func isOfferedBack(at now: Timestamp) -> Bool {
            now.since(date) <= Self.reopeningTime && !isReviewed
        }

        /// - Throws: `.dealing(.closingStands)` when it may not be taken back any more.
        public func checkMayReopen(at now: Timestamp) throws(StorageError) {
            guard isOfferedBack(at: now), otherReviewOpens == nil else {
                throw .dealing(.closingStands)
            }
        }
    }
}

/// A dealing that is closed, with the conversation in which it stands.
public struct ClosedDealing: Identifiable, Equatable, Sendable {
    /// How it ended.
    public let closing: Dealing.Closing
    /// As one of the two reads it.
    public let conversation: Conversation

    /// That of the message which tells of the closing.
    public var id: ChatMessage.ID { closing.id }

    /// A dealing as one of the two reads it.
    public init(closing: Dealing.Closing, conversation: Conversation) {
        self.closing = closing
        self.conversation = conversation
    }
}
