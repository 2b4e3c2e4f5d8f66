import HTTPServer
import Market
import ViewModels

/// `/push`: subscribes the browser to notifications, or ends that; `/push/news`: the notifications to show;
/// `/push/unseen`: those of them that are still unseen. Without pushes these paths do not exist.
struct PushScene: Sendable {
    private let settings: PushSettings?
    private let news: PushNews
    private let pages: Pages
    private let forms: FormLimiter
    private let sessions: Sessions
    /// The most notifications returned at once; nobody would look through more.
    private static let mostNotices = 10
    /// The most tags that a browser may ask about at once.
    private static let mostTags = 50

    init(_ dependencies: Dependencies) {
        settings = dependencies.pushSettings
        news = PushNews(storage: dependencies.storage, zone: dependencies.zone)
        pages = dependencies.pages
        forms = dependencies.formLimiter
        sessions = dependencies.sessions
    }

    /// Subscribes the browser. push.js sends its endpoint and, when resuming, the account that had
    /// decided to subscribe. When the browser has been given a new endpoint, the service worker
    /// sends the former one, too.
    func subscribe(_ context: RequestContext) async throws -> Response {
        try await submit(context) { form in
            let endpoint = form["endpoint"]
            if let former = form.text("former") { return .move(from: former, to: endpoint) }
            guard let decider = form.text("account") else { return .subscribe(endpoint) }
            guard let account = Account.ID(digits: decider),
                let endings = Int(digits: form["endings"])
            else { throw SiteError.badRequest }
            return .resume(endpoint, of: account, after: endings)
        }
        return Response(.noContent)
    }

    /// Ends one endpoint's subscription, for push.js; the form's button sends no endpoint and ends all.
    func unsubscribe(_ context: RequestContext) async throws -> Response {
        let step = try await submit(context) { form in
            form.text("endpoint").map(PushSettings.Step.unsubscribe) ?? .unsubscribeEverywhere
        }
        guard step == .unsubscribeEverywhere else { return Response(.noContent) }
        return Flash.named(.pushesEnded).redirect(to: Link.profile(), pages.cookies)
    }

    @discardableResult
    private func submit(
        _ context: RequestContext, _ read: (Form) throws -> PushSettings.Step
    ) async throws -> PushSettings.Step {
        guard let settings else { throw SiteError.notFound }
        let input = PushSettings.Input(of: try context.signedIn)
        let step = try await forms.withForm(of: context) { try read($0) }
        if let refusal = try await settings.submit(step, of: input, at: context.now) {
            throw SiteError(refusal.reason)
        }
        return step
    }

    /// The unseen news of the last day, newest first, in the member's language. A push must show
    /// something, so if nothing is new any more, or nobody is signed in, it says that. Does not
    /// renew the session, because pushes arrive without anybody being present.
    func showNews(_ context: RequestContext) async throws -> Response {
        guard settings != nil else { throw SiteError.notFound }
        var context = context
        context.member = try await sessions.member(of: context, mayRenew: false)
        return Self.response(try await notices(context))
    }

    /// Those of the given notification tags, `?tags=chat-1,memo-2`, that still have something
    /// unseen by the member. Does not renew the session either.
    func showUnseen(_ context: RequestContext) async throws -> Response {
        guard settings != nil else { throw SiteError.notFound }
        let tags = (context.request.query["tags"] ?? "").split(separator: ",")
        // The browser would take a tag that is left out for seen.
        guard tags.count <= Self.mostTags else { throw SiteError.badRequest }
        guard let member = try await sessions.member(of: context, mayRenew: false) else {
            return Self.response([String]())
        }
        let unseen = try await news.unseen(
            among: tags.compactMap { PushNews.Subject(tag: $0) }, of: member.account.id,
            at: context.now)
        return Self.response(unseen.map(\.tag))
    }

    private static func response(_ value: some JSONValue) -> Response {
        var response = Response(type: "application/json", body: JSONWriter.bytes(of: value))
        response.append("Cache-Control", "no-store")
        return response
    }

    private func notices(_ context: RequestContext) async throws -> [PushNotice] {
        var unseen: [PushNews.Output] = []
        if let member = context.member {
            unseen = try await news.outputs(
                for: member.account.id, from: context.now + -PushNews.lifetime, until: context.now)
        }
        let notices = unseen.prefix(Self.mostNotices).map { output in
            PushNotice(
                title: pages.text(output.title, for: context),
                body: pages.text(output.body, for: context), tag: output.subject.tag,
                url: output.subject.path, number: output.number, isSeen: false)
        }
        guard notices.isEmpty else { return notices }
        return [
            PushNotice(
                title: pages.text(Phrase(.market), for: context),
                body: pages.text(Phrase(.everythingSeen), for: context), tag: "seen",
                url: Link.itemList(), number: 0, isSeen: true)
        ]
    }
}

extension PushNews.Subject {
    /// The notification's tag; one with the same tag is replaced.
    fileprivate var tag: String {
        switch self {
        case .conversation(let id): "chat-\(id)"
        case .search(let id): "search-\(id)"
        case .follows: Self.followsTag
        case .reminder(.todo(let id)): "task-\(id)"
        case .reminder(.memo(let id)): "memo-\(id)"
        case .reminder(.appointment(let id)): "meeting-\(id)"
        case .reminder(.hiding(let id)): "hidden-\(id)"
        case .reminder(.priceDrop(let id)): "price-\(id)"
        case .reminder(.notice(let id)): "notice-\(id)"
        }
    }

    private static let followsTag = "follows"

    /// Parses a tag; nil if it belongs to no news.
    fileprivate init?(tag: Substring) {
        guard tag != Self.followsTag else {
            self = .follows
            return
        }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(digits: parts[1]) else { return nil }
        switch String(parts[0]) {
        case "chat": self = .conversation(Conversation.ID(rawValue: number))
        case "search": self = .search(SavedSearch.ID(rawValue: number))
        case "task": self = .reminder(.todo(Todo.ID(rawValue: number)))
        case "memo": self = .reminder(.memo(Memo.ID(rawValue: number)))
        case "meeting": self = .reminder(.appointment(Conversation.ID(rawValue: number)))
        case "hidden": self = .reminder(.hiding(Item.ID(rawValue: number)))
        case "price": self = .reminder(.priceDrop(Item.ID(rawValue: number)))
        case "notice": self = .reminder(.notice(Notice.ID(rawValue: number)))
        default: return nil
        }
    }

    /// The page that shows it.
    fileprivate var path: String {
        switch self {
        case .conversation(let id), .reminder(.appointment(let id)): Link.conversation(id)
        case .search(let id): Link.savedSearch(id)
        case .follows: Link.follows()
        case .reminder(.todo(let id)): Link.todo(id)
        case .reminder(.memo(let id)): Link.memo(id)
        case .reminder(.hiding(let id)), .reminder(.priceDrop(let id)): Link.item(id)
        case .reminder(.notice): Link.reminders()
        }
    }
}

/// A notification as the service worker shows it.
private struct PushNotice: JSONObject {
    let title: String
    let body: String
    let tag: String
    let url: String
    /// Distinguishes it from an earlier one with the same tag.
    let number: Int64
    let isSeen: Bool

    func writeFields(to json: inout JSONWriter) {
        json.field("title", title)
        json.field("body", body)
        json.field("tag", tag)
        json.field("url", url)
        json.field("number", number)
        json.field("isSeen", isSeen)
    }
}
