extension Int64 {
    /// Reads a number of pieces as people write it: `2`, `2개`, `두 켤레`, `열두 장`, `품절`; nil for anything else.
    /// - Parameter text: without white space at its ends.
    public init?(typedStock text: String) {
        guard !text.isTooLongForNumber else { return nil }
        // The most common input.
        if let number = Int64(grouped: text) {
            self = number
            return
        }
        let plain = text.inPlainLetters[...]
        guard let number = plain.countBeforeUnit ?? plain.nativeNumber() else { return nil }
        self = number
    }
}

extension Substring {
    private static let countingUnits = [
        "개입", "개", "벌", "켤레", "장", "권", "대", "세트", "셋트", "병", "자루", "쌍", "박스", "상자", "봉지", "봉",
        "팩", "통", "캔", "점", "매", "마리", "그루", "포기", "송이", "묶음", "줄", "인분", "짝", "조각", "포대", "포",
        "롤",
        "pieces", "piece", "pcs", "pairs", "pair", "sets", "set", "boxes", "box", "items", "item",
        "ea",
    ]
    private static let wordsForNone = ["품절", "없음", "soldout", "none"]
    private static let tens = ["열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]
    private static let ones = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"]
    /// The forms that stand before a unit.
    private static let onesBeforeUnit = ["한", "두", "세", "네"]

    /// `2개`, `두 개`, `이십 장`.
    fileprivate var countBeforeUnit: Int64? {
        for unit in Self.countingUnits {
            guard let count = dropping(unit) else { continue }
            if let number = try? count.inDigits.koreanNumber { return number }
            if let number = count.nativeNumber(isBeforeUnit: true) { return number }
        }
        return try? inDigits.koreanNumber
    }

    /// A native Korean number: `둘`, `열둘`; before a unit also `두`, `열두`, `스무`.
    fileprivate func nativeNumber(isBeforeUnit: Bool = false) -> Int64? {
        let word = String(filter { !$0.isWhitespace })
        if Self.wordsForNone.contains(word) { return 0 }
        if isBeforeUnit, word == "스무" { return 20 }
        var (rest, number): (Substring, Int64) = (word[...], 0)
        if let place = Self.tens.firstIndex(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(Self.tens[place].count)
            number = Int64(place + 1) * 10
        }
        guard !rest.isEmpty else { return number > 0 ? number : nil }
        let ones = isBeforeUnit ? [Self.ones, Self.onesBeforeUnit] : [Self.ones]
        let place = ones.lazy.compactMap { $0.firstIndex(where: { rest == $0 }) }.first
        return place.map { number + Int64($0 + 1) }
    }
}
