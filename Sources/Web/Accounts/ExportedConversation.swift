import Market

/// A conversation with all that stands in it. The other is named as they are called now.
struct ExportedConversation: JSONObject {
    let conversation: Conversation
    let messages: [ChatMessage]

    func writeFields(to json: inout JSONWriter) {
        json.field("id", conversation.id)
        json.field("listing", conversation.item?.id)
        json.field("title", conversation.itemTitle)
        if case .member(_, let nickname, _) = conversation.other {
            json.field("with", nickname)
        } else {
            json.field("with", nil as String?)
        }
        json.field(
            "messages",
            messages.filter(\.isTold).map { message in
                ExportedMessage(
                    message: message, isOwn: message.author == conversation.party,
                    photo: .sent(message, in: conversation.id))
            })
    }
}

extension ChatMessage {
    /// What stands in an export: steps and what was taken back are left out.
    fileprivate var isTold: Bool {
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
