/// One way to write what is looked for: as it was typed, or another name of the same.
public struct SearchSpelling: Hashable, Sendable {
    /// Its letters, of one word or several.
    public let text: SearchText
    /// Where it counts.
    public let reach: Reach

    /// Few letters stand within other words and across them by chance, as `ikea` does in `Nike Air`
    /// and `의자` in `거의 자주`.
    public enum Reach: Comparable, Sendable {
        /// Wherever it stands, in descriptions too.
        case anywhere
        /// Where a word of a title begins with it.
        case beginnings
        /// Where it is a word of a title, or digits stand behind it.
        case words
        /// Where it is a word of a title, and an inch sign stands behind it: `18"`.
        case inches
    }

    /// What may stand behind a word that counts as a whole one.
    public static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// What may stand behind a number for inches.
    public static let inchSigns: Set<Character> = ["\"", "\u{2033}", "\u{201D}", "\u{FF02}"]

    /// Latin letters of another name that say enough wherever they stand, at least.
    private static let fewestLetters = 6
    /// Syllables that do.
    private static let fewestSyllables = 3

    /// Looked for wherever it stands.
    init(typed text: SearchText) {
        (self.text, reach) = (text, .anywhere)
    }

    /// Another name than the one that was typed.
    /// - Parameter name: within quotation marks where it counts as a whole word only.
    init(synonym name: some StringProtocol) {
        text = SearchText(String(name))
        let isLatin = text.letters.allSatisfy { $0 < 0x80 }
        let count = text.scalars.count { !Self.digits.contains($0) }
        if name.hasPrefix("\"") {
            reach = .words
        } else if count >= (isLatin ? Self.fewestLetters : Self.fewestSyllables) {
            reach = .anywhere
        } else {
            reach = isLatin && !Self.endsWithDigit(text) ? .words : .beginnings
        }
    }

    /// So many inches, written with a sign.
    init(inches number: SearchText) {
        (text, reach) = (number, .inches)
    }

    /// Some of them, one behind the other.
    init(joining parts: [SearchSpelling]) {
        text = SearchText(joining: parts.lazy.map(\.text))
        let reach = parts.map(\.reach).max() ?? .anywhere
        // Behind a digit anything is another word: `PS5슬림`.
        self.reach = Self.endsWithDigit(text) ? min(reach, .beginnings) : reach
    }

    private static func endsWithDigit(_ text: SearchText) -> Bool {
        text.scalars.last.map { digits.contains($0) } ?? false
    }

    /// Whether a title is nothing else. Letters alone do not tell where its words begin.
    func isWhole(_ title: SearchText) -> Bool {
        reach == .anywhere && title.letters == text.letters
    }

    /// Whether a word of a title is it, or as many in a row as it has.
    func isWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { word in
            let bounds = title.bounds(ofWord: word)
            let isWord = title.letters[bounds].elementsEqual(text.letters)
            guard reach != .inches else {
                return isWord && title.inchSigns.contains(bounds.upperBound)
            }
            return isWord || areWords(of: title, from: word) { $0.elementsEqual($1) }
        }
    }

    /// Whether a word of a title begins with it as far as that counts, or the last of as many in a
    /// row as it has.
    public func beginsWord(of title: SearchText) -> Bool {
        guard reach != .inches else { return isWord(of: title) }
        return title.wordStarts.indices.contains { word in
            begins(title.letters[title.bounds(ofWord: word)], with: text.letters[...])
                || areWords(of: title, from: word) { begins($0, with: $1) }
        }
    }

    private func begins(_ word: ArraySlice<UInt8>, with letters: ArraySlice<UInt8>) -> Bool {
        guard word.starts(with: letters) else { return false }
        guard reach == .words, let next = word.dropFirst(letters.count).first else { return true }
        return Self.digits.contains(Unicode.Scalar(next))
    }

    /// Whether it is in a title, in one piece.
    func isPart(of title: SearchText) -> Bool {
        reach == .anywhere ? title.contains(text) : beginsWord(of: title)
    }

    /// Whether a description says it.
    func isIn(_ description: SearchText) -> Bool {
        reach == .anywhere && description.contains(text)
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
