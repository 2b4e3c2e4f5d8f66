import Market

/// The items that an account keeps an eye on, a page at a time.
public struct Interests: Sendable {
    /// The most items of a page.
    public static let pageSize = 20

    private let storage: any InterestStorage

    /// Reads the interests from `storage`.
    public init(storage: any InterestStorage) {
        self.storage = storage
    }

    /// Whose interests, and which page of them.
    public struct Input: Equatable, Sendable {
        /// Who takes the interest in them.
        public var account: Account.ID
        /// The key that the page goes on from; nil begins with the one taken up last.
        public var before: Interest.ID?

        /// The first page, or the one behind a key.
        public init(account: Account.ID, before: Interest.ID? = nil) {
            self.account = account
            self.before = before
        }
    }

    /// One page.
    public struct Output: Sendable {
        /// The items, the interest taken up last first.
        public let entries: [ItemList.Entry]
        /// The key that the next page goes on from; nil on the last one.
        public let older: Interest.ID?
        /// Set when there is nothing to show: what to do about it.
        public let emptyText: String?
    }

    /// One page, its ages as they read at `now`.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.interests(of: input.account, before: input.before, limit: limit)
        }
        return Output(
            entries: page.elements.map { ItemList.Entry($0.item, at: now) },
            older: page.next(\.id), emptyText: page.elements.isEmpty ? emptyText(input) : nil)
    }

    private func emptyText(_ input: Input) -> String {
        input.before == nil
            ? "아직 관심 글이 없어요. 마음에 드는 글에서 관심을 눌러보세요."
            : "여기서부터는 더 없어요. 처음으로 돌아가 보세요."
    }
}

/// The interest of an account in one item, taken up or given up.
public struct ItemInterest: Sendable {
    private let storage: any MarketStorage

    /// Reads from and writes to `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// What is to become of an interest.
    public struct Input: Equatable, Sendable {
        /// What the interest is in.
        public var item: Item.ID
        /// Whose interest it is.
        public var account: Account.ID
        /// Whether it is taken up rather than given up.
        public var isInterested: Bool

        /// All of it has to be said.
        public init(item: Item.ID, account: Account.ID, isInterested: Bool) {
            self.item = item
            self.account = account
            self.isInterested = isInterested
        }
    }

    /// - Returns: the item's page, which says why not, when there are too many interests.
    /// - Throws: `.itemNotFound`.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, ItemDetail.Output> {
        do {
            try await storage.setInterest(
                input.isInterested, of: input.account, in: input.item)
            return .saved(())
        } catch .limitReached(let most) {
            return .refused(
                try await ItemDetail(storage: storage).refused(
                    ItemDetail.Input(id: input.item, viewer: input.account),
                    because: "관심 글은 \(grouped(Int64(most)))개까지예요. 다른 글의 관심을 지워주세요.", at: now))
        }
    }
}
