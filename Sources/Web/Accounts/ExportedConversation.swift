import Market

extension JSONWriter {
    /// What stands before the messages of a conversation. The other is named as they are called now.
    mutating func fields(of conversation: Conversation) {
        field("id", conversation.id)
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
    /// What stands in an export: steps and what was taken back are left out.
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
        case .offer(let offer): json.field("offer", offer.amount)
        case .appointment(let appointment):
            json.field("meet_at", appointment.date)
            json.field("place", appointment.spot)
        case .photo: json.field("photo", photo?.path)
        case .text, .note: json.field("text", message.text)
        }
        json.field("sent_at", message.date)
    }
}

/// What the account told of a dealing, with what it ticked in its language.
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
