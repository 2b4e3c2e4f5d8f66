import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats`: one's conversations, `/chats/waiting`: those that wait for one's answer, and
/// `/items/7/chats`: those about an item, for its owner or behind its password.
struct ConversationListScene: Sendable {
    private let list: ConversationList
    private let toAnswer: ConversationsToAnswer
    private let guests: GuestAccess
    private let push: PushPresenter
    private let page: Presenter<ConversationsPage>

    init(_ dependencies: Dependencies) throws {
        list = ConversationList(storage: dependencies.storage, zone: dependencies.zone)
        toAnswer = ConversationsToAnswer(
            storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        push = PushPresenter(dependencies)
        page = try dependencies.page("trade/conversation-list")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try await show(context, of: .account(try context.account))
    }

    func showToAnswer(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let output = try await toAnswer.output(
            for: account, before: context.pageKey(), at: context.now)
        return try page.response(
            ConversationsPage(
                list: output, reader: .account(account), isToAnswer: true,
                push: try await push.part(for: context)),
            for: context)
    }

    func showReceived(_ context: RequestContext, _ item: Item.ID) async throws -> Response {
        try await guests.read(context, item, nil) { try await show(context, of: $0, about: item) }
    }

    func authorize(_ context: RequestContext, _ item: Item.ID) async throws -> Response {
        try await guests.write(context, item, nil) { _, _ in
            .redirect(to: Link.itemConversations(item))
        }
    }

    private func show(
        _ context: RequestContext, of reader: Conversation.Reader, about item: Item.ID? = nil
    ) async throws -> Response {
        let output = try await list.output(
            for: reader, about: item, before: context.pageKey(), at: context.now)
        return try page.response(
            ConversationsPage(
                list: output, reader: reader, item: item, push: try await push.part(for: context)),
            for: context)
    }
}

/// A page of conversations.
struct ConversationsPage: Sendable {
    let list: ConversationList.Output
    let reader: Conversation.Reader
    /// What all of them are about; nil for whatever an account writes of.
    var item: Item.ID?
    /// Whether all of them wait for the reader's answer.
    var isToAnswer = false
    /// Nil where the site sends no pushes, or the reader has no account.
    let push: PushPart?

    fileprivate var path: String {
        if isToAnswer { return Link.conversationsToAnswer() }
        return item.map { Link.itemConversations($0) } ?? reader.listPath
    }

    /// A conversation with the path that it has for its reader.
    struct Row: Sendable {
        let entry: ConversationList.Entry
        /// Nil where there is nothing to do in it.
        let path: String?
        /// Whether the page shows it beside its list.
        var isOpen = false
        /// Whether all of the page are about the same item, which needs no name then.
        var isAboutOne = false
    }
}

extension ConversationsPage: TemplateData {
    static let fields: [Field<ConversationsPage>] = [
        Field("rows") { page in
            page.list.entries.map {
                Row(entry: $0, path: page.reader.path(of: $0.id))
            }
        },
        Field("path") { $0.path },
        Field("item") { $0.item },
        Field("isToAnswer") { $0.isToAnswer },
        Field("isAccounts") { $0.reader.account != nil },
        Field("isPaged") { !$0.list.isFirst },
        Field("older") { $0.list.older },
        Field("push") { $0.push },
        Field("emptyText") { $0.list.emptyText },
    ]
}

extension ConversationsPage.Row: TemplateData {
    static let fields: [Field<ConversationsPage.Row>] = [
        Field("path") { $0.path },
        Field("isOpen") { $0.isOpen },
        Field("isAboutOne") { $0.isAboutOne },
        Field("other") { $0.entry.other },
        Field("subject") { $0.entry.subject },
        Field("excerpt") { $0.entry.excerpt },
        Field("excerptLanguage") { WrittenLanguage($0.entry.excerpt ?? "") },
        Field("label") { $0.entry.label },
        Field("isOwn") { $0.entry.isOwn },
        Field("age") { $0.entry.age },
        Field("unread") { $0.entry.unread },
        Field("appointment") { $0.entry.appointment },
        Field("line") { $0.entry.line },
        Field("isUnanswered") { $0.entry.isUnanswered },
    ]
}
