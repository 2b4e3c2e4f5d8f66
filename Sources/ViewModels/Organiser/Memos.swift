import Market

/// The memos, newest first, a page at a time.
public struct MemoList: Sendable {
    public static let pageSize = 30
    private static let longestExcerpt = 80

    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var account: Account.ID
        /// The id of the memo that the page comes after; what is none begins with the newest.
        public var before: String?

        public init(account: Account.ID, before: String? = nil) {
            self.account = account
            self.before = before
        }
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

    public func output(for input: Input) async throws(StorageError) -> Output {
        let key = input.before.flatMap { Memo.ID(digits: $0) }
        let page = try await KeyedPage(size: Self.pageSize) {
            limit async throws(StorageError) in
            try await storage.memos(of: input.account, before: key, limit: limit)
        }
        return Output(
            entries: page.elements.map(Self.entry),
            isFirstPage: key == nil,
            older: page.next(\.id),
            emptyText: page.elements.isEmpty ? "아직 메모가 없어요. 첫 메모를 적어보세요." : nil)
    }

    private static func entry(_ memo: Memo) -> Entry {
        Entry(
            id: memo.id,
            excerpt: oneLine(memo.content.text, atMost: longestExcerpt),
            dateModified: Moment(memo.dateModified),
            isPinned: memo.content.item != nil,
            reminder: memo.content.reminder.map(Moment.init))
    }
}

/// One memo to read.
public struct MemoDetail: Sendable {
    private static let longestTitle = 40

    private let storage: any OrganiserStorage & ItemStorage

    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var account: Account.ID
        public var id: Memo.ID

        public init(account: Account.ID, id: Memo.ID) {
            self.account = account
            self.id = id
        }
    }

    public struct Output: Sendable {
        public let id: Memo.ID
        /// How it begins, for the window's title.
        public let title: String
        public let text: [TextSegment]
        public let item: PinnedItem?
        public let reminder: Moment?
        public let dateCreated: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
    }

    /// - Throws: `.notFound` when the account has no such memo.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let memo = try await storage.memo(input.id, of: input.account)
        return Output(
            id: memo.id,
            title: oneLine(memo.content.text, atMost: Self.longestTitle),
            text: TextSegment.segments(of: memo.content.text),
            item: try await storage.pinnedItem(memo.content.item),
            reminder: memo.content.reminder.map(Moment.init),
            dateCreated: Moment(memo.dateCreated),
            dateModified: memo.revision == 1 ? nil : Moment(memo.dateModified))
    }
}
