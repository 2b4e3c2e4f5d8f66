import HTTPServer
import Market
import Mustache
import ViewModels

/// The page of a question: one button does what is asked, and the way back leaves it.
struct QuestionPage: Sendable {
    let question: Question
    /// Where the button leads.
    let action: String
    /// Where the question came from.
    let back: String
    /// The one that it came from, where the answer leads back to it; nil for no conversation.
    var conversation: Conversation.ID?
}

extension Form {
    /// Whether the button that sends it asks first. That is decided when it is pressed: its page may be an
    /// old one, and more may go by now. What programs send asks nothing, nor does the answer to a question.
    var asksFirst: Bool { self["ask"] == "1" }
}

extension QuestionPage: TemplateData {
    static let fields: [Field<QuestionPage>] = [
        Field("heading") { $0.question.heading },
        Field("consequences") { $0.question.consequences },
        Field("answer") { $0.question.answer },
        Field("action") { $0.action },
        Field("back") { $0.back },
        Field("conversation") { $0.conversation },
    ]
}
