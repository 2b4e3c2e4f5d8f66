import Market

/// The list of items, a page at a time.
public struct ItemList: Sendable {
    /// The most items of a page.
    public static let pageSize = 20

    private let storage: any ItemStorage

    /// Reads the items from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Which page of which items, and how it is laid out.
    public struct Input: Equatable, Sendable {
        /// Which items.
        public var filter: ItemFilter
        /// Where the page begins.
        public var position: ItemQuery.Position
        /// How its entries are laid out.
        public var mode: Mode

        /// The first page of all items, unless something else is asked for.
        public init(
            filter: ItemFilter = ItemFilter(), position: ItemQuery.Position = .start,
            mode: Mode = .list
        ) {
            self.filter = filter
            self.position = position
            self.mode = mode
        }
    }

    /// How entries are laid out.
    public enum Mode: String, Sendable {
        /// One below another.
        case list
        /// Beside each other, with large photos.
        case grid
    }

    /// One page.
    public struct Output: Sendable {
        /// What the page is called.
        public let heading: Phrase
        /// Which items it is about.
        public let filter: ItemFilter
        /// How the entries are laid out.
        public let mode: Mode
        /// Whether it begins with the newest.
        public let isFirstPage: Bool
        /// To filter by.
        public let categories: [CategoryChoice]
        /// The one posted or pulled up last first.
        public let entries: [Entry]
        /// The key that the next page goes on from; nil on the last page.
        public let next: ItemKey?
        /// The key that the page before ends at; nil on the first page.
        public let previous: ItemKey?
        /// Set when there is nothing to show: why, and what to do about it.
        public let emptyText: Phrase?
        /// When an age on the page will read differently.
        public let freshUntil: Timestamp
    }

    /// An item as the list shows it.
    public struct Entry: Sendable {
        /// Names the item in links.
        public let id: Item.ID
        /// What it is called.
        public let title: String
        /// The name of its category.
        public let category: Phrase
        /// What it costs.
        public let price: PriceTag
        /// How many are left, in words.
        public let stock: Phrase
        /// Whether none is left.
        public let isSoldOut: Bool
        /// How far its sale has come.
        public let status: Item.Status
        /// How long ago it was posted, in words.
        public let age: Phrase
        /// In ISO 8601.
        public let datePosted: ShortText
        /// The first one; nil when there is none.
        public let photo: Photo.ID?
        /// What kind of thing it is, to be drawn where there is no photo.
        public let kind: Category
        /// Whether one is left, as of most things.
        public let isSingle: Bool
    }

    /// One page. A page of the newest that came out short is filled up from the top.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        var position = input.position
        var page = try await page(input, at: position)
        if case .preceding = position, page.previous == nil, page.items.count < Self.pageSize {
            position = .start
            page = try await self.page(input, at: position)
        }
        return Output(
            heading: input.filter.category?.name ?? Phrase(.newItems),
            filter: input.filter,
            mode: input.mode,
            isFirstPage: position == .start,
            categories: CategoryChoice.all(selected: input.filter.category),
            entries: page.items.map { Entry($0, at: now) },
            next: page.next,
            previous: page.previous,
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

    private func emptyText(_ input: Input) -> Phrase {
        switch (input.position, input.filter.category) {
        case (.start, nil): Phrase(.noItems)
        case (.start, let category?): Phrase(.noItemsInCategory, .phrase(category.name))
        default: pastTheEndText
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
        kind = item.category
        isSingle = item.stock == 1
    }
}

/// A price as a page shows it.
public struct PriceTag: Equatable, Sendable {
    /// What a buyer pays, `나눔` for a free share, `가격 제안` for an open price.
    public let text: Phrase
    /// The price before the discount, when there is one.
    public let formerText: Phrase?
    /// Whether it is a free share.
    public let isFree: Bool

    init(_ price: Price) {
        isFree = price.isFree
        text =
            if price.isOpen {
                Phrase(.openPrice)
            } else if price.isFree {
                Phrase(.freeShare)
            } else {
                price.currency.text(price.amountToPay)
            }
        formerText = price.discountedAmount == nil ? nil : price.currency.text(price.amount)
    }
}

/// The categories, to filter the list by or to choose one for an item.
public struct CategoryList: Sendable {
    /// The one chosen; nil is every category.
    public typealias Input = Category?

    /// Needs no storage: the categories are always the same.
    public init() {}

    /// All of them.
    public struct Output: Sendable {
        /// In their order.
        public let categories: [CategoryChoice]
    }

    /// - Parameter selected: the one chosen already; nil when none is.
    public func output(for selected: Input) -> Output {
        Output(categories: CategoryChoice.all(selected: selected))
    }
}

/// A category among those to choose from.
public struct CategoryChoice: Equatable, Sendable {
    /// The category itself.
    public let category: Category
    /// Whether it is the one chosen.
    public let isSelected: Bool

    /// Names it in queries and forms.
    public var id: Int { category.rawValue }
    /// The name people see.
    public var name: Phrase { category.name }

    static func all(selected: Category?) -> [CategoryChoice] {
        Category.allCases.map { category in
            CategoryChoice(category: category, isSelected: category == selected)
        }
    }
}
