import Market

extension ItemList {
    /// An item as the list shows it.
    public struct Entry: Sendable {
        /// The item that it shows.
        public let item: ItemSummary
        /// When the age next changes its wording.
        public let freshUntil: Timestamp
        /// The title, split to mark what matches a search; empty without a search.
        public let segments: [TitleSegment]
        /// What the viewer knew it to cost before it became cheaper; nil if it has not.
        let formerAmount: Int64?
        /// What it was sold for, which only the two of the deal are shown; nil if that is not shown.
        let paid: Price?
        private let now: Timestamp

        /// The item's id, used in links.
        public var id: Item.ID { item.id }
        /// Its title.
        public var title: String { item.title }
        /// What it costs, or what it was sold for.
        public var price: PriceTag { PriceTag(shownPrice) }
        // Not `paid ?? item.price`, whose closure would copy the whole entry each time.
        private var shownPrice: Price { if let paid { paid } else { item.price } }
        /// The former price that the viewer knew, or otherwise the price before the discount; nil if
        /// there is neither.
        public var formerPrice: Phrase? {
            if let formerAmount { return item.price.currency.text(formerAmount) }
            return shownPrice.discountedAmount == nil ? nil : price.formerText
        }
        /// Whether the entry reads the same for every viewer.
        public var isEverybodys: Bool {
            formerAmount == nil && paid == nil && segments.isEmpty
        }
        /// Whether it is a free share.
        public var isFree: Bool { shownPrice.isFree }
        /// How long ago it was last pulled up, otherwise how long ago it was posted, in words.
        public var age: Phrase { ageText(of: item.dateListed, at: now) }
        /// That time in ISO 8601.
        public var dateListed: ShortText { CivilTime(item.dateListed).iso8601 }
        /// The posting time in ISO 8601.
        public var datePosted: ShortText { CivilTime(item.datePosted).iso8601 }
        /// Whether it has been pulled up, which the age is then of.
        public var isPulledUp: Bool { item.datePulledUp != nil }
        /// The category, drawn if there is no photo.
        public var kind: Category { item.category }
        /// The name of its category.
        public var category: Phrase { kind.name }
        /// The neighbourhood where it is handed over; nil if not given.
        public var place: String? { item.neighbourhood?.name }
        /// Whether it is offered or wanted.
        public var purpose: Item.Purpose { item.purpose }
        /// How far its sale has come.
        public var status: Item.Status { item.status }
        /// Whether an operator has hidden it from everybody but its seller.
        public var isHidden: Bool { item.isHidden }
        /// Says that it is hidden, or otherwise how far its sale has come.
        public var mark: Phrase {
            isHidden ? Phrase(.hiddenItem) : status.name(of: purpose)
        }
        /// How many are left, in words.
        public var stock: Phrase { stockText(item.stock) }
        /// Whether none is left.
        public var isSoldOut: Bool { item.stock == 0 }
        /// Whether exactly one is left, as is usual.
        public var isSingle: Bool { item.stock == 1 }
        /// Its first photo; nil if it has none.
        public var photo: Photo.ID? { item.photo }

        init(
            _ item: ItemSummary, matching search: SearchQuery? = nil, formerly amount: Int64? = nil,
            soldFor paid: Price? = nil, at now: Timestamp
        ) {
            (self.item, self.now, formerAmount, self.paid) = (item, now, amount, paid)
            freshUntil = nextAge(of: item.dateListed, at: now)
            segments = search.map { TitleSegment.segments(of: item.title, matching: $0) } ?? []
        }
    }
}
