import Market

extension ItemDetail {
    /// What a listing is to who looks at it.
    public enum Viewer: Equatable, Sendable {
        /// - Parameter isGuestsItem: whether a password opens the listing.
        case guest(isGuestsItem: Bool)
        case neighbour(isInterested: Bool, isGuestsItem: Bool)
        /// - Parameter pullUpText: says from when on it may be pulled up; nil when it may be now.
        case seller(pullUpText: String?)
    }

    /// Who offers a listing, when it is an account.
    public struct Seller: Sendable {
        public let nickname: String
        public let picture: Photo.ID?
        public let about: String
        /// Others that they sell, newest first.
        public let items: [ItemList.Entry]
        /// When an age among them will read differently.
        let freshUntil: Timestamp
    }

    func viewer(
        of item: Item, _ viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Viewer {
        let isGuestsItem = item.seller == nil
        guard let viewer else { return .guest(isGuestsItem: isGuestsItem) }
        guard item.seller == viewer else {
            let isInterested = try await storage.hasInterest(of: viewer, in: item.id)
            return .neighbour(isInterested: isInterested, isGuestsItem: isGuestsItem)
        }
        let moment = item.mayBePulledUp
        return .seller(pullUpText: now < moment ? pullUpText(from: moment) : nil)
    }

    /// Nil for a guest's listing.
    func seller(
        of item: Item, at now: Timestamp
    ) async throws(StorageError) -> Seller? {
        guard let id = item.seller else { return nil }
        let profile = try await storage.account(id).profile
        let others = try await storage.items(
            of: id, .selling, before: nil, limit: Self.mostOthers + 1
        ).filter { $0.id != item.id }.prefix(Self.mostOthers)
        return Seller(
            nickname: profile.nickname.text, picture: profile.picture, about: profile.about,
            items: others.map { ItemList.Entry($0, at: now) },
            freshUntil: others.lazy.map { nextAge(of: $0.datePosted, at: now) }.min()
                ?? Timestamp(seconds: .max))
    }
}
