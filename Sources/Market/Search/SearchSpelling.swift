/// One way to write what is looked for: as it was typed, or another name of the same.
public struct SearchSpelling: Hashable, Sendable {
    /// Its letters, of one word or several.
    public let text: SearchText
    /// Whether it is looked for only where words of a title begin with it: its few letters stand
    /// within and across others by chance, as `ikea` does in `Nike Air`.
    public let isShort: Bool

    /// Latin letters and digits of another name that say enough wherever they stand, at least.
    private static let fewestLetters = 6

    /// Looked for wherever it stands.
    init(typed text: SearchText) {
        (self.text, isShort) = (text, false)
    }

    /// Another name than the one that was typed.
    init(synonym text: SearchText) {
        self.text = text
        isShort = text.letters.count < Self.fewestLetters && text.letters.allSatisfy { $0 < 0x80 }
    }

    /// Some of them, one behind the other.
    init(joining parts: [SearchSpelling]) {
        text = SearchText(joining: parts.lazy.map(\.text))
        isShort = parts.contains(where: \.isShort)
    }

    /// Whether a title is nothing else.
    func isWhole(_ title: SearchText) -> Bool { !isShort && title.letters == text.letters }

    /// Whether a word of a title is it, or as many in a row as it has.
    func isWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { word in
            title.letters[title.bounds(ofWord: word)].elementsEqual(text.letters)
                || areWords(of: title, from: word) { $0.elementsEqual($1) }
        }
    }

    /// Whether a word of a title begins with it, or the last of as many in a row as it has.
    func beginsWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { word in
            title.letters[title.bounds(ofWord: word)].starts(with: text.letters)
                || areWords(of: title, from: word) { $0.starts(with: $1) }
        }
    }

    /// Whether it is in a title, in one piece.
    func isPart(of title: SearchText) -> Bool {
        isShort ? beginsWord(of: title) : title.contains(text)
    }

    /// Whether a description says it.
    func isIn(_ description: SearchText) -> Bool { !isShort && description.contains(text) }

    /// Whether its words, where it has several, are those of a title from one on.
    /// - Parameter isLast: whether a title's word is its last one, which is given second.
    private func areWords(
        of title: SearchText, from first: Int,
        _ isLast: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        let count = text.wordStarts.count
        guard count > 1, first + count <= title.wordStarts.count else { return false }
        return (0..<count).allSatisfy { number in
            let word = title.letters[title.bounds(ofWord: first + number)]
            let sought = text.letters[text.bounds(ofWord: number)]
            return number == count - 1 ? isLast(word, sought) : word.elementsEqual(sought)
        }
    }
}
