/// What an item asks for: nothing (a free share), an amount, an amount lowered from another, or
/// whatever is offered (an open price).
///
/// Amounts are in the currency's minor unit (won, cents) and never negative.
public struct Price: Equatable, Sendable {
    /// The largest amount: a thousand trillion minor units. It leaves room to add without overflow.
    public static let largestAmount: Int64 = 1_000_000_000_000_000

    /// What is asked for before it is lowered; 0 of an open price.
    public let amount: Int64
    /// The lowered amount, which is the one to pay; never above `amount`.
    public let discountedAmount: Int64?
    /// That of both amounts.
    public let currency: Currency
    /// Whether no amount was named: offers are welcome, and nothing is given away.
    public let isOpen: Bool

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
        isOpen = false
    }

    private init(openIn currency: Currency) {
        amount = 0
        discountedAmount = nil
        self.currency = currency
        isOpen = true
    }

    /// That of an item for which offers are welcome.
    public static func open(in currency: Currency = .krw) -> Price {
        Price(openIn: currency)
    }

    /// What a buyer pays, in minor units.
    public var amountToPay: Int64 { discountedAmount ?? amount }

    /// What so many pieces cost together; nil where that is more than any price. An open one stays open.
    public func inAll(_ pieces: Int64) -> Price? {
        guard pieces > 1, !isOpen else { return self }
        let (amount, isOver) = amountToPay.multipliedReportingOverflow(by: pieces)
        // All that can be wrong with it is that it is too much.
        return isOver ? nil : try? Price(amount, currency: currency)
    }

    /// An item that asks for nothing is given away.
    public var isFree: Bool { amount == 0 && !isOpen }

    /// Whether somebody who names this amount for it has likely typed a zero too few or too many:
    /// it is a tenth of what is asked or less, or more than three times as much. Nothing is far
    /// from a price that is open, or none.
    public func isFar(from other: Int64) -> Bool {
        guard amountToPay > 0 else { return false }
        return other <= amountToPay / 10 || other > amountToPay * 3
    }

    /// An amount of it that hardly anything among neighbours costs, and that was likely mistyped;
    /// nil for none. What is given away, or open, names none.
    public var unlikelyAmount: Int64? {
        [amountToPay, amount].first { $0 > 0 && !currency.likelyAmounts.contains($0) }
    }
}

/// Why two amounts make no price.
public enum PriceError: Error, Equatable, Sendable {
    /// Negative, or above `Price.largestAmount`.
    case amountOutOfRange
    /// The lowered amount is more than the one it is lowered from.
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

    /// The one whose code these bytes are. A list reads twenty of them: made by `init(rawValue:)`
    /// from a `String`, they were a tenth of reading it.
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
