/// What somebody has typed where a price belongs.
public enum TypedPrice: Equatable, Sendable {
    /// Nothing.
    case blank
    /// In minor units, from 0 to `Price.largestAmount`.
    case amount(Int64)
    /// That it is given away: `무료`, `나눔`, `free`.
    case free
    /// That offers are welcome: `가격 제안`, `제시`.
    case open

    /// In minor units; 0 where no number was typed.
    public var amount: Int64 { if case .amount(let amount) = self { amount } else { 0 } }
}

/// Why what was typed is no price.
public enum TypedPriceError: Error, Equatable, Sendable {
    /// There is no number in it, or none that can be read.
    case notANumber
    /// Below 0.
    case negative
    /// Above `Price.largestAmount`.
    case tooHigh
    /// The currency has no such digits behind the point.
    case tooManyDecimals
    /// From one price to another.
    case range
    /// A number with words beside it that say something else.
    case extraWords
    /// In another currency than the one that was chosen.
    case otherCurrency(Currency)
}

extension Currency {
    /// Reads a price as people write one: `30,000`, `3만 5천원`, `약 3만원`, `$12.50`, `무료`.
    /// - Parameter text: without white space at its ends.
    public func price(typed text: String) throws(TypedPriceError) -> TypedPrice {
        guard !text.isEmpty else { return .blank }
        // What nearly everybody types.
        if let number = Int64(grouped: text) { return .amount(try minorUnits(number)) }
        let plain = text.inPlainLetters
        let word = String(plain.filter { !$0.isWhitespace })
        if Self.wordsForFree.contains(word) { return .free }
        if Self.wordsForOpen.contains(word) { return .open }
        var rest = plain.withoutApproximation
        let named = Self.takeNames(from: &rest)
        if let other = named.first(where: { !$0.contains(self) })?.first, rest.hasNumber {
            throw .otherCurrency(other)
        }
        guard let amount = try amount(rest, isNamed: !named.isEmpty) else {
            throw rest.reasonForNoPrice
        }
        return .amount(amount)
    }

    private static let wordsForFree: Set = [
        "무료", "나눔", "무료나눔", "무나", "공짜", "free", "forfree", "freeshare", "giveaway",
    ]
    private static let wordsForOpen: Set = [
        "제시", "제안", "가격제시", "가격제안", "제안받아요", "제안받습니다", "offer", "offers", "makeoffer",
        "makeanoffer", "bestoffer", "openprice", "opentooffers",
    ]

    /// Nil for what is no number.
    private func amount(
        _ text: Substring, isNamed: Bool
    ) throws(TypedPriceError) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count <= 2, let whole = try parts.first?.wholeNumber {
            guard parts.count == 2 else { return try minorUnits(whole) }
            if parts[1].isDigits { return try minorUnits(whole, fraction: parts[1]) }
        }
        guard let amount = try text.koreanNumber else { return nil }
        // Nobody counts other money so without saying which it is.
        guard self == .krw || isNamed else { throw .otherCurrency(.krw) }
        return try minorUnits(amount)
    }

    private func minorUnits(
        _ whole: Int64, fraction: Substring = ""
    ) throws(TypedPriceError) -> Int64 {
        guard fraction.count <= minorUnitDigits else { throw .tooManyDecimals }
        guard whole <= Price.largestAmount else { throw .tooHigh }
        guard minorUnitDigits > 0 else { return whole }
        let digits = fraction.padded(to: minorUnitDigits)
        let amount = whole * 100 + (Int64(digits: digits) ?? 0)
        guard amount <= Price.largestAmount else { throw .tooHigh }
        return amount
    }

    // MARK: - Names

    /// What is written in front of an amount, or behind it, and which of the currencies it may mean; what
    /// ends like another comes before it.
    private static let names: [(name: String, currencies: [Currency])] = [
        ("us$", [.usd]), ("hk$", [.hkd]), ("홍콩달러", [.hkd]), ("홍콩 달러", [.hkd]),
        ("krw", [.krw]), ("usd", [.usd]), ("eur", [.eur]), ("jpy", [.jpy]), ("cny", [.cny]),
        ("gbp", [.gbp]), ("hkd", [.hkd]), ("rmb", [.cny]), ("₩", [.krw]), ("$", [.usd, .hkd]),
        ("€", [.eur]), ("£", [.gbp]), ("¥", [.jpy, .cny]), ("원", [.krw]), ("won", [.krw]),
        ("달러", [.usd, .hkd]), ("dollars", [.usd, .hkd]), ("dollar", [.usd, .hkd]),
        ("불", [.usd]), ("유로", [.eur]), ("euros", [.eur]), ("euro", [.eur]), ("엔", [.jpy]),
        ("円", [.jpy]), ("yen", [.jpy]), ("위안", [.cny]), ("元", [.cny]), ("yuan", [.cny]),
        ("파운드", [.gbp]), ("pounds", [.gbp]), ("pound", [.gbp]),
    ]

    /// Takes off the names of currencies, one in front and one behind.
    /// - Returns: what each of them may mean.
    private static func takeNames(from text: inout Substring) -> [[Currency]] {
        var named: [[Currency]] = []
        if let (name, currencies) = names.first(where: { text.hasPrefix($0.name) }) {
            text = text.dropFirst(name.count).trimmingWhitespace
            named.append(currencies)
        }
        if let (name, currencies) = names.first(where: { text.hasSuffix($0.name) }) {
            text = text.dropLast(name.count).trimmingWhitespace
            named.append(currencies)
        }
        return named
    }
}

extension String {
    /// In ASCII where that has the same letters, and in small ones.
    fileprivate var inPlainLetters: String {
        var plain = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E: plain.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0xFFE5: plain.append("¥")
            case 0xFFE6: plain.append("₩")
            case 0x223C, 0x301C: plain.append("~")
            case 0x2010...0x2015, 0x2212: plain.append("-")
            default: plain.append(scalar)
            }
        }
        return String(plain).lowercased()
    }

    /// Without the words that say that it is only about so much.
    fileprivate var withoutApproximation: Substring {
        var rest = self[...]
        for word in ["약", "대략", "about ", "around "] where rest.hasPrefix(word) {
            rest = rest.dropFirst(word.count)
        }
        for word in ["정도", "쯤", "가량"] where rest.hasSuffix(word) {
            rest = rest.dropLast(word.count)
        }
        return rest.trimmingWhitespace
    }
}

extension Substring {
    /// What is wrong with it, where no price can be read in it.
    fileprivate var reasonForNoPrice: TypedPriceError {
        guard contains(where: \.isDigit) else { return .notANumber }
        if isRange { return .range }
        if hasPrefix("-") { return .negative }
        return contains(where: \.isLetter) ? .extraWords : .notANumber
    }

    private var isRange: Bool {
        if contains("~") || ["에서", "부터", "까지", "이상", "이하"].contains(where: { contains($0) }) {
            return true
        }
        let parts = split(separator: "-")
        return parts.count > 1 && parts.allSatisfy { $0.contains(where: \.isDigit) }
    }

    fileprivate var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }

    /// With zeros behind it.
    fileprivate func padded(to length: Int) -> String {
        String(self) + String(repeating: "0", count: length - count)
    }

    /// Whether there is a number in it, or what stands for one: `만`.
    fileprivate var hasNumber: Bool {
        contains { $0.isDigit || "십백천만억".contains($0) }
    }

    /// A number from 0 on, also with commas between its thousands; nil for none.
    fileprivate var wholeNumber: Int64? {
        get throws(TypedPriceError) {
            if let number = Int64(grouped: self) { return number }
            let digits = filter { $0 != "," }
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit), Int64(digits: digits) == nil else {
                return nil
            }
            throw .tooHigh
        }
    }

    /// A number as Korean counts, by ten thousands: `3만`, `3만 5천`, `3만5`, `1.5만`, `1억 2,000만`; nil
    /// for none.
    fileprivate var koreanNumber: Int64? {
        get throws(TypedPriceError) {
            guard !isEmpty else { return nil }
            var rest = self
            var sum: Int64 = 0
            for (unit, value) in [("억", 100_000_000), ("만", 10_000)] as [(Character, Int64)] {
                guard let end = rest.firstIndex(of: unit) else { continue }
                guard let part = try rest[..<end].product(with: value) else { return nil }
                sum = try sum.adding(part)
                rest = rest[rest.index(after: end)...]
            }
            // `3만5` is said for `3만 5천`.
            if contains("만"), rest.count == 1, let digit = rest.first?.wholeNumberValue {
                return try sum.adding(Int64(digit) * 1_000)
            }
            guard let ones = try rest.belowTenThousand else { return nil }
            return try sum.adding(ones)
        }
    }

    /// So many times a unit: `2,000`, `3천 5백`, `1.5`; once for nothing. Nil for no number.
    private func product(with unit: Int64) throws(TypedPriceError) -> Int64? {
        let count = trimmingWhitespace
        guard !count.isEmpty else { return unit }
        let parts = count.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return try count.belowTenThousand?.times(unit) }
        guard let whole = try parts[0].wholeNumber, parts[1].isDigits else { return nil }
        var (part, share): (Int64, Int64) = (0, unit)
        for digit in parts[1] {
            guard share.isMultiple(of: 10) else { return nil }
            share /= 10
            part += Int64(digit.wholeNumberValue ?? 0) * share
        }
        return try whole.times(unit).adding(part)
    }

    /// A number with 천, 백 and 십 in it, or of digits alone; 0 for nothing, nil for no number.
    private var belowTenThousand: Int64? {
        get throws(TypedPriceError) {
            var rest = self
            var sum: Int64 = 0
            for (unit, value) in [("천", 1_000), ("백", 100), ("십", 10)] as [(Character, Int64)] {
                guard let end = rest.firstIndex(of: unit) else { continue }
                let digits = rest[..<end].trimmingWhitespace
                guard let count = digits.isEmpty ? 1 : Int64(digits: digits), count < 10 else {
                    return nil
                }
                sum += count * value
                rest = rest[rest.index(after: end)...]
            }
            rest = rest.trimmingWhitespace
            guard !rest.isEmpty else { return sum }
            return try rest.wholeNumber?.adding(sum)
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}

extension Int64 {
    fileprivate func adding(_ other: Int64) throws(TypedPriceError) -> Int64 {
        let (sum, isTooHigh) = addingReportingOverflow(other)
        if isTooHigh { throw .tooHigh }
        return sum
    }

    fileprivate func times(_ other: Int64) throws(TypedPriceError) -> Int64 {
        let (product, isTooHigh) = multipliedReportingOverflow(by: other)
        if isTooHigh { throw .tooHigh }
        return product
    }
}
