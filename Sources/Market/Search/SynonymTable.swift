/// The words that find each other: the lines of `Synonyms.txt`.
struct SynonymTable: Sendable {
    static let standard = SynonymTable(PackageResources.Synonyms_txt)

    /// Words that may make up a name, at most.
    private static let mostJoined = 3
    /// Ways to write a text of several words, at most; each costs its time.
    private static let mostSpellings = 8

    /// A name that others are found by.
    private struct Entry {
        /// As the table has it.
        let name: SearchText
        var synonyms: [SearchSpelling] = []
    }

    /// By the letters of their names.
    private var entries: [[UInt8]: Entry] = [:]
    /// Their names by the consonant, or other letter, that these begin with.
    private var namesByInitial: [Unicode.Scalar: [SearchText]] = [:]
    /// The names of the unit that a sign stands for, too.
    private var namesOfInches: Set<[UInt8]> = []

    /// Reads UTF-8: a line is a group of names that find each other, or on the left of an arrow
    /// those that find the ones on its right.
    init(_ text: [UInt8]) {
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            let sides = line.split(separator: " => ").map { side in
                side.split(separator: ", ").map { SearchSpelling(synonym: $0) }
            }
            guard let typed = sides.first, let sought = sides.last else { continue }
            for name in typed { add(sought, to: name.text) }
        }
        let inches = entries[SearchText("인치").letters]
        namesOfInches = Set(
            inches.map { [$0.name.letters] + $0.synonyms.map(\.text.letters) } ?? [])
    }

    private mutating func add(_ others: [SearchSpelling], to name: SearchText) {
        if entries[name.letters] == nil, let first = name.scalars.first {
            namesByInitial[Hangul.initial(of: first), default: []].append(name)
        }
        var entry = entries[name.letters] ?? Entry(name: name)
        for other in others where other.text.letters != name.letters {
            let isKnown = entry.synonyms.contains { $0.text == other.text }
            if !isKnown { entry.synonyms.append(other) }
        }
        entries[name.letters] = entry
    }

    /// Of each of some words the other names of what it is together with those beside it: of `north`
    /// and of `face` those of `north face`. What has each word, as it is or by such a name, has both
    /// of them, wherever they stand, or the name.
    func synonyms(ofNamesIn words: [SearchText]) -> [[SearchSpelling]] {
        var found = [[SearchSpelling]](repeating: [], count: words.count)
        var place = 0
        while place < words.count {
            let name = name(at: place, of: words) ?? (count: 1, synonyms: [])
            for number in place..<place + name.count { found[number] = name.synonyms }
            place += name.count
        }
        return found
    }

    /// The longest of several words that begins at one, else a number with what it counts; nil where there
    /// is none.
    private func name(
        at place: Int, of words: [SearchText]
    ) -> (count: Int, synonyms: [SearchSpelling])? {
        var count = min(Self.mostJoined, words.count - place)
        while count > 1 {
            let name = SearchText(joining: words[place..<place + count])
            if let entry = entries[name.letters] { return (count, entry.synonyms) }
            count -= 1
        }
        return measure(at: place, of: words).map { (count: 2, synonyms: $0) }
    }

    /// Other ways to write a number and what it counts, in one piece each: `18인치` of `18 inches`, of which
    /// no word begins with `인치`. Nil where there are none; what counts anywhere is found as it is.
    private func measure(at place: Int, of words: [SearchText]) -> [SearchSpelling]? {
        guard place + 1 < words.count, words[place].isNumber,
            entries[words[place + 1].letters] != nil, name(at: place + 1, of: words) == nil
        else { return nil }
        let joined = SearchText(word: words[place].letters + words[place + 1].letters)
        let others = spellings(ofWord: joined).dropFirst().filter { $0.reach > .anywhere }
        return others.isEmpty ? nil : others
    }

    /// A text as it was typed, and then with other names in it.
    func spellings(of text: SearchText) -> [SearchSpelling] {
        let count = text.wordStarts.count
        if count <= Self.mostJoined, let known = knownSpellings(ofName: text) { return known }
        guard count > 1 else { return spellings(ofWord: text) }
        // Several words are compared as one piece, in which no sign shows.
        let parts = text.words.map { spellings(of: $0).filter { $0.reach != .inches } }
        return spellings(of: text, parts)
    }

    /// Digits and another script may stand beside a name: `아이폰13`. So many inches may be written with a sign.
    private func spellings(ofWord word: SearchText) -> [SearchSpelling] {
        let runs = word.runs
        guard runs.contains(where: { entries[$0.letters] != nil }) else {
            return [SearchSpelling(typed: word)]
        }
        let names = spellings(
            of: SearchText(joining: runs),
            runs.map { knownSpellings(ofName: $0) ?? [SearchSpelling(typed: $0)] })
        guard runs.count == 2, runs[0].isNumber, namesOfInches.contains(runs[1].letters) else {
            return names
        }
        return names + [SearchSpelling(inches: runs[0])]
    }

    /// Nil where the table does not have it. In one word it is found as the several that it is there,
    /// too: `northface`.
    private func knownSpellings(ofName name: SearchText) -> [SearchSpelling]? {
        entries[name.letters].map { entry in
            let isJoined = name.wordStarts.count < entry.name.wordStarts.count
            return [SearchSpelling(typed: isJoined ? entry.name : name)] + entry.synonyms
        }
    }

    /// - Parameter parts: each of its parts as it may be written, as typed first.
    private func spellings(
        of text: SearchText, _ parts: [[SearchSpelling]]
    ) -> [SearchSpelling] {
        var found: [[SearchSpelling]] = [[]]
        for part in parts {
            let most = max(Self.mostSpellings / found.count, 1)
            found = found.flatMap { front in part.prefix(most).map { front + [$0] } }
        }
        return [SearchSpelling(typed: text)] + found.dropFirst().map(SearchSpelling.init(joining:))
    }

    /// Other names of what a word may become that is typed still, of one word each.
    fileprivate func synonyms(
        of beginning: SearchBeginning, _ first: Unicode.Scalar
    ) -> [SearchSpelling] {
        var found: [SearchSpelling] = []
        for name in namesByInitial[Hangul.initial(of: first)] ?? [] where beginning.begins(name) {
            for synonym in entries[name.letters]?.synonyms ?? []
            where synonym.text.wordStarts.count == 1 && !found.contains(synonym) {
                found.append(synonym)
            }
        }
        return found
    }
}

extension SearchBeginning {
    /// Other names that are looked for beside a word while it is typed, at most.
    private static let mostSynonyms = 16

    /// Other names of what it may become: `아이폰` of `iph`. None of a single letter, which nearly
    /// anything begins with.
    public var synonyms: [SearchSpelling] {
        guard let first = letters.first else { return [] }
        return Array(
            SynonymTable.standard.synonyms(of: self, first).prefix(Self.mostSynonyms))
    }
}

extension SearchText {
    fileprivate var isNumber: Bool {
        letters.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// A word, cut where letters become digits, or those of another script: `아이폰`, `13`.
    fileprivate var runs: [SearchText] {
        let cuts = letters.indices.dropFirst().filter { place in
            Self.kind(of: letters[place]) != Self.kind(of: letters[place - 1])
        }
        return zip([0] + cuts, cuts + [letters.count])
            .map { SearchText(word: letters[$0..<$1]) }
    }

    /// Of a byte of UTF-8 that was folded: a digit, a Latin letter or a part of any other.
    private static func kind(of byte: UInt8) -> Int {
        byte >= 0x80 ? 2 : byte >= UInt8(ascii: "a") ? 1 : 0
    }
}
