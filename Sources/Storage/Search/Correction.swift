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

    /// Splits a word into two that occur as separate words of titles: `lg 세탁기` from `lg세탁기`.
    private func query(
        cutting place: Int, of words: [SearchText]
    ) throws(StorageError) -> SearchQuery? {
        let splitting = WordSplitting(index)
        for parts in WordSplitting.halves(of: words[place]) {
            var all = words
            all.replaceSubrange(place...place, with: parts)
            guard try splitting.areWords(parts), let search = SearchQuery(words: all),
                try index.exists(search)
            else { continue }
            return search
        }
        return nil
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
