/// A word that is still being typed, so that its last letter may change.
public struct UnfinishedWord: Hashable, Sendable {
    /// The letters that will not change.
    public let letters: [Unicode.Scalar]
    /// The last letter as far as it is typed; nil if nothing is typed.
    private let last: Last?

    private enum Last: Hashable {
        /// A consonant alone, with which any syllable may begin.
        case initial(Unicode.Scalar)
        /// An initial and a vowel, to which a final may be added.
        case open(Hangul.Syllable)
        /// A syllable with a final, which may turn out to be the next syllable's initial.
        case closed(Hangul.Syllable)
        case whole(Unicode.Scalar)
    }

    /// A word as typed so far.
    public init(_ word: SearchWord) {
        letters = Array(word.scalars.dropLast())
        last = word.scalars.last.map { letter in
            if Hangul.isConsonant(letter) { return .initial(letter) }
            guard let syllable = Hangul.Syllable(letter) else { return .whole(letter) }
            return syllable.final == 0 ? .open(syllable) : .closed(syllable)
        }
    }

    /// Whether the typed word may become this word.
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

    /// Beginnings of all words that the typed word may become: each of those has one of these.
    /// Empty if there would be too many.
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
    /// Separates the consonant that was typed last, with which the next syllable may begin: 읮 is 의
    /// and ㅈ, 앉 is 안 and ㅈ. Nil if the syllable has no final.
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
