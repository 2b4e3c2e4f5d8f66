extension SearchWord {
    /// Longer words are not corrected: they have too many neighbours to look all of them up. Single
    /// letters are not either, nor is any word taken for one: they stand everywhere; and consonants
    /// that stand for syllables say too little.
    static let longestCorrected = 20

    /// The words that it may be a misspelling of: with one consonant or vowel of a syllable, or one
    /// letter of another script, taken for another, and with a letter too many, too few (of another
    /// script than Hangul) or in its neighbour's place. None twice, and not the word itself.
    public var neighbours: [SearchText] {
        guard 2...Self.longestCorrected ~= scalars.count, !hasInitials else { return [] }
        var found: [[Unicode.Scalar]] = []
        for place in scalars.indices {
            for letter in Self.mistakes(for: scalars[place]) {
                found.append(scalars.replacing(place, with: [letter]))
            }
        }
        for place in scalars.indices.dropFirst() {
            found.append(
                scalars.replacing(place - 1, with: [scalars[place]])
                    .replacing(place, with: [scalars[place - 1]]))
        }
        if scalars.count > 2 {
            found += scalars.indices.map { scalars.replacing($0, with: []) }
        }
        if scalars.allSatisfy(\.isASCII) {
            for place in 0...scalars.count {
                found += Self.ascii.map { Array(scalars[..<place] + [$0] + scalars[place...]) }
            }
        }
        var seen: Set<[Unicode.Scalar]> = [scalars]
        return found.filter { seen.insert($0).inserted }.map { scalars in
            SearchText(String(String.UnicodeScalarView(scalars)))
        }
    }

    private static let ascii = Array("abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)

    /// What somebody may have meant who typed a letter.
    private static func mistakes(for letter: Unicode.Scalar) -> [Unicode.Scalar] {
        if letter.isASCII { return ascii.filter { $0 != letter } }
        guard let syllable = Hangul.Syllable(letter) else { return [] }
        var found: [Hangul.Syllable] = []
        for initial in Hangul.initials.indices where initial != syllable.initial {
            found.append(syllable)
            found[found.endIndex - 1].initial = initial
        }
        for vowel in Hangul.vowels.indices where vowel != syllable.vowel {
            found.append(syllable)
            found[found.endIndex - 1].vowel = vowel
        }
        for final in Hangul.finals.indices where final != syllable.final {
            found.append(syllable)
            found[found.endIndex - 1].final = final
        }
        return found.map(\.scalar)
    }
}

extension [Unicode.Scalar] {
    fileprivate func replacing(_ place: Int, with letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var copy = self
        copy.replaceSubrange(place...place, with: letters)
        return copy
    }
}
