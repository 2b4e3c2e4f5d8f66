extension String {
    /// In lower case, with ASCII in place of what only looks different: full-width letters and digits
    /// (`３만` becomes `3만`), the waves `∼` and `〜` (`~`), and every dash and minus (`-`).
    var inPlainLetters: String {
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
}

extension String {
    /// Whether it is longer than any price, or count, that somebody types: reading one goes through its text
    /// many times over, and may go one call deeper for each word.
    var isTooLongForNumber: Bool { utf8.count > 400 }
}

extension Substring {
    /// With digits in place of what Korean says for them, where all of it is a number: `3만 5천` of
    /// `삼만 오천`. Anything else stays.
    var inDigits: Substring {
        guard contains(where: \.isNumeral), contains(where: \.isUnit) else { return self }
        var text = ""
        var before: Character?
        for letter in self {
            // `삼이만` is said by nobody.
            let isBehindNumeral = before?.isNumeral ?? false
            if let digit = letter.numeral {
                guard !isBehindNumeral, before?.isDigit != true else { return self }
                text += String(digit)
            } else {
                guard letter.isUnit || " ,.".contains(letter) || letter.isDigit && !isBehindNumeral
                else { return self }
                text.append(letter)
            }
            before = letter
        }
        return text[...]
    }

    /// What of it is a number, in digits: `2만` of `₩이만원`.
    private var numberInDigits: Substring {
        let number = drop { !$0.isPartOfNumber }
            .prefix { $0.isPartOfNumber || " ,.".contains($0) }
        return number.trimmingWhitespace.inDigits
    }

    /// The first number of a range, with the unit that is said only behind the last one: in `1~2만` the `1`
    /// stands for `1만`, in `이십~삼십만` the `이십` for `이십만`. As it is where it has that unit already, or
    /// would be more than the last one with it.
    /// - Parameter last: the other end of the range, which has the unit.
    func withUnit(of last: Substring) -> Substring {
        if let number = withThousands(of: last) { return number }
        let last = last.numberInDigits
        guard let start = last.firstIndex(where: \.isUnit) else { return self }
        let units = last[start...].prefix(while: \.isUnit)
        if let own = self.last, own.isUnit {
            return units.first == own ? self + units.dropFirst() : self
        }
        let whole = (drop { !$0.isPartOfNumber } + units).inDigits
        let digits = whole.dropLast(units.count).prefix { $0 != "." }
        guard let count = Int64(grouped: digits), (try? whole.koreanNumber) != nil else {
            return self
        }
        let other = Int64(grouped: last[..<start].trimmingWhitespace.prefix { $0 != "." }) ?? 1
        // Nobody asks for less than a hundred won.
        return count <= other || count < 100 ? self + units : self
    }

    /// Without a word at its end, whatever spaces stand in it; nil where it does not end with it.
    func dropping(_ word: String) -> Substring? {
        var rest = trimmingWhitespace
        for letter in word.reversed() {
            guard rest.last == letter else { return nil }
            rest = rest.dropLast().trimmingWhitespace
        }
        return rest
    }

    /// Whether there is a number in it, or what stands for one: `만`.
    var hasNumber: Bool { contains { $0.isDigit || $0.isUnit } }

    var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }

    /// A number from 0 on, also with commas between its thousands; nil for none.
    var wholeNumber: Int64? {
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
    var koreanNumber: Int64? {
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
    func product(with unit: Int64) throws(TypedPriceError) -> Int64? {
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
    var isDigit: Bool { isASCII && isWholeNumber }

    /// Whether it is one of the words that Korean counts by.
    var isUnit: Bool { "십백천만억".contains(self) }

    /// The digit that Korean says so, from 1 on.
    fileprivate var numeral: Int? {
        Self.numerals.firstIndex(of: self).map { $0 + 1 }
    }

    private static let numerals = Array("일이삼사오육칠팔구")

    fileprivate var isNumeral: Bool { numeral != nil }

    fileprivate var isPartOfNumber: Bool { isDigit || isNumeral || isUnit }
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
