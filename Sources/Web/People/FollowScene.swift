import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/follows`: the sellers whom the viewer follows, and their open listings. `/people/7/follow` follows
/// a seller, and `…/deletion` below it unfollows them.
struct FollowScene: Sendable {
    private let follows: Follows
    private let sessions: Sessions
    private let page: Presenter<Follows.Output>
    /// The seller's page, which says why they were not followed.
    private let personPage: Presenter<PersonDetail.Output>

    init(_ dependencies: Dependencies) throws {
        follows = Follows(storage: dependencies.storage, zone: dependencies.zone)
        sessions = dependencies.sessions
        page = try dependencies.page("people/follows")
        personPage = try dependencies.page("people/person")
    }

    /// Shows the page, whose header no longer counts the listings on it.
    func show(_ context: RequestContext) async throws -> Response {
        var context = context
        let account = try context.account
        let isSeen =
            context.request.method == .get && context.request.headers["Sec-Purpose"] == nil
        let output = try await follows.output(
            for: account, before: context.pageKey(), isSeen: isSeen, at: context.now)
        if output.hasNew {
            context.member?.dueReminders = try await sessions.dueReminders(
                of: account, at: context.now)
        }
        return try page.response(output, for: context)
    }

    func set(
        _ isFollowed: Bool, _ seller: Account.ID, _ context: RequestContext
    ) async throws -> Response {
        let (account, item) = try await personPage.input(context) { account, form in
            (account, Item.ID(digits: form["item"]))
        }
        let result = try await follows.submit(isFollowed, seller, by: account, at: context.now)
        return try personPage.answer(
            result, for: context, saying: isFollowed ? .followed : .unfollowed
        ) {
            Self.path(of: seller, item)
        }
    }

    /// Follows a seller after the sign-in that the button led to.
    func follow(
        _ seller: Account.ID, _ context: RequestContext, _ form: CarriedForm
    ) async throws -> PendingAction.Outcome {
        let result = try await follows.submit(
            true, seller, by: try context.account, at: context.now)
        let path = Self.path(of: seller, Item.ID(digits: form["item"]))
        return try personPage.outcome(
            result, for: context, saying: .followed, on: ReturnPath(named: path))
    }

    /// The listing whose page the button was on; the person's page if it was on none.
    private static func path(of seller: Account.ID, _ item: Item.ID?) -> String {
        item.map { Link.item($0) } ?? Link.person(seller)
    }
}

extension Follows.Output: TemplateData {
    public static let fields: [Field<Follows.Output>] = [
        Field("sellers") { $0.sellers },
        Field("hasSellers") { !$0.sellers.isEmpty },
        Field("sellerCount") { $0.sellers.count },
        Field("entries") { $0.page.entries },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
    ]
}

extension Follows.Seller: TemplateData {
    public static let fields: [Field<Follows.Seller>] = [
        Field("seller") { $0.person },
        Field("news") { $0.news },
    ]
}

extension Follows.Entry: TemplateData {
    public static let fields: [Field<Follows.Entry>] = [
        Field("item") { $0.item },
        Field("id") { $0.item.id },
        Field("isNew") { $0.isNew },
        Field("sellerName") { $0.seller },
        Field("sellerLanguage") { WrittenLanguage($0.seller) },
    ]
}
