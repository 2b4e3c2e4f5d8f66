/// What a listing asks for: nothing (a free share), an amount, or an amount lowered from another.
///
/// Amounts are in the currency's minor unit (won, cents) and never negative.
public struct Price: Equatable, Sendable {
    /// The largest amount: a thousand trillion minor units. It leaves room to add without overflow.
    public static let largestAmount: Int64 = 1_000_000_000_000_000

    public let amount: Int64
    /// The lowered amount, which is the one to pay; never above `amount`.
    public let discountedAmount: Int64?
    public let currency: Currency

    /// - Throws: `.amountOutOfRange` outside of 0…`largestAmount`,
    ///   `.discountAbovePrice` when the lowered amount is none.
    public init(
        _ amount: Int64, discountedTo discountedAmount: Int64? = nil, currency: Currency = .krw
    ) throws(PriceError) {
        let range = 0...Self.largestAmount
        guard range.contains(amount) else { throw .amountOutOfRange }
        if let discountedAmount {
            guard range.contains(discountedAmount) else { throw .amountOutOfRange }
            guard discountedAmount <= amount else { throw .discountAbovePrice }
        }
        self.amount = amount
        self.discountedAmount = discountedAmount == amount ? nil : discountedAmount
        self.currency = currency
    }

    /// What a buyer pays, in minor units.
    public var amountToPay: Int64 { discountedAmount ?? amount }

    /// A listing without a price is given away.
    public var isFree: Bool { amount == 0 }
}

public enum PriceError: Error, Equatable, Sendable {
    case amountOutOfRange
    case discountAbovePrice
}
