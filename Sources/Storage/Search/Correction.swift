import Market

/// Finds a correction for a misspelt search: words spelt similarly to those that are not found.
struct Correction {
    /// The most items whose texts are searched for similar words.
    private static let mostLookedAt = 100

    private let index: CorrectionIndex

    init(_ connection: Connection, _ found: SearchResultCache) throws(StorageError) {
        index = try CorrectionIndex(connection, found)
    }

    /// Returns nil if the search finds anything (even if its exclusions then remove it), or if
    /// there is no similar word. The search's exclusions are kept.
    func correction(of search: SearchQuery) throws(StorageError) -> SearchQuery? {
        guard let found = try correction(ofWanted: search.withoutExclusions) else { return nil }
        guard !search.terms.excluded.isEmpty else { return found }
        guard let other = search.lookingFor(found.text), try index.exists(other) else { return nil }
        return other
    }

    private func correction(
        ofWanted search: SearchQuery
    ) throws(StorageError) -> SearchQuery? {
        guard try !index.exists(search) else { return nil }
        var words = search.words.map(\.text)
        var missing: [Int] = []
        for place in words.indices {
            if try !index.exists([words[place]]) { missing.append(place) }
        }
        guard !missing.isEmpty else { return try correction(ofOneAmong: search.words) }
        if missing.count == 1, let found = try query(cutting: missing[0], of: words) {
            return found
        }
        while let place = missing.first {
            let others = words.indices.filter { !missing.contains($0) }.map { words[$0] }
            guard let found = try candidate(for: search.words[place], beside: others) else {
                return nil
            }
            words[place] = found.word
            missing.removeFirst()
        }
        return SearchQuery(words: words)
    }

    /// The fewest letters in each of two words that were typed as one.
    private static let fewestLetters = 2

    /// Splits a word into two that occur as separate words of titles: `lg 세탁기` from `lg세탁기`.
    private func query(
        cutting place: Int, of words: [SearchText]
    ) throws(StorageError) -> SearchQuery? {
        for parts in Self.halves(of: words[place]) {
            var all = words
            all.replaceSubrange(place...place, with: parts)
            guard try areWords(parts), let search = SearchQuery(words: all),
                try index.exists(search)
            else { continue }
            return search
        }
        return nil
    }

    /// All ways to cut a word in two; empty if the word is too long to try them all.
    private static func halves(of word: SearchText) -> [[SearchText]] {
        let letters = word.scalars
        guard letters.count <= SearchWord.longestCorrected else { return [] }
        let cuts = letters.indices.dropFirst(fewestLetters).dropLast(fewestLetters - 1)
        return cuts.map { cut in
            [text(letters[..<cut]), text(letters[cut...])]
        }
    }

    private func areWords(_ parts: [SearchText]) throws(StorageError) -> Bool {
        for part in parts {
            guard try index.isWord(part) else { return false }
        }
        return true
    }

    /// The most words of a search that are split. A word has at most 17 cuts, and each of them takes at most
    /// three lookups; the rest behind an adjective is cut once more. So the cost of a hopeless search is
    /// bounded. Similar words are not tried.
    private static let mostSplit = 3

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

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> SearchText {
        SearchText(String(String.UnicodeScalarView(letters)))
    }

    /// Corrects one word where each word is found by itself, but not all of them in one item.
    private func correction(
        ofOneAmong words: [SearchWord]
    ) throws(StorageError) -> SearchQuery? {
        var best: (place: Int, found: Candidate)?
        for place in words.indices where words.count > 1 {
            var others = words.map(\.text)
            others.remove(at: place)
            guard let found = try candidate(for: words[place], beside: others) else { continue }
            if best.map({ $0.found < found }) ?? true { best = (place, found) }
        }
        return best.flatMap { place, found in
            var words = words.map(\.text)
            words[place] = found.word
            return SearchQuery(words: words)
        }
    }

    private struct Candidate: Comparable {
        let word: SearchText
        /// How many items have it as a word of the title, and how many have it anywhere.
        let counts: [Int]

        static func < (one: Candidate, other: Candidate) -> Bool {
            one.counts.lexicographicallyPrecedes(other.counts)
        }
    }

    /// The similar word found most often beside the other words; the first of several with equal
    /// counts. Words that occur as written are preferred to words found by a synonym. A word that
    /// has synonyms itself is spelt right, and so is one that says that something is near.
    private func candidate(
        for word: SearchWord, beside others: [SearchText]
    ) throws(StorageError) -> Candidate? {
        guard !word.hasOtherNames, !word.text.saysNearness else { return nil }
        if let found = try writtenCandidate(for: word, beside: others) { return found }
        return try namedCandidate(for: word, beside: others)
    }

    private func writtenCandidate(
        for word: SearchWord, beside others: [SearchText]
    ) throws(StorageError) -> Candidate? {
        if let texts = try index.texts(with: others, atMost: Self.mostLookedAt) {
            let found = candidate(for: word, others, in: texts)
            if found != nil || texts.count < Self.mostLookedAt { return found }
        }
        var best: Candidate?
        var knownPairs: [[Unicode.Scalar]: Bool] = [:]
        // If one of the word's own pairs occurs nowhere, that is where a letter is wrong.
        for pair in word.scalars.pairs { knownPairs[pair] = try exists(pair) }
        for neighbour in word.neighbours {
            // Nearly all similar words occur nowhere at all.
            guard try mayExist(neighbour.word, &knownPairs),
                try index.exists(neighbour, isAlone: others.isEmpty)
            else { continue }
            guard let found = try counted(neighbour.word, beside: others) else { continue }
            if best.map({ $0 < found }) ?? true { best = found }
        }
        return best
    }

    /// Considers the few similar words that have synonyms: a title must contain a word that begins
    /// with one of these.
    private func namedCandidate(
        for word: SearchWord, beside others: [SearchText]
    ) throws(StorageError) -> Candidate? {
        var best: Candidate?
        for neighbour in word.neighbours where SearchWord(neighbour.word).hasOtherNames {
            guard let search = SearchQuery(words: [neighbour.word]),
                try index.exists(search, .beginning),
                let found = try counted(neighbour.word, beside: others)
            else { continue }
            if best.map({ $0 < found }) ?? true { best = found }
        }
        return best
    }

    /// Returns nil if no item has the word beside the others.
    private func counted(
        _ word: SearchText, beside others: [SearchText]
    ) throws(StorageError) -> Candidate? {
        let count = try index.count(others + [word])
        guard count > 0 else { return nil }
        return Candidate(word: word, counts: [try index.countWholes(others + [word]), count])
    }

    /// Whether every pair of adjacent letters occurs anywhere. Each pair is looked up only once,
    /// which is far faster than looking up all words that contain it.
    private func mayExist(
        _ word: SearchText, _ knownPairs: inout [[Unicode.Scalar]: Bool]
    ) throws(StorageError) -> Bool {
        let pairs = word.scalars.pairs
        guard !pairs.contains(where: { knownPairs[$0] == false }) else { return false }
        for pair in pairs where knownPairs[pair] == nil {
            let isThere = try exists(pair)
            knownPairs[pair] = isThere
            guard isThere else { return false }
        }
        return true
    }

    private func exists(_ pair: [Unicode.Scalar]) throws(StorageError) -> Bool {
        try index.exists([SearchText(String(String.UnicodeScalarView(pair)))])
    }

    // MARK: - Among items with the other words

    /// The similar word found most often in these texts. Descriptions are searched only if no title
    /// has any.
    private func candidate(
        for word: SearchWord, _ others: [SearchText], in texts: [ItemTexts]
    ) -> Candidate? {
        let neighbours = word.neighbours
        var counts = count(neighbours, others, in: texts, \.title)
        if counts.isEmpty, word.isLookedForInDescriptions {
            counts = count(neighbours, others, in: texts, \.description)
        }
        let best = counts.max { one, other in
            (one.value.wholes, one.value.all, -one.key)
                < (other.value.wholes, other.value.all, -other.key)
        }
        return best.map { number, count in
            Candidate(word: neighbours[number].word, counts: [count.wholes, count.all])
        }
    }

    /// The number of texts that contain each similar word beside the others, by the word's index;
    /// `part` chooses between title and description.
    private func count(
        _ neighbours: [SearchWord.Neighbour], _ others: [SearchText], in texts: [ItemTexts],
        _ part: (ItemTexts) -> SearchText
    ) -> [Int: (wholes: Int, all: Int)] {
        let numbers = Dictionary(
            neighbours.enumerated().map { ($1.word.scalars[...], $0) }, uniquingKeysWith: min)
        let lengths = Set(numbers.keys.map(\.count))
        var counts: [Int: (wholes: Int, all: Int)] = [:]
        var searches: [Int: SearchQuery] = [:]
        for text in texts {
            let found = Set(part(text).scalars.parts(of: lengths).compactMap { numbers[$0] })
            for number in found {
                let neighbour = neighbours[number]
                guard neighbour.mayStand(in: text.title) else { continue }
                let search = searches[number] ?? SearchQuery(words: others + [neighbour.word])
                searches[number] = search
                guard let match = search?.match(text) else { continue }
                counts[number, default: (0, 0)].wholes += match <= .word ? 1 : 0
                counts[number, default: (0, 0)].all += 1
            }
        }
        return counts
    }
}

extension SearchWord.Neighbour {
    /// A pair of letters across a space belongs to neither word.
    fileprivate func mayStand(in title: SearchText) -> Bool {
        guard !isWhole else { return title.words.contains(word) }
        return word.scalars.count > 2 || title.words.contains { $0.contains(word) }
    }
}

extension [Unicode.Scalar] {
    /// Every pair of adjacent letters.
    fileprivate var pairs: [[Unicode.Scalar]] { zip(self, dropFirst()).map { [$0, $1] } }

    /// All slices that have one of these lengths.
    fileprivate func parts(of lengths: Set<Int>) -> [ArraySlice<Unicode.Scalar>] {
        lengths.filter { $0 <= count }.flatMap { length in
            (0...count - length).map { self[$0..<$0 + length] }
        }
    }
}
