import Market

/// The memos, newest first, a page at a time.
public struct MemoList: Sendable {
    /// How many memos a page shows at most.
    public static let pageSize = 30
    private static let longestExcerpt = 80

    private let storage: any OrganiserStorage

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// Whose memos, and which page of them.
    public struct Input: Equatable, Sendable {
        /// Whose memos these are.
        public var account: Account.ID
        /// The id of the memo that the page comes after; anything else begins with the newest.
        public var before: String?

        /// - Parameter before: nil asks for the first page.
        public init(account: Account.ID, before: String? = nil) {
            self.account = account
            self.before = before
        }
    }

    /// A page of memos.
    public struct Output: Sendable {
        /// Newest first, `pageSize` at most.
        public let entries: [Entry]
        /// Whether it begins with the newest.
        public let isFirstPage: Bool
        /// The key that the next page goes on from; nil on the last one.
        public let older: Memo.ID?
        /// Set when there is none: what to do about it.
        public let emptyText: String?
    }

    /// A memo as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What the link to its page is made of.
        public let id: Memo.ID
        /// How it begins, on one line.
        public let excerpt: String
        /// When it was edited last, or made.
        public let dateModified: Moment
        /// Whether it is pinned to an item; its own page says to which.
        public let isPinned: Bool
        /// Nil when it has none.
        public let reminder: Moment?
    }

    /// - Throws: `StorageError` of a storage that failed.
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

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    /// Which memo, and who reads it.
    public struct Input: Equatable, Sendable {
        /// Whose memo it has to be.
        public var account: Account.ID
        /// The memo to read.
        public var id: Memo.ID

        /// - Parameter id: another account's is not found.
        public init(account: Account.ID, id: Memo.ID) {
            self.account = account
            self.id = id
        }
    }

    /// The page of a memo.
    public struct Output: Sendable {
        /// What the links that edit and delete it are made of.
        public let id: Memo.ID
        /// How it begins, for the window's title.
        public let title: String
        /// All of it, with its addresses to follow.
        public let text: [TextSegment]
        /// The item that it is pinned to; nil when that is none, or gone.
        public let item: PinnedItem?
        /// Nil when it has none.
        public let reminder: Moment?
        /// When it was written first.
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
