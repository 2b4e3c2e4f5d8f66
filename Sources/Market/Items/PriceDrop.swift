/// A fall in the price of an item below what an account with an interest in it knows.
public struct PriceDrop: Equatable, Sendable {
    /// The amount to pay that the account knows, in minor units of the item's present currency.
    public let formerAmount: Int64
    /// The price now: a lower one, a free share or an open price.
    public let price: Price

    /// A drop from the known amount to the present price.
    public init(from formerAmount: Int64, to price: Price) {
        (self.formerAmount, self.price) = (formerAmount, price)
    }
}
