import Market

/// An account's memos, newest first, a page at a time.
public struct MemoList: Sendable {
    /// Whose memos.
    public typealias Input = Account.ID

    /// How many memos a page shows at most.
    public static let pageSize = 30
    private let storage: any OrganiserStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of memos, newest first.
    public typealias Output = ListPage<Entry, Memo.ID>

    /// A memo as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// The memo's ID, for its link.
        public let id: Memo.ID
        /// Its first line.
        public let title: String
        /// The text after the first line, shortened to one line; may be empty.
        public let excerpt: String
        /// When it was last edited, or else written.
        public let dateModified: Moment
        /// The title of the item that it is pinned to, `…` if others cannot see that item; nil for none.
        public let itemTitle: String?
        /// Its reminder; nil for none.
        public let reminder: Moment?
    }

    /// - Parameter key: the memo that the page comes after; nil for the first page.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for account: Input, before key: Memo.ID? = nil
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.memos(of: account, before: key, limit: limit)
        }
        return Output(
            entries: page.elements.map { Entry($0, in: zone) }, isFirst: key == nil,
            older: page.next(\.id),
            emptyText: page.elements.isEmpty ? Phrase(.noMemos) : nil)
    }
}

extension MemoList.Entry {
    private static let longestExcerpt = 80

    init(_ memo: Memo, in zone: MarketTimeZone) {
        id = memo.id
        let lines = memo.content.text.trimmed.split(maxSplits: 1, whereSeparator: \.isNewline)
        title = oneLine(String(lines.first ?? ""), atMost: Self.longestExcerpt)
        excerpt = oneLine(String(lines.dropFirst().first ?? ""), atMost: Self.longestExcerpt)
        dateModified = Moment(memo.dateModified, in: zone)
        itemTitle = memo.content.item.map { _ in memo.itemTitle ?? PinnedItem.untitled }
        reminder = memo.content.reminder.map { Moment($0, in: zone) }
    }
}

/// One memo, to read.
public struct MemoDetail: Sendable {
    /// Which memo.
    public typealias Input = Memo.ID

    private static let longestTitle = 40

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page of a memo.
    public struct Output: Sendable {
        /// The memo's ID, for the links that edit and delete it.
        public let id: Memo.ID
        /// The beginning of the text, for the window title.
        public let title: String
        /// The whole text, with its links.
        public let text: [TextSegment]
        /// The item that it is pinned to; nil when there is none, or it is gone.
        public let item: PinnedItem?
        /// Its reminder; nil for none.
        public let reminder: Moment?
        /// When it was written.
        public let dateCreated: Moment
        /// When it was last edited; nil if it never was.
        public let dateModified: Moment?
    }

    /// - Throws: `.notFound` when the account has no such memo.
    public func output(for id: Input, of account: Account.ID) async throws(StorageError) -> Output {
        let memo = try await storage.memo(id, of: account)
        return Output(
            id: memo.id,
            title: oneLine(memo.content.text, atMost: Self.longestTitle),
            text: TextSegment.segments(of: memo.content.text),
            item: try await storage.pinnedItem(memo.content.item),
            reminder: memo.content.reminder.map { Moment($0, in: zone) },
            dateCreated: Moment(memo.dateCreated, in: zone),
            dateModified: memo.revision == 1 ? nil : Moment(memo.dateModified, in: zone))
    }
}
