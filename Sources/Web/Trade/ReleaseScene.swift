import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats/9/reservation/deletion`, and below `/items/7` for who posted as a guest: asks before what is
/// kept for somebody is given back; leads back where there is nothing to ask.
struct ReleaseScene: Sendable {
    private let prompt: ReleasePrompt
    private let page: Presenter<QuestionPage>

    init(_ dependencies: Dependencies) throws {
        prompt = ReleasePrompt(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("parts/question")
    }

    func ask(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let path = reader.path(of: id)
        guard let question = try await prompt.output(for: id, of: reader, at: context.now) else {
            return .redirect(to: path)
        }
        return try page.response(
            QuestionPage(
                question: question, action: "\(path)/reservation/deletion", back: path),
            for: context)
    }
}
