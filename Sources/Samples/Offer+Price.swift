import Market

extension Offer {
    private static let wonPerDollar: Int64 = 1_400

    /// - Throws: `.price`.
    func price(using random: inout Chance) throws(SamplesError) -> Price {
        guard deal != .free else { return try price(0) }
        let usual = ware.price * condition.percent / 100
        let amount = rounded(usual * random.number(in: 90...110) / 100)
        guard deal == .discounted else { return try price(amount) }
        let lowered = rounded(amount * random.number(in: 65...92) / 100)
        return try price(amount, discountedTo: min(lowered, amount - step(at: amount)))
    }

    /// As people round: to 500 won below 10,000, to 1,000 from there on, to 5,000 from 100,000 on,
    /// and to whole dollars' worth.
    private func rounded(_ won: Int64) -> Int64 {
        let step = step(at: won)
        return max(2 * step, (won + step / 2) / step * step)
    }

    private func step(at won: Int64) -> Int64 {
        if isInDollars { return Self.wonPerDollar }
        return switch won {
        case ..<10_000: 500
        case ..<100_000: 1_000
        default: 5_000
        }
    }

    private func price(
        _ won: Int64, discountedTo discounted: Int64? = nil
    ) throws(SamplesError) -> Price {
        do {
            guard isInDollars else { return try Price(won, discountedTo: discounted) }
            return try Price(
                cents(won), discountedTo: discounted.map(cents), currency: .usd)
        } catch {
            throw .price(error)
        }
    }

    private func cents(_ won: Int64) -> Int64 {
        won / Self.wonPerDollar * 100
    }
}
