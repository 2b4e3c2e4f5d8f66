extension String {
    /// In lower case, with ASCII in place of characters that only look different: full-width letters
    /// and digits (`３만` becomes `3만`), the tildes `∼` and `〜` (`~`), and every dash and minus (`-`).
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
    /// Whether it is longer than any price or count that somebody types: reading one scans the text
    /// many times, and may recurse once per word.
    var isTooLongForNumber: Bool { utf8.count > 400 }
}

extension Substring {
    /// With digits in place of Korean numerals, if all of it is a number: `3만 5천` of `삼만 오천`. Any
    /// other text is returned unchanged.
    var inDigits: Substring {
        guard contains(where: \.isNumeral), contains(where: \.isUnit) else { return self }
        var text = ""
        var before: Character?
        for letter in self {
            // Nobody says `삼이만`.
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

    /// The number in it, in digits: `2만` of `₩이만원`.
    private var numberInDigits: Substring {
        let number = drop { !$0.isPartOfNumber }
            .prefix { $0.isPartOfNumber || " ,.".contains($0) }
        return number.trimmingWhitespace.inDigits
    }

    /// The first number of a range, with the unit that is said only with the last: in `1~2만` the
    /// `1` stands for `1만`, in `이십~삼십만` the `이십` for `이십만`. Unchanged if it already has that unit,
    /// or if the unit would make it larger than the last number.
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

    /// The text without a word at its end, ignoring spaces; nil if it does not end with the word.
    func dropping(_ word: String) -> Substring? {
        var rest = trimmingWhitespace
        for letter in word.reversed() {
            guard rest.last == letter else { return nil }
            rest = rest.dropLast().trimmingWhitespace
        }
        return rest
    }

    /// Whether it contains a digit, or a unit that stands for a number: `만`.
    var hasNumber: Bool { contains { $0.isDigit || $0.isUnit } }

    var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }

    /// A number from 0 on, also with commas between its thousands; nil if it is none.
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
    /// if it is none.
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
            // `3만5` means `3만 5천`.
            if contains("만"), rest.count == 1, let digit = rest.first?.wholeNumberValue {
                return try sum.adding(Int64(digit) * 1_000)
            }
            guard let ones = try rest.belowTenThousand else { return nil }
            return try sum.adding(ones)
        }
    }

    /// The unit times this count: `2,000`, `3천 5백`, `1.5`; an empty text counts once. Nil if it is no number.
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

    /// A number with 천, 백 and 십 in it, or of digits alone; 0 if empty, nil if it is no number.
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

    /// Whether it is one of the units that Korean counts by.
    var isUnit: Bool { "십백천만억".contains(self) }

    /// The digit of a Korean numeral, from 1 on.
    fileprivate var numeral: Int? { Self.numerals.firstIndex(of: self).map { $0 + 1 } }

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
