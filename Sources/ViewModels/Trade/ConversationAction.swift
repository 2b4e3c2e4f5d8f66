import Market

extension ConversationDetail {
    /// What may be done in it.
    public enum Action: Equatable, Sendable {
        /// Photos are sent first, and none where any of them or the text has to be put right: what was not
        /// sent comes back with the form.
        /// - Parameter token: names this one sending.
        case write(_ text: String, photos: [ReceivedPhoto] = [], token: String)
        /// Takes a message back.
        case takeBack(ChatMessage.ID)
        /// Names a price, as typed.
        /// - Parameter sure: the amount that was asked back, and is meant.
        case offer(price: String, sure: String = "")
        /// Closes the dealing, at a price for all that changes hands, as typed; blank is not told.
        /// - Parameters:
        ///   - pieces: how many that is, as typed; nil for one.
        ///   - sure: as of an offer.
        case close(price: String, pieces: String? = nil, sure: String = "")
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

    /// That come with it.
    var photos: [ReceivedPhoto] {
        if case .write(_, let photos, _) = self { photos } else { [] }
    }

    var price: String {
        switch self {
        case .offer(let price, _), .close(let price, _, _): price
        default: ""
        }
    }

    /// How many are said to change hands, as typed; nil where nothing was said of that.
    var pieces: String? {
        if case .close(_, let pieces, _) = self { pieces } else { nil }
    }

    /// Nil for what is no number.
    private var pieceCount: Int64? {
        guard let text = pieces?.trimmed, !text.isEmpty else { return 1 }
        return Int64(typedStock: text)
    }

    private var sure: String {
        switch self {
        case .offer(_, let sure), .close(_, _, let sure): sure
        default: ""
        }
    }

    /// The amount in it that is to be asked back first: it is far from what the item costs, and nobody has
    /// said that it is meant. What the two have agreed on is asked no more, but where the form asks for how
    /// many that was. So is of several what is no more than one costs, agreed on or not: the field begins
    /// with the price of one.
    func doubtfulAmount(in conversation: Conversation, at now: Timestamp) -> Int64? {
        guard let asked = conversation.item?.price,
            // What is no price, or no number, is said otherwise.
            case .amount(let amount)? = try? asked.currency.price(.typed(price)), amount > 0,
            sure != "\(amount)", let pieces = pieceCount, let all = asked.inAll(pieces)
        else { return nil }
        if pieces > 1, amount <= asked.amountToPay { return amount }
        let isAskedHowMany = self.pieces != nil && conversation.mostToClose(at: now) > 1
        let isAgreed = !isAskedHowMany && amount == conversation.agreedPrice?.amount
        return all.isFar(from: amount) && !isAgreed ? amount : nil
    }

    var appointment: AppointmentInput? {
        if case .propose(let typed) = self { typed } else { nil }
    }

    var word: String {
        if case .callOff(let word) = self { word } else { "" }
    }

    /// What its writer would lose with the form that it was typed in, but what that begins with.
    func kept(besides steps: DealingSteps, in conversation: Conversation) -> [String] {
        switch self {
        case .offer: steps.mayOffer ? [] : texts
        case .close(let price, let pieces, _):
            steps.mayClose
                ? []
                : [
                    pieces == "1" ? "" : pieces ?? "",
                    conversation.presetPrices.contains(price) ? "" : price,
                ].filter { !$0.isEmpty }
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
        // Others have got some while it was typed.
        if case .fewerLeft = obstacle { return Refusal([Fault("pieces", obstacle.phrase)]) }
        return Refusal(.conflict, Alert(failed: .failure, obstacle.phrase))
    }
}

extension FieldReader {
    /// How many pieces change hands, where the reader may choose; 1 where they may not, and when
    /// something has to be put right.
    /// - Parameter most: how many may; 0 where something else is to be said.
    mutating func pieces(_ typed: String?, atMost most: Int64) -> Int64 {
        guard let text = typed?.trimmed, most > 1 || most == 1 && !text.isEmpty else { return 1 }
        guard let pieces = Int64(typedStock: text), pieces > 0 else {
            add("pieces", Phrase(.piecesAreNoNumber))
            return 1
        }
        if pieces > most { add("pieces", Dealing.Obstacle.fewerLeft(most).phrase) }
        return pieces
    }
}
