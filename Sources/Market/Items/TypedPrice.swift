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
        var rest = plain[...].withoutNegotiation.withoutApproximation
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
        "제시", "제안", "가격제시", "가격제안", "제안받아요", "제안받습니다", "네고", "네고가능", "네고환영", "협의",
        "가격협의", "offer", "offers", "makeoffer", "makeanoffer", "bestoffer", "openprice",
        "opentooffers", "negotiable", "obo",
    ]

    /// Nil for what is no number.
    private func amount(
        _ typed: Substring, isNamed: Bool
    ) throws(TypedPriceError) -> Int64? {
        let text = typed.inDigits
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

extension Substring {
    /// Without the words that say that less may be offered, as it may for whatever has a price:
    /// `3만원 (네고 가능)`.
    fileprivate var withoutNegotiation: Substring {
        let words = [
            "네고가능", "네고환영", "네고", "제안가능", "제안환영", "가격제안", "협의가능", "에누리가능", "orbestoffer", "obo",
            "negotiable",
        ]
        let inside = hasSuffix(")") ? dropLast() : self
        for word in words {
            guard var rest = inside.dropping(word) else { continue }
            while let last = rest.last, "(,/·".contains(last) {
                rest = rest.dropLast().trimmingWhitespace
            }
            return rest
        }
        return self
    }

    /// Without the words that say that it is only about so much.
    fileprivate var withoutApproximation: Substring {
        var rest = self
        for word in ["약", "대략", "한 ", "about ", "around "] where rest.hasPrefix(word) {
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
        if isRange, hasNumber { return .range }
        guard contains(where: \.isDigit) else { return .notANumber }
        if hasPrefix("-") { return .negative }
        return contains(where: \.isLetter) ? .extraWords : .notANumber
    }

    private var isRange: Bool {
        let words = ["~", "에서", "부터", "까지", "이상", "이하", "미만", "초과"]
        if words.contains(where: { contains($0) }) || beginningOfDecade != nil { return true }
        let parts = split(separator: "-")
        return parts.count > 1 && parts.allSatisfy { $0.contains(where: \.isDigit) }
    }

    /// With zeros behind it.
    fileprivate func padded(to length: Int) -> String {
        String(self) + String(repeating: "0", count: length - count)
    }
}
