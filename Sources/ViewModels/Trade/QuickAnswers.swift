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

    /// How many of the latest messages tell what has been said already.
    static let mostLookedAt = 10

    /// For the reader's next message, depending on how far the dealing has come. Nothing is offered
    /// that has been said or asked a few messages ago.
    /// - Parameter messages: the latest ones.
    static func of(
        _ conversation: Conversation, after messages: [ChatMessage], at now: Timestamp
    ) -> [Phrase] {
        let said = messages.filter(\.isWritten)
        switch conversation.stage {
        case .asked:
            return conversation.party == .seller
                ? ofSeller(in: conversation, after: said) : ofAsker(in: conversation, after: said)
        // The proposal says when and where.
        case .reserved where conversation.meeting.proposal != nil: return []
        case .reserved: return questions(besides: said)
        case .appointed:
            let isNear = conversation.meeting.appointment.map { $0.date <= now + 3_600 } ?? true
            return phrases(.quickLeaving, .quickLate) + (isNear ? phrases(.quickArrived) : [])
        case .met, .closed:
            let own = said.filter { $0.author == conversation.party }
            let hasThanked = own.contains { $0.says("고마", "고맙", "감사", "thank") }
            return hasThanked ? [] : phrases(.quickThanks)
        case .notCome: return []
        }
    }

    /// Asks the seller for a reservation, which everything else follows from, while there is a piece to
    /// reserve and the asker has not asked for it.
    private static func ofAsker(
        in conversation: Conversation, after said: [ChatMessage]
    ) -> [Phrase] {
        guard let item = conversation.item, item.purpose == .offer, item.status == .selling,
            conversation.freeStock > 0,
            !said.contains(where: {
                $0.author == .asker && $0.says("거래할게요", "예약해", "take it")
            })
        else { return [] }
        return phrases(.quickTakeIt)
    }

    private static func ofSeller(
        in conversation: Conversation, after said: [ChatMessage]
    ) -> [Phrase] {
        guard let item = conversation.item else { return [] }
        let isWanted = item.purpose == .request
        switch item.status {
        case .sold: return phrases(isWanted ? .quickFound : .quickSold)
        case .reserved: return phrases(.quickReserved)
        case .selling:
            let hasAnswered = conversation.agreed != nil || said.contains { $0.author == .seller }
            let first = hasAnswered ? [] : phrases(isWanted ? .quickIsWanted : .quickIsHere)
            return first + questions(besides: said)
        }
    }

    /// When and where to meet, unless either of the two has asked it.
    private static func questions(besides said: [ChatMessage]) -> [Phrase] {
        // “언제 사셨어요?” asks something else.
        let asksWhen = said.contains {
            $0.says("언제 만", "언제 가능", "언제쯤", "몇 시", "when can", "when could", "what time")
        }
        let asksWhere = said.contains { $0.says("어디서", "어디에서", "어디로", "where") }
        return (asksWhen ? [] : phrases(.quickWhen)) + (asksWhere ? [] : phrases(.quickWhere))
    }

    private static func phrases(_ keys: Phrase.Key...) -> [Phrase] { keys.map { Phrase($0) } }

    /// The typed message with a quick answer appended.
    /// - Parameter answer: the text on its button.
    static func adding(_ answer: String, to typed: String) -> String {
        let begun = typed.trimmed
        return begun.isEmpty ? answer : "\(begun) \(answer)"
    }
}

extension ChatMessage {
    /// Whether it is a text that can still be read.
    fileprivate var isWritten: Bool { kind == .text && !isTakenBack }

    /// Whether any of these words is in its text, as a word or part of one.
    fileprivate func says(_ words: String...) -> Bool {
        let said = text.lowercased()
        return words.contains { said.contains($0) }
    }
}
