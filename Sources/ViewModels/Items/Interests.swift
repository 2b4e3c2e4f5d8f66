import Market

/// The listings that an account keeps an eye on.
public struct Interests: Sendable {
    public static let pageSize = 20

    private let storage: any InterestStorage

    public init(storage: any InterestStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let entries: [ItemList.Entry]
        /// The key that the next page goes on from; nil on the last one.
        public let older: Interest.ID?
        /// Set when there is nothing to show: what to do about it.
        public let emptyText: String?
    }

    /// - Parameter key: that the page goes on from; nil begins with the one taken up last.
    public func output(
        of account: Account.ID, before key: Interest.ID?, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let found = try await storage.interests(of: account, before: key, limit: Self.pageSize + 1)
        let shown = found.prefix(Self.pageSize)
        return Output(
            entries: shown.map { ItemList.Entry($0.item, at: now) },
            older: found.count > shown.count ? shown.last?.id : nil,
            emptyText: shown.isEmpty ? emptyText(isFirst: key == nil) : nil)
    }

    /// Takes an interest up or gives it up.
    /// - Returns: nil, or why not.
    /// - Throws: `.notFound` when there is no such listing.
    public func set(
        _ isInterested: Bool, in item: Item.ID, of account: Account.ID
    ) async throws(StorageError) -> Alert? {
        do {
            try await storage.setInterest(isInterested, of: account, in: item)
            return nil
        } catch .limitReached(let most) {
            return Alert(
                .failure, title: "실패",
                lines: [Alert.Line("~ 관심 글은 \(grouped(Int64(most)))개까지예요. 다른 글의 관심을 지워주세요.")])
        }
    }

    private func emptyText(isFirst: Bool) -> String {
        isFirst
            ? "아직 관심 글이 없어요. 마음에 드는 글에서 관심을 눌러보세요."
            : "여기서부터는 더 없어요. 처음으로 돌아가 보세요."
    }
}
