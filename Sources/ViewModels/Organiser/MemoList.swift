import Market

/// The memos, newest first, a page at a time.
public struct MemoList: Sendable {
    public static let pageSize = 30
    private static let longestExcerpt = 80

    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let entries: [Entry]
        public let isFirstPage: Bool
        /// The key that the next page goes on from; nil on the last one.
        public let older: Memo.ID?
        /// Set when there is none: what to do about it.
        public let emptyText: String?
    }

    /// A memo as the page shows it.
    public struct Entry: Equatable, Sendable {
        public let id: Memo.ID
        /// How it begins, on one line.
        public let excerpt: String
        public let dateModified: Moment
        public let isPinned: Bool
        public let reminder: Moment?
    }

    /// - Parameter key: of the memo that the page comes after; what is none begins with the newest.
    public func output(
        before key: String?, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let key = key.flatMap { Memo.ID(digits: $0) }
        let found = try await storage.memos(of: account, before: key, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        return Output(
            entries: page.map { memo in
                Entry(
                    id: memo.id,
                    excerpt: oneLine(memo.content.text, atMost: Self.longestExcerpt),
                    dateModified: Moment(memo.dateModified),
                    isPinned: memo.content.item != nil,
                    reminder: memo.content.reminder.map(Moment.init))
            },
            isFirstPage: key == nil,
            older: found.count > page.count ? page.last?.id : nil,
            emptyText: page.isEmpty ? "아직 메모가 없어요. 첫 메모를 적어보세요." : nil)
    }
}
