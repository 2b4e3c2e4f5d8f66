/// What somebody looks for: words that must all be in an item, wherever the spaces stand, each as it
/// was typed or by another name, be it of what it is together with those beside it; and perhaps words
/// that must not be found there.
public struct SearchQuery: Hashable, Sendable {
    /// Letters that are looked for at most; as many as a title has.
    public static let longest = ItemContent.longestTitle
    /// Words that are looked for at most, and that are left out; each costs its time.
    public static let mostWords = 10

    /// In one object: what filters by a query is copied for each link of a page.
    private let parts: Parts

    /// As it was typed, without spaces around it and what comes after the letters looked for.
    public var text: String { parts.text }
    /// What is wanted of that, and what is left out.
    public var terms: SearchTerms { parts.terms }
    /// Those that are wanted: at least one, none twice.
    public var words: [SearchWord] { parts.words }
    /// The letters that may be those of a whole title; nil where they are too few to look for titles
    /// that are nothing else, which would take as long as going through all that have them.
    public var wholeTitle: SearchWord? { parts.wholeTitle }

    private final class Parts: Sendable {
        let text: String
        let terms: SearchTerms
        let words: [SearchWord]
        let wholeTitle: SearchWord?

        init(
            text: String, _ terms: SearchTerms, words: [SearchWord], wholeTitle: SearchWord?
        ) {
            (self.text, self.terms) = (text, terms)
            (self.words, self.wholeTitle) = (words, wholeTitle)
        }
    }

    /// The text says all else.
    public static func == (one: SearchQuery, other: SearchQuery) -> Bool {
        one.text == other.text
    }

    /// Of the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// Letters of a single word that is looked for as a whole title, at least.
    private static let shortestTitle = 6

    /// Nil when nothing is in the text that could be looked for, but perhaps words to leave out: by
    /// themselves they say nothing.
    public init?(_ text: String) {
        let text = String(text.prefix(Self.longest).trimmingWhitespace)
        let terms = SearchTerms(text)
        let letters = SearchText(terms.wanted).prefix(Self.longest)
        let typed = letters.words
        let names = SynonymTable.standard.synonyms(ofNamesIn: typed)
        let places = typed.indices.filter { !typed[..<$0].contains(typed[$0]) }
            .prefix(Self.mostWords)
        guard !places.isEmpty else { return nil }
        // By itself a consonant would be in nearly every title.
        let hasOthers = places.contains { !typed[$0].isConsonant }
        let isLong = letters.wordStarts.count > 1 || letters.scalars.count >= Self.shortestTitle
        parts = Parts(
            text: text, terms,
            words: places.map { SearchWord(typed[$0], isBesideOthers: hasOthers, names[$0]) },
            wholeTitle: isLong && hasOthers ? SearchWord(letters, isBesideOthers: true) : nil)
    }

    /// Nil without a word.
    public init?(words: [SearchText]) {
        self.init(
            words.flatMap(\.words).map { String(decoding: $0.letters, as: UTF8.self) }
                .joined(separator: " "))
    }

    /// Something else without the same words; nil where nothing is in it that could be looked for.
    public func lookingFor(_ text: String) -> SearchQuery? {
        guard !terms.excluded.isEmpty else { return SearchQuery(text) }
        // What is left out goes before what is too long.
        let wanted = text.prefix(max(Self.longest - terms.excluded.count - 1, 0))
        return SearchQuery("\(wanted) \(terms.excluded)")
    }

    /// The same with nothing left out.
    public var withoutExclusions: SearchQuery {
        terms.excluded.isEmpty ? self : SearchQuery(terms.wanted) ?? self
    }

    /// How well an item answers a query; those that answer it better come first.
    public enum Match: Int, CaseIterable, Comparable, Sendable {
        /// The title is nothing else, wherever its spaces stand; consonants stand for syllables too.
        case title = 1
        /// Every word is a word of the title.
        case word
        /// Every word is the beginning of one at least.
        case beginning
        /// Every word is in the title, in one piece.
        case part
        /// Consonants typed for whole syllables are those that syllables of the title begin with.
        case initials
        /// Some words are in the description only.
        case description

        /// Whether the first is the better one.
        public static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }
    }

    /// Whether consonants standing alone are looked for, that may mean whole syllables.
    public var hasInitials: Bool { words.contains(where: \.hasInitials) }

    /// How anything may answer it at all, the best first.
    public var matches: [Match] {
        Match.allCases.filter { match in
            switch match {
            case .title: wholeTitle != nil
            case .initials: hasInitials
            case .word, .beginning, .part, .description: true
            }
        }
    }

    /// How an item of this title and description answers it; nil when it does not.
    public func match(title: SearchText, description: @autoclosure () -> SearchText) -> Match? {
        let match = match(title: title)
        // A description is long, and mostly the title tells.
        guard isDescriptionLookedAt(beside: title, answeringBy: match) else { return match }
        let description = description()
        let isExcluded = terms.excludedWords.contains { word in
            word.isLookedForInDescriptions && word.isIn(description)
        }
        if match != nil || isExcluded { return isExcluded ? nil : match }
        let isThere = words.allSatisfy { word in
            word.isPart(of: title) || word.isIn(description)
        }
        return isThere ? .description : nil
    }

    /// How an item of this title answers it, whatever its description says; nil when it does not.
    public func match(title: SearchText) -> Match? {
        guard !terms.exclude(title) else { return nil }
        if let wholeTitle, wholeTitle.isWhole(title) { return .title }
        if words.allSatisfy({ $0.isPart(of: title) }) {
            if words.allSatisfy({ $0.isWord(of: title) }) { return .word }
            return words.allSatisfy { $0.beginsWord(of: title) } ? .beginning : .part
        }
        return hasInitials && words.allSatisfy { $0.fits(title) } ? .initials : nil
    }

    /// Whether each word that stands in others by chance begins a word of a title.
    public func beginsShortWords(of title: SearchText) -> Bool {
        words.allSatisfy { !$0.isShort || $0.beginsWord(of: title) }
    }

    /// Whether a description may have what is left out, or what the title lacks.
    private func isDescriptionLookedAt(
        beside title: SearchText, answeringBy match: Match?
    ) -> Bool {
        if match != nil { return terms.excludedWords.contains(where: \.isLookedForInDescriptions) }
        return !terms.exclude(title)
            && words.allSatisfy { $0.isLookedForInDescriptions || $0.isPart(of: title) }
    }
}

/// One word that is looked for, or a text in one piece.
public struct SearchWord: Hashable, Sendable {
    /// Its letters as they were typed.
    public let text: SearchText
    /// The same, with letters that a keyboard joined taken apart.
    public let scalars: [Unicode.Scalar]
    /// Whether consonants stand in it that may mean whole syllables.
    public let hasInitials: Bool
    /// As it was typed, and then the other names of the same; any of them answers.
    public let spellings: [SearchSpelling]

    /// A word as it was typed, or a text that is looked for in one piece.
    /// - Parameters:
    ///   - isBesideOthers: whether a single consonant may mean a syllable too.
    ///   - names: others of what it is together with the words beside it.
    public init(
        _ text: SearchText, isBesideOthers: Bool = false, _ names: [SearchSpelling] = []
    ) {
        self.text = text
        scalars = text.letters.scalars.flatMap { Hangul.joined[$0] ?? [$0] }
        hasInitials =
            (isBesideOthers || scalars.count > 1) && scalars.contains(where: Hangul.isConsonant)
        let own =
            hasInitials
            ? [SearchSpelling(typed: text)] : SynonymTable.standard.spellings(of: text)
        spellings = own + names.filter { !own.contains($0) }
    }

    /// Whether the table of other names has it, so that it is a word.
    public var hasOtherNames: Bool { spellings.count > 1 }

    /// Whether it is of one letter, which nearly every description has.
    public var isLookedForInDescriptions: Bool { text.letters.scalars.count > 1 }

    /// Syllables of a word that stands in others by chance, at most.
    private static let mostSyllablesByChance = 2

    /// Whether it is so short that it stands in others by chance, as `프로` does in `랄프로렌`.
    fileprivate var isShort: Bool {
        scalars.count <= Self.mostSyllablesByChance
            && scalars.allSatisfy { Hangul.Syllable($0) != nil }
    }

    /// Whether it is a consonant that may mean any syllable that begins with it: no index of pairs
    /// knows it.
    public var isSingleInitial: Bool { hasInitials && scalars.count == 1 }

    /// Whether a title is nothing else, its consonants standing for syllables too.
    fileprivate func isWhole(_ title: SearchText) -> Bool {
        guard hasInitials else { return spellings.contains { $0.isWhole(title) } }
        let letters = title.letters.scalars
        return letters.count == scalars.count && !places(in: letters).isEmpty
    }

    /// Whether it is a word of a title.
    fileprivate func isWord(of title: SearchText) -> Bool {
        spellings.contains { $0.isWord(of: title) }
    }

    fileprivate func beginsWord(of title: SearchText) -> Bool {
        spellings.contains { $0.beginsWord(of: title) }
    }

    /// Whether it is in a title, in one piece; its consonants mean themselves.
    public func isPart(of title: SearchText) -> Bool {
        spellings.contains { $0.isPart(of: title) }
    }

    fileprivate func isIn(_ description: SearchText) -> Bool {
        spellings.contains { $0.isIn(description) }
    }

    /// Whether it is in a title, its consonants standing for syllables that begin with them.
    public func fits(_ title: SearchText) -> Bool {
        guard hasInitials else { return isPart(of: title) }
        return !places(in: title.letters.scalars).isEmpty
    }

    /// Where it begins among letters, its consonants standing for syllables too.
    func places(in letters: [Unicode.Scalar]) -> [Int] {
        guard letters.count >= scalars.count else { return [] }
        return (0...letters.count - scalars.count).filter { start in
            scalars.indices.allSatisfy { place in
                let letter = letters[start + place]
                return letter == scalars[place]
                    || hasInitials && Hangul.initial(of: letter) == scalars[place]
            }
        }
    }
}
