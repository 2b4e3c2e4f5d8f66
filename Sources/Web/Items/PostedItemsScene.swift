import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/posted`: what this browser has posted as a guest, each to be answered with its password.
/// For visitors who are not signed in, `/chats` shows the same.
struct PostedItemsScene: Sendable {
    private let items: PostedItems
    private let marks: PostingMark
    private let page: Presenter<PostedItemsPage>

    init(_ dependencies: Dependencies) throws {
        items = PostedItems(storage: dependencies.storage)
        marks = dependencies.marks
        page = try dependencies.page("items/posted-items")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await output(context, isOfChats: false)
        return try page.response(PostedItemsPage(output: output, isOfChats: false), for: context)
    }

    /// - Throws: `.signedOut` if there is nothing to show, because all other chats need an account.
    func showChats(_ context: RequestContext) async throws -> Response {
        let output = try await output(context, isOfChats: true)
        guard output.emptyText == nil else { throw SiteError.signedOut(carrying: nil) }
        return try page.response(PostedItemsPage(output: output, isOfChats: true), for: context)
    }

    private func output(
        _ context: RequestContext, isOfChats: Bool
    ) async throws -> PostedItems.Output {
        try await items.output(
            for: marks.items(context), unread: await marks.unreadMessages(context),
            isByQuestion: isOfChats, at: context.now)
    }
}

/// The page of a guest's posted items, or of the chats about them.
private struct PostedItemsPage: Sendable {
    let output: PostedItems.Output
    let isOfChats: Bool
}

extension PostedItems.Entry: TemplateData {
    public static let fields: [Field<PostedItems.Entry>] = [
        Field("item") { $0.item },
        Field("id") { $0.id },
        Field("conversations") { $0.conversations },
        Field("waiting") { $0.waiting },
    ]
}

extension PostedItemsPage: TemplateData {
    static let fields: [Field<PostedItemsPage>] = [
        Field("isOfChats") { $0.isOfChats },
        Field("entries") { $0.output.entries },
        Field("count") { $0.output.entries.count },
        Field("hasEntries") { !$0.output.entries.isEmpty },
        Field("hidden") { $0.output.hidden },
        Field("emptyText") { $0.output.emptyText },
    ]
}
