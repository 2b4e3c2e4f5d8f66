import HTTPServer
import Market
import Secrets
import ViewModels

/// Knows the owner of an item, and turns away who can have no business with it.
struct ItemAuthorization: Sendable {
    let storage: any ItemStorage

    /// Whether the visitor is signed in as the owner; false where the item's password is to show
    /// it.
    /// - Throws: `.notFound` for another account's item, `.signedOut` when its owner may have come
    ///   without a session.
    func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        switch try await storage.access(to: id, of: context.member?.account.id) {
        case .own: return true
        case .password: return false
        case .none:
            _ = try context.account
            throw SiteError.notFound
        }
    }
}

/// What the owner of an item gets for its password: a signed cookie that opens its edit form for a
/// while. It is for that item alone.
struct EditGrant: Sendable {
    private static let lifetime: Int64 = 30 * 60

    private let tokens: SignedToken
    private let cookies: CookieJar

    init(signer: Signer, cookies: CookieJar) {
        tokens = SignedToken(signer: signer, lifetime: Self.lifetime, separator: ".")
        self.cookies = cookies
    }

    func give(for id: Item.ID, on response: inout Response, at now: Timestamp) {
        cookies.set(
            .edit, to: tokens.make(for: purpose(id), at: now), path: Link.item(id),
            lifetime: Int(Self.lifetime), on: &response)
    }

    func take(for id: Item.ID, on response: inout Response) {
        cookies.set(.edit, to: "", path: Link.item(id), lifetime: 0, on: &response)
    }

    /// - Parameter now: of what goes on longer than its request; nil is the request's time.
    func isHeld(
        _ context: RequestContext, for id: Item.ID, at now: Timestamp? = nil
    ) -> Bool {
        guard let token = cookies.value(.edit, in: context.request) else { return false }
        return tokens.isValid(token, for: purpose(id), at: now ?? context.now)
    }

    private func purpose(_ id: Item.ID) -> String { "edit item \(id)" }
}
