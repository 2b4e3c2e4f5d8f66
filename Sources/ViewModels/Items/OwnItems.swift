import Market

/// The items of an account, those of one status at a time.
public struct OwnItems: Sendable {
    /// The most items of a page.
    public static let pageSize = 20

    private let storage: any MarketStorage

    /// Reads the items from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// Whose items, of which status, and which page of them.
    public struct Input: Equatable, Sendable {
        /// The seller.
        public var account: Account.ID
        /// Only items of it are shown.
        public var status: Item.Status
        /// The position that the page goes on from; nil begins with the newest.
        public var before: Item.Position?

        /// The first page of what is for sale, unless something else is asked for.
        public init(
            account: Account.ID, status: Item.Status = .selling, before: Item.Position? = nil
        ) {
            self.account = account
            self.status = status
            self.before = before
        }
    }

    /// One page.
    public struct Output: Sendable {
        /// Every status, to choose from.
        public let stages: [Stage]
        /// The one chosen.
        public let status: Item.Status
        /// The one posted or pulled up last first.
        public let entries: [ItemList.Entry]
        /// The position that the next page goes on from; nil on the last one.
        public let older: Item.Position?
        /// Set when there is nothing to show.
        public let emptyText: String?
    }

    /// A status among those to choose from.
    public struct Stage: Equatable, Sendable {
        /// What it is.
        public let status: Item.Status
        /// How many items of the account have it.
        public let count: Int
        /// Whether it is the one chosen.
        public let isSelected: Bool
    }

    /// One page, its ages as they read at `now`.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let counts = try await storage.itemCounts(of: input.account)
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.items(
                of: input.account, input.status, before: input.before, limit: limit)
        }
        return Output(
            stages: Item.Status.allCases.map { status in
                Stage(
                    status: status, count: counts[status] ?? 0,
                    isSelected: status == input.status)
            },
            status: input.status,
            entries: page.elements.map { ItemList.Entry($0, at: now) },
            older: page.next(\.position),
            emptyText: page.elements.isEmpty ? emptyText(input) : nil)
    }

    private func emptyText(_ input: Input) -> String {
        input.before == nil
            ? "‘\(input.status.name)’인 글이 없어요." : "여기서부터는 더 없어요. 처음으로 돌아가 보세요."
    }
}

/// What sellers do with one of these: the stages of its sale, and pulling it up.
public struct OwnItem: Sendable {
    private let storage: any MarketStorage

    /// Reads from and writes to `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// What is to be done with which item.
    public struct Input: Equatable, Sendable {
        /// The item.
        public var id: Item.ID
        /// Who wants it done.
        public var account: Account.ID
        /// What is to be done.
        public var action: Action

        /// All of it has to be said.
        public init(id: Item.ID, account: Account.ID, action: Action) {
            self.id = id
            self.account = account
            self.action = action
        }
    }

    /// What a seller may do with an item.
    public enum Action: Equatable, Sendable {
        /// Marks it as promised to somebody.
        case reserve
        /// Marks it as sold.
        case sell
        /// Undoes a stage, when the item is at it still: another window may have gone on.
        case offerAgain(from: Item.Status)
        /// Moves the item to the top of the list.
        case pullUp
    }

    /// - Returns: the item's page, which says why not, when it is too soon to pull it up.
    /// - Throws: `.itemNotFound` when there is no such item, or it is not the account's.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, ItemDetail.Output> {
        let item = try await storage.item(input.id)
        guard ItemAccess(item, viewer: input.account) == .own else { throw .itemNotFound }
        do {
            switch input.action {
            case .reserve: try await storage.setStatus(.reserved, of: input.id)
            case .sell: try await storage.setStatus(.sold, of: input.id)
            case .offerAgain(let status) where item.status != status: break
            case .offerAgain: try await storage.setStatus(.selling, of: input.id)
            case .pullUp: try await storage.pullUp(input.id, at: now)
            }
            return .saved(())
        } catch .tooSoon(let moment) {
            return .refused(
                try await ItemDetail(storage: storage).refused(
                    ItemDetail.Input(id: input.id, viewer: input.account),
                    because: pullUpText(from: moment), at: now))
        }
    }
}

/// Says how long an item waits until it may be pulled up.
func pullUpText(from moment: Timestamp) -> String {
    "끌올은 \(Moment(moment).text)부터 할 수 있어요."
}
