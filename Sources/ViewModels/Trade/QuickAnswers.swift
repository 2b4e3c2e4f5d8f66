import Market

/// What people mostly write to each other, to be sent at a press, or written on. Each has fewer letters than
/// a text that may be sent to a few only (`ConversationRates`).
enum QuickAnswers {
    /// To whoever has posted an item, with nothing written yet.
    static func toBegin(about purpose: Item.Purpose) -> [Phrase] {
        switch purpose {
        case .offer: phrases(.quickIsItThere, .quickCondition, .quickWhen)
        case .request: phrases(.quickHaveOne, .quickWhen)
        }
    }

    /// What the reader may say next as far as the dealing has come.
    static func of(_ conversation: Conversation) -> [Phrase] {
        switch conversation.stage {
        case .asked: ofSeller(in: conversation)
        case .reserved: phrases(.quickWhen, .quickWhere)
        case .appointed: phrases(.quickLeaving, .quickLate, .quickArrived)
        case .met, .closed: phrases(.quickThanks)
        case .notCome: []
        }
    }

    /// It is the seller who is asked the same by everybody.
    private static func ofSeller(in conversation: Conversation) -> [Phrase] {
        guard conversation.party == .seller, let item = conversation.item else { return [] }
        let isWanted = item.purpose == .request
        switch item.status {
        case .sold: return phrases(isWanted ? .quickFound : .quickSold)
        case .reserved: return phrases(.quickReserved)
        case .selling:
            return phrases(isWanted ? .quickIsWanted : .quickIsHere, .quickWhen, .quickWhere)
        }
    }

    private static func phrases(_ keys: Phrase.Key...) -> [Phrase] { keys.map { Phrase($0) } }

    /// What was typed with one of them behind it.
    /// - Parameter answer: as its button has it.
    static func adding(_ answer: String, to typed: String) -> String {
        let begun = typed.trimmed
        return begun.isEmpty ? answer : "\(begun) \(answer)"
    }
}
