/// A seller's note, typed with a price, that the price includes shipping.
public struct ShippingNote: Equatable, Sendable {
    /// The price without the note: `3만원` of `3만원 (택포)`.
    public let price: String
    /// The note as it is spelt in the list of known notes: `free shipping` of `Free Shipping!`.
    public let words: String

    private static let known = [
        "택배비 포함", "택배비포함", "택배 포함", "택배포함", "배송비 포함", "배송비포함", "무료 배송", "무료배송", "택포", "무배",
        "shipping included", "including shipping", "free shipping",
    ]

    /// Endings that make the note a sentence: `3만원 택포요`.
    private static let endings = ["입니다", "이에요", "예요", "이요", "요"]

    /// Nil unless there is a note with a price on exactly one side: neither `3만 택포 3만5천` nor `택포` is one.
    public init?(_ text: String) {
        guard !text.isTooLongForNumber, text.contains(where: \.isLetter) else { return nil }
        let plain = text.inPlainLetters
        for words in Self.known {
            guard let range = plain.firstRange(of: words) else { continue }
            let before = plain[..<range.lowerBound]
            var after = plain[range.upperBound...]
            if let ending = Self.endings.first(where: { after.hasPrefix($0) }) {
                after = after.dropFirst(ending.count)
            }
            // After a space, a minus or a point belongs to the price.
            let sides = [before.withoutMarksAtEnd, after.drop(while: \.isMarkBesideWords)]
            guard sides.count(where: \.hasNumber) == 1 else { return nil }
            price = sides.map { String($0.withoutMarksAround) }.filter { !$0.isEmpty }
                .joined(separator: " ")
            self.words = words
            return
        }
        return nil
    }
}

extension Substring {
    /// Without the marks between a price and a note: `3만원` of `3만원 (`.
    fileprivate var withoutMarksAround: Substring {
        let start = firstIndex { !$0.isMark } ?? endIndex
        let end = lastIndex { !$0.isMark }.map(index(after:)) ?? start
        return self[start..<end]
    }

    /// Without the marks before a note: `3만원` of `3만원. `.
    fileprivate var withoutMarksAtEnd: Substring {
        let last = lastIndex { !$0.isMark && !$0.isMarkBesideWords }
        return last.map { self[...$0] } ?? prefix(0)
    }
}

extension Character {
    fileprivate var isMark: Bool { isWhitespace || "()[],/+·".contains(self) }

    fileprivate var isMarkBesideWords: Bool { ".!:-".contains(self) }
}
