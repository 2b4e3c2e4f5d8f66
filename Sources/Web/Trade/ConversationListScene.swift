import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats`: the viewer's conversations, with `?archived=1` those that they have archived, or with
/// `?q=의자` those that match; for a guest, those about what this browser has posted.
/// `/chats/waiting`: those that wait for the viewer's answer.
/// `/items/7/chats`: those about an item, for its owner or with its password.
struct ConversationListScene: Sendable {
    private let search: ConversationSearch
    private let list: ConversationList
    private let toAnswer: ConversationsToAnswer
    private let guests: GuestAccess
    private let posted: PostedItemsScene
    private let marks: PostingMark
    private let push: PushPresenter
    private let page: Presenter<ConversationsPage>
    private let searches: TurnLimiter

    init(_ dependencies: Dependencies) throws {
        search = ConversationSearch(storage: dependencies.storage, zone: dependencies.zone)
        list = ConversationList(storage: dependencies.storage, zone: dependencies.zone)
        toAnswer = ConversationsToAnswer(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        posted = try PostedItemsScene(dependencies)
        marks = dependencies.marks
        push = PushPresenter(dependencies)
        page = try dependencies.page("trade/conversation-list")
        searches = dependencies.searchLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        guard let account = context.member?.account.id else {
            return try await posted.showChats(context)
        }
        let text = context.request.query["q"] ?? ""
        let areArchived = context.request.query["archived"] == "1"
        let read = { @Sendable [search] () async throws -> ConversationSearch.Output in
            try await search.output(
                for: account, text: text, areArchived: areArchived, before: context.pageKey(),
                at: context.now)
        }
        let output =
            try await text.isEmpty
            ? read()
            : searches.run(for: context.address) {
                try await read()
            }
        var shown = ConversationsPage(
            list: output.list, reader: .account(account), search: output,
            push: try await push.part(for: context))
        if output.search.query == nil, !output.areArchived {
            shown.posted = await marks.countItems(context)
            shown.unreadQuestions = context.unreadQuestions
        }
        return try page.response(shown, for: context)
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
        try await guests.read(context, item, nil) { reader in
            let output = try await list.output(
                for: reader, about: item, before: context.pageKey(), at: context.now)
            return try page.response(
                ConversationsPage(
                    list: output, reader: reader, item: item,
                    push: try await push.part(for: context)),
                for: context)
        }
    }

    func authorize(_ context: RequestContext, _ item: Item.ID) async throws -> Response {
        try await guests.write(context, item, nil) { _, _ in
            .redirect(to: Link.itemConversations(item))
        }
    }
}

/// A page of conversations.
struct ConversationsPage: Sendable {
    let list: ConversationList.Output
    let reader: Conversation.Reader
    /// The item that all of them are about; nil for an account's conversations.
    var item: Item.ID?
    /// Whether all of them wait for the reader's answer.
    var isToAnswer = false
    /// The search that the page shows; nil if the list cannot be searched.
    var search: ConversationSearch.Output?
    /// How many listings this browser has posted as a guest; their chats are not among the account's.
    var posted = 0
    /// How many messages about those listings are unread.
    var unreadQuestions = 0
    /// Nil if the site sends no pushes, or if the reader has no account.
    let push: PushPart?

    /// The list of those that the reader has archived.
    static let archivedPath = Link.conversations() + "?archived=1"

    /// Whether these are the conversations that the reader has archived.
    fileprivate var areArchived: Bool { search?.areArchived ?? false }

    fileprivate var path: String {
        if isToAnswer { return Link.conversationsToAnswer() }
        if areArchived { return Self.archivedPath }
        let path = item.map { Link.itemConversations($0) } ?? reader.listPath
        guard let query = search?.search.query else { return path }
        return "\(path)?q=\(query.text.percentEncoded())"
    }

    /// A conversation with its path for the reader.
    struct Row: Sendable {
        let entry: ConversationList.Entry
        /// Nil if nothing can be done in it.
        let path: String?
        /// Whether it is the conversation shown beside the list.
        var isOpen = false
        /// Whether all conversations on the page are about the same item, so that it need not be named.
        var isAboutOne = false
        /// Whether all conversations on the page are archived, so that it need not be said.
        var isAmongArchived = false
    }
}

extension Conversation.Reader {
    /// The path of a conversation in a list: with a search, the page and the message that matched,
    /// and the search itself, so that the other matches are shown beside it.
    /// - Parameter search: nil if there was no search.
    func path(of entry: ConversationList.Entry, foundBy search: SearchQuery?) -> String {
        let path = path(of: entry.id)
        guard let search else { return path }
        let key = entry.hit?.pageKey.map { "&before=\($0)" } ?? ""
        let place = entry.hit.map { "#message-\($0.id)" } ?? ""
        return "\(path)?q=\(search.text.percentEncoded())\(key)\(place)"
    }
}

extension ConversationsPage: TemplateData {
    static let fields: [Field<ConversationsPage>] = [
        Field("rows") { page in
            page.list.entries.map {
                Row(
                    entry: $0, path: page.reader.path(of: $0, foundBy: page.search?.search.query),
                    isAboutOne: page.item != nil, isAmongArchived: page.areArchived)
            }
        },
        Field("results") { $0.search?.search.query.map { Phrase(.results, .text($0.text)) } },
        Field("isSearchable") { $0.search?.isSearchable ?? false },
        Field("soughtText") { $0.search?.search.text ?? "" },
        Field("hits") { $0.search?.hits },
        Field("note") { $0.search?.search.note },
        Field("posted") { $0.posted },
        Field("waiting") { $0.unreadQuestions },
        Field("path") { $0.path },
        Field("item") { $0.item },
        // Named once, instead of in each row.
        Field("about") { $0.item == nil ? nil : $0.list.entries.first?.subject },
        Field("isToAnswer") { $0.isToAnswer },
        Field("areArchived") { $0.areArchived },
        Field("isPart") { $0.isToAnswer || $0.areArchived },
        Field("hasQuery") { $0.path.contains("?") },
        Field("hasArchived") { $0.search?.hasArchived ?? false },
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
        Field("segments") { $0.entry.hit?.segments ?? [] },
        Field("excerptLanguage") { WrittenLanguage($0.entry.excerpt ?? "") },
        Field("label") { $0.entry.label },
        Field("isOwn") { $0.entry.isOwn },
        Field("age") { $0.entry.age },
        Field("unread") { $0.entry.unread },
        Field("appointment") { $0.entry.appointment },
        Field("line") { $0.entry.line },
        Field("isUnanswered") { $0.entry.isUnanswered },
        Field("isMuted") { $0.entry.isMuted },
        Field("isArchived") { $0.entry.isArchived && !$0.isAmongArchived },
    ]
}
