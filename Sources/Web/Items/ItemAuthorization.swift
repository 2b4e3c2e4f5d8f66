import Market
import ViewModels

/// Knows the owner of a listing, and turns away who can have no business with it.
struct ItemAuthorization: Sendable {
    let storage: any ItemStorage

    /// Whether the visitor is signed in as the owner; false where the listing's password is to show
    /// it.
    /// - Throws: `.notFound` for another account's listing, `.signedOut` when its owner may have
    ///   come without a session.
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
