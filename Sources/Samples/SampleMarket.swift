import Market
import Photos

/// An endless row of made-up items: the n-th depends on the seed and n only.
public struct SampleMarket: Sendable {
    /// Opens every sample item to whoever wants to edit it.
    public static let password = "장터1234"

    private let seed: UInt64

    public init(seed: UInt64 = 1) {
        self.seed = seed
    }

    /// Any eleven from a multiple of eleven on are of all categories, and no two in a row of the
    /// same.
    /// - Parameter number: from 0 on.
    /// - Throws: `.price`.
    public func listing(_ number: Int) throws(SamplesError) -> SampleListing {
        let number = UInt64(truncatingIfNeeded: number)
        var random = SplitMix64(seed: seed, stream: number)
        return try SampleListing(in: category(of: number), using: &random)
    }

    private func category(of number: UInt64) -> Category {
        let count = UInt64(Category.allCases.count)
        let (round, place) = number.quotientAndRemainder(dividingBy: count)
        var order = order(ofRound: round)
        // The two in front change places, so the last one stays what the next round looks at.
        if round > 0, self.order(ofRound: round - 1).last == order.first { order.swapAt(0, 1) }
        return order[Int(place)]
    }

    private func order(ofRound round: UInt64) -> [Category] {
        var random = SplitMix64(seed: ~seed, stream: round)
        return Category.allCases.shuffled(using: &random)
    }
}

/// A made-up item, before it is in any storage.
public struct SampleListing: Equatable, Sendable {
    public let content: ItemContent
    public let status: Item.Status
    /// In the order shown; none to four.
    public let pictures: [SamplePicture]
}

extension SampleListing {
    /// - Throws: `.price`.
    init(in category: Category, using random: inout SplitMix64) throws(SamplesError) {
        let offer = Offer(in: category, using: &random)
        let title = offer.title(using: &random)
        content = ItemContent(
            title: title, category: category, price: try offer.price(using: &random),
            stock: offer.stock, description: offer.description(using: &random))
        status = offer.status
        pictures = Self.pictures(of: offer.product, in: category, using: &random)
    }

    private static func pictures(
        of product: Product, in category: Category, using random: inout SplitMix64
    ) -> [SamplePicture] {
        let wanted =
            switch random.number(in: 1...100) {
            case ...8: 0
            case ...52: 1
            case ...82: 2
            case ...95: 3
            default: 4
            }
        let all = SamplePicture.all(of: product.motif, in: category)
        guard wanted > 0, !all.isEmpty else { return [] }
        // Two that belong together begin at an even place.
        let start = wanted == 1 ? Int.random(in: all.indices, using: &random) : 0
        return (0..<min(wanted, all.count)).map { all[(start + $0) % all.count] }
    }
}

// MARK: - Random choices

extension SplitMix64 {
    /// - Parameter stream: other numbers from the same seed, unlike those of the next stream.
    init(seed: UInt64, stream: UInt64) {
        self.init(seed: seed)
        self.init(seed: next() ^ stream &* 0xD1B5_4A32_D192_ED03)
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True once in so many times, by chance.
    mutating func isOne(in count: Int64) -> Bool {
        number(in: 1...count) == 1
    }

    /// - Parameter choices: at least one.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
