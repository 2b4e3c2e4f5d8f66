/// Prices as English writes them beside the Korean ways: `20k`, `under 20,000`, `10k to 20k`.
extension Substring {
    /// A number that counts thousands, `20k` or `1.5k`, or `35천`, which says the same in Korean; nil for
    /// anything else.
    var englishNumber: Int64? {
        get throws(TypedPriceError) {
            guard let count = countOfThousands ?? countInKorean else { return nil }
            return try count.product(with: 1_000)
        }
    }

    /// `20` of `20k`.
    private var countOfThousands: Substring? {
        guard last == "k" else { return nil }
        let count = dropLast().trimmingWhitespace
        return count.isPlainNumber ? count : nil
    }

    /// `35` of `35천`; nil for a single digit, which is read with its other units.
    private var countInKorean: Substring? {
        guard last == "천" else { return nil }
        let count = dropLast().trimmingWhitespace
        return count.isDigits && count.count > 1 ? count : nil
    }

    private var isPlainNumber: Bool {
        first?.isDigit == true && allSatisfy { $0.isDigit || ",.".contains($0) }
    }

    /// The part of a plain number before the decimal point.
    private var wholePart: Int64? { Int64(grouped: prefix { $0 != "." }) }

    /// The first number of a range with the `k` that stands only behind the last one: `10k` of `10-20k`.
    /// Nil if the last one has no `k`, or if the first is meant as it stands, as in `500-20k`.
    func withThousands(of last: Substring) -> Substring? {
        let own = drop { !$0.isDigit }
        let other = last.drop { !$0.isDigit }.prefix { $0.isDigit || ",.k".contains($0) }
        guard own.isPlainNumber, let least = own.wholePart,
            let most = other.countOfThousands?.wholePart
        else { return nil }
        // Nobody asks for less than a hundred won.
        return least <= most || least < 100 ? Substring("\(self)k") : nil
    }

    /// What English says before one end of a range, with what Korean says behind it.
    private static let ends: [(english: String, korean: String)] = [
        ("under ", "미만"), ("below ", "미만"), ("less than ", "미만"), ("up to ", "이하"),
        ("at most ", "이하"), ("over ", "초과"), ("above ", "초과"), ("more than ", "초과"),
        ("from ", "이상"), ("at least ", "이상"),
    ]

    /// An English range in plain letters as Korean says it: `20k 미만` of `under 20k`, `1~2` of
    /// `between 1 and 2`; nil for anything else.
    var rangeInKorean: Substring? {
        for (beginning, middle) in [("between ", " and "), ("from ", " to "), ("", " to ")]
        where hasPrefix(beginning) {
            let ends = dropFirst(beginning.count)
                .split(separator: middle, omittingEmptySubsequences: false)
            if ends.count == 2, ends.allSatisfy(\.hasNumber) {
                return Substring("\(ends[0])~\(ends[1])")
            }
        }
        guard let end = Self.ends.first(where: { hasPrefix($0.english) }) else { return nil }
        return Substring("\(dropFirst(end.english.count)) \(end.korean)")
    }
}
