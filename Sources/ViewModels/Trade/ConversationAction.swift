import Market

extension ConversationDetail {
    /// Something that the reader does in the conversation.
    public enum Action: Equatable, Sendable {
        /// Sends a message. Its photos are sent first; nothing is sent if the text or any photo has
        /// a fault, and what was not sent comes back with the form.
        /// - Parameter token: identifies this submission, so that it is sent only once.
        case write(_ text: String, photos: [ReceivedPhoto] = [], token: String)
        /// Takes back (deletes) a message.
        case takeBack(ChatMessage.ID)
        /// Offers a price, as typed.
        /// - Parameter sure: the doubtful amount that the reader has confirmed.
        case offer(price: String, sure: String = "")
        /// Closes the dealing, at a total price for all pieces, as typed; blank when the price is not told.
        /// - Parameters:
        ///   - pieces: how many pieces change hands, as typed; nil for one.
        ///   - sure: the doubtful amount that the reader has confirmed.
        case close(price: String, pieces: String? = nil, sure: String = "")
        /// Reserves one for the asker, for a number of days as typed; blank for no time limit.
        case reserve(term: String)
        /// Proposes a time and a place to meet.
        case propose(AppointmentInput)
        /// Calls the appointment off.
        /// - Parameter word: a message to the other person, as typed.
        case callOff(word: String)
        /// Says whether they met: `met` or `not-come`.
        case arrive(String)
        /// Takes any other step.
        case take(Dealing.Move)
        /// Marks all messages up to this one as read.
        case read(upTo: ChatMessage.ID)
    }
}

extension ConversationDetail.Action {
    /// Whether the action puts a message into the conversation for the other person.
    var isToldToOther: Bool {
        switch self {
        case .takeBack, .read: false
        default: true
        }
    }

    /// The message's text, to fill in again when it is refused.
    var text: String { if case .write(let text, _, _) = self { text } else { "" } }

    /// The message's photos.
    var photos: [ReceivedPhoto] { if case .write(_, let photos, _) = self { photos } else { [] } }

    var price: String {
        switch self {
        case .offer(let price, _), .close(let price, _, _): price
        default: ""
        }
    }

    /// How many pieces are said to change hands, as typed; nil when the form did not ask.
    var pieces: String? { if case .close(_, let pieces, _) = self { pieces } else { nil } }

    /// The number of pieces; nil if that is not a number.
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

    /// The amount that the reader is to confirm first: it is far from the item's price, and has not
    /// been confirmed yet. A price that the two have agreed on needs no confirmation, unless the
    /// form also asks for the number of pieces. For several pieces, an amount no higher than the
    /// price of one is to be confirmed as well, agreed on or not: the field is prefilled with the price of one.
    func doubtfulAmount(in conversation: Conversation, at now: Timestamp) -> Int64? {
        guard let asked = conversation.item?.price,
            // Something that is no price, or no number, is reported elsewhere.
            case .amount(let amount)? = try? asked.currency.price(.typed(price)), amount > 0,
            sure != "\(amount)", let pieces = pieceCount, let all = asked.inAll(pieces)
        else { return nil }
        if pieces > 1, amount <= asked.amountToPay { return amount }
        let isAskedHowMany = self.pieces != nil && conversation.mostToClose(at: now) > 1
        let isAgreed = !isAskedHowMany && amount == conversation.agreedPrice?.amount
        return all.isFar(from: amount) && !isAgreed ? amount : nil
    }

    var appointment: AppointmentInput? { if case .propose(let typed) = self { typed } else { nil } }

    var word: String { if case .callOff(let word) = self { word } else { "" } }

    /// What the reader typed into a form that is not shown any more, without the values that form
    /// was prefilled with; it would be lost otherwise.
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
        // Others have got some pieces while this was typed.
        if case .fewerLeft = obstacle { return Refusal([Fault("pieces", obstacle.phrase)]) }
        return Refusal(.conflict, Alert(failed: .notDone, obstacle.phrase))
    }
}

extension FieldReader {
    /// How many pieces change hands; 1 when the reader has no choice, or the field has a fault.
    /// - Parameter most: the highest number allowed; 0 when the step is refused for another reason.
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
