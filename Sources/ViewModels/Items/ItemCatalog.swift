import Market

/// The items for programs: as plain values, by the numbers of their pages.
public struct ItemCatalog: Sendable {
    /// The items of a page when nothing else is asked for.
    public static let usualPageSize: Int64 = 20
    /// Asked for more, a page has so many.
    public static let largestPageSize: Int64 = 1_000
    /// A page of more takes milliseconds.
    private static let quickPageSize: Int64 = 100

    private let storage: any ItemStorage

    /// Reads the items from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Which page, as it was typed; nil is what is usual.
    public struct Input: Equatable, Sendable {
        /// From 1 on.
        public var page: String?
        /// The most items of a page, from 1 on.
        public var pageSize: String?
        /// Part of the title, or of the seller's name.
        public var text: String?
        /// Whether items whose price has cents are left out; searches have them all.
        public var onlyWholePrices: Bool

        /// The first page of all items, unless something else is typed.
        public init(
            page: String? = nil, pageSize: String? = nil, text: String? = nil,
            onlyWholePrices: Bool = false
        ) {
            self.page = page
            self.pageSize = pageSize
            self.text = text
            self.onlyWholePrices = onlyWholePrices
        }

        /// Whether the page may take longer to make than one event loop should be held up.
        public var isCostly: Bool {
            text != nil || pageSize.flatMap { Int64(digits: $0) } ?? 0 > quickPageSize
        }

        fileprivate var selection: ItemOffsetQuery.Selection {
            let text = text?.trimmed ?? ""
            if !text.isEmpty { return .matching(text) }
            return onlyWholePrices ? .wholePrices : .everything
        }
    }

    /// One page, and its place among all.
    public struct Output: Sendable {
        /// Newest first; none past the end.
        public let items: [ListedItem]
        /// From 1 on.
        public let page: Int64
        /// The most items of a page.
        public let pageSize: Int64
        /// Of all pages.
        public let count: Int64
        /// How many stand on the pages before.
        public let offset: Int64

        /// How many stand on the pages up to this one, if it is full.
        public var end: Int64 { offset > .max - pageSize ? .max : offset + pageSize }
        /// The number of the last page; 1 when there is nothing.
        public var lastPage: Int64 { max((count + pageSize - 1) / pageSize, 1) }
        /// Whether older items are on pages behind this one.
        public var hasNext: Bool { page < lastPage }
        /// Whether newer items are on pages before this one.
        public var hasPrevious: Bool { page > 1 && count > 0 }
    }

    /// One page, read at one moment; refused when a number is none.
    public func output(
        for input: Input
    ) async throws(StorageError) -> Result<Output, Refusal> {
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

    /// A number from 1 on; nil when nothing was typed.
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
