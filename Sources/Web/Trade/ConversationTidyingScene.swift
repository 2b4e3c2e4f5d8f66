import HTTPServer
import Market
import Mustache
import ViewModels

/// `POST /chats/9/mute` and `POST /chats/9/archive`, each with its deletion: what a member does with a
/// conversation for themselves.
struct ConversationTidyingScene: Sendable {
    private let tidying: ConversationTidying
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        tidying = ConversationTidying(storage: dependencies.storage)
        cookies = dependencies.pages.cookies
    }

    var routes: [Route] {
        step(Link.conversationMute, .mute) + step(Link.conversationMuteDeletion, .unmute)
            + step(Link.conversationArchive, .archive)
            + step(Link.conversationArchiveDeletion, .list)
    }

    /// A reload by GET, for instance of the page of an error, leads to the conversation.
    private func step(
        _ path: Path<Conversation.ID>, _ step: ConversationTidying.Step
    ) -> [Route] {
        [
            .get(path) { try $0.redirectMember(to: Link.conversation($1)) },
            .post(path) { try await take(step, $0, $1) },
        ]
    }

    private func take(
        _ step: ConversationTidying.Step, _ context: RequestContext, _ id: Conversation.ID
    ) async throws -> Response {
        let outcome = try await tidying.submit(step, on: id, of: try context.account)
        let path = Link.conversation(id)
        switch (step, outcome) {
        case (.mute, _): return Flash.named(.chatMuted).redirect(to: path, cookies)
        case (.unmute, _): return Flash.named(.chatUnmuted).redirect(to: path, cookies)
        case (.archive, .done):
            return Flash.undoing(.archiving(id)).redirect(to: Link.conversations(), cookies)
        // The page shows what has come.
        case (.archive, .hasNews): return Flash.named(.chatHasNews).redirect(to: path, cookies)
        case (.list, _): return Flash.named(.chatListed).redirect(to: path, cookies)
        }
    }
}

extension ConversationTidying.Output: TemplateData {
    public static let fields: [Field<ConversationTidying.Output>] = [
        Field("isMuted") { $0.isMuted },
        Field("isArchived") { $0.isArchived },
    ]
}
