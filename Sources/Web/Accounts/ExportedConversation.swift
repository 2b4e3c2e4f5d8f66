import Market

extension JSONWriter {
    /// Writes the conversation's subject and the other person, under their present names.
    mutating func fields(of conversation: Conversation) {
        field("listing", conversation.item?.id)
        field("title", conversation.itemTitle)
        if case .member(_, let nickname, _) = conversation.other {
            field("with", nickname)
        } else {
            field("with", nil as String?)
        }
    }
}

extension ChatMessage {
    /// Whether an export contains the message; notes about steps and messages taken back are left out.
    var isTold: Bool {
        if case .note = kind { false } else { !isTakenBack }
    }
}

struct ExportedMessage: JSONObject {
    let message: ChatMessage
    let isOwn: Bool
    let photo: ExportedPhoto?

    func writeFields(to json: inout JSONWriter) {
        json.field("mine", isOwn)
        switch message.kind {
        case .offer(let offer):
            json.field("offer", offer.amount)
            json.field("currency", offer.currency.rawValue)
            json.field("answer", offer.answer?.key)
        case .appointment(let appointment):
            json.field("meet_at", appointment.date)
            json.field("place", appointment.spot)
            json.field("answer", appointment.outcome?.key)
        case .photo: json.field("photo", photo?.path)
        case .text, .note: json.field("text", message.text)
        }
        json.field("sent_at", message.date)
    }
}

extension PriceOffer.Answer {
    fileprivate var key: String {
        switch self {
        case .accepted: "accepted"
        case .declined: "declined"
        case .replaced: "replaced"
        }
    }
}

extension Appointment.Outcome {
    fileprivate var key: String {
        switch self {
        case .accepted: "accepted"
        case .declined: "declined"
        case .replaced: "replaced"
        case .calledOff: "called_off"
        }
    }
}

/// Has the same facts as `/my/purchases` and `/my/sales`.
extension Deal: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("chat", conversation.id)
        json.fields(of: conversation)
        json.field("quantity", pieces)
        json.field("price", price?.amountToPay)
        json.field("currency", price?.currency.rawValue)
        json.field("closed_at", date)
    }
}

/// A review that the account wrote; its remarks are in the account's language.
struct ExportedReview: JSONObject {
    let review: Review
    let remarks: [String]

    func writeFields(to json: inout JSONWriter) {
        json.field("title", review.itemTitle)
        json.field("rating", review.content.rating.key)
        json.field("remarks", remarks)
        json.field("text", review.content.text)
        json.field("answer", review.answer)
        json.field("written_at", review.date)
    }
}

extension Rating {
    fileprivate var key: String {
        switch self {
        case .good: "good"
        case .fair: "fair"
        case .bad: "bad"
        }
    }
}
