import Market
import Photos

/// An endless row of made-up items: the n-th depends on the seed and n only.
public struct SampleMarket: Sendable {
    /// Opens every sample item to whoever wants to edit it, and signs in as its seller.
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
    /// Of one thing, in the order shown; none to three.
    public let pictures: [SamplePicture]
    /// Nil for a guest.
    public let seller: Neighbour?
    /// Where it is handed over, as its description says; nil where that does not.
    let spot: String?
    /// What somebody else would write who wants the like.
    let wish: ItemContent
}

extension SampleListing {
    /// - Throws: `.price`.
    init(in category: Category, using random: inout SplitMix64) throws(SamplesError) {
        let offer = Offer(in: category, using: &random)
        let neighbours = Neighbour.all(writingEnglish: offer.product.tone.isEnglish)
        seller = random.isOne(in: 3) ? nil : random.pick(neighbours)
        let title = offer.title(using: &random)
        let (description, spot) = offer.description(isSigned: seller == nil, using: &random)
        content = ItemContent(
            title: title, category: category, price: try offer.price(using: &random),
            stock: offer.stock, description: description)
        self.spot = spot
        wish = offer.wish(like: content)
        status = offer.status
        pictures = Self.pictures(among: offer.pictures, using: &random)
    }

    /// None of one in twelve; else one or more, from one that is not always the first, so that lists
    /// show things in all their rooms.
    private static func pictures(
        among all: [SamplePicture], using random: inout SplitMix64
    ) -> [SamplePicture] {
        guard !random.isOne(in: 12) else { return [] }
        let count = all.count > 1 ? Int(random.number(in: 1...3)) : 1
        let start = Int.random(in: all.indices, using: &random)
        return (0..<count).map { all[(start + $0) % all.count] }
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
