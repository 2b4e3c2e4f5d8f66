/// A currency that prices may be in, by its ISO 4217 code.
public enum Currency: String, CaseIterable, Sendable {
    case krw = "KRW"
    case usd = "USD"
    case eur = "EUR"
    case jpy = "JPY"
    case cny = "CNY"

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
        default: return nil
        }
    }

    /// How many decimal digits its minor unit has (ISO 4217): 0 for the won, 2 for the dollar.
    public var minorUnitDigits: Int {
        switch self {
        case .krw, .jpy: 0
        case .usd, .eur, .cny: 2
        }
    }
}
