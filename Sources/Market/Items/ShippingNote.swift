/// What a seller has typed beside a price: that it includes shipping.
public struct ShippingNote: Equatable, Sendable {
    /// What is left of what was typed: `3만원` of `3만원 (택포)`.
    public let price: String
    /// As it was typed: `택포`.
    public let words: String

    private static let known = [
        "택배비 포함", "택배비포함", "택배 포함", "택배포함", "배송비 포함", "배송비포함", "무료 배송", "무료배송", "택포", "무배",
        "shipping included", "including shipping", "free shipping",
    ]

    /// Nil where nothing says so beside one price: `3만 택포 3만5천` is not read, nor is `택포`.
    public init?(_ text: String) {
        guard text.contains(where: \.isLetter) else { return nil }
        let plain = text.inPlainLetters
        for words in Self.known {
            guard let range = plain.firstRange(of: words) else { continue }
            let sides = [plain[..<range.lowerBound], plain[range.upperBound...]]
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
        func isMark(_ letter: Character) -> Bool {
            letter.isWhitespace || "()[],/+·".contains(letter)
        }
        let start = firstIndex { !isMark($0) } ?? endIndex
        let end = lastIndex { !isMark($0) }.map(index(after:)) ?? start
        return self[start..<end]
    }
}
