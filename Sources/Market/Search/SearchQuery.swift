/// A search for items. All of its words must be in an item, wherever the spaces are, either as
/// typed or by a synonym, which may also be one of several words together. It may have words, too,
/// that must not be in the item.
public struct SearchQuery: Hashable, Sendable {
    /// Maximum number of letters that are searched for; as many as a title may have.
    public static let longest = ItemContent.longestTitle
    /// Maximum number of words that are searched for, and of words that are excluded; each one takes time.
    public static let mostWords = 10

    /// A reference, since filters with their search are copied for each link of a page.
    private let parts: Parts

    /// The text as typed, trimmed and cut to `longest` letters.
    public var text: String { parts.text }
    /// The wanted and the excluded words of the text.
    public var terms: SearchTerms { parts.terms }
    /// The wanted words: at least one, without duplicates, and without `and` and the like.
    public var words: [SearchWord] { parts.words }
    /// The text as a whole title. Nil if it is too short to look for titles that consist of nothing
    /// else, which would take as long as going through all titles that contain it.
    public var wholeTitle: SearchWord? { parts.wholeTitle }
    /// Whether some words ask for the lowest price (`withoutLowestPrice`).
    public var asksForLowestPrice: Bool { parts.asksForLowestPrice }

    private final class Parts: Sendable {
        let text: String
        let terms: SearchTerms
        let words: [SearchWord]
        let wholeTitle: SearchWord?
        let asksForLowestPrice: Bool

        init(
            text: String, _ terms: SearchTerms, words: [SearchWord], wholeTitle: SearchWord?
        ) {
            (self.text, self.terms) = (text, terms)
            (self.words, self.wholeTitle) = (words, wholeTitle)
            asksForLowestPrice = terms.withoutLowestPrice != nil
        }
    }

    /// The text determines everything else.
    public static func == (one: SearchQuery, other: SearchQuery) -> Bool {
        one.text == other.text
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// Minimum number of letters of a single word that is searched for as a whole title.
    private static let shortestTitle = 6

    /// Returns nil if the text has no words to search for. Excluded words alone are no search.
    public init?(_ text: String) {
        let text = String(text.prefix(Self.longest).trimmingWhitespace)
        let terms = SearchTerms(text)
        let letters = SearchText(terms.wanted).prefix(Self.longest)
        let typed = SearchText(terms.tellingWords.joined(separator: " ")).prefix(Self.longest).words
        let names = SynonymTable.standard.synonyms(ofNamesIn: typed)
        let places = typed.indices.filter { !typed[..<$0].contains(typed[$0]) }
            .prefix(Self.mostWords)
        guard !places.isEmpty else { return nil }
        // A single consonant would match nearly every title.
        let hasOthers = places.contains { !typed[$0].isConsonant }
        let isLong = letters.wordStarts.count > 1 || letters.scalars.count >= Self.shortestTitle
        parts = Parts(
            text: text, terms,
            words: places.map { SearchWord(typed[$0], isBesideOthers: hasOthers, names[$0]) },
            wholeTitle: isLong && hasOthers ? SearchWord(letters, isBesideOthers: true) : nil)
    }

    /// Returns nil if there are no words.
    public init?(words: [SearchText]) {
        self.init(
            words.flatMap(\.words).map { String(decoding: $0.letters, as: UTF8.self) }
                .joined(separator: " "))
    }

    /// A search for another text with the same exclusions; nil if the text has no words to search for.
    public func lookingFor(_ text: String) -> SearchQuery? {
        guard !terms.excluded.isEmpty else { return SearchQuery(text) }
        // If the result is too long, the text is cut, not the exclusions.
        let wanted = text.prefix(max(Self.longest - terms.excluded.count - 1, 0))
        return SearchQuery("\(wanted) \(terms.excluded)")
    }

    /// The same search without its exclusions.
    public var withoutExclusions: SearchQuery {
        terms.excluded.isEmpty ? self : SearchQuery(terms.wanted) ?? self
    }

    /// How well an item matches a search, the best first.
    public enum Match: Int, CaseIterable, Comparable, Sendable {
        /// The title is the search text and nothing else, wherever the spaces are; consonants may
        /// stand for syllables.
        case title = 1
        /// Every word is a word of the title.
        case word
        /// Every word begins a word of the title, at least.
        case beginning
        /// Every word is in the title, in one piece.
        case part
        /// Consonants in the search stand for syllables of the title that begin with them.
        case initials
        /// Some words are in the description only.
        case description

        /// Whether the first is the better match.
        public static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }
    }

    /// Whether the search has separate consonants, which may stand for whole syllables.
    public var hasInitials: Bool { words.contains(where: \.hasInitials) }

    /// The kinds of matches that this search can have, the best first.
    public var matches: [Match] {
        Match.allCases.filter { match in
            switch match {
            case .title: wholeTitle != nil
            case .initials: hasInitials
            case .word, .beginning, .part, .description: true
            }
        }
    }

    /// How an item with this title and description matches; nil if it does not.
    public func match(title: SearchText, description: @autoclosure () -> SearchText) -> Match? {
        let match = match(title: title)
        // Descriptions are long, and mostly the title alone decides.
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

    /// How an item with this title matches, whatever its description says; nil if it does not.
    public func match(title: SearchText) -> Match? {
        guard !terms.exclude(title) else { return nil }
        if let wholeTitle, wholeTitle.isWhole(title) { return .title }
        if words.allSatisfy({ $0.isPart(of: title) }) {
            if words.allSatisfy({ $0.isWord(of: title) }) { return .word }
            return words.allSatisfy { $0.beginsWord(of: title) } ? .beginning : .part
        }
        return hasInitials && words.allSatisfy { $0.fits(title) } ? .initials : nil
    }

    /// Whether each short word begins a word of the title, rather than being part of one by chance.
    public func beginsShortWords(of title: SearchText) -> Bool {
        words.allSatisfy { !$0.isShort || $0.beginsWord(of: title) }
    }

    /// Whether the description matters: for excluded words, or for words that the title lacks.
    private func isDescriptionLookedAt(
        beside title: SearchText, answeringBy match: Match?
    ) -> Bool {
        if match != nil { return terms.excludedWords.contains(where: \.isLookedForInDescriptions) }
        return !terms.exclude(title)
            && words.allSatisfy { $0.isLookedForInDescriptions || $0.isPart(of: title) }
    }
}

/// A word to search for, or a text to search for in one piece.
public struct SearchWord: Hashable, Sendable {
    /// The letters as typed.
    public let text: SearchText
    /// The same letters, with consonants that a keyboard joined separated.
    public let scalars: [Unicode.Scalar]
    /// Whether it has consonants that may stand for whole syllables.
    public let hasInitials: Bool
    /// The typed spelling, followed by synonyms; a match of any of them counts.
    public let spellings: [SearchSpelling]

    /// A word as typed, or a text to search for in one piece.
    /// - Parameters:
    ///   - isBesideOthers: whether there are other words, so that a single consonant may stand for a syllable.
    ///   - names: synonyms of what the word means together with its neighbours.
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

    /// Whether the word is in the table of synonyms, and so spelt correctly.
    public var hasOtherNames: Bool { spellings.count > 1 }

    /// Whether it has more than one letter; nearly every description has any single one.
    public var isLookedForInDescriptions: Bool { text.letters.scalars.count > 1 }

    /// Maximum number of syllables of a word that other words contain by chance.
    private static let mostSyllablesByChance = 2

    /// Whether it is so short that other words contain it by chance, as `랄프로렌` contains `프로`.
    fileprivate var isShort: Bool {
        scalars.count <= Self.mostSyllablesByChance
            && scalars.allSatisfy { Hangul.Syllable($0) != nil }
    }

    /// Whether it is a single consonant that stands for any syllable that begins with it. An index
    /// of pairs cannot find it.
    public var isSingleInitial: Bool { hasInitials && scalars.count == 1 }

    /// Whether it is the whole title; consonants may stand for syllables.
    fileprivate func isWhole(_ title: SearchText) -> Bool {
        guard hasInitials else { return spellings.contains { $0.isWhole(title) } }
        let letters = title.letters.scalars
        return letters.count == scalars.count && !places(in: letters).isEmpty
    }

    /// Whether it is a whole word of a title.
    fileprivate func isWord(of title: SearchText) -> Bool {
        spellings.contains { $0.isWord(of: title) }
    }

    fileprivate func beginsWord(of title: SearchText) -> Bool {
        spellings.contains { $0.beginsWord(of: title) }
    }

    /// Whether a title contains it in one piece; consonants stand for themselves.
    public func isPart(of title: SearchText) -> Bool {
        spellings.contains { $0.isPart(of: title) }
    }

    fileprivate func isIn(_ description: SearchText) -> Bool {
        spellings.contains { $0.isIn(description) }
    }

    /// Whether a title contains it; consonants may stand for syllables that begin with them.
    public func fits(_ title: SearchText) -> Bool {
        guard hasInitials else { return isPart(of: title) }
        return !places(in: title.letters.scalars).isEmpty
    }

    /// Where it begins in `letters`; consonants may stand for syllables.
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
