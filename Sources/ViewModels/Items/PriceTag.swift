import Market

/// A price as a page shows it.
public struct PriceTag: Equatable, Sendable {
    /// What a buyer pays, `나눔` for a free share.
    public let text: ShortText
    /// The price before the discount, when there is one.
    public let formerText: ShortText?
    public let isFree: Bool

    init(_ price: Price) {
        isFree = price.isFree
        text = price.isFree ? "나눔" : price.currency.text(price.amountToPay)
        formerText = price.discountedAmount == nil ? nil : price.currency.text(price.amount)
    }
}
