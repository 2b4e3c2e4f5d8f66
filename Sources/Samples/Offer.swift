import Market

/// What a seller has made up their mind about before they write.
struct Offer {
    enum Deal {
        case usual, discounted, free
    }

    let ware: Ware
    /// With its size, colour or the like.
    let name: String
    let condition: Manner.Condition
    let deal: Deal
    let isInDollars: Bool
    let stock: Int64
    let status: Item.Status

    init(in category: Category, using random: inout Chance) {
        let deal = Self.deal(using: &random)
        let wares = Ware.all(in: category)
        let ware = random.pick(deal == .free ? wares.filter(\.isCheap) : wares)
        let conditions = ware.manner.conditions
        self.deal = deal
        self.ware = ware
        name = ware.variants.isEmpty ? ware.name : "\(ware.name) \(random.pick(ware.variants))"
        condition = random.pick(deal == .free ? conditions.filter(\.suitsGifts) : conditions)
        isInDollars = deal != .free && Self.isBroughtAlong(ware, category) && random.isOne(in: 12)
        (stock, status) = Self.stock(of: ware, using: &random)
    }

    /// Whether people bring such a thing home from a journey.
    private static func isBroughtAlong(_ ware: Ware, _ category: Category) -> Bool {
        switch category {
        case .digital, .games, .womensFashion, .beauty, .mensFashion: !ware.isCheap
        default: false
        }
    }

    /// A twelfth is given away, an eighth is lowered in price.
    private static func deal(using random: inout Chance) -> Deal {
        switch random.number(in: 1...24) {
        case ...2: .free
        case ...5: .discounted
        default: .usual
        }
    }

    /// One in fifteen is sold out, and most of these are marked so.
    private static func stock(
        of ware: Ware, using random: inout Chance
    ) -> (Int64, Item.Status) {
        if random.isOne(in: 15) { return (0, random.isOne(in: 6) ? .selling : .sold) }
        let isMany = ware.manner.isPlenty && random.isOne(in: 2)
        let stock = isMany ? random.number(in: 2...6) : 1
        return (stock, random.isOne(in: 12) ? .reserved : .selling)
    }
}
