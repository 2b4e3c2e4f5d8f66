import Market

/// Ready-made messages, to send as they are or to add to. Each is shorter than a text whose
/// repetition is limited (`ConversationRates`).
enum QuickAnswers {
    /// For the first message about an item.
    static func toBegin(about purpose: Item.Purpose) -> [Phrase] {
        switch purpose {
        case .offer: phrases(.quickIsItThere, .quickCondition, .quickWhen)
        case .request: phrases(.quickHaveOne, .quickWhen)
        }
    }

    /// For the reader's next message, depending on how far the dealing has come.
    static func of(_ conversation: Conversation) -> [Phrase] {
        switch conversation.stage {
        case .asked:
            conversation.party == .seller
                ? ofSeller(in: conversation) : ofAsker(in: conversation)
        // The proposal says when and where.
        case .reserved where conversation.meeting.proposal != nil: []
        case .reserved: phrases(.quickWhen, .quickWhere)
        case .appointed: phrases(.quickLeaving, .quickLate, .quickArrived)
        case .met, .closed: phrases(.quickThanks)
        case .notCome: []
        }
    }

    /// Asks the seller for a reservation, which everything else follows from, while there is a piece to reserve.
    private static func ofAsker(in conversation: Conversation) -> [Phrase] {
        guard let item = conversation.item, item.purpose == .offer, item.status == .selling,
            conversation.freeStock > 0
        else { return [] }
        return phrases(.quickTakeIt)
    }

    private static func ofSeller(in conversation: Conversation) -> [Phrase] {
        guard let item = conversation.item else { return [] }
        let isWanted = item.purpose == .request
        switch item.status {
        case .sold: return phrases(isWanted ? .quickFound : .quickSold)
        case .reserved: return phrases(.quickReserved)
        case .selling:
            return phrases(isWanted ? .quickIsWanted : .quickIsHere, .quickWhen, .quickWhere)
        }
    }

    private static func phrases(_ keys: Phrase.Key...) -> [Phrase] { keys.map { Phrase($0) } }

    /// The typed message with a quick answer appended.
    /// - Parameter answer: the text on its button.
    static func adding(_ answer: String, to typed: String) -> String {
        let begun = typed.trimmed
        return begun.isEmpty ? answer : "\(begun) \(answer)"
    }
}
