import Market

/// How somebody may change a listing.
public enum ItemAccess: Equatable, Sendable {
    /// It is theirs.
    case own
    /// It is a guest's, for whoever knows its password.
    case password
    /// It is another account's.
    case none

    /// - Parameter viewer: the account signed in to; nil for a guest.
    init(_ item: Item, viewer: Account.ID?) {
        switch item.seller {
        case nil: self = .password
        case viewer: self = .own
        default: self = .none
        }
    }
}

extension ItemStorage {
    /// - Throws: `.notFound` when there is no such listing.
    public func access(
        to id: Item.ID, of viewer: Account.ID?
    ) async throws(StorageError) -> ItemAccess {
        let item = try await self.item(id)
        return ItemAccess(item, viewer: viewer)
    }
}
