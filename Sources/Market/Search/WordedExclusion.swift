extension SearchQuery {
    /// Words that come after what they exclude, each with the particles that may be between: first
    /// the one after a consonant, then the one after a vowel.
    private static let wordsBehind: [String: [String]] = [
        "아닌": ["이", "가"], "없는": ["이", "가"], "없이": ["이", "가"], "말고": [],
        "뺀": ["을", "를"], "빼고": ["을", "를"], "제외": ["을", "를"], "제외한": ["을", "를"],
        "제외하고": ["을", "를"],
    ]
    /// Words that come before what they exclude.
    private static let wordsInFront: Set = ["not", "without", "except", "excluding"]

    /// The same search with a hyphen before words that it excludes in other words: `이케아 아닌 의자` and
    /// `이케아를 뺀 의자` become `의자 -이케아`. Nil if it excludes none, or if nothing else is left to search
    /// for. Only a guess at the meaning, since such words occur in titles, too.
    public var hyphenatingExclusions: SearchQuery? {
        var (wanted, leftOut): ([String], [String]) = ([], [])
        var isNextLeftOut = false
        for word in terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            let said = word.lowercased()
            if let particles = Self.wordsBehind[said], let last = wanted.popLast() {
                leftOut.append(Self.stem(of: last, before: particles))
            } else if Self.wordsInFront.contains(said) {
                if wanted.last?.lowercased() == "but" { wanted.removeLast() }
                isNextLeftOut = true
            } else if isNextLeftOut {
                leftOut.append(word)
                isNextLeftOut = false
            } else {
                wanted.append(word)
            }
        }
        guard !leftOut.isEmpty, !wanted.isEmpty, !isNextLeftOut else { return nil }
        let other = lookingFor((wanted + leftOut.map { "-" + $0 }).joined(separator: " "))
        return other.flatMap { $0.terms.excluded == terms.excluded ? nil : $0 }
    }

    /// Removes the particle of a word if it agrees with the letter before it: nothing is removed from `가을`.
    private static func stem(of word: String, before particles: [String]) -> String {
        guard let particle = particles.first(where: { word.hasSuffix($0) }),
            let last = word.dropLast().unicodeScalars.last,
            let syllable = Hangul.Syllable(last)
        else { return word }
        let isBehindConsonant = particle == particles.first
        return (syllable.final > 0) == isBehindConsonant ? String(word.dropLast()) : word
    }
}
