import Foundation
import Market
import Photos
import Storage
import ViewModels

/// Whether searches find what is there and what is meant: `Benchmarks search FILE FOLDER`.
struct SearchQuality {
    private static let cuts = 10_000
    /// How many hits of a search are looked at.
    static let mostHits = 200
    /// How many titles are tried with each kind of mistake.
    private static let mistakes = 1_000

    private let storage: SQLiteStorage
    private let now: Timestamp
    /// Each title once.
    private let titles: [Title]
    /// The index of each title in `titles`.
    private let places: [String: Int]
    /// The index of each item's title, newest item first, so that frequent titles come up more often.
    private let numbers: [Int]

    private struct Title {
        let text: String
        let folded: SearchText
        /// The number of items with this title.
        var count = 0
    }

    init(path: String, now: Timestamp) async throws {
        self.now = now
        storage = try SQLiteStorage(path: path)
        var (titles, numbers, places): ([Title], [Int], [String: Int]) = ([], [], [:])
        var query = ItemQuery(limit: 1_000)
        while true {
            let page = try await storage.items(query)
            for item in page.items {
                let number = places[item.title] ?? titles.count
                if number == titles.count {
                    places[item.title] = number
                    titles.append(Title(text: item.title, folded: SearchText(item.title)))
                }
                titles[number].count += 1
                numbers.append(number)
            }
            guard let next = page.next else { break }
            query.position = .following(next)
        }
        (self.titles, self.places, self.numbers) = (titles, places, numbers)
    }

    /// Prints the results, and writes titles and searches for other engines to the folder.
    func printAll(leaving folder: String) async throws {
        defer { storage.close() }
        var random = SplitMix64(seed: 13)
        let cuts = (0..<Self.cuts).map { _ in cut(using: &random) }
        try leave(cuts, in: folder)
        let seconds = try await firstPages(cuts)
        let recall = try await recall(cuts)
        print("\(numbers.count) listings with \(titles.count) titles, \(cuts.count) searches")
        let line = "jangteo\t\(seconds / Double(cuts.count) * 1_000_000)\t\(recall)"
        print("recall \(recall), CPU \(seconds / Double(cuts.count) * 1_000_000) µs a first page")
        try (line + "\n").write(
            toFile: folder + "/ours.tsv", atomically: true, encoding: .utf8)
        for mistake in Mistake.allCases { try await show(mistake, &random) }
    }

    // MARK: - Parts of words

    /// One to six letters in a row of a word of a title.
    private func cut(using random: inout SplitMix64) -> String {
        while true {
            let words = titles[numbers.randomElement(using: &random) ?? 0].folded.words
            guard let word = words.randomElement(using: &random) else { continue }
            let letters = Array(String(decoding: word.letters, as: UTF8.self).unicodeScalars)
            let count = Int.random(in: 1...min(letters.count, 6), using: &random)
            let start = Int.random(in: 0...letters.count - count, using: &random)
            let part = letters[start..<start + count]
            // These are searched as initial consonants.
            guard !part.contains(where: Hangul.isConsonant) else { continue }
            return String(String.UnicodeScalarView(part))
        }
    }

    private func firstPages(_ texts: [String]) async throws -> Double {
        let start = Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID)
        for text in texts { _ = try await found(text, limit: 20) }
        return Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID) - start
    }

    private func found(_ text: String, limit: Int) async throws -> [ItemSummary] {
        guard let search = SearchQuery(text) else { return [] }
        return try await storage.items(
            ItemQuery(filter: ItemFilter(search: search), order: .bestMatch, limit: limit)
        ).items
    }

    /// The mean share of the matching titles that is found within the first `mostHits` hits.
    private func recall(_ texts: [String]) async throws -> Double {
        var sum = 0.0
        for text in texts {
            let letters = SearchText(text).letters
            let word = SearchWord(SearchText(text))
            let expected = Set(
                titles.indices.filter { number in
                    let title = titles[number].folded
                    return title.letters.holds(letters)
                        || word.spellings.count > 1 && word.isPart(of: title)
                })
            let limit = min(expected.reduce(0) { $0 + titles[$1].count }, Self.mostHits)
            let hits = try await found(text, limit: limit).count { item in
                places[item.title].map(expected.contains) ?? false
            }
            sum += Double(hits) / Double(limit)
        }
        return sum / Double(texts.count)
    }

    private func leave(_ cuts: [String], in folder: String) throws {
        let lines = zip(1..., numbers.reversed()).map { "\($0)\t\(titles[$1].text)\n" }
        try lines.joined().write(
            toFile: folder + "/titles.tsv", atomically: true, encoding: .utf8)
        try cuts.map { $0 + "\n" }.joined().write(
            toFile: folder + "/searches.txt", atomically: true, encoding: .utf8)
    }

    // MARK: - Mistakes

    /// Prints what the results page shows for a mistake.
    private func show(_ mistake: Mistake, _ random: inout SplitMix64) async throws {
        var (tried, found, read, right) = (0, 0, 0, 0)
        let start = Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID)
        while tried < Self.mistakes {
            let title = titles[numbers.randomElement(using: &random) ?? 0]
            guard let typed = mistake.make(in: title.text, using: &random) else { continue }
            tried += 1
            var input = ItemList.Input()
            (input.text, input.status) = (typed, .any)
            let page = try await ItemList(storage: storage).output(for: input, at: now)
            if page.entries.prefix(10).contains(where: { $0.title == title.text }) { found += 1 }
            guard page.reading != nil else { continue }
            read += 1
            if page.entries.first?.title == title.text { right += 1 }
        }
        let seconds = Measurement.seconds(CLOCK_PROCESS_CPUTIME_ID) - start
        func share(_ part: Int, of whole: Int) -> String {
            whole == 0 ? "-" : "\((1_000 * Double(part) / Double(whole)).rounded() / 10) %"
        }
        print(
            "\(mistake.rawValue): \(share(found, of: tried)) among the first ten; "
                + "\(share(read, of: tried)) read otherwise, \(share(right, of: read)) of these "
                + "with it first; CPU \((seconds / Double(tried) * 1_000_000).rounded()) µs a page")
    }
}

extension [UInt8] {
    /// Whether the other bytes occur in it contiguously, searched for in the plainest way.
    fileprivate func holds(_ others: [UInt8]) -> Bool {
        guard let first = others.first, count >= others.count else { return others.isEmpty }
        return (0...count - others.count).contains { start in
            self[start] == first && self[start..<start + others.count].elementsEqual(others)
        }
    }
}

/// A mistake in typing a title.
private enum Mistake: String, CaseIterable {
    case spaceTooMany = "a space put in"
    case spaceMissing = "a space taken out"
    case wrongLetter = "a wrong vowel or consonant"
    case initials = "initial consonants"
    case wrongKeyboard = "the wrong keyboard"
    /// Not a mistake, but measured in the same way.
    case otherName = "another name"

    /// The title with the mistake; nil if the title does not allow it.
    func make(in title: String, using random: inout SplitMix64) -> String? {
        var letters = Array(title.unicodeScalars)
        switch self {
        case .spaceTooMany:
            let places = letters.indices.dropFirst().filter {
                letters[$0].properties.isAlphabetic && letters[$0 - 1].properties.isAlphabetic
            }
            guard let place = places.randomElement(using: &random) else { return nil }
            letters.insert(" ", at: place)
        case .spaceMissing:
            let spaces = letters.indices.filter { letters[$0] == " " }
            guard let place = spaces.randomElement(using: &random) else { return nil }
            letters.remove(at: place)
        case .wrongLetter:
            let places = letters.indices.filter { Hangul.Syllable(letters[$0]) != nil }
            guard let place = places.randomElement(using: &random),
                let syllable = Hangul.Syllable(letters[place])
            else { return nil }
            letters[place] = Self.wrong(syllable, using: &random).scalar
        case .initials:
            guard letters.contains(where: { Hangul.Syllable($0) != nil }) else { return nil }
            letters = letters.map(Hangul.initial)
        case .wrongKeyboard:
            guard letters.allSatisfy({ $0 == " " || Hangul.Syllable($0) != nil }) else {
                return nil
            }
            return letters.map { Hangul.Syllable($0).map(Self.keys) ?? " " }.joined()
        case .otherName:
            return Self.renamed(SearchText(title), using: &random)
        }
        return String(String.UnicodeScalarView(letters))
    }

    /// A title's words, one of them replaced by a synonym.
    private static func renamed(
        _ title: SearchText, using random: inout SplitMix64
    ) -> String? {
        var words = title.words
        let names = words.map { Array(SearchWord($0).spellings.dropFirst()) }
        let places = names.indices.filter { !names[$0].isEmpty }
        guard let place = places.randomElement(using: &random),
            let name = names[place].randomElement(using: &random)
        else { return nil }
        words[place] = name.text
        return words.flatMap(\.words).map { String(decoding: $0.letters, as: UTF8.self) }
            .joined(separator: " ")
    }

    private static func wrong(
        _ syllable: Hangul.Syllable, using random: inout SplitMix64
    ) -> Hangul.Syllable {
        var other = syllable
        while other == syllable {
            switch Int.random(in: 0..<(syllable.final == 0 ? 2 : 3), using: &random) {
            case 0: other.initial = Int.random(in: Hangul.initials.indices, using: &random)
            case 1: other.vowel = Int.random(in: Hangul.vowels.indices, using: &random)
            default: other.final = Int.random(in: 1..<Hangul.finals.count, using: &random)
            }
        }
        return other
    }

    /// The keys of a syllable on a two-set keyboard (KS X 5002) in Latin mode.
    private static func keys(_ syllable: Hangul.Syllable) -> String {
        initialKeys[syllable.initial] + vowelKeys[syllable.vowel] + finalKeys[syllable.final]
    }

    private static let initialKeys = "r R s e E f a q Q t T d w W c z x v g".split(separator: " ")
        .map(String.init)
    private static let vowelKeys =
        "k o i O j p u P h hk ho hl y n nj np nl b m ml l".split(separator: " ").map(String.init)
    private static let finalKeys =
        [""]
        + "r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g".split(separator: " ")
        .map(String.init)
}
