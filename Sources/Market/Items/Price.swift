/// The price of an item: nothing (a free share), an amount, a discounted amount, or open, so that
/// offers are welcome.
///
/// Amounts are in the currency's minor unit (won, cents) and never negative.
public struct Price: Equatable, Sendable {
    /// The largest amount: a thousand trillion minor units. It leaves room to add without overflow.
    public static let largestAmount: Int64 = 1_000_000_000_000_000

    /// The amount before a discount; 0 for an open price.
    public let amount: Int64
    /// The discounted amount, which is the one to pay; never above `amount`.
    public let discountedAmount: Int64?
    /// The currency of both amounts.
    public let currency: Currency
    /// Whether no amount was named: offers are welcome, and nothing is given away.
    public let isOpen: Bool

    /// - Throws: `.amountOutOfRange` outside of 0…`largestAmount`; `.discountAbovePrice` if the
    ///   discounted amount is above the amount.
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
        isOpen = false
    }

    private init(openIn currency: Currency) {
        amount = 0
        discountedAmount = nil
        self.currency = currency
        isOpen = true
    }

    /// The price of an item for which offers are welcome.
    public static func open(in currency: Currency = .krw) -> Price { Price(openIn: currency) }

    /// What a buyer pays, in minor units.
    public var amountToPay: Int64 { discountedAmount ?? amount }

    /// The price of this many pieces together; nil if that is more than any price. An open price stays open.
    public func inAll(_ pieces: Int64) -> Price? {
        guard pieces > 1, !isOpen else { return self }
        let (amount, isOver) = amountToPay.multipliedReportingOverflow(by: pieces)
        // The only thing that can be wrong is that it is too high.
        return isOver ? nil : try? Price(amount, currency: currency)
    }

    /// Whether the item is given away.
    public var isFree: Bool { amount == 0 && !isOpen }

    /// Whether somebody who offers this amount has probably typed a zero too few or too many: it is at most a
    /// tenth of the price, or more than three times as much. Nothing is far from an open price or a free share.
    public func isFar(from other: Int64) -> Bool {
        guard amountToPay > 0 else { return false }
        return other <= amountToPay / 10 || other > amountToPay * 3
    }

    /// An amount of the price that hardly anything among neighbours costs, so that it was probably
    /// mistyped; nil if there is none. Free shares and open prices have none.
    public var unlikelyAmount: Int64? {
        [amountToPay, amount].first { $0 > 0 && !currency.likelyAmounts.contains($0) }
    }
}

/// Why two amounts cannot be a price.
public enum PriceError: Error, Equatable, Sendable {
    /// Negative, or above `Price.largestAmount`.
    case amountOutOfRange
    /// The discounted amount is above the amount.
    case discountAbovePrice
}

/// A currency that prices may be in, by its ISO 4217 code.
public enum Currency: String, CaseIterable, Sendable {
    /// South Korean won.
    case krw = "KRW"
    /// United States dollar.
    case usd = "USD"
    /// Euro.
    case eur = "EUR"
    /// Japanese yen.
    case jpy = "JPY"
    /// Chinese renminbi (yuan).
    case cny = "CNY"
    /// Pound sterling.
    case gbp = "GBP"
    /// Hong Kong dollar.
    case hkd = "HKD"

    /// The currency with this code, as bytes. A list reads twenty of them; `init(rawValue:)`, which
    /// needs a `String`, took a tenth of the time of reading the list.
    public init?(_ code: UnsafeRawBufferPointer) {
        guard code.count == 3 else { return nil }
        switch UInt32(code[0]) << 16 | UInt32(code[1]) << 8 | UInt32(code[2]) {
        case 0x4B_52_57: self = .krw
        case 0x55_53_44: self = .usd
        case 0x45_55_52: self = .eur
        case 0x4A_50_59: self = .jpy
        case 0x43_4E_59: self = .cny
        case 0x47_42_50: self = .gbp
        case 0x48_4B_44: self = .hkd
        default: return nil
        }
    }

    /// What things among neighbours cost, in minor units: from 100 won to a hundred million, or
    /// from ten cents to a hundred thousand dollars.
    fileprivate var likelyAmounts: ClosedRange<Int64> {
        minorUnitDigits == 0 ? 100...100_000_000 : 10...10_000_000
    }

    /// How many decimal digits its minor unit has (ISO 4217): 0 for the won, 2 for the dollar.
    public var minorUnitDigits: Int {
        switch self {
        case .krw, .jpy: 0
        case .usd, .eur, .cny, .gbp, .hkd: 2
        }
    }
}
