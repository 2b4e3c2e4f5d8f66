import Market

/// What a page that stays open is told: that it may read differently now, never how. Whoever shows
/// it asks for its output again.
public struct News: Sendable {
    private let storage: any ChangeAnnouncing

    public init(storage: any ChangeAnnouncing) {
        self.storage = storage
    }

    /// For pages of listings.
    public func ofListings() -> Changes {
        storage.feed.changes([.items])
    }

    /// For pages of one account's lists, tasks, memos, reminders and trash.
    public func ofOrganiser(of account: Account.ID) -> Changes {
        storage.feed.changes([.organiser(account)])
    }
}
