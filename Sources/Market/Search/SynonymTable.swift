/// The synonyms of `Synonyms.txt`: words that are searched for along with each other.
struct SynonymTable: Sendable {
    static let standard = SynonymTable(PackageResources.Synonyms_txt)

    /// Maximum number of words that make up a name.
    private static let mostJoined = 3
    /// Maximum number of spellings of a text of several words; each one takes time.
    private static let mostSpellings = 8

    /// A name with its synonyms.
    private struct Entry {
        /// As written in the table.
        let name: SearchText
        /// Whether it says what a thing is, as `의자` does, and not only which one, as `이케아`.
        var isThing = false
        var synonyms: [SearchSpelling] = []
    }

    /// Entries by the UTF-8 bytes of their names.
    private var entries: [[UInt8]: Entry] = [:]
    /// Names by the consonant, or other letter, with which they begin.
    private var namesByInitial: [Unicode.Scalar: [SearchText]] = [:]
    /// The names of the inch, which is also written with a sign.
    private var namesOfInches: Set<[UInt8]> = []

    /// Reads UTF-8 text. A line is a group of names that are synonyms of each other; if it has an
    /// arrow, only those on its left find those on its right. Below a heading that begins with `# Things`,
    /// those on the left say what a thing is. Names in Hangul, which most people type, find no others at the
    /// end of a word, so that their searches need to read no titles.
    init(_ text: [UInt8]) {
        var areThings = false
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            guard !line.hasPrefix("#") else {
                areThings = line.hasPrefix("# Things")
                continue
            }
            let sides = line.split(separator: " => ").map { side in
                side.split(separator: ", ").map { SearchSpelling(synonym: $0) }
            }
            guard let typed = sides.first, let sought = sides.last else { continue }
            for name in typed { add(sought, to: name.text, isThing: areThings) }
        }
        let inches = entries[SearchText("인치").letters]
        namesOfInches = Set(
            inches.map { [$0.name.letters] + $0.synonyms.map(\.text.letters) } ?? [])
    }

    private mutating func add(
        _ others: [SearchSpelling], to name: SearchText, isThing: Bool
    ) {
        if entries[name.letters] == nil, let first = name.scalars.first {
            namesByInitial[Hangul.initial(of: first), default: []].append(name)
        }
        var entry = entries[name.letters] ?? Entry(name: name)
        entry.isThing = entry.isThing || isThing
        let hasHangul = name.scalars.contains { Hangul.Syllable($0) != nil }
        for other in others where other.text.letters != name.letters {
            let isKnown = entry.synonyms.contains { $0.text == other.text }
            if !isKnown { entry.synonyms.append(hasHangul ? other.withoutEnds : other) }
        }
        entries[name.letters] = entry
    }

    /// Whether a name says what a thing is.
    func isThing(_ name: SearchText) -> Bool { entries[name.letters]?.isThing ?? false }

    /// For each word, the other names of what it means together with its neighbours: for `north`
    /// and for `face` those of `north face`. An item that has each of the words, or such a name in
    /// its place, has all the words, wherever they are, or the name.
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

    /// The longest known name of several words that begins at `place`, or else a number with its
    /// unit; nil if there is neither.
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

    /// Other spellings of a number and its unit, each as one word: `18인치` for `18 inches`, since no
    /// word of `18인치` begins with `인치`, and `260` for `260 mm`. Nil if there are none; units that may
    /// occur within words are found as they are.
    private func measure(at place: Int, of words: [SearchText]) -> [SearchSpelling]? {
        guard place + 1 < words.count else { return nil }
        let (number, unit) = (words[place], words[place + 1])
        if number.isSize(in: unit) { return [SearchSpelling(size: number)] }
        guard number.isNumber, entries[unit.letters] != nil, name(at: place + 1, of: words) == nil
        else { return nil }
        let joined = SearchText(word: number.letters + unit.letters)
        let others = spellings(ofWord: joined).dropFirst().filter { $0.reach > .anywhere }
        return others.isEmpty ? nil : others
    }

    /// The typed text, followed by spellings with synonyms in it.
    func spellings(of text: SearchText) -> [SearchSpelling] {
        let count = text.wordStarts.count
        if count <= Self.mostJoined, let known = knownSpellings(ofName: text) { return known }
        guard count > 1 else { return spellings(ofWord: text) }
        // Several words are compared as one piece, which does not contain the signs.
        let parts = text.words.map { spellings(of: $0).filter { $0.reach < .wholeWords } }
        return spellings(of: text, parts)
    }

    /// Handles a word in which a name is followed or preceded by digits or another script: `아이폰13`.
    /// A number of inches also gets the spelling with an inch sign: `18"` for `18인치`; a size is also found
    /// without its unit: `260` for `260mm`.
    private func spellings(ofWord word: SearchText) -> [SearchSpelling] {
        let runs = word.runs
        if runs.count == 2, runs[0].isSize(in: runs[1]) {
            return [SearchSpelling(typed: word), SearchSpelling(size: runs[0])]
        }
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

    /// Returns nil if the table does not have the name. A name that is typed as one word is also
    /// found as several, if the table has it so: `northface`.
    private func knownSpellings(ofName name: SearchText) -> [SearchSpelling]? {
        entries[name.letters].map { entry in
            let isJoined = name.wordStarts.count < entry.name.wordStarts.count
            return [SearchSpelling(typed: isJoined ? entry.name : name)] + entry.synonyms
        }
    }

    /// - Parameter parts: the spellings of each part, as typed first.
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

    /// The one-word synonyms of names that an unfinished word may become.
    fileprivate func synonyms(
        of beginning: UnfinishedWord, _ first: Unicode.Scalar
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

extension UnfinishedWord {
    /// Maximum number of synonyms that are searched for while a word is being typed.
    private static let mostSynonyms = 16

    /// The synonyms of names that the word may become: `아이폰` for `iph`. None for a single letter,
    /// with which nearly anything begins.
    public var synonyms: [SearchSpelling] {
        guard let first = letters.first else { return [] }
        return Array(
            SynonymTable.standard.synonyms(of: self, first).prefix(Self.mostSynonyms))
    }
}

extension SearchText {
    /// Whether it is a known name of a kind of thing, such as `의자`, rather than of a brand or a property.
    public var namesThing: Bool { SynonymTable.standard.isThing(self) }

    fileprivate var isNumber: Bool {
        letters.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static let wordsForSize = Set(["사이즈", "size"].map { SearchText($0) })
    private static let millimetres = SearchText("mm")
    /// Without `S`, which is also a word of its own in `Men's`.
    private static let letterSizes = Set(["xs", "m", "l", "xl", "xxl"].map { SearchText($0) })
    /// The lengths of shoes in millimetres. Other lengths are hardly ever written without their unit.
    private static let shoeSizes = 110...320

    /// Whether it is a size that is also written without this unit: of clothes, as in `66사이즈` and `L사이즈`,
    /// or of shoes, as in `260mm`.
    fileprivate func isSize(in unit: SearchText) -> Bool {
        let number = isNumber ? Int(String(decoding: letters, as: UTF8.self)) : nil
        if unit == Self.millimetres {
            return number.map { Self.shoeSizes.contains($0) && $0.isMultiple(of: 5) } ?? false
        }
        guard Self.wordsForSize.contains(unit) else { return false }
        return number.map { $0 < 1_000 } ?? Self.letterSizes.contains(self)
    }

    /// Whether it is a size of clothes in letters, typed as one word with its unit: `L사이즈`.
    public var isLetterSize: Bool {
        let runs = runs
        return runs.count == 2 && Self.letterSizes.contains(runs[0]) && runs[0].isSize(in: runs[1])
    }

    /// A word, split where letters change to digits or to another script: `아이폰`, `13`.
    fileprivate var runs: [SearchText] {
        let cuts = letters.indices.dropFirst().filter { place in
            Self.kind(of: letters[place]) != Self.kind(of: letters[place - 1])
        }
        return zip([0] + cuts, cuts + [letters.count])
            .map { SearchText(word: letters[$0..<$1]) }
    }

    /// The kind of a byte of folded UTF-8: a digit, a Latin letter, or part of any other letter.
    private static func kind(of byte: UInt8) -> Int {
        byte >= 0x80 ? 2 : byte >= UInt8(ascii: "a") ? 1 : 0
    }
}
