/// One spelling of what is searched for: as typed, or a synonym.
public struct SearchSpelling: Hashable, Sendable {
    /// The letters, of one word or several.
    public let text: SearchText
    /// Where in an item this spelling counts.
    public private(set) var reach: Reach

    /// Where a spelling counts. Short ones occur by chance within other words and across them, as
    /// `ikea` does in `Nike Air` and `의자` in `거의 자주`.
    public enum Reach: Comparable, Sendable {
        /// Anywhere, in descriptions too.
        case anywhere
        /// At the beginning or the end of a word of a title: `의자커버`, `캠핑의자`, `캠핑의자2개`. A word that ends
        /// with it must not have a digit before it, which would belong to a unit.
        case edges
        /// At the beginning of a word of a title.
        case beginnings
        /// As a whole word of a title, which may be followed by digits.
        case words
        /// As a whole word of a title, without digits after it: `260` for `260mm`.
        case wholeWords
        /// As a whole word of a title that is followed by an inch sign: `18"`.
        case inches
    }

    /// Digits, which may follow a word that counts as a whole one.
    public static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// The signs for inches that may follow a number.
    public static let inchSigns: Set<Character> = ["\"", "\u{2033}", "\u{201D}", "\u{FF02}"]

    /// Minimum number of Latin letters of a synonym that counts anywhere.
    private static let fewestLetters = 6
    /// Minimum number of syllables of a synonym that counts anywhere.
    private static let fewestSyllables = 3

    /// A spelling as typed, which counts anywhere.
    init(typed text: SearchText) {
        (self.text, reach) = (text, .anywhere)
    }

    /// A synonym of what was typed.
    /// - Parameter name: in quotation marks if it only counts as a whole word, and with a hyphen at the end if
    ///   it does not count at the end of a word.
    init(synonym name: some StringProtocol) {
        text = SearchText(String(name))
        let isLatin = text.letters.allSatisfy { $0 < 0x80 }
        let count = text.scalars.count { !Self.digits.contains($0) }
        if name.hasPrefix("\"") {
            reach = .words
        } else if count >= (isLatin ? Self.fewestLetters : Self.fewestSyllables) {
            reach = .anywhere
        } else if isLatin, !Self.endsWithDigit(text) {
            reach = .words
        } else {
            let mayEndWords =
                text.wordStarts.count == 1 && !isLatin && !Self.endsWithDigit(text)
                && !name.hasSuffix("-")
            reach = mayEndWords ? .edges : .beginnings
        }
    }

    /// A number of inches, written with a sign.
    init(inches number: SearchText) {
        (text, reach) = (number, .inches)
    }

    /// A size without its unit.
    init(size: SearchText) {
        (text, reach) = (size, .wholeWords)
    }

    /// The same spelling, not at the end of a word: the index cannot tell where words end, so that the title
    /// of each item found would have to be read.
    var withoutEnds: SearchSpelling {
        var other = self
        if reach == .edges { other.reach = .beginnings }
        return other
    }

    /// Several spellings, one after another.
    init(joining parts: [SearchSpelling]) {
        text = SearchText(joining: parts.lazy.map(\.text))
        let reach = parts.map(\.reach).max() ?? .anywhere
        // After a digit, anything that follows is another word: `PS5슬림`.
        self.reach = Self.endsWithDigit(text) ? min(reach, .beginnings) : reach
    }

    private static func endsWithDigit(_ text: SearchText) -> Bool {
        text.scalars.last.map { digits.contains($0) } ?? false
    }

    /// Whether it is the whole title. A spelling of limited reach never counts as that, since
    /// letters alone do not tell where words begin.
    func isWhole(_ title: SearchText) -> Bool {
        reach == .anywhere && title.letters == text.letters
    }

    /// Whether it is a word of a title, or as many consecutive words as it has itself.
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

    /// Whether a word of a title begins with it, or, if it has several words, the last of as many
    /// consecutive ones; as far as its reach allows.
    public func beginsWord(of title: SearchText) -> Bool {
        guard reach < .wholeWords else { return isWord(of: title) }
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

    /// Whether a title contains it in one piece, as far as its reach allows.
    func isPart(of title: SearchText) -> Bool {
        switch reach {
        case .anywhere: title.contains(text)
        case .edges: beginsWord(of: title) || endsWord(of: title)
        case .beginnings, .words, .wholeWords, .inches: beginsWord(of: title)
        }
    }

    /// Whether a word of a title ends with it; digits may follow, but not precede it.
    private func endsWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { number in
            let word = title.letters[title.bounds(ofWord: number)]
            return word.indices.dropFirst().contains { start in
                guard !Self.digits.contains(Unicode.Scalar(word[start - 1])) else { return false }
                let rest = word[start...]
                guard rest.starts(with: text.letters) else { return false }
                guard let next = rest.dropFirst(text.letters.count).first else { return true }
                return Self.digits.contains(Unicode.Scalar(next))
            }
        }
    }

    /// Whether a description contains it.
    func isIn(_ description: SearchText) -> Bool {
        reach == .anywhere && description.contains(text)
    }

    /// Whether its words, if it has several, are the words of a title from `first` on.
    /// - Parameter isLast: compares a word of the title with this spelling's last word, which is given second.
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
