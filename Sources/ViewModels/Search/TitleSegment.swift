import Market

/// A part of a title that either matches a search or does not.
public struct TitleSegment: Equatable, Sendable {
    /// As it was written.
    public let text: String
    /// Whether it matches the search.
    public let isMatch: Bool

    /// Splits a title where words of a search stand in it; joined again, the segments are the
    /// title. Empty when there is no match.
    static func segments(of title: String, matching search: SearchQuery) -> [TitleSegment] {
        let letters = FoldedTitle(title)
        var isMatch = [Bool](repeating: false, count: letters.characters.count)
        for word in search.words {
            for place in letters.places(of: word) { for index in place { isMatch[index] = true } }
        }
        guard isMatch.contains(true) else { return [] }
        var segments: [TitleSegment] = []
        var start = 0
        for index in 1...isMatch.count {
            if index < isMatch.count, isMatch[index] == isMatch[start] { continue }
            segments.append(
                TitleSegment(
                    text: String(letters.characters[start..<index]), isMatch: isMatch[start]))
            start = index
        }
        return segments
    }
}

/// A title's letters as searches compare them, each with the index of the character it comes from.
private struct FoldedTitle {
    let characters: [Character]
    private var letters: [Unicode.Scalar] = []
    private var origins: [Int] = []

    init(_ title: String) {
        characters = Array(title)
        letters.reserveCapacity(characters.count)
        origins.reserveCapacity(characters.count)
        for (index, character) in characters.enumerated() {
            for letter in Self.folded(character) {
                letters.append(letter)
                origins.append(index)
            }
        }
    }

    /// A fast path, since most characters are syllables of Hangul.
    private static func folded(_ character: Character) -> [Unicode.Scalar] {
        let scalars = character.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first, Hangul.Syllable(scalar) != nil {
            return [scalar]
        }
        return SearchText(String(character)).scalars
    }

    /// The character ranges where a word stands, in any of its spellings: verbatim, or if it is
    /// nowhere verbatim, with its consonants standing for syllables.
    func places(of word: SearchWord) -> [ClosedRange<Int>] {
        let exact = word.spellings.flatMap { spelling in
            places(of: spelling.text.scalars) { $0 == $1 }.filter { isWithin(spelling.reach, $0) }
        }
        guard exact.isEmpty, word.hasInitials else { return exact }
        return places(of: word.scalars) { $0 == $1 || Hangul.initial(of: $0) == $1 }
    }

    /// Whether the place counts, given the characters before and after it.
    private func isWithin(_ reach: SearchSpelling.Reach, _ place: ClosedRange<Int>) -> Bool {
        guard reach > .anywhere else { return true }
        let isStart =
            place.lowerBound == 0 || Self.folded(characters[place.lowerBound - 1]).isEmpty
        let isEnd = place.upperBound + 1 == characters.count
        if reach == .inches {
            let isInches =
                !isEnd && SearchSpelling.inchSigns.contains(characters[place.upperBound + 1])
            return isStart && isInches
        }
        if reach == .wholeWords {
            return isStart && (isEnd || Self.folded(characters[place.upperBound + 1]).isEmpty)
        }
        guard reach == .words || reach == .edges && !isStart else { return isStart }
        let next = isEnd ? nil : Self.folded(characters[place.upperBound + 1]).first
        guard next.map({ SearchSpelling.digits.contains($0) }) ?? true else { return false }
        return reach == .words ? isStart : isOneWord(place) && !followsDigit(place)
    }

    private func isOneWord(_ place: ClosedRange<Int>) -> Bool {
        place.allSatisfy { !Self.folded(characters[$0]).isEmpty }
    }

    private func followsDigit(_ place: ClosedRange<Int>) -> Bool {
        guard place.lowerBound > 0 else { return false }
        let former = Self.folded(characters[place.lowerBound - 1]).last
        return former.map { SearchSpelling.digits.contains($0) } ?? false
    }

    private func places(
        of word: [Unicode.Scalar], _ isAlike: (Unicode.Scalar, Unicode.Scalar) -> Bool
    ) -> [ClosedRange<Int>] {
        guard !word.isEmpty, letters.count >= word.count else { return [] }
        return (0...letters.count - word.count).filter { start in
            word.indices.allSatisfy { isAlike(letters[start + $0], word[$0]) }
        }.map { origins[$0]...origins[$0 + word.count - 1] }
    }
}
