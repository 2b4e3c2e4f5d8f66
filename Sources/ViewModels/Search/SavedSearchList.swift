import Market

/// An account's saved searches, with the number of new matches of each.
public struct SavedSearchList: Sendable {
    /// Whose searches.
    public typealias Input = Account.ID

    private let storage: any SavedSearchStorage

    /// Reads from and writes to `storage`.
    public init(storage: any SavedSearchStorage) {
        self.storage = storage
    }

    /// The page of all saved searches.
    public struct Output: FormOutput {
        /// The most recently saved first.
        public let entries: [Entry]
        /// Says how to save a search; nil unless there are none.
        public let emptyText: Phrase?
        /// Why a search was not saved; nil when none was refused.
        public let refusal: Refusal?
        /// The search that was not saved, to try again when there is room; nil if it can never be saved.
        public let refused: ItemFilter?
        /// The button that tries again; the page shows the words beside it.
        public var keepText: Phrase { Phrase(.keepSearch) }
    }

    /// A search as pages show it.
    public struct Entry: Sendable, Equatable {
        /// The search's ID, for its link.
        public let id: SavedSearch.ID
        /// Its name, or what it looks for in the first place: `‘의자’`, or the category if it has no words.
        public let title: Phrase
        /// The part of the title that the account typed; nil for none.
        public let words: String?
        /// Its other conditions, and that it gives no alerts.
        public let conditions: [Phrase]
        /// How many matches the account has not seen: `새 글 3개`; nil for none.
        public let news: Phrase?
    }

    /// - Throws: `StorageError` when the storage fails.
    public func output(for account: Input) async throws(StorageError) -> Output {
        try await output(for: account, refusal: nil)
    }

    /// Saves a list's filter as a search.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<SavedSearch.ID, Output> {
        guard filter.isSelective else {
            return .refused(try await output(for: account, refusal: .nothingToKeep))
        }
        do {
            return .saved(try await storage.insert(filter, of: account, at: now))
        } catch .limitReached(let most) {
            let refusal = Refusal.tooManySearches(most)
            return .refused(try await output(for: account, refusal: refusal, of: filter))
        }
    }

    private func output(
        for account: Account.ID, refusal: Refusal?, of refused: ItemFilter? = nil
    ) async throws(StorageError) -> Output {
        let entries = try await storage.savedSearches(of: account).map(Entry.init)
        return Output(
            entries: entries,
            emptyText: entries.isEmpty
                ? Phrase(.noSavedSearches, .phrase(Phrase(.keepSearch))) : nil,
            refusal: refusal, refused: refused)
    }
}

extension Refusal {
    fileprivate static let nothingToKeep = Refusal(
        .invalid, Alert(failed: .notDone, Phrase(.nothingToKeep)))

    fileprivate static func tooManySearches(_ most: Int) -> Refusal {
        Refusal(.invalid, Alert(failed: .notDone, Phrase(.tooManySearches, most)))
    }
}

extension SavedSearchStorage {
    /// The searches to announce unseen matches for, each item counted once, the most recently saved first.
    func news(of account: Account.ID) async throws(StorageError) -> [SavedSearchList.Entry] {
        // Mostly there are none, and counting them is cheap.
        guard try await countUnseenMatches(of: account) > 0 else { return [] }
        return try await savedSearches(of: account).filter { $0.toldMatches > 0 }
            .map { SavedSearchList.Entry($0, unseen: $0.toldMatches) }
    }
}

// MARK: - Wording

extension SavedSearchList.Entry {
    init(_ search: SavedSearch) { self.init(search, unseen: search.unseenMatches) }

    /// - Parameter unseen: how many matches are said to be new.
    fileprivate init(_ search: SavedSearch, unseen: Int) {
        var filter = search.filter
        if search.post != nil { filter.purpose = nil }
        var parts = filter.parts
        if let name = search.name { parts.insert(Phrase(.ownName, .text(name)), at: 0) }
        id = search.id
        title = parts.first ?? Phrase(.newItems)
        words = search.name ?? search.filter.search?.text
        var conditions = Array(parts.dropFirst())
        if search.post != nil { conditions.insert(Phrase(.ofWantedItem), at: 0) }
        if search.isQuiet { conditions.append(Phrase(.isQuiet)) }
        self.conditions = conditions
        news = Phrase.newListings(unseen)
    }
}

extension Phrase {
    /// Says how many listings are new; nil if none are.
    static func newListings(_ count: Int) -> Phrase? {
        switch count {
        case 0: nil
        case Limits.countedMatches...: Phrase(.manyMatches, Limits.countedMatches)
        default: Phrase(.newMatches, count)
        }
    }
}

extension ItemFilter {
    /// The conditions in words.
    fileprivate var parts: [Phrase] {
        var parts: [Phrase] = []
        if let search { parts.append(Phrase(.soughtWords, .text(search.text))) }
        if let category { parts.append(category.name) }
        if !neighbourhoods.isEmpty {
            parts.append(Phrase(.placeName, .text(neighbourhoods.names)))
        }
        if let purpose { parts.append(purpose.name) }
        if isFree { parts.append(Phrase(.freeShare)) }
        if let price = rangeText(.soughtFrom, .soughtTo, .soughtBetween) { parts.append(price) }
        return parts
    }
}
