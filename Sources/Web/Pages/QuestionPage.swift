import HTTPServer
import Market
import Mustache
import ViewModels

/// A page that asks a question: one button confirms, and the back link leaves it.
struct QuestionPage: Sendable {
    let question: Question
    /// The path that the button posts to.
    let action: String
    /// The page that the question came from.
    let back: String
    /// The conversation that the question came from, if the answer leads back to it; otherwise nil.
    var conversation: Conversation.ID?
    /// Other fields that the answer sends again.
    var hiddenFields: [CarriedField] = []
}

extension Form {
    /// Whether the button that sent the form asks for confirmation first. Whether there is
    /// something to ask is decided when the button is pressed, because its page may be outdated and
    /// more may be lost by now. Requests from programs, and the answer to a question, do not ask.
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
        Field("hiddenFields") { $0.hiddenFields },
    ]
}
