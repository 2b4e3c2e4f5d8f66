import Market

/// An endless row of listings as neighbours write them: the n-th depends on the seed and n only.
public struct SampleMarket: Sendable {
    /// Opens every sample listing to whoever wants to edit it.
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
        var random = Chance(seed: seed, stream: number)
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
        var random = Chance(seed: ~seed, stream: round)
        return Category.allCases.shuffled(using: &random)
    }
}
