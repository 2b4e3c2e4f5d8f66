/// What somebody has typed into the field of a price.
public enum TypedPrice: Equatable, Sendable {
    /// Nothing.
    case blank
    /// An amount in minor units, from 0 to `Price.largestAmount`.
    case amount(Int64)
    /// Words for a free share: `무료`, `나눔`, `free`.
    case free
    /// Words for an open price: `가격 제안`, `제시`.
    case open

    /// The amount in minor units; 0 if no number was typed.
    public var amount: Int64 { if case .amount(let amount) = self { amount } else { 0 } }
}

/// Why a typed text is no price.
public enum TypedPriceError: Error, Equatable, Sendable {
    /// There is no number in it, or none that can be read.
    case notANumber
    /// Below 0.
    case negative
    /// Above `Price.largestAmount`.
    case tooHigh
    /// The currency does not have so many decimal places.
    case tooManyDecimals
    /// A range of prices.
    case range
    /// A number with words beside it that mean something else.
    case extraWords
    /// A price in another currency than the chosen one.
    case otherCurrency(Currency)
}

extension Currency {
    /// Reads a price as people write one: `30,000`, `3만 5천원`, `20k won`, `약 3만원`, `$12.50`, `무료`.
    /// - Parameter text: without white space at its ends.
    public func price(typed text: String) throws(TypedPriceError) -> TypedPrice {
        guard !text.isEmpty else { return .blank }
        guard !text.isTooLongForNumber else { throw .extraWords }
        // The most common input.
        if let number = Int64(grouped: text) { return .amount(try minorUnits(number)) }
        let plain = text.inPlainLetters[...]
        var rest = plain.withoutAsides
        for said in [plain, rest] {
            let word = String(said.filter { !$0.isWhitespace })
            if Self.wordsForFree.contains(word) { return .free }
            if Self.wordsForOpen.contains(word) { return .open }
        }
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
        "무료", "나눔", "무료나눔", "무나", "공짜", "드림", "무료드림", "나눔해요", "나눔합니다", "무료나눔해요",
        "무료나눔합니다", "드려요", "드립니다", "그냥드려요", "무료로드려요", "free", "forfree", "freeshare", "giveaway",
    ]
    private static let wordsForOpen: Set = [
        "제시", "제안", "가격제시", "가격제안", "제안받아요", "제안받습니다", "제안주세요", "네고", "네고가능", "네고환영", "협의",
        "가격협의", "문의", "가격문의", "문의주세요", "미정", "가격미정", "offer", "offers", "makeoffer",
        "makeanoffer", "bestoffer", "openprice", "opentooffers", "negotiable", "obo",
    ]

    /// Nil if the text is no number.
    private func amount(_ typed: Substring, isNamed: Bool) throws(TypedPriceError) -> Int64? {
        let text = typed.inDigits
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count <= 2, let whole = try parts.first?.wholeNumber {
            guard parts.count == 2 else { return try minorUnits(whole) }
            if parts[1].isDigits { return try minorUnits(whole, fraction: parts[1]) }
        }
        if let amount = try text.englishNumber { return try minorUnits(amount) }
        guard let amount = try text.koreanNumber else { return nil }
        // Amounts in other currencies are not counted this way unless the currency is named.
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

    /// What is written before or after an amount, with the currencies that it may mean. A name that
    /// ends with another one comes before that.
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

    /// Removes the names of currencies, one before the amount and one after it.
    /// - Returns: the currencies that each may mean.
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
    /// Without the words beside a price that do not change it: that it is approximate, per piece,
    /// or negotiable, as every price is.
    fileprivate var withoutAsides: Substring {
        var rest = self
        while let shorter = rest.withoutFirstAside ?? rest.withoutLastAside { rest = shorter }
        return rest.trimmingWhitespace
    }

    private static let firstAsides = [
        "약", "대략", "한 ", "개당", "장당", "권당", "about ", "around ",
    ]

    /// Nil if it does not begin with one.
    private var withoutFirstAside: Substring? {
        Self.firstAsides.first { hasPrefix($0) }
            .map { dropFirst($0.count).trimmingWhitespace }
    }

    private static let lastAsides = [
        "정도", "쯤", "가량", "입니다", "이에요", "예요", "이요", "에팔아요", "에팝니다", "에드려요", "네고가능", "네고환영", "네고",
        "제안가능",
        "제안환영", "가격제안", "협의가능", "에누리가능", "orbestoffer", "obo", "negotiable",
    ]

    /// Nil if it does not end with one, with or without brackets.
    private var withoutLastAside: Substring? {
        let inside = hasSuffix(")") ? dropLast() : self
        guard var rest = Self.lastAsides.lazy.compactMap({ inside.dropping($0) }).first else {
            return nil
        }
        while let last = rest.last, "(,/·".contains(last) {
            rest = rest.dropLast().trimmingWhitespace
        }
        return rest
    }
}

extension Substring {
    /// What is wrong with a text in which no price can be read.
    fileprivate var reasonForNoPrice: TypedPriceError {
        if isRange, hasNumber { return .range }
        guard contains(where: \.isDigit) else { return .notANumber }
        if hasPrefix("-") { return .negative }
        return contains(where: \.isLetter) ? .extraWords : .notANumber
    }

    private var isRange: Bool {
        let words = ["~", "에서", "부터", "까지", "이상", "이하", "미만", "초과"]
        if words.contains(where: { contains($0) }) || beginningOfDecade != nil { return true }
        if rangeInKorean != nil { return true }
        let parts = split(separator: "-")
        return parts.count > 1 && parts.allSatisfy { $0.contains(where: \.isDigit) }
    }

    /// Padded with zeros at the end.
    fileprivate func padded(to length: Int) -> String {
        String(self) + String(repeating: "0", count: length - count)
    }
}
