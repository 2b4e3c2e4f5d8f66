import Market
import Photos

/// An endless series of made-up items: the n-th depends on the seed and n only.
public struct SampleMarket: Sendable {
    /// The password for editing any sample item, and for signing in as its seller.
    public static let password = "장터1234"

    private let seed: UInt64

    public init(seed: UInt64 = 1) {
        self.seed = seed
    }

    /// The item with that number. Each eleven from a multiple of eleven on cover all categories, and no two
    /// consecutive items are in the same one.
    /// - Parameter number: counted from 0.
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
        // Swaps the first two, so that the last one, which the next round compares with, does not change.
        if round > 0, self.order(ofRound: round - 1).last == order.first { order.swapAt(0, 1) }
        return order[Int(place)]
    }

    private func order(ofRound round: UInt64) -> [Category] {
        var random = SplitMix64(seed: ~seed, stream: round)
        return Category.allCases.shuffled(using: &random)
    }
}

/// A made-up item that is not in any storage yet.
public struct SampleListing: Equatable, Sendable {
    public let content: ItemContent
    public let status: Item.Status
    /// Pictures of one thing, in the order shown; none to three.
    public let pictures: [SamplePicture]
    /// Nil for a guest.
    public let seller: Neighbour?
    /// The meeting spot that the description names; nil if it names none.
    let spot: String?
    /// The wanted post that somebody else would write for the same kind of thing.
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

    /// One item in twelve has no picture. The others have at least one, and not always start with the first, so
    /// that lists show things in different rooms.
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
    /// - Parameter stream: selects a sequence for the seed, independent of those of other streams.
    init(seed: UInt64, stream: UInt64) {
        self.init(seed: seed)
        self.init(seed: next() ^ stream &* 0xD1B5_4A32_D192_ED03)
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True once in that many times on average.
    mutating func isOne(in count: Int64) -> Bool {
        number(in: 1...count) == 1
    }

    /// - Parameter choices: at least one.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
