import Localization
import Market

/// The matches of a saved search for feed readers, found by the secret key in the feed's URL.
public struct SavedSearchFeed: Sendable {
    /// How many matches the feed holds at most, the latest first.
    private static let most = 50

    private let storage: any AccountStorage & SavedSearchStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AccountStorage & SavedSearchStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What the feed's URL contains.
    public struct Input: Equatable, Sendable {
        /// The account's secret key, valid or not.
        public var key: String
        /// One of the account's searches.
        public var search: SavedSearch.ID

        /// A search of the account that the key belongs to.
        public init(key: String, search: SavedSearch.ID) {
            self.key = key
            self.search = search
        }
    }

    /// A feed.
    public struct Output: Sendable {
        /// The saved search.
        public let search: SavedSearch.ID
        /// The account's nickname, the author of the feed.
        public let nickname: String
        /// The language that the account has chosen; nil for none.
        public let language: Language?
        /// The feed's title: `‘의자’ - 검색 알림`.
        public let title: Phrase
        /// The latest match first.
        public let entries: [Entry]
        /// The time of the latest match, or else when the search was saved.
        public let dateUpdated: Moment
    }

    /// A match as the feed shows it.
    public struct Entry: Sendable {
        /// The item as lists show it.
        public let item: ItemList.Entry
        /// When it matched.
        public let date: Moment
    }

    /// Reading the feed does not mark matches as seen on the site.
    /// - Throws: `.notFound` when the key belongs to no account, or the search is not that account's.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        guard let id = try await storage.account(feedKey: input.key) else { throw .notFound }
        let account = try await storage.account(id)
        let search = try await storage.savedSearch(input.search, of: id)
        let matches = try await storage.matches(
            of: search.id, of: id, before: nil, limit: Self.most)
        let name = SavedSearchList.Entry(search).title
        return Output(
            search: search.id, nickname: account.profile.nickname.text,
            language: account.language, title: Phrase(.searchFeedTitle, .phrase(name)),
            entries: matches.map { match in
                Entry(
                    item: ItemList.Entry(match.item, at: now), date: Moment(match.date, in: zone))
            },
            dateUpdated: Moment(matches.first?.date ?? search.dateCreated, in: zone))
    }
}
