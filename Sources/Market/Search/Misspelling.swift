extension SearchWord {
    /// Maximum length of a word that is corrected. Longer words have too many neighbours to look
    /// all of them up. Single letters are neither corrected nor suggested, since they occur
    /// everywhere; and consonants that stand for syllables say too little.
    public static let longestCorrected = 20
    /// Minimum number of letters, without digits, of a word in other scripts than Hangul. Nearly
    /// any neighbour of a shorter one is another word.
    private static let fewestLetters = 4
    /// Minimum number of letters of a word in which two letters may be swapped across a third one,
    /// as in `bycicle`.
    private static let fewestLettersToCross = 6
    /// Minimum number of syllables of a word from which one may be removed, or two swapped, without
    /// losing its meaning.
    private static let fewestSyllables = 3

    /// A word of which another one may be a misspelling.
    public struct Neighbour: Hashable, Sendable {
        /// The word that may be meant.
        public let word: SearchText
        /// Whether it counts only as a whole word of a title, since within a word it would mostly
        /// be a piece of something else: `dphone` (in `headphones`) for `iphone`. Others may be
        /// part of a compound.
        public let isWhole: Bool
    }

    /// The words of which this may be a misspelling, without duplicates and without the word
    /// itself. Digits are not changed: `아이폰 15` is not `아이폰 13`.
    public var neighbours: [Neighbour] {
        guard 2...Self.longestCorrected ~= scalars.count, !hasInitials else { return [] }
        let isHangul = scalars.contains { Hangul.Syllable($0) != nil }
        var seen: Set<[Unicode.Scalar]> = [scalars]
        return (isHangul ? spellingsInHangul : spellingsInOtherLetters)
            .filter { seen.insert($0.letters).inserted }
            .map { spelling in
                let text = String(String.UnicodeScalarView(spelling.letters))
                return Neighbour(word: SearchText(text), isWhole: spelling.isWhole)
            }
    }

    private struct Spelling {
        let letters: [Unicode.Scalar]
        let isWhole: Bool
    }

    // MARK: - Hangul

    /// Spellings with one consonant or vowel of a syllable replaced, two syllables swapped, or one
    /// removed. Letters of other scripts are not changed.
    private var spellingsInHangul: [Spelling] {
        let syllables = scalars.indices.filter { Hangul.Syllable(scalars[$0]) != nil }
        let isShort = syllables.count < Self.fewestSyllables
        var found: [Spelling] = []
        for place in syllables {
            for mistake in Self.mistakes(for: scalars[place]) {
                // Nearly any word of two syllables is part of some title.
                found.append(
                    Spelling(
                        letters: scalars.replacing(place, with: [mistake.letter]),
                        isWhole: isShort && !mistake.isAlike))
            }
        }
        guard !isShort else { return found }
        for (one, other) in zip(syllables, syllables.dropFirst()) where other == one + 1 {
            found.append(Spelling(letters: scalars.swapping(one, other), isWhole: true))
        }
        guard syllables.count > Self.fewestSyllables else { return found }
        for place in syllables {
            found.append(Spelling(letters: scalars.replacing(place, with: []), isWhole: true))
        }
        return found
    }

    /// The syllables that may have been meant by a typed one, each with whether the two are easily confused.
    private static func mistakes(
        for letter: Unicode.Scalar
    ) -> [(letter: Unicode.Scalar, isAlike: Bool)] {
        guard let syllable = Hangul.Syllable(letter) else { return [] }
        var found: [(letter: Unicode.Scalar, isAlike: Bool)] = []
        func add(
            _ part: WritableKeyPath<Hangul.Syllable, Int>, of letters: [Unicode.Scalar],
            _ alike: [String]
        ) {
            let typed = letters[syllable[keyPath: part]]
            let likely = alike.filter { $0.unicodeScalars.contains(typed) }
            for number in letters.indices where letters[number] != typed {
                var other = syllable
                other[keyPath: part] = number
                let isAlike = likely.contains { $0.unicodeScalars.contains(letters[number]) }
                found.append((letter: other.scalar, isAlike: isAlike))
            }
        }
        add(\.initial, of: Hangul.initials, alikeInitials)
        add(\.vowel, of: Hangul.vowels, alikeVowels)
        add(\.final, of: Hangul.finals, alikeFinals)
        return found
    }

    // Letters that sound alike, or that share a key with and without Shift.
    private static let alikeInitials = ["ㄱㄲㅋ", "ㄷㄸㅌ", "ㅂㅃㅍ", "ㅅㅆ", "ㅈㅉㅊ"]
    private static let alikeVowels = [
        "ㅏㅑ", "ㅓㅕ", "ㅗㅛ", "ㅜㅠ", "ㅗㅜ", "ㅐㅒㅔㅖ", "ㅙㅚㅞ", "ㅡㅢ", "ㅢㅣ",
    ]
    private static let alikeFinals = ["ㄱㄲㄳㄺㅋ", "ㄴㄵㄶ", "ㄷㅅㅆㅈㅊㅌㅎ", "ㄹㄼㄽㄾㅀ", "ㅁㄻ", "ㅂㅄㅍ"]

    // MARK: - Other letters

    /// Spellings with one letter replaced, swapped with its neighbour, removed or added, but never
    /// the first one, which is hardly ever mistyped; also the singular of an English plural.
    private var spellingsInOtherLetters: [Spelling] {
        let countOfLetters = scalars.count { !$0.isDigit }
        guard countOfLetters >= Self.fewestLetters else { return [] }
        let places = scalars.indices.dropFirst().filter { !scalars[$0].isDigit }
        var found: [[Unicode.Scalar]] = []
        for place in places where scalars[place].isASCII {
            for letter in Self.latin { found.append(scalars.replacing(place, with: [letter])) }
        }
        for place in places where place > 1 && !scalars[place - 1].isDigit {
            found.append(scalars.swapping(place - 1, place))
        }
        if countOfLetters >= Self.fewestLettersToCross {
            for place in places.dropFirst(2) where !scalars[place - 2].isDigit {
                found.append(scalars.swapping(place - 2, place))
            }
        }
        found += text.singulars.map(\.scalars)
        if countOfLetters > Self.fewestLetters {
            for place in places { found.append(scalars.replacing(place, with: [])) }
        }
        if scalars.allSatisfy(\.isASCII) {
            for place in 1...scalars.count {
                for letter in Self.latin {
                    found.append(Array(scalars[..<place] + [letter] + scalars[place...]))
                }
            }
        }
        return found.map { Spelling(letters: $0, isWhole: true) }
    }

    private static let latin = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.numericType != nil }
}

extension [Unicode.Scalar] {
    fileprivate func replacing(_ place: Int, with letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var copy = self
        copy.replaceSubrange(place...place, with: letters)
        return copy
    }

    fileprivate func swapping(_ one: Int, _ other: Int) -> [Unicode.Scalar] {
        var copy = self
        copy.swapAt(one, other)
        return copy
    }
}
