import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats/9/messages/12/deletion`, and below `/items/7` for who posted as a guest: asks before a message
/// is taken back; leads back where it may not be.
struct MessageDeletionScene: Sendable {
    private let prompt: MessageDeletionPrompt
    private let page: Presenter<QuestionPage>

    init(_ dependencies: Dependencies) throws {
        prompt = MessageDeletionPrompt(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("parts/question")
    }

    func ask(
        _ context: RequestContext, _ message: ChatMessage.ID, in id: Conversation.ID,
        of reader: Conversation.Reader
    ) async throws -> Response {
        let path = reader.path(of: id)
        let question = try await prompt.output(for: message, in: id, of: reader, at: context.now)
        guard let question else { return .redirect(to: path) }
        return try page.response(
            QuestionPage(
                question: question, action: "\(path)/messages/\(message)/deletion", back: path),
            for: context)
    }
}
