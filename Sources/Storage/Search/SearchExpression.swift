import Market

/// A query to the search index in terms of tokens; each engine has its own syntax for it.
indirect enum SearchExpression {
    /// Tokens that follow one another.
    case sequence([String])
    /// Tokens that follow one another at the start of the text.
    case start([String])
    /// Tokens that follow one another, of which the last may be only the beginning of a token.
    case prefix([String])
    case all([SearchExpression])
    /// At least one of them.
    case any([SearchExpression])
    case first(SearchExpression, without: SearchExpression)

    private func excluding(_ others: [SearchExpression]) -> SearchExpression {
        others.isEmpty ? self : .first(self, without: .any(others))
    }

    private func or(_ other: SearchExpression) -> SearchExpression { .any([self, other]) }

    private static func phrase(_ tokens: [UInt8]) -> SearchExpression {
        .sequence(Self.split(tokens))
    }

    private static func split(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    }

    /// Without wanted items; see `SearchSchema.tokens`.
    var ofOffers: SearchExpression { excluding([.sequence(["wanted"])]) }

    /// The spellings of a word.
    /// - Parameter isCertain: whether to leave out spellings with an inch sign. No token contains the sign, so
    ///   the number alone would also find titles without it.
    private static func spellings(of word: SearchWord, isCertain: Bool) -> [SearchSpelling] {
        isCertain ? word.spellings.filter { $0.reach != .inches } : word.spellings
    }

    /// The word anywhere in the title, in one piece.
    static func part(_ word: SearchWord, isCertain: Bool = false) -> SearchExpression {
        .any(spellings(of: word, isCertain: isCertain).map { part($0, isCertain: isCertain) })
    }

    /// No token tells where a word ends, so a spelling that counts there also finds titles that merely
    /// contain it.
    private static func part(_ spelling: SearchSpelling, isCertain: Bool) -> SearchExpression {
        guard spelling.reach == .anywhere || spelling.reach == .edges && !isCertain else {
            return beginning(spelling)
        }
        let text = spelling.text
        return text.isSingle ? letter(text.string) : phrase(text.pairs)
    }

    /// The text as a whole word of the title, or as several in a row.
    private static func word(_ spelling: SearchSpelling) -> SearchExpression {
        .any(wordTokens(spelling.text).map { .sequence($0) })
    }

    /// The tokens for the text as one word; and, if it consists of several words, their tokens in a
    /// row without the last one, the first letter of the last word.
    private static func wordTokens(_ text: SearchText) -> [[String]] {
        let joined = [SearchText.Mark.word.rawValue + text.string]
        guard text.wordStarts.count > 1 else { return [joined] }
        return [joined, Array(split(text.wordTokens).dropLast())]
    }

    /// Finds titles that consist of this alone: the last letter of each title is also a token by
    /// itself, as no other letter is. If consonants stand for syllables, it finds all titles that
    /// contain them.
    private static func title(_ word: SearchWord) -> SearchExpression {
        guard !word.hasInitials else { return initialsPhrase(word) }
        return .any(
            word.spellings.filter { $0.reach == .anywhere }
                .map { .start(split($0.text.bigrams)) })
    }

    private static func initialsPhrase(_ word: SearchWord) -> SearchExpression {
        phrase(SearchText.pairs(word.scalars.map(Hangul.initial), .initials))
    }

    private static func token(_ mark: SearchText.Mark, _ letters: String) -> SearchExpression {
        .sequence([mark.rawValue + letters])
    }

    private static func letter(_ letter: String) -> SearchExpression {
        token(.innerLetter, letter).or(token(.firstLetter, letter))
    }

    private static func anywhere(_ word: SearchWord, isCertain: Bool) -> SearchExpression {
        let inTitle = part(word, isCertain: isCertain)
        guard word.isLookedForInDescriptions else { return inTitle }
        let inDescription = word.spellings.filter { $0.reach == .anywhere }
            .map { phrase($0.text.descriptionTokens) }
        return .any([inTitle] + inDescription)
    }

    /// Finds every item that has the word with its consonants standing for syllables, and some
    /// others if the word contains letters that are no consonants; nil if the index cannot tell.
    private static func initials(
        _ word: SearchWord, isCertain: Bool = false
    ) -> SearchExpression? {
        guard word.hasInitials else { return part(word, isCertain: isCertain) }
        guard !word.isSingleInitial else { return nil }
        let letters = word.scalars.filter { !Hangul.isConsonant($0) }.map { letter("\($0)") }
        return .all([initialsPhrase(word)] + letters)
    }

    /// Finds the items that answer a query by this match or a better one, regardless of matches of
    /// the whole title.
    /// - Parameter isCertain: whether to find no other items. If texts have to be read for inch signs or
    ///   the ends of words (`SearchQuery.needsLook`), some items may then be missing.
    init(
        _ query: SearchQuery, atLeast match: SearchQuery.Match, isCertain: Bool = false
    ) {
        func either(_ word: SearchWord, _ one: (SearchSpelling) -> Self) -> Self {
            .any(Self.spellings(of: word, isCertain: isCertain).map(one))
        }
        self =
            switch match {
            case .title: .all([query.wholeTitle].compactMap(\.self).map(Self.title))
            case .word: .all(query.words.map { either($0) { Self.word($0) } })
            case .beginning: .all(query.words.map { either($0) { Self.beginning($0) } })
            case .part: .all(query.words.map { Self.part($0, isCertain: isCertain) })
            case .initials:
                .all(query.words.compactMap { Self.initials($0, isCertain: isCertain) })
            case .description:
                .all(query.words.map { Self.anywhere($0, isCertain: isCertain) })
            }
    }

    /// Finds the items with these words and one with this beginning, and some others; nil if the
    /// index cannot tell.
    init?(_ words: [SearchWord], _ beginning: UnfinishedWord, _ last: SearchWord) {
        var forms = beginning.forms.map { Self.beginning($0) }
        if forms.isEmpty, last.hasInitials, let initials = Self.initials(last) {
            forms = [initials]
        }
        guard !forms.isEmpty else { return nil }
        forms += beginning.synonyms.map { Self.beginning($0) }
        self = .all(words.map { Self.part($0) } + [.any(forms)])
    }

    private static func beginning(_ letters: String) -> SearchExpression {
        letters.unicodeScalars.count == 1
            ? token(.firstLetter, letters) : .prefix([SearchText.Mark.word.rawValue + letters])
    }

    private static func beginning(_ spelling: SearchSpelling) -> SearchExpression {
        guard spelling.reach < .wholeWords else { return word(spelling) }
        guard !spelling.text.isSingle || spelling.reach == .words else {
            return beginning(spelling.text.string)
        }
        let words = wordTokens(spelling.text)
        guard spelling.reach == .words else { return .any(words.map { .prefix($0) }) }
        return .any([word(spelling)] + words.flatMap { withDigits($0) })
    }

    /// The tokens with each digit appended to the last one, followed by anything.
    private static func withDigits(_ tokens: [String]) -> [SearchExpression] {
        (0...9).map { digit in
            var tokens = tokens
            tokens[tokens.count - 1] += "\(digit)"
            return .prefix(tokens)
        }
    }

    /// Finds the items that answer a query by exactly this match, and no others unless
    /// `SearchQuery.needsLook` says so.
    /// - Parameter match: nil for every match.
    init(_ query: SearchQuery, only match: SearchQuery.Match?) {
        func all(_ match: SearchQuery.Match) -> Self { Self(query, atLeast: match) }
        // The texts of items that are excluded here are never read.
        func certain(_ match: SearchQuery.Match) -> Self {
            Self(query, atLeast: match, isCertain: true)
        }
        func all(_ match: SearchQuery.Match, but better: SearchQuery.Match?) -> Self {
            let title = query.hasInitials ? nil : query.wholeTitle.map(Self.title)
            return all(match).excluding([better.map(certain), title].compactMap(\.self))
        }
        let canTellInitials = query.hasInitials && !query.needsLook(for: nil)
        let partOrInitials =
            canTellInitials ? certain(.part).or(certain(.initials)) : certain(.part)
        self =
            switch match {
            case .title: all(.title)
            case .word: all(.word, but: nil)
            case .beginning: all(.beginning, but: .word)
            case .part: all(.part, but: .beginning)
            case .initials: all(.initials).excluding([certain(.part)])
            case .description: all(.description).excluding([partOrInitials])
            case nil:
                query.hasInitials ? all(.description).or(all(.initials)) : all(.description)
            }
        self = excluding(query.terms.excludedWords.map { Self.anywhere($0, isCertain: true) })
    }
}

extension SearchText {
    fileprivate var string: String { String(decoding: letters, as: UTF8.self) }
}

extension SearchExpression {
    /// In the syntax of FTS5's `MATCH` (sqlite.org/fts5.html, section 3); there are only letters
    /// between the quotation marks.
    var fts5: String {
        switch self {
        case .sequence(let tokens): "\"" + tokens.joined(separator: " ") + "\""
        case .start(let tokens): "^\"" + tokens.joined(separator: " ") + "\""
        case .prefix(let tokens): "\"" + tokens.joined(separator: " ") + "\" *"
        case .all(let parts): "(" + parts.map(\.fts5).joined(separator: " AND ") + ")"
        case .any(let parts): "(" + parts.map(\.fts5).joined(separator: " OR ") + ")"
        case .first(let one, let other): "(\(one.fts5) NOT \(other.fts5))"
        }
    }
}
