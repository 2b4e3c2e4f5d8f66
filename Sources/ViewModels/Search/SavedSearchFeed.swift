import Localization
import Market

/// What has matched a kept search, for feed readers: told by the secret of whose it is.
public struct SavedSearchFeed: Sendable {
    /// How many matches it holds at most, last first.
    private static let most = 50

    private let storage: any AccountStorage & SavedSearchStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AccountStorage & SavedSearchStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What stands in its address.
    public struct Input: Equatable, Sendable {
        /// The account's, whether or not it is anybody's.
        public var key: String
        /// Which of its searches.
        public var search: SavedSearch.ID

        /// A search of whoever the key belongs to.
        public init(key: String, search: SavedSearch.ID) {
            self.key = key
            self.search = search
        }
    }

    /// A feed.
    public struct Output: Sendable {
        /// Which search.
        public let search: SavedSearch.ID
        /// The account's, for the feed's author.
        public let nickname: String
        /// The one that the account has chosen; nil for none.
        public let language: Language?
        /// The feed's: `‘의자’ - 검색 알림`.
        public let title: Phrase
        /// What matched last first.
        public let entries: [Entry]
        /// When the last one matched, or the search was kept.
        public let dateUpdated: Moment
    }

    /// A match as the feed shows it.
    public struct Entry: Sendable {
        /// The item as lists show it.
        public let item: ItemList.Entry
        /// When it matched.
        public let date: Moment
    }

    /// One who reads it has seen nothing of it on the site.
    /// - Throws: `.notFound` when the secret is nobody's, or the search not theirs.
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
