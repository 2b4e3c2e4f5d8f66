import Market

extension ItemList {
    /// An item as the list shows it.
    public struct Entry: Sendable {
        /// What it shows but for its age, and for what a search marks.
        public let item: ItemSummary
        /// When its age will read differently.
        public let freshUntil: Timestamp
        /// The title taken apart where it answers a search; nothing where it does not.
        public let segments: [TitleSegment]
        /// What was to be paid for it before, as who looks at it knows; nil where that says nothing.
        let formerAmount: Int64?
        private let now: Timestamp

        /// Names the item in links.
        public var id: Item.ID { item.id }
        /// What it is called.
        public var title: String { item.title }
        /// What it costs.
        public var price: PriceTag { PriceTag(item.price) }
        /// The price before, as who looks at it knows, or else that before the discount, when there is one.
        public var formerPrice: Phrase? {
            if let formerAmount { return item.price.currency.text(formerAmount) }
            return item.price.discountedAmount == nil ? nil : price.formerText
        }
        /// Whether it reads the same for everybody.
        public var isEverybodys: Bool { formerAmount == nil && segments.isEmpty }
        /// Whether it is a free share.
        public var isFree: Bool { item.price.isFree }
        /// How long ago it was posted, in words.
        public var age: Phrase { ageText(of: item.datePosted, at: now) }
        /// In ISO 8601.
        public var datePosted: ShortText { CivilTime(item.datePosted).iso8601 }
        /// What kind of thing it is, to be drawn where there is no photo.
        public var kind: Category { item.category }
        /// The name of its category.
        public var category: Phrase { kind.name }
        /// Where it is handed over; nil where that is not said.
        public var place: String? { item.neighbourhood?.name }
        /// Whether it is offered or wanted.
        public var purpose: Item.Purpose { item.purpose }
        /// How far its sale has come.
        public var status: Item.Status { item.status }
        /// Whether the operator keeps it from everybody but its seller.
        public var isHidden: Bool { item.isHidden }
        /// That it is hidden, else how far its sale has come.
        public var mark: Phrase {
            isHidden ? Phrase(.hiddenItem) : status.name(of: purpose)
        }
        /// How many are left, in words.
        public var stock: Phrase { stockText(item.stock) }
        /// Whether none is left.
        public var isSoldOut: Bool { item.stock == 0 }
        /// Whether one is left, as of most things.
        public var isSingle: Bool { item.stock == 1 }
        /// The first one; nil when there is none.
        public var photo: Photo.ID? { item.photo }

        init(
            _ item: ItemSummary, matching search: SearchQuery? = nil, formerly amount: Int64? = nil,
            at now: Timestamp
        ) {
            (self.item, self.now, formerAmount) = (item, now, amount)
            freshUntil = nextAge(of: item.datePosted, at: now)
            segments = search.map { TitleSegment.segments(of: item.title, matching: $0) } ?? []
        }
    }
}
