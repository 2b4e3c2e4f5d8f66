/// That less is asked for an item than somebody with an interest in it knows.
public struct PriceDrop: Equatable, Sendable {
    /// What was to be paid as far as they know, in minor units of the currency that it has now.
    public let formerAmount: Int64
    /// What is asked now: less, nothing, or an offer.
    public let price: Price

    /// What they knew, and what it is.
    public init(from formerAmount: Int64, to price: Price) {
        (self.formerAmount, self.price) = (formerAmount, price)
    }
}
