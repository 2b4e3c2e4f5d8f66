/// What a seller has typed beside a price: that it includes shipping.
public struct ShippingNote: Equatable, Sendable {
    /// What is left of what was typed: `3만원` of `3만원 (택포)`.
    public let price: String
    /// In the spelling that is known: `free shipping` of `Free Shipping!`.
    public let words: String

    private static let known = [
        "택배비 포함", "택배비포함", "택배 포함", "택배포함", "배송비 포함", "배송비포함", "무료 배송", "무료배송", "택포", "무배",
        "shipping included", "including shipping", "free shipping",
    ]

    /// How a sentence ends with the words: `3만원 택포요`.
    private static let endings = ["입니다", "이에요", "예요", "이요", "요"]

    /// Nil where nothing says so beside one price: `3만 택포 3만5천` is not read, nor is `택포`.
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
            // A minus, or a point, behind a space is the price's.
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
    /// Without what stands between a price and its words: `3만원` of `3만원 (`.
    fileprivate var withoutMarksAround: Substring {
        let start = firstIndex { !$0.isMark } ?? endIndex
        let end = lastIndex { !$0.isMark }.map(index(after:)) ?? start
        return self[start..<end]
    }

    /// Without what stands before the words: `3만원` of `3만원. `.
    fileprivate var withoutMarksAtEnd: Substring {
        let last = lastIndex { !$0.isMark && !$0.isMarkBesideWords }
        return last.map { self[...$0] } ?? prefix(0)
    }
}

extension Character {
    fileprivate var isMark: Bool { isWhitespace || "()[],/+·".contains(self) }

    fileprivate var isMarkBesideWords: Bool { ".!:-".contains(self) }
}
