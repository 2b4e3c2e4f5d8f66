/// One way to write what is looked for: as it was typed, or another name of the same.
public struct SearchSpelling: Hashable, Sendable {
    /// Its letters, of one word or several.
    public let text: SearchText
    /// Whether it is looked for only where words of a title begin with it: its few letters stand
    /// within and across others by chance, as `ikea` does in `Nike Air`.
    public let isShort: Bool
    /// Whether it is not looked for in descriptions, which are long: two syllables stand there across
    /// words, as `의자` does in `거의 자주`.
    public let isOnlyInTitles: Bool

    /// Latin letters and digits of another name that say enough wherever they stand, at least.
    private static let fewestLetters = 6
    /// Letters of any other that say enough in a description, at least.
    private static let fewestSyllables = 3

    /// Looked for wherever it stands.
    init(typed text: SearchText) {
        (self.text, isShort, isOnlyInTitles) = (text, false, false)
    }

    /// Another name than the one that was typed.
    init(synonym text: SearchText) {
        let isLatin = text.letters.allSatisfy { $0 < 0x80 }
        self.init(text, isShort: isLatin && text.letters.count < Self.fewestLetters)
    }

    /// Some of them, one behind the other.
    init(joining parts: [SearchSpelling]) {
        self.init(
            SearchText(joining: parts.lazy.map(\.text)), isShort: parts.contains(where: \.isShort))
    }

    private init(_ text: SearchText, isShort: Bool) {
        (self.text, self.isShort) = (text, isShort)
        isOnlyInTitles = isShort || text.scalars.count < Self.fewestSyllables
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
    func isIn(_ description: SearchText) -> Bool {
        !isOnlyInTitles && description.contains(text)
    }

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
