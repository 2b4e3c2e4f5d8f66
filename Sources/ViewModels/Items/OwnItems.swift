import Market

/// The listings of an account, those of one status at a time.
public struct OwnItems: Sendable {
    public static let pageSize = 20

    private let storage: any MarketStorage

    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var account: Account.ID
        public var status: Item.Status
        /// The position that the page goes on from; nil begins with the newest.
        public var before: Item.Position?

        public init(
            account: Account.ID, status: Item.Status = .selling, before: Item.Position? = nil
        ) {
            self.account = account
            self.status = status
            self.before = before
        }
    }

    public struct Output: Sendable {
        public let stages: [Stage]
        public let status: Item.Status
        public let entries: [ItemList.Entry]
        /// The position that the next page goes on from; nil on the last one.
        public let older: Item.Position?
        /// Set when there is nothing to show.
        public let emptyText: String?
    }

    /// A status among those to choose from.
    public struct Stage: Equatable, Sendable {
        public let status: Item.Status
        public let count: Int
        public let isSelected: Bool
    }

    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let counts = try await storage.itemCounts(of: input.account)
        let found = try await storage.items(
            of: input.account, input.status, before: input.before,
            limit: Self.pageSize + 1)
        let shown = found.prefix(Self.pageSize)
        return Output(
            stages: Item.Status.allCases.map { status in
                Stage(
                    status: status, count: counts[status] ?? 0,
                    isSelected: status == input.status)
            },
            status: input.status,
            entries: shown.map { ItemList.Entry($0, at: now) },
            older: found.count > shown.count ? shown.last?.position : nil,
            emptyText: shown.isEmpty ? emptyText(input) : nil)
    }

    private func emptyText(_ input: Input) -> String {
        input.before == nil
            ? "‘\(input.status.name)’인 글이 없어요." : "여기서부터는 더 없어요. 처음으로 돌아가 보세요."
    }
}
