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
    func text(_ minorUnits: Int64) -> ShortText {
        var text = ShortText(sign)
        append(minorUnits, to: &text, grouped: true)
        if case .krw = self { text.append("원") }
        return text
    }

    /// The same number without its sign, as it is typed into a form: `12000`, `12.50`.
    func typed(_ minorUnits: Int64) -> String {
        var text = ShortText()
        append(minorUnits, to: &text, grouped: false)
        return text.description
    }

    /// What stands before an amount; the won has its word behind it.
    private var sign: StaticString {
        switch self {
        case .krw: ""
        case .usd: "$"
        case .eur: "€"
        case .jpy: "¥"
        case .cny: "CN¥"
        case .gbp: "£"
        case .hkd: "HK$"
        }
    }

    private func append(_ minorUnits: Int64, to text: inout ShortText, grouped: Bool) {
        guard minorUnitDigits > 0 else { return text.append(minorUnits, grouped: grouped) }
        let (whole, fraction) = minorUnits.quotientAndRemainder(dividingBy: 100)
        text.append(whole, grouped: grouped)
        text.append(".")
        text.append(twoDigits: fraction)
    }
}

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400

/// How long ago something was, in one word or two.
func ageText(of moment: Timestamp, at now: Timestamp) -> ShortText {
    switch now.since(moment) {
    case ..<minute: "방금 전"
    case let age where age < hour: ShortText(age / minute, "분 전")
    case let age where age < day: ShortText(age / hour, "시간 전")
    case let age where age < 30 * day: ShortText(age / day, "일 전")
    case let age where age < 365 * day: ShortText(age / (30 * day), "개월 전")
    case let age: ShortText(age / (365 * day), "년 전")
    }
}

/// When `ageText` will next say something else.
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

/// A number with a comma between each three digits.
func grouped(_ number: Int64) -> ShortText {
    var text = ShortText()
    text.append(number, grouped: true)
    return text
}

/// The beginning of a text, counted in Unicode scalars, with every run of ASCII white space folded
/// into one space. Reads no further than it shows, and bytes rather than letters: this is for
/// previews.
func oneLine(_ text: String, atMost length: Int) -> String {
    var text = text
    return text.withUTF8 { bytes in
        // No letter becomes longer, and the mark at the end has three bytes.
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

/// What is left of a thing.
func stockText(_ stock: Int64) -> ShortText {
    guard stock != 0 else { return "품절" }
    var text: ShortText = "잔여수량: "
    text.append(stock, grouped: true)
    return text
}

extension ShortText {
    /// So many of something.
    fileprivate init(_ number: Int64, _ unit: StaticString) {
        append(number)
        append(unit)
    }
}
