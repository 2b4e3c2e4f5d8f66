import HTTPServer
import Market
import ViewModels

/// `/push`: has the browser be told of news, or no more; `/push/news`: what it then shows;
/// `/push/unseen`: what of that is to stay. Where the site sends no pushes, nothing is there.
struct PushScene: Sendable {
    private let settings: PushSettings?
    private let news: PushNews
    private let pages: Pages
    private let forms: FormLimiter
    private let sessions: Sessions
    /// More at once nobody looks through.
    private static let mostNotices = 10
    /// Of so many of its notices a browser asks at once.
    private static let mostTags = 50

    init(_ dependencies: Dependencies) {
        settings = dependencies.pushSettings
        news = PushNews(storage: dependencies.storage, zone: dependencies.zone)
        pages = dependencies.pages
        forms = dependencies.formLimiter
        sessions = dependencies.sessions
    }

    /// What push.js sends: the endpoint that the browser has been given, and whose decision it is where
    /// that was made before. The service worker sends the one before, too, when it has been given
    /// another.
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

    /// Of one endpoint, as push.js sends it; the button of the form has none and ends all of them.
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

    /// What was not seen of the last day, the newest first, in the language of who is signed in. A push
    /// has to show something: when nothing is new any more, or nobody is signed in, that. It renews no
    /// session: pushes come without anybody being there.
    func showNews(_ context: RequestContext) async throws -> Response {
        guard settings != nil else { throw SiteError.notFound }
        var context = context
        context.member = try await sessions.member(of: context, mayRenew: false)
        return Self.response(try await notices(context))
    }

    /// Those of the notices that a browser shows, `?tags=chat-1,memo-2`, of which something has still not
    /// been seen by who is signed in. It renews no session either.
    func showUnseen(_ context: RequestContext) async throws -> Response {
        guard settings != nil else { throw SiteError.notFound }
        let tags = (context.request.query["tags"] ?? "").split(separator: ",")
        // Of what is left out the browser would believe that it was seen.
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
    /// A notice takes the place of one with the same.
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

    /// What a notice with that tag is of; nil where it is of nothing that is to be seen.
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

/// What the service worker shows.
private struct PushNotice: JSONObject {
    let title: String
    let body: String
    let tag: String
    let url: String
    /// Tells it from the one before with the same tag.
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
