import Market

extension Category {
    /// The name, as shown.
    public var name: Phrase { Phrase(key) }

    private var key: Phrase.Key {
        switch self {
        case .digital: .digital
        case .games: .games
        case .sports: .sports
        case .children: .children
        case .womensFashion: .womensFashion
        case .beauty: .beauty
        case .mensFashion: .mensFashion
        case .household: .household
        case .furniture: .furniture
        case .hobbies: .hobbies
        case .other: .otherCategory
        }
    }
}

extension Item.Purpose {
    /// The name, as shown.
    public var name: Phrase { Phrase(self == .offer ? .offers : .requests) }
}

extension Item.Status {
    /// The name, as shown.
    public var name: Phrase { Phrase(key) }

    /// The status's name for an offer or a wanted post.
    public func name(of purpose: Item.Purpose) -> Phrase {
        guard case .request = purpose else { return name }
        return switch self {
        case .selling: purpose.name
        case .reserved: name
        case .sold: Phrase(.isFound)
        }
    }

    private var key: Phrase.Key {
        switch self {
        case .selling: .selling
        case .reserved: .isReserved
        case .sold: .isSold
        }
    }
}

extension Currency {
    /// An amount in minor units, with thousands separators: `12,000원`, `$12.50`.
    func text(_ minorUnits: Int64) -> Phrase { Phrase(key, minorUnits, decimals: minorUnitDigits) }

    /// The amount as Koreans read it aloud, which makes a zero too many obvious: `1억 5,000만원`.
    func readText(_ minorUnits: Int64) -> Phrase {
        self == .krw ? Phrase(.countedWon, minorUnits) : text(minorUnits)
    }

    /// The number alone: `12000`, `12.50`; with thousands separators if grouped, as in form fields: `12,000`.
    func typed(_ minorUnits: Int64, grouped: Bool = false) -> String {
        var text = ShortText()
        guard minorUnitDigits > 0 else {
            text.append(minorUnits, grouped: grouped)
            return text.description
        }
        let (whole, fraction) = minorUnits.quotientAndRemainder(dividingBy: 100)
        text.append(whole, grouped: grouped)
        text.append(".")
        text.append(twoDigits: fraction)
        return text.description
    }

    /// The amount as a field for a price range is filled in, and a link has it: `12000`, `12.50USD`.
    public func typedInRange(_ minorUnits: Int64) -> String {
        self == .krw ? "\(minorUnits)" : typed(minorUnits) + rawValue
    }

    private var key: Phrase.Key {
        switch self {
        case .krw: .krw
        case .usd: .usd
        case .eur: .eur
        case .jpy: .jpy
        case .cny: .cny
        case .gbp: .gbp
        case .hkd: .hkd
        }
    }
}

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400

/// How long ago something was, such as `3분 전`.
func ageText(of moment: Timestamp, at now: Timestamp) -> Phrase {
    switch now.since(moment) {
    case ..<minute: Phrase(.now)
    case let age where age < hour: Phrase(.minutesAgo, age / minute)
    case let age where age < day: Phrase(.hoursAgo, age / hour)
    case let age where age < 30 * day: Phrase(.daysAgo, age / day)
    case let age where age < 365 * day: Phrase(.monthsAgo, age / (30 * day))
    case let age: Phrase(.yearsAgo, age / (365 * day))
    }
}

/// When `ageText` will change.
func nextAge(of moment: Timestamp, at now: Timestamp) -> Timestamp {
    let age = now.since(moment)
    func next(_ step: Int64, atMost end: Int64 = .max) -> Timestamp {
        moment + min((age / step + 1) * step, end)
    }
    return switch age {
    case ..<minute: moment + minute
    case ..<hour: next(minute)
    case ..<day: next(hour)
    case ..<(30 * day): next(day)
    case ..<(365 * day): next(30 * day, atMost: 365 * day)
    default: next(365 * day)
    }
}

/// The beginning of a text for previews, measured in Unicode scalars, with each run of ASCII white
/// space as one space. Works on bytes and reads no further than it shows.
func oneLine(_ text: String, atMost length: Int) -> String {
    var text = text
    return text.withUTF8 { bytes in
        // A scalar has at most four bytes, and the ellipsis has three.
        String(unsafeUninitializedCapacity: min(bytes.count, length * 4) + 3) { line in
            var written = 0
            var count = 0
            var isParted = false
            for byte in bytes {
                guard byte > 0x20 else {
                    isParted = count > 0
                    continue
                }
                if byte & 0xC0 != 0x80 {
                    count += isParted ? 2 : 1
                    guard count <= length else {
                        for byte in "…".utf8 {
                            line[written] = byte
                            written += 1
                        }
                        break
                    }
                    if isParted {
                        line[written] = 0x20
                        written += 1
                    }
                    isParted = false
                }
                line[written] = byte
                written += 1
            }
            return written
        }
    }
}

/// How many pieces are left.
func stockText(_ stock: Int64) -> Phrase {
    stock == 0 ? Phrase(.soldOut) : Phrase(.stockLeft, stock)
}

/// A price as a page shows it.
public struct PriceTag: Equatable, Sendable {
    /// What a buyer pays, `나눔` for a free share, `가격 제안` for an open price.
    public let text: Phrase
    /// The price before the discount, when there is one.
    public let formerText: Phrase?
    /// Whether it is a free share.
    public let isFree: Bool

    init(_ price: Price) {
        isFree = price.isFree
        text =
            if price.isOpen {
                Phrase(.openPrice)
            } else if price.isFree {
                Phrase(.freeShare)
            } else {
                price.currency.text(price.amountToPay)
            }
        formerText = price.discountedAmount == nil ? nil : price.currency.text(price.amount)
    }
}

extension PriceDrop {
    /// `30,000원 → 25,000원`.
    var text: Phrase {
        Phrase(
            .priceDrop, .phrase(price.currency.text(formerAmount)), .phrase(PriceTag(price).text))
    }
}
