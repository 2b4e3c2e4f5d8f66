import Market

/// What a neighbour offers, before it is in any storage.
public struct SampleListing: Equatable, Sendable {
    public let content: ItemContent
    public let status: Item.Status
    /// In the order shown; none to four.
    public let pictures: [SamplePicture]
}

extension SampleListing {
    /// - Throws: `.price`.
    init(in category: Category, using random: inout Chance) throws(SamplesError) {
        let offer = Offer(in: category, using: &random)
        let title = offer.title(using: &random)
        content = ItemContent(
            title: title, category: category, price: try offer.price(using: &random),
            stock: offer.stock, description: offer.description(using: &random))
        status = offer.status
        pictures = Self.pictures(of: offer.ware, in: category, using: &random)
    }

    private static func pictures(
        of ware: Ware, in category: Category, using random: inout Chance
    ) -> [SamplePicture] {
        let wanted =
            switch random.number(in: 1...100) {
            case ...8: 0
            case ...52: 1
            case ...82: 2
            case ...95: 3
            default: 4
            }
        let all = SamplePicture.all(of: ware.motif, in: category)
        guard wanted > 0, !all.isEmpty else { return [] }
        // Two that belong together begin at an even place.
        let start = wanted == 1 ? Int.random(in: all.indices, using: &random) : 0
        return (0..<min(wanted, all.count)).map { all[(start + $0) % all.count] }
    }
}
