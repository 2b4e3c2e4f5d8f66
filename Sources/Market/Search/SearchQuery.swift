/// What somebody looks for: words that must all be in an item, wherever the spaces stand.
public struct SearchQuery: Hashable, Sendable {
    /// Letters that are looked for at most; as many as a title has.
    public static let longest = ItemContent.longestTitle
    /// Words that are looked for at most; each costs its time.
    public static let mostWords = 10

    /// As it was typed, without spaces around it and what comes after the letters looked for.
    public let text: String
    /// At least one.
    public let words: [SearchWord]

    /// Nil when nothing is in the text that could be looked for.
    public init?(_ text: String) {
        let text = Self.trimmed(text)
        let words = SearchText(text).prefix(Self.longest).words.map(SearchWord.init)
        guard !words.isEmpty else { return nil }
        self.text = text
        self.words = Array(
            words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.prefix(Self.mostWords))
    }

    /// Nil without a word.
    public init?(words: [SearchText]) {
        self.init(
            words.map { String(decoding: $0.letters, as: UTF8.self) }.joined(separator: " "))
    }

    private static func trimmed(_ text: String) -> String {
        let text = text.prefix(longest)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// How well an item answers a query; those that answer it better come first.
    public enum Match: Int, CaseIterable, Comparable, Sendable {
        /// Every word is a word of the title.
        case word = 1
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

    /// How an item of this title and description answers it; nil when it does not.
    public func match(title: SearchText, description: @autoclosure () -> SearchText) -> Match? {
        if words.allSatisfy({ title.contains($0.text) }) {
            if words.allSatisfy({ $0.isWord(of: title) }) { return .word }
            return words.allSatisfy { $0.beginsWord(of: title) } ? .beginning : .part
        }
        if hasInitials, words.allSatisfy({ $0.fits(title) }) { return .initials }
        let description = description()
        let isThere = words.allSatisfy { word in
            title.contains(word.text)
                || word.isLookedForInDescriptions
                    && description.contains(word.text)
        }
        return isThere ? .description : nil
    }
}

/// One word that is looked for.
public struct SearchWord: Hashable, Sendable {
    /// Its letters.
    public let text: SearchText
    /// The same, with letters that a keyboard joined taken apart.
    public let scalars: [Unicode.Scalar]
    /// Whether consonants stand in it that may mean whole syllables.
    public let hasInitials: Bool

    init(_ text: SearchText) {
        self.text = text
        scalars = text.letters.scalars.flatMap { Hangul.joined[$0] ?? [$0] }
        // A single consonant is in nearly every title.
        hasInitials = scalars.count > 1 && scalars.contains(where: Hangul.isConsonant)
    }

    /// Whether it is of one letter, which nearly every description has.
    public var isLookedForInDescriptions: Bool { text.letters.scalars.count > 1 }

    fileprivate func isWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { word in
            title.letters[title.bounds(ofWord: word)].elementsEqual(text.letters)
        }
    }

    fileprivate func beginsWord(of title: SearchText) -> Bool {
        title.wordStarts.indices.contains { word in
            title.letters[title.bounds(ofWord: word)].starts(with: text.letters)
        }
    }

    /// Whether it is in a title, its consonants standing for syllables that begin with them.
    public func fits(_ title: SearchText) -> Bool {
        guard hasInitials else { return title.contains(text) }
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
