import Market

/// Lists items for API clients: plain values on numbered pages.
public struct ItemCatalog: Sendable {
    /// The number of items on a page, unless another is asked for.
    public static let usualPageSize: Int64 = 20
    /// The largest page; a request for more gets this many items.
    public static let largestPageSize: Int64 = 1_000
    /// A larger page takes milliseconds to make.
    private static let quickPageSize: Int64 = 100

    private let storage: any ItemStorage

    /// Reads the items from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// The requested page, as typed; nil stands for the default.
    public struct Input: Equatable, Sendable {
        /// The page's number, from 1.
        public var page: String?
        /// The maximum number of items on a page, from 1.
        public var pageSize: String?
        /// Part of the title, or of the seller's name.
        public var text: String?
        /// Whether items whose price has cents are left out; a search includes them anyway.
        public var onlyWholePrices: Bool

        /// The first page of all items, unless something else is given.
        public init(
            page: String? = nil, pageSize: String? = nil, text: String? = nil,
            onlyWholePrices: Bool = false
        ) {
            self.page = page
            self.pageSize = pageSize
            self.text = text
            self.onlyWholePrices = onlyWholePrices
        }

        /// Whether making the page may hold up an event loop too long.
        public var isCostly: Bool {
            text != nil || pageSize.flatMap { Int64(digits: $0) } ?? 0 > quickPageSize
        }

        fileprivate var selection: ItemOffsetQuery.Selection {
            let text = text?.trimmed ?? ""
            if !text.isEmpty { return .matching(text) }
            return onlyWholePrices ? .wholePrices : .everything
        }
    }

    /// One page, and its place among all pages.
    public struct Output: Sendable {
        /// The items, newest first; empty past the end.
        public let items: [ListedItem]
        /// The page's number, from 1.
        public let page: Int64
        /// The maximum number of items on a page.
        public let pageSize: Int64
        /// The number of items on all pages.
        public let count: Int64
        /// The number of items on the pages before.
        public let offset: Int64

        /// The number of items on the pages up to this one, if this one is full.
        public var end: Int64 { offset > .max - pageSize ? .max : offset + pageSize }
        /// The number of the last page; 1 if there are no items.
        public var lastPage: Int64 { max((count + pageSize - 1) / pageSize, 1) }
        /// Whether later pages have older items.
        public var hasNext: Bool { page < lastPage }
        /// Whether earlier pages have newer items.
        public var hasPrevious: Bool { page > 1 && count > 0 }
    }

    /// Reads one page in one snapshot, or refuses if a number is not valid.
    public func output(for input: Input) async throws(StorageError) -> Result<Output, Refusal> {
        var faults: [Fault] = []
        let page = number(input.page, "page", .pageNumberRow, &faults) ?? 1
        let asked = number(input.pageSize, "page_size", .pageSizeRow, &faults)
        guard faults.isEmpty else { return .failure(Refusal(faults)) }
        let size = min(asked ?? Self.usualPageSize, Self.largestPageSize)
        let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: size)
        let query = ItemOffsetQuery(
            offset: overflow ? .max : offset, limit: Int(size), of: input.selection)
        let found = try await storage.items(query)
        return .success(
            Output(
                items: found.items, page: page, pageSize: size, count: found.count,
                offset: query.offset))
    }

    /// - Throws: `.itemNotFound`.
    public func item(_ id: Item.ID) async throws(StorageError) -> ListedItem {
        try await storage.listedItem(id)
    }

    /// Reads a number from 1 on; nil if nothing was typed, or if it is not valid, which adds a fault.
    private func number(
        _ typed: String?, _ field: String, _ name: Phrase.Key, _ faults: inout [Fault]
    ) -> Int64? {
        guard let typed else { return nil }
        guard let number = Int64(digits: typed), number > 0 else {
            faults.append(Fault(field, Phrase(.pageNumber, .phrase(Phrase(name)))))
            return nil
        }
        return number
    }
}
