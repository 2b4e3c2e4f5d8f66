import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats/9/reservation/deletion`, `/chats/9/messages/12/deletion`, and both below `/items/7` for
/// the guest who posted: asks before something is lost. Redirects back if there is nothing to ask,
/// or if it is not allowed.
struct DealingQuestionScene: Sendable {
    /// The path below the conversation's.
    private static let reservationDeletion = "/reservation/deletion"

    private let release: ReleasePrompt
    private let deletion: MessageDeletionPrompt
    private let page: Presenter<QuestionPage>

    init(_ dependencies: Dependencies) throws {
        release = ReleasePrompt(storage: dependencies.storage, zone: dependencies.zone)
        deletion = MessageDeletionPrompt(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("parts/question")
    }

    func askRelease(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let question = try await release.output(for: id, of: reader, at: context.now)
        return try response(question, to: Self.reservationDeletion, in: id, of: reader, context)
    }

    /// The path of that question; nil if there is nothing to ask.
    func releasePath(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> String? {
        let question = try await release.output(for: id, of: reader, at: context.now)
        return question.map { _ in reader.path(of: id) + Self.reservationDeletion }
    }

    func askDeletion(
        _ context: RequestContext, _ message: ChatMessage.ID, in id: Conversation.ID,
        of reader: Conversation.Reader
    ) async throws -> Response {
        let question = try await deletion.output(for: message, in: id, of: reader, at: context.now)
        return try response(
            question, to: "/messages/\(message)/deletion", in: id, of: reader, context)
    }

    /// The question's page; not cached, for the same reason as in `GuestAccess.ask`.
    /// - Parameter action: the path below the conversation that the answer is posted to.
    private func response(
        _ question: Question?, to action: String, in id: Conversation.ID,
        of reader: Conversation.Reader, _ context: RequestContext
    ) throws -> Response {
        let path = reader.path(of: id)
        guard let question else { return .redirect(to: path) }
        return try page.response(
            QuestionPage(question: question, action: path + action, back: path),
            caching: "no-store", for: context)
    }
}
