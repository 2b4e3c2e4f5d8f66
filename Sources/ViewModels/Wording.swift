import Market

extension Category {
    /// The name people see.
    public var name: String {
        switch self {
        case .digital: "디지털/가전"
        case .games: "게임"
        case .sports: "스포츠/레저"
        case .children: "유아/아동용품"
        case .womensFashion: "여성패션/잡화"
        case .beauty: "뷰티/미용"
        case .mensFashion: "남성패션/잡화"
        case .household: "생활/식품"
        case .furniture: "가구"
        case .hobbies: "도서/티켓/취미"
        case .other: "기타"
        }
    }
}

extension Item.Status {
    /// The name people see.
    public var name: String {
        switch self {
        case .selling: "판매중"
        case .reserved: "예약중"
        case .sold: "거래완료"
        }
    }
}

extension Currency {
    /// An amount of minor units with thousands separators: `12,000원`, `$12.50`.
    func text(_ minorUnits: Int64) -> String {
        let number = decimal(minorUnits, grouped: true)
        return switch self {
        case .krw: number + "원"
        case .usd: "$" + number
        case .eur: "€" + number
        case .jpy: "¥" + number
        case .cny: "CN¥" + number
        }
    }

    /// The same number without its sign, as it is typed into a form: `12000`, `12.50`.
    func typed(_ minorUnits: Int64) -> String {
        decimal(minorUnits, grouped: false)
    }

    private func decimal(_ minorUnits: Int64, grouped: Bool) -> String {
        guard minorUnitDigits > 0 else { return digits(minorUnits, grouped: grouped) }
        let (whole, fraction) = minorUnits.quotientAndRemainder(dividingBy: 100)
        let cents = fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return digits(whole, grouped: grouped) + "." + cents
    }
}

/// A number that is not negative, in digits, with a comma between each three when `grouped`.
func digits(_ number: Int64, grouped: Bool) -> String {
    let plain = String(number)
    guard grouped, plain.utf8.count > 3 else { return plain }
    let length = plain.utf8.count + (plain.utf8.count - 1) / 3
    return String(unsafeUninitializedCapacity: length) { buffer in
        var index = length
        for (place, digit) in plain.utf8.reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) {
                index -= 1
                buffer[index] = UInt8(ascii: ",")
            }
            index -= 1
            buffer[index] = digit
        }
        return length
    }
}

/// How long ago something was, in one word or two.
func ageText(of moment: Timestamp, at now: Timestamp) -> String {
    let minute: Int64 = 60
    let hour = 60 * minute
    let day = 24 * hour
    return switch now.since(moment) {
    case ..<minute: "방금 전"
    case let age where age < hour: "\(age / minute)분 전"
    case let age where age < day: "\(age / hour)시간 전"
    case let age where age < 30 * day: "\(age / day)일 전"
    case let age where age < 365 * day: "\(age / (30 * day))개월 전"
    case let age: "\(age / (365 * day))년 전"
    }
}

/// When `ageText` will next say something else.
func nextAge(of moment: Timestamp, at now: Timestamp) -> Timestamp {
    let minute: Int64 = 60
    let hour = 60 * minute
    let day = 24 * hour
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

/// What is left of a thing.
func stockText(_ stock: Int64) -> String {
    stock == 0 ? "품절" : "잔여수량: " + digits(stock, grouped: true)
}
