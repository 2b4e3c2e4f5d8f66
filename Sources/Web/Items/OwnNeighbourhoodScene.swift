import HTTPServer
import Market
import Mustache
import ViewModels

/// `/near`: redirects to what is on sale in the visitor's neighbourhood, with the query's filters.
/// Its address is the same for everybody, because pages of the list are cached. A guest chooses the
/// neighbourhood here (`/near?choose=3`), and the browser keeps it in a cookie; when already
/// viewing its list, they may choose another one or none (`/near?choose=none`). From a list of one
/// neighbourhood, `/near?change=1` leads guests to the choice, and members to their profile.
struct OwnNeighbourhoodScene: Sendable {
    private static let lifetime = 365 * 86_400

    private let neighbourhood: OwnNeighbourhood
    private let page: Presenter<OwnNeighbourhoodPage>
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) throws {
        neighbourhood = OwnNeighbourhood(storage: dependencies.storage)
        page = try dependencies.page("items/own-neighbourhood")
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        guard let member = context.member else { return try await showGuest(context) }
        var named = try await neighbourhood.output(of: member.account.id)
        // Until a member has one, the one that they chose here as a guest continues.
        if named == .unnamed {
            named = try await neighbourhood.output(ofGuest: kept(in: context.request))
        }
        guard Self.asksForAnother(context.request), named != .withoutPlaces else {
            return Self.redirect(to: Self.path(named, context.request))
        }
        // The profile leads on to the list of what is chosen there, not back to the same question.
        let list = ItemListQuery.ownPath(context.request.rawQuery)
        return Self.redirect(
            to: Self.profilePath(ReturnPath(list) ?? ReturnPath(named: Link.ownNeighbourhood())))
    }

    private func showGuest(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        if let id = query["choose"].flatMap({ Neighbourhood.ID(digits: $0) }),
            case .named = try await neighbourhood.output(ofGuest: id)
        {
            var response = Self.redirect(to: ItemListQuery.path(context.request.rawQuery, in: id))
            cookies.set(
                .neighbourhood, to: id.description, path: Link.ownNeighbourhood(),
                lifetime: Self.lifetime, on: &response)
            return response
        }
        if query["choose"] == OwnNeighbourhoodPage.noChoice {
            var response = Self.redirect(to: ItemListQuery.path(context.request.rawQuery, in: nil))
            cookies.set(
                .neighbourhood, to: "", path: Link.ownNeighbourhood(), lifetime: 0, on: &response)
            return response
        }
        let kept = self.kept(in: context.request)
        let known = try await neighbourhood.output(ofGuest: kept)
        // A guest who asks from that list already wants to choose another one.
        let isThere = kept.map { query.all("place") == [$0.description] } ?? false
        let asksForAnother = isThere || Self.asksForAnother(context.request)
        guard known == .unnamed || asksForAnother && known != .withoutPlaces else {
            return Self.redirect(to: Self.path(known, context.request))
        }
        let choices = try await neighbourhood.choices(chosen: kept)
        return try page.response(
            OwnNeighbourhoodPage(
                choices: choices, isChosen: known != .unnamed,
                query: Self.rest(of: context.request),
                signInPath: Self.here(context.request).path(by: Link.signIn)),
            caching: "private, no-store", for: context)
    }

    /// The neighbourhood that the browser keeps; nil if none was chosen in it.
    private func kept(in request: Request) -> Neighbourhood.ID? {
        cookies.value(.neighbourhood, in: request).flatMap { Neighbourhood.ID(digits: $0) }
    }

    private static func redirect(to path: String) -> Response {
        var response = Response.redirect(to: path)
        response.append("Cache-Control", "private, no-store")
        return response
    }

    private static func path(_ named: OwnNeighbourhood.Output, _ request: Request) -> String {
        switch named {
        case .named(let id): ItemListQuery.path(request.rawQuery, in: id)
        case .withoutPlaces: ItemListQuery.path(request.rawQuery, in: nil)
        case .unnamed: profilePath(here(request))
        }
    }

    private static func asksForAnother(_ request: Request) -> Bool {
        request.query["change"] != nil
    }

    /// The row of the profile form for the neighbourhood; the profile then leads back to the path.
    private static func profilePath(_ path: ReturnPath) -> String {
        path.path(by: Link.profile) + "#neighbourhood"
    }

    /// The address to return to; drops a query that is too long for one.
    private static func here(_ request: Request) -> ReturnPath {
        let address = ReturnPath(of: request)
        return address == .home ? ReturnPath(named: Link.ownNeighbourhood()) : address
    }

    /// The query that goes with each choice; empty if it is too long to be returned to.
    private static func rest(of request: Request) -> String {
        ReturnPath(of: request) == .home ? "" : request.rawQuery
    }
}

/// The page on which a guest chooses a neighbourhood.
struct OwnNeighbourhoodPage: TemplateData {
    /// The value that removes the choice.
    static let noChoice = "none"

    let choices: [NeighbourhoodChoice]
    /// Whether there is a choice to remove.
    let isChosen: Bool
    /// The filters to keep.
    let query: String
    /// The path of the sign-in, which leads back here.
    let signInPath: String

    static let fields: [Field<OwnNeighbourhoodPage>] = [
        Field("choices") { page in
            page.choices.map { choice in
                NeighbourhoodLink(
                    choice: choice,
                    path: ItemListQuery.choicePath(page.query, of: "\(choice.neighbourhood.id)"))
            }
        },
        Field("nonePath") { $0.isChosen ? ItemListQuery.choicePath($0.query, of: noChoice) : nil },
        Field("signInPath") { $0.signInPath },
    ]
}

/// A neighbourhood to choose, with its link.
struct NeighbourhoodLink: TemplateData {
    let choice: NeighbourhoodChoice
    let path: String

    static let fields: [Field<NeighbourhoodLink>] = [
        Field("path") { $0.path },
        Field("name") { $0.choice.neighbourhood.name },
        Field("nameLanguage") { WrittenLanguage($0.choice.neighbourhood.name) },
        Field("isSelected") { $0.choice.isSelected },
    ]
}
