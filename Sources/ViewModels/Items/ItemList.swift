import Market

/// The list of listings, a page at a time.
public struct ItemList: Sendable {
    public static let pageSize = 20

    private let storage: any ItemStorage

    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var filter: ItemFilter
        public var position: ItemQuery.Position
        public var mode: Mode

        public init(
            filter: ItemFilter = ItemFilter(), position: ItemQuery.Position = .newest,
            mode: Mode = .list
        ) {
            self.filter = filter
            self.position = position
            self.mode = mode
        }
    }

    /// How entries are laid out.
    public enum Mode: String, Sendable {
        case list
        case grid
    }

    public struct Output: Sendable {
        public let heading: String
        public let mode: Mode
        public let isFirstPage: Bool
        public let categories: [CategoryChoice]
        public let entries: [Entry]
        /// The position that the next older page goes on from; nil on the last page.
        public let older: Item.Position?
        /// The position that the next newer page ends at; nil on the first page.
        public let newer: Item.Position?
        /// Set when there is nothing to show: why, and what to do about it.
        public let emptyText: String?
        /// When an age on the page will read differently.
        public let freshUntil: Timestamp
    }

    /// A listing as the list shows it.
    public struct Entry: Sendable {
        public let id: Item.ID
        public let title: String
        public let category: String
        public let price: PriceTag
        public let stock: ShortText
        public let isSoldOut: Bool
        public let status: Item.Status
        public let age: ShortText
        /// In ISO 8601.
        public let datePosted: ShortText
        public let photo: Photo.ID?
    }

    /// One page. A page of the newest that came out short is filled up from the top.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        var position = input.position
        var page = try await page(input, at: position)
        if case .after = position, !page.hasNewer, page.items.count < Self.pageSize {
            position = .newest
            page = try await self.page(input, at: position)
        }
        return Output(
            heading: input.filter.category?.name ?? "새로 올라온 물건",
            mode: input.mode,
            isFirstPage: position == .newest,
            categories: CategoryChoice.all(selected: input.filter.category),
            entries: page.items.map { Entry($0, at: now) },
            older: page.hasOlder ? page.items.last?.position : nil,
            newer: page.hasNewer ? page.items.first?.position : nil,
            emptyText: page.items.isEmpty ? emptyText(input) : nil,
            freshUntil: page.items.lazy.map { nextAge(of: $0.datePosted, at: now) }.min()
                ?? Timestamp(seconds: .max))
    }

    private func page(
        _ input: Input, at position: ItemQuery.Position
    ) async throws(StorageError) -> ItemPage {
        let query = ItemQuery(filter: input.filter, position: position, limit: Self.pageSize)
        return try await storage.items(query)
    }

    private func emptyText(_ input: Input) -> String {
        switch (input.position, input.filter.category) {
        case (.newest, nil): "아직 올라온 물건이 없어요. 첫 글을 올려보세요."
        case (.newest, let category?): "‘\(category.name)’에는 아직 올라온 물건이 없어요."
        default: "여기서부터는 더 없어요. 처음으로 돌아가 보세요."
        }
    }
}

extension ItemList.Entry {
    init(_ item: ItemSummary, at now: Timestamp) {
        id = item.id
        title = item.title
        category = item.category.name
        price = PriceTag(item.price)
        stock = stockText(item.stock)
        isSoldOut = item.stock == 0
        status = item.status
        age = ageText(of: item.datePosted, at: now)
        datePosted = CivilTime(item.datePosted).iso8601
        photo = item.photo
    }
}
