import Market

/// One memo to read.
public struct MemoDetail: Sendable {
    private static let longestTitle = 40

    private let storage: any OrganiserStorage & ItemStorage

    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
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
    public func output(
        for id: Memo.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let memo = try await storage.memo(id, of: account)
        return Output(
            id: id,
            title: oneLine(memo.content.text, atMost: Self.longestTitle),
            text: TextSegment.segments(of: memo.content.text),
            item: try await storage.pinnedItem(memo.content.item),
            reminder: memo.content.reminder.map(Moment.init),
            dateCreated: Moment(memo.dateCreated),
            dateModified: memo.revision == 1 ? nil : Moment(memo.dateModified))
    }
}
