import Market

/// A person's public page: what they say about themselves, and what others may do about them.
public struct PersonDetail: Sendable {
    /// The person whose page it is.
    public typealias Input = Account.ID

    /// The maximum number of reviews on a page.
    public static let pageSize = 10
    /// How many items on sale are shown; a list of their own has all.
    private static let mostItems = 8
    /// The maximum number of decisions that an operator is shown.
    static let mostDecisions = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page of a person.
    public struct Output: FormOutput {
        /// The account's id, used in links.
        public let id: Account.ID
        /// The nickname.
        public let nickname: String
        /// The picture; nil if there is none.
        public let picture: Photo.ID?
        /// What they write about themselves.
        public let about: String
        /// Says since when they have been a member.
        public let since: Phrase
        /// What is known about them, in short sentences.
        public let facts: [Phrase]
        /// Each rating that was given, with its count, the best first.
        public let ratings: [Count]
        /// Each remark that was ticked, with its count, the most frequent first.
        public let remarks: [Count]
        /// A page of the reviews that others wrote.
        public let reviews: ListPage<ReviewEntry, Review.Key>
        /// What they sell, newest first; on the first page only, and not if the viewer has blocked them.
        public let items: [ItemList.Entry]
        /// Whether they sell more than is shown.
        public let hasMoreItems: Bool
        /// What they look for, newest first; like what they sell.
        public let wanted: [ItemList.Entry]
        /// Whether they look for more than is shown.
        public let hasMoreWanted: Bool
        /// Whether it is the viewer's own page.
        public let isOwn: Bool
        /// Whether the viewer has blocked them.
        public let isBlocked: Bool
        /// Whether the viewer follows them.
        public let isFollowed: Bool
        /// Whether the viewer has reported them, and the operator has not looked at that yet.
        public let hasReported: Bool
        /// The person whom an operator may suspend or let write again; nil for other viewers, and on
        /// one's own page.
        public let suspendable: Report.Person?
        /// The operators' decisions about them, the latest first; for operators only.
        public let decisions: [DecisionEntry]
        /// How many open reports there are about them, their listings and their messages; for
        /// operators only.
        public let waitingReports: Int
        /// The reasons given for suspending people before; for operators only.
        public let reasonChoices: [ReasonChoices]
        /// When something on the page next changes its wording.
        public let freshUntil: Timestamp
        /// Why something was not done; nil if nothing was tried.
        public let refusal: Refusal?
    }

    /// What the viewer does about the person.
    public enum Action: Equatable, Sendable {
        /// Keeps the person from writing to the viewer and dealing with them.
        case block
        /// Lets them again.
        case unblock
    }

    /// How often something was said.
    public struct Count: Equatable, Sendable {
        /// What was said.
        public let name: Phrase
        /// How often it was said.
        public let count: Int
    }

    /// Makes the page.
    /// - Parameters:
    ///   - viewer: the signed-in account; nil for a guest.
    ///   - isOperator: whether the viewer is an operator.
    ///   - key: the review after which the page continues; nil starts with the first.
    /// - Throws: `.notFound` when there is no such account.
    public func output(
        for id: Input, viewer: Account.ID? = nil, isOperator: Bool = false,
        before key: Review.Key? = nil, at now: Timestamp, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let account = try await storage.account(id)
        let facts = try await storage.facts(of: id, at: now)
        let counts = try await storage.reviewCounts(of: id, at: now)
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.reviews(of: id, before: key, limit: limit, at: now)
        }
        let isBlocked = try await self.isBlocked(id, by: viewer)
        let showsItems = key == nil && !isBlocked
        let offers = try await newest(.offer, of: id, areShown: showsItems)
        let wanted = try await newest(.request, of: id, areShown: showsItems)
        let ages = (offers.items + wanted.items).map { nextAge(of: $0.dateListed, at: now) }
        return Output(
            id: id, nickname: account.profile.nickname.text, picture: account.profile.picture,
            about: account.profile.about,
            since: .memberSince(zone.civilTime(account.dateJoined)),
            facts: facts.phrases, ratings: counts.ratingCounts, remarks: counts.remarkCounts,
            reviews: ListPage(page, after: key, by: \.key, whenEmpty: Phrase(.noReviews)) {
                ReviewEntry($0, zone: zone)
            },
            items: offers.items.map { ItemList.Entry($0, at: now) },
            hasMoreItems: offers.hasMore,
            wanted: wanted.items.map { ItemList.Entry($0, at: now) },
            hasMoreWanted: wanted.hasMore, isOwn: viewer == id,
            isBlocked: isBlocked,
            isFollowed: try await isFollowed(id, by: viewer),
            hasReported: try await hasReported(id, by: viewer),
            suspendable: try await suspendable(account, by: isOperator ? viewer : nil),
            decisions: try await decisions(about: id, isShown: isOperator),
            waitingReports: try await isOperator
                ? storage.countOpenReports(about: .person(id)) : 0,
            reasonChoices: try await isOperator ? storage.reasonChoices(for: .suspended) : [],
            freshUntil: ([facts.nextChange, counts.nextChange].compactMap(\.self) + ages).min()
                ?? Timestamp(seconds: .max),
            refusal: refusal)
    }

    /// The newest items of a purpose that everybody can see; none if they are not shown.
    private func newest(
        _ purpose: Item.Purpose, of id: Account.ID, areShown: Bool
    ) async throws(StorageError) -> (items: ArraySlice<ItemSummary>, hasMore: Bool) {
        guard areShown else { return ([], false) }
        if purpose == .request {
            // Few people look for anything, and a count is cheaper than a list.
            let counts = try await storage.itemCounts(of: id)
            guard counts[.request]?[.selling] != nil else { return ([], false) }
        }
        let page = try await KeyedPage(size: Self.mostItems) { limit throws(StorageError) in
            try await storage.openItems(of: id, for: purpose, before: nil, limit: limit)
        }
        return (page.elements, page.hasMore)
    }

    /// - Throws: `.notFound` when there is no such account, or it is the viewer's own.
    public func submit(
        _ action: Action, on id: Input, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        do throws(StorageError) {
            try await storage.setBlocked(action == .block, id, by: account, at: now)
            return .saved(())
        } catch {
            let refusal: Refusal
            switch error {
            case .limitReached(let most):
                refusal = Refusal(
                    .conflict, Alert(failed: .notDone, Phrase(.tooManyBlocks, Int64(most))))
            case .busy, .full: refusal = .unavailable
            default: throw error
            }
            return .refused(
                try await output(for: id, viewer: account, at: now, refusal: refusal))
        }
    }

    private func isBlocked(
        _ id: Account.ID, by viewer: Account.ID?
    ) async throws(StorageError) -> Bool {
        guard let viewer else { return false }
        return try await storage.hasBlocked(id, by: viewer)
    }

    private func isFollowed(
        _ id: Account.ID, by viewer: Account.ID?
    ) async throws(StorageError) -> Bool {
        guard let viewer else { return false }
        return try await storage.isFollowed(id, by: viewer)
    }

    private func hasReported(
        _ id: Account.ID, by viewer: Account.ID?
    ) async throws(StorageError) -> Bool {
        guard let viewer else { return false }
        return try await storage.hasOpenReport(of: id, by: viewer)
    }

    /// - Parameter viewer: the signed-in operator; nil if the viewer is not one.
    private func suspendable(
        _ account: Account, by viewer: Account.ID?
    ) async throws(StorageError) -> Report.Person? {
        guard let viewer, viewer != account.id else { return nil }
        return Report.Person(
            id: account.id, nickname: account.profile.nickname.text,
            isSuspended: try await storage.isSuspended(account.id))
    }

    private func decisions(
        about id: Account.ID, isShown: Bool
    ) async throws(StorageError) -> [DecisionEntry] {
        guard isShown else { return [] }
        return try await storage.decisions(about: id, limit: Self.mostDecisions).map { decision in
            DecisionEntry(decision, zone: zone)
        }
    }
}

extension ReviewCounts {
    fileprivate var ratingCounts: [PersonDetail.Count] {
        Rating.allCases.reversed().compactMap { rating in
            ratings[rating].map { PersonDetail.Count(name: rating.name, count: $0) }
        }
    }

    fileprivate var remarkCounts: [PersonDetail.Count] {
        Remark.allCases.compactMap { remark in
            remarks[remark].map { PersonDetail.Count(name: remark.name, count: $0) }
        }
        .sorted { $0.count > $1.count }
    }
}

/// What somebody sells or looks for, a page at a time.
public struct PersonItems: Sendable {
    /// The person whose items are listed.
    public typealias Input = Account.ID

    private let storage: any MarketStorage

    /// Reads from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// One page.
    public struct Output: Sendable {
        /// The account's id, used in links.
        public let id: Account.ID
        /// The nickname.
        public let nickname: String
        /// Whether the items are offered or wanted.
        public let purpose: Item.Purpose
        /// A page of items, the newest first.
        public let page: ListPage<ItemList.Entry, Item.Position>
        /// When an age on the page next changes its wording.
        public let freshUntil: Timestamp
    }

    /// Lists one page.
    /// - Parameters:
    ///   - purpose: shows only items of this purpose.
    ///   - position: where the page continues; nil starts with the newest.
    /// - Throws: `.notFound` when there is no such account.
    public func output(
        for id: Input, purpose: Item.Purpose = .offer, before position: Item.Position? = nil,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let account = try await storage.account(id)
        let page = try await KeyedPage(size: OwnItems.pageSize) { limit throws(StorageError) in
            try await storage.openItems(of: id, for: purpose, before: position, limit: limit)
        }
        let nothing = Phrase(purpose == .offer ? .nothingOnSale : .nothingWanted)
        return Output(
            id: id, nickname: account.profile.nickname.text, purpose: purpose,
            page: ListPage(page, after: position, by: \.position, whenEmpty: nothing) {
                ItemList.Entry($0, at: now)
            },
            freshUntil: page.elements.lazy.map { nextAge(of: $0.dateListed, at: now) }.min()
                ?? Timestamp(seconds: .max))
    }
}
