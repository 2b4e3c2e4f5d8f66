import Market

/// Splits words that were typed as one: `게이밍의자`.
struct WordSplitting {
    /// The fewest letters in each of two words that were typed as one.
    private static let fewestLetters = 2
    /// The most words of a search that are split. A word has at most 17 cuts, and each of them takes at most
    /// three lookups; the rest behind an adjective is cut once more. So the cost of a hopeless search is
    /// bounded. Similar words are not tried.
    private static let mostSplit = 3

    private let index: CorrectionIndex

    init(_ index: CorrectionIndex) {
        self.index = index
    }

    /// Splits the words of a search that are not found. Returns nil if no word can be split. The exclusions of
    /// the search are kept.
    func splittingWords(of search: SearchQuery) throws(StorageError) -> SearchQuery? {
        var words = search.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        var (left, isSplit) = (Self.mostSplit, false)
        for place in words.indices where left > 0 {
            let word = SearchText(words[place])
            guard word.wordStarts.count == 1, try !index.exists([word]) else { continue }
            left -= 1
            guard let parts = try split(word) else { continue }
            words[place] = parts.map { String(decoding: $0.letters, as: UTF8.self) }
                .joined(separator: " ")
            isSplit = true
        }
        return isSplit ? search.lookingFor(words.joined(separator: " ")) : nil
    }

    /// The words that were typed as one: two that an item has together, otherwise the first two that occur in
    /// any titles, otherwise an adjective of one syllable and the rest, as `흰 의자`, otherwise the longest end
    /// that occurs and what is before it, as `게이밍 의자`, since the end names the thing. If the word has no
    /// Hangul, two words that no item has together are likely to be chance, as `head` and `set` are in
    /// `headset`, so it is not split. Nor is an end split off a word that has synonyms, as `패드` off `아이패드`,
    /// or if it is a number.
    /// - Parameter mayHaveAdjective: false for the rest of a word that had one.
    private func split(
        _ word: SearchText, mayHaveAdjective: Bool = true
    ) throws(StorageError) -> [SearchText]? {
        let hasHangul = word.scalars.contains { Hangul.Syllable($0) != nil }
        let mayHaveUnknown = hasHangul && !SearchWord(word).hasOtherNames
        var apart: [SearchText]?
        var withEnd: [SearchText]?
        for parts in Self.halves(of: word) {
            guard try areWords(parts) else {
                if mayHaveUnknown, withEnd == nil, let end = parts.last,
                    !end.scalars.allSatisfy({ SearchSpelling.digits.contains($0) }),
                    try index.isWord(end)
                {
                    withEnd = parts
                }
                continue
            }
            if try index.exists(parts) { return parts }
            if hasHangul, apart == nil { apart = parts }
        }
        if let apart { return apart }
        guard mayHaveAdjective else { return withEnd }
        return try splitBehindAdjective(word) ?? withEnd
    }

    /// Adjectives of one syllable that people write together with the thing. Any other syllable is far more
    /// likely to be part of the word, as in `운동화`.
    private static let shortAdjectives: Set<Unicode.Scalar> = ["새", "헌", "흰", "큰", "긴"]

    /// Splits an adjective of one syllable off a word whose rest is found, or can be split itself:
    /// `흰사무용의자` becomes `흰 사무용 의자`. Two syllables occur within other words by chance, so these must be
    /// a word of a title. Returns nil if there is no such adjective. Only one is split off, and only off a word
    /// that is short enough to be split anywhere.
    private func splitBehindAdjective(_ word: SearchText) throws(StorageError) -> [SearchText]? {
        let letters = word.scalars
        guard let first = letters.first, Self.shortAdjectives.contains(first),
            letters.count <= SearchWord.longestCorrected, !SearchWord(word).hasOtherNames
        else { return nil }
        let (adjective, thing) = (Self.text(letters[..<1]), Self.text(letters[1...]))
        guard thing.scalars.count >= Self.fewestLetters else { return nil }
        let isThere =
            try thing.scalars.count > Self.fewestLetters
            ? index.exists([thing]) : index.isWord(thing)
        if isThere { return [adjective, thing] }
        return try split(thing, mayHaveAdjective: false).map { [adjective] + $0 }
    }

    /// All ways to cut a word in two; empty if the word is too long to try them all.
    static func halves(of word: SearchText) -> [[SearchText]] {
        let letters = word.scalars
        guard letters.count <= SearchWord.longestCorrected else { return [] }
        let cuts = letters.indices.dropFirst(fewestLetters).dropLast(fewestLetters - 1)
        return cuts.map { cut in
            [text(letters[..<cut]), text(letters[cut...])]
        }
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> SearchText {
        SearchText(String(String.UnicodeScalarView(letters)))
    }

    /// Whether each of them is a word of a title.
    func areWords(_ parts: [SearchText]) throws(StorageError) -> Bool {
        for part in parts {
            guard try index.isWord(part) else { return false }
        }
        return true
    }
}
