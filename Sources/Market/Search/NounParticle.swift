/// A particle that may follow a noun.
private struct NounParticle {
    let text: String
    /// Whether it follows a consonant (true) or a vowel (false); nil if it follows either.
    let isBehindConsonant: Bool?
    /// Whether hardly any other word ends with it.
    let isClear: Bool

    /// Minimum number of letters of the noun; shorter ones are found in too many words.
    private static let fewestLetters = 2

    private init(_ text: String, _ isBehindConsonant: Bool?, isClear: Bool = false) {
        (self.text, self.isBehindConsonant, self.isClear) = (text, isBehindConsonant, isClear)
    }

    static let all = [
        NounParticle("에서", nil, isClear: true), NounParticle("으로", true, isClear: true),
        NounParticle("을", true, isClear: true), NounParticle("를", false, isClear: true),
        NounParticle("이랑", true), NounParticle("랑", false), NounParticle("이", true),
        NounParticle("가", false), NounParticle("은", true), NounParticle("는", false),
        NounParticle("과", true), NounParticle("와", false), NounParticle("로", false),
        NounParticle("도", nil), NounParticle("만", nil),
    ]

    /// The noun before the particle; nil if the word does not end with it, or hardly means it.
    func noun(in word: String) -> String? {
        guard word.hasSuffix(text) else { return nil }
        let noun = String(word.dropLast(text.count))
        guard noun.count >= Self.fewestLetters, let last = noun.unicodeScalars.last,
            let syllable = Hangul.Syllable(last)
        else { return nil }
        let hasFinal = syllable.final > 0
        guard isBehindConsonant == nil || isBehindConsonant == hasFinal,
            isClear || SearchWord(SearchText(noun)).hasOtherNames
        else { return nil }
        return noun
    }
}

extension SearchQuery {
    /// The noun of a word that ends with a particle, as `의자` of `의자를`. Nil if no particle agrees with the
    /// letter before it, and if the word is a known name itself. Particles with which other words end, too,
    /// only count behind a known name: `고양이` is a cat, not the city of `고양`. Only a guess at the meaning.
    public static func noun(in word: String) -> String? {
        guard !SearchWord(SearchText(word)).hasOtherNames else { return nil }
        return NounParticle.all.lazy.compactMap { $0.noun(in: word) }.first
    }
}
