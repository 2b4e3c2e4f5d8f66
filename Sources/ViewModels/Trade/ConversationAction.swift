import Market

extension ConversationDetail {
    /// What may be done in it.
    public enum Action: Equatable, Sendable {
        /// Photos are sent first, whatever becomes of the text: a form that comes back cannot hold
        /// them.
        /// - Parameter token: names this one sending.
        case write(_ text: String, photos: [ReceivedPhoto] = [], token: String)
        /// Takes a message back.
        case takeBack(ChatMessage.ID)
        /// Names a price, as typed.
        /// - Parameter sure: the amount that was asked back, and is meant.
        case offer(price: String, sure: String = "")
        /// Closes the dealing, at a price as typed; blank is not told.
        /// - Parameter sure: as of an offer.
        case close(price: String, sure: String = "")
        /// Keeps one for the asker, for so many days as typed; blank is for good.
        case reserve(term: String)
        /// Names a time and a place.
        case propose(AppointmentInput)
        /// Will not be there after all.
        /// - Parameter word: to the other, as typed.
        case callOff(word: String)
        /// Says whether they met: `met` or `not-come`.
        case arrive(String)
        /// Takes another step.
        case take(Dealing.Move)
        /// Notes that everything up to a message was read.
        case read(upTo: ChatMessage.ID)
    }
}

extension ConversationDetail.Action {
    /// Whether the other finds a message of it.
    var isToldToOther: Bool {
        switch self {
        case .takeBack, .read: false
        default: true
        }
    }

    /// What comes back when it is refused.
    var text: String {
        if case .write(let text, _, _) = self { text } else { "" }
    }

    var price: String {
        switch self {
        case .offer(let price, _), .close(let price, _): price
        default: ""
        }
    }

    private var sure: String {
        switch self {
        case .offer(_, let sure), .close(_, let sure): sure
        default: ""
        }
    }

    /// The amount in it that is to be asked back first: it is far from what the item costs, and nobody has
    /// said that it is meant. What the two have agreed on is asked no more.
    func doubtfulAmount(in conversation: Conversation) -> Int64? {
        guard let asked = conversation.item?.price,
            // What is no price is said otherwise.
            case .amount(let amount)? = try? asked.currency.price(.typed(price)), amount > 0,
            asked.isFar(from: amount), amount != conversation.agreedPrice?.amount,
            sure != "\(amount)"
        else { return nil }
        return amount
    }

    var appointment: AppointmentInput? {
        if case .propose(let typed) = self { typed } else { nil }
    }

    var word: String {
        if case .callOff(let word) = self { word } else { "" }
    }

    /// What its writer would lose with the form that it was typed in.
    func kept(besides steps: DealingSteps) -> [String] {
        switch self {
        case .offer: steps.mayOffer ? [] : texts
        case .close: steps.mayClose ? [] : texts
        case .propose: steps.mayPropose ? [] : texts
        case .callOff: steps.mayCallOff ? [] : texts
        case .write, .takeBack, .reserve, .arrive, .take, .read: []
        }
    }

    private var texts: [String] {
        let typed = appointment ?? AppointmentInput()
        return [price, typed.date, typed.time, typed.spot, word].filter { !$0.isEmpty }
    }

    func refusal(_ obstacle: Dealing.Obstacle) -> Refusal {
        if case .write = self { return .notSent(obstacle) }
        return Refusal(.conflict, Alert(failed: .failure, obstacle.phrase))
    }
}
