/// A word that somebody is typing still: its last letter may become another one.
public struct SearchBeginning: Hashable, Sendable {
    /// The letters that stay.
    public let letters: [Unicode.Scalar]
    /// What the one behind them may be, as far as it is typed; nil for any letter, or none.
    private let last: Last?

    private enum Last: Hashable {
        /// A consonant alone, which any syllable may begin with.
        case initial(Unicode.Scalar)
        /// An initial and a vowel, which a final may join.
        case open(Hangul.Syllable)
        /// A closed syllable, whose final may turn out to be the next one's initial.
        case closed(Hangul.Syllable)
        case whole(Unicode.Scalar)
    }

    /// The beginning of a word that ends as typed so far.
    public init(_ word: SearchWord) {
        letters = Array(word.scalars.dropLast())
        last = word.scalars.last.map { letter in
            if Hangul.isConsonant(letter) { return .initial(letter) }
            guard let syllable = Hangul.Syllable(letter) else { return .whole(letter) }
            return syllable.final == 0 ? .open(syllable) : .closed(syllable)
        }
    }

    /// Whether the word may become this one.
    public func begins(_ word: SearchText) -> Bool {
        let scalars = word.letters.scalars
        guard scalars.count >= letters.count else { return false }
        let isBegun = zip(letters, scalars).allSatisfy { typed, letter in
            typed == letter || Hangul.isConsonant(typed) && Hangul.initial(of: letter) == typed
        }
        let rest = scalars[letters.count...]
        guard isBegun, let last else { return isBegun }
        guard let letter = rest.first else { return false }
        switch last {
        case .initial(let consonant): return Hangul.initial(of: letter) == consonant
        case .whole(let typed): return letter == typed
        case .open(let typed):
            guard let syllable = Hangul.Syllable(letter) else { return false }
            return (syllable.initial, syllable.vowel) == (typed.initial, typed.vowel)
        case .closed(let typed):
            if letter == typed.scalar { return true }
            guard let (syllable, next) = typed.split, let second = rest.dropFirst().first else {
                return false
            }
            return letter == syllable.scalar && Hangul.initial(of: second) == next
        }
    }

    /// What all words that it begins have at their beginning, in one of these forms; none where the
    /// forms would be too many.
    public var forms: [String] {
        func word(_ last: Unicode.Scalar?) -> String {
            String(String.UnicodeScalarView(letters + (last.map { [$0] } ?? [])))
        }
        guard !letters.contains(where: Hangul.isConsonant) else { return [] }
        switch last {
        case nil: return [word(nil)]
        case .whole(let letter): return [word(letter)]
        case .initial: return letters.isEmpty ? [] : [word(nil)]
        case .open(let typed):
            return Hangul.finals.indices.map { final in
                word(
                    Hangul.Syllable(initial: typed.initial, vowel: typed.vowel, final: final).scalar
                )
            }
        case .closed(let typed):
            return [word(typed.scalar)] + (typed.split.map { [word($0.0.scalar)] } ?? [])
        }
    }
}

extension Hangul.Syllable {
    /// The syllable without the consonant that was typed last, and that consonant, when another
    /// syllable may begin with it: 읮 is 의 and ㅈ, 앉 is 안 and ㅈ.
    public var split: (Hangul.Syllable, next: Unicode.Scalar)? {
        guard final > 0 else { return nil }
        let letter = Hangul.finals[final]
        var rest = self
        if let joined = Hangul.joined[letter], let first = Hangul.finals.firstIndex(of: joined[0]) {
            rest.final = first
            return (rest, joined[1])
        }
        rest.final = 0
        return (rest, letter)
    }
}
