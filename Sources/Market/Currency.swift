/// A currency that prices may be in, by its ISO 4217 code.
public enum Currency: String, CaseIterable, Sendable {
    case krw = "KRW"
    case usd = "USD"
    case eur = "EUR"
    case jpy = "JPY"
    case cny = "CNY"

    /// How many decimal digits its minor unit has (ISO 4217): 0 for the won, 2 for the dollar.
    public var minorUnitDigits: Int {
        switch self {
        case .krw, .jpy: 0
        case .usd, .eur, .cny: 2
        }
    }
}
