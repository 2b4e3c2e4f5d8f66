import HTTPServer
import Market
import ViewModels

/// `/near`: leads on to what is on sale where a member lives, with the filters of its query. It is the
/// same address for everybody, since pages of the list are kept.
struct OwnNeighbourhoodScene: Sendable {
    private let neighbourhood: OwnNeighbourhood

    init(_ dependencies: Dependencies) {
        neighbourhood = OwnNeighbourhood(storage: dependencies.storage)
    }

    func show(_ context: RequestContext) async throws -> Response {
        let named = try await neighbourhood.output(of: try context.account)
        var response = Response.redirect(to: Self.path(named, context.request))
        response.append("Cache-Control", "private, no-store")
        return response
    }

    private static func path(_ named: OwnNeighbourhood.Output, _ request: Request) -> String {
        switch named {
        case .named(let id): ItemListQuery.path(request.rawQuery, in: id)
        case .withoutPlaces: ItemListQuery.path(request.rawQuery, in: nil)
        case .unnamed: profilePath(request)
        }
    }

    /// To the row of the profile where it is named, which leads back here.
    private static func profilePath(_ request: Request) -> String {
        let address = ReturnPath(of: request)
        // A query too long to be gone back to is left behind.
        let here = address == .home ? ReturnPath(named: Link.ownNeighbourhood()) : address
        return here.path(by: Link.profile) + "#neighbourhood"
    }
}
