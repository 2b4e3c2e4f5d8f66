import CSQLite
import Market

/// How texts are found in an FTS5 index, whose own tokenizers know only whole words or three
/// letters and more: as tokens with a space behind each.
extension SearchText {
    /// What stands in front of tokens that are no pairs of a title, for the same letters are those,
    /// too: no letters themselves, nor what FTS5 parts tokens at.
    enum Mark: String {
        case word = "‸"
        /// So many words begin with a letter that it would take long to go through them all.
        case firstLetter = "‹"
        case innerLetter = "›"
        /// The consonants that letters begin with.
        case initials = "‥"
        case description = "…"
    }

    /// All that a title is found by, the pairs first:
    /// `원목 목의 의자 자 ‸원목 ‹원 ‸의자 ‹의 ›목 ›자 ‥ㅇㅁ ‥ㅁㅇ ‥ㅇㅈ `.
    var titleTokens: [UInt8] {
        bigrams + wordTokens + innerLetters(.innerLetter) + initialPairs(.initials)
    }

    /// All that a description is found by: `…튼튼 …튼해 `.
    var descriptionTokens: [UInt8] { Self.pairs(letters, .description) }

    /// Every letter with the next one, the last by itself: `원목 목의 의자 자 `.
    var bigrams: [UInt8] { pairs + letters[lastLetter...] + CollectionOfOne(Self.space) }

    /// The letters within its words, the first ones left out, each once: `목 자 `.
    func innerLetters(_ mark: Mark? = nil) -> [UInt8] {
        var inner: [Range<Int>] = []
        for word in wordStarts.indices {
            let word = bounds(ofWord: word)
            var start = Self.end(ofLetterAt: word.lowerBound, letters)
            while start < word.upperBound {
                let letter = start..<Self.end(ofLetterAt: start, letters)
                let isNew = !inner.contains { letters[$0] == letters[letter] }
                if isNew { inner.append(letter) }
                start = letter.upperBound
            }
        }
        let mark = Self.bytes(of: mark)
        return Self.tokens(letters.count * 5) { tokens in
            for letter in inner { Self.add(mark, letters, letter, to: &tokens) }
        }
    }

    /// Every letter with the next one, of a text in which no letter is looked for by itself.
    var pairs: [UInt8] { Self.pairs(letters) }

    /// Its words, and their first letters: `‸원목 ‹원 ‸의자 ‹의 `.
    var wordTokens: [UInt8] {
        let (wordMark, letterMark) = (Self.bytes(of: .word), Self.bytes(of: .firstLetter))
        return Self.tokens(letters.count * 10) { tokens in
            for number in wordStarts.indices {
                let word = bounds(ofWord: number)
                Self.add(wordMark, letters, word, to: &tokens)
                let end = Self.end(ofLetterAt: word.lowerBound, letters)
                Self.add(letterMark, letters, word.lowerBound..<end, to: &tokens)
            }
        }
    }

    /// The consonants that its letters begin with, each with the next one: `ㅇㅁ ㅁㅇ ㅇㅈ `; nothing
    /// where there is no Hangul.
    func initialPairs(_ mark: Mark? = nil) -> [UInt8] {
        let scalars = scalars
        let initials = scalars.map(Hangul.initial)
        guard initials != scalars || scalars.contains(where: Hangul.isConsonant) else { return [] }
        return Self.pairs(initials, mark)
    }

    static func pairs(_ scalars: [Unicode.Scalar], _ mark: Mark? = nil) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(scalars.count * 4)
        for scalar in scalars { letters += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        return pairs(letters, mark)
    }

    /// Each letter with the next.
    private static func pairs(_ letters: [UInt8], _ mark: Mark? = nil) -> [UInt8] {
        let mark = bytes(of: mark)
        return tokens(letters.count * (mark.isEmpty ? 3 : 6)) { tokens in
            var start = 0
            var middle = end(ofLetterAt: start, letters)
            while middle < letters.count {
                let end = end(ofLetterAt: middle, letters)
                add(mark, letters, start..<end, to: &tokens)
                (start, middle) = (middle, end)
            }
        }
    }

    private static func bytes(of mark: Mark?) -> [UInt8] {
        mark.map { Array($0.rawValue.utf8) } ?? []
    }

    /// - Parameter count: bytes that they take at most.
    private static func tokens(
        _ count: Int, _ add: (inout OutputSpan<UInt8>) -> Void
    ) -> [UInt8] {
        [UInt8](capacity: count, initializingWith: add)
    }

    /// Adds a token, and the space behind it.
    private static func add(
        _ mark: [UInt8], _ letters: [UInt8], _ part: Range<Int>, to tokens: inout OutputSpan<UInt8>
    ) {
        for byte in mark { tokens.append(byte) }
        for place in part { tokens.append(letters[place]) }
        tokens.append(space)
    }

    private static let space = UInt8(ascii: " ")

    private var lastLetter: Int {
        letters.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    private static func end(ofLetterAt start: Int, _ letters: [UInt8]) -> Int {
        var place = start + 1
        while place < letters.count, letters[place] & 0xC0 == 0x80 { place += 1 }
        return Swift.min(place, letters.count)
    }
}

// MARK: - Functions of SQL

/// The functions that make tokens of a text, by their names in SQL. The index was filled by the latter
/// five until version 18.
private enum TokenFunction: String, CaseIterable {
    case title = "title_tokens"
    case description = "description_tokens"
    case bigrams, pairs, letters, words, initials

    func tokens(of text: SearchText) -> [UInt8] {
        switch self {
        case .title: text.titleTokens
        case .description: text.descriptionTokens
        case .bigrams: text.bigrams
        case .pairs: text.pairs
        case .letters: text.innerLetters()
        case .words: text.wordTokens
        case .initials: text.initialPairs()
        }
    }

    /// Each is a function of its own for SQLite, since a C function carries no value with it.
    var answer:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    {
        switch self {
        case .title: { TokenFunction.title.answer($0, $2) }
        case .description: { TokenFunction.description.answer($0, $2) }
        case .bigrams: { TokenFunction.bigrams.answer($0, $2) }
        case .pairs: { TokenFunction.pairs.answer($0, $2) }
        case .letters: { TokenFunction.letters.answer($0, $2) }
        case .words: { TokenFunction.words.answer($0, $2) }
        case .initials: { TokenFunction.initials.answer($0, $2) }
        }
    }

    private func answer(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        let start = sqlite3_value_blob(values?.pointee)
        let count = Int(sqlite3_value_bytes(values?.pointee))
        let text = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        tokens(of: SearchText(text)).withUnsafeBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self)
            jangteo_result_text(context, characters.baseAddress, UInt64(characters.count))
        }
    }
}

extension SearchText {
    /// Gives a connection the functions that the triggers call.
    /// - Returns: SQLite's result code.
    static func addFunctions(to connection: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        for function in TokenFunction.allCases {
            let code = sqlite3_create_function_v2(
                connection, function.rawValue, 1, flags, nil, function.answer, nil, nil, nil)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }
}

// MARK: - Queries

/// What the index is asked for: tokens, of which each engine has its own way to write.
indirect enum SearchExpression {
    /// Tokens that stand one behind the other.
    case sequence([String])
    /// The same at the start of all.
    case start([String])
    /// A token that begins so.
    case prefix(String)
    case all([SearchExpression])
    case either(SearchExpression, SearchExpression)
    case first(SearchExpression, without: SearchExpression)

    private func excluding(_ other: SearchExpression) -> SearchExpression {
        .first(self, without: other)
    }

    private func or(_ other: SearchExpression) -> SearchExpression { .either(self, other) }

    private static func phrase(_ tokens: [UInt8]) -> SearchExpression {
        .sequence(Self.split(tokens))
    }

    private static func split(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    }

    /// Without what is wanted; see `SearchSchema.index`.
    var ofOffers: SearchExpression { excluding(.sequence(["wanted"])) }

    /// In the title, in one piece.
    static func part(_ text: SearchText) -> SearchExpression {
        text.isSingle ? letter(text.string) : phrase(text.pairs)
    }

    /// Holds of the titles that are nothing else: the last letter of each is a token by itself, which
    /// no other letter is. With consonants standing for syllables, of all that have them.
    private static func title(_ word: SearchWord) -> SearchExpression {
        word.hasInitials ? initialsPhrase(word) : .start(split(word.text.bigrams))
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

    private static func anywhere(_ word: SearchWord) -> SearchExpression {
        let part = part(word.text)
        guard word.isLookedForInDescriptions else { return part }
        return part.or(phrase(word.text.descriptionTokens))
    }

    /// Holds of all that have the word with its consonants standing for syllables, and of some
    /// others where letters of the word are none; nil where the index cannot tell.
    private static func initials(_ word: SearchWord) -> SearchExpression? {
        guard word.hasInitials else { return part(word.text) }
        guard !word.isSingleInitial else { return nil }
        let letters = word.scalars.filter { !Hangul.isConsonant($0) }.map { letter("\($0)") }
        return .all([initialsPhrase(word)] + letters)
    }

    /// What holds of the items that answer a query so well or better.
    private init(_ query: SearchQuery, _ match: SearchQuery.Match) {
        self =
            switch match {
            case .title: .all([query.wholeTitle].compactMap(\.self).map(Self.title))
            case .word: .all(query.words.map { Self.token(.word, $0.text.string) })
            case .beginning: .all(query.words.map { Self.beginning($0.text.string) })
            case .part: .all(query.words.map { .part($0.text) })
            case .initials: .all(query.words.compactMap(Self.initials))
            case .description: .all(query.words.map(Self.anywhere))
            }
    }

    /// What holds of the items with these words and one that begins so, and of some others; nil
    /// where that cannot be said.
    init?(_ words: [SearchWord], _ beginning: SearchBeginning, _ last: SearchWord) {
        var parts = words.map { Self.part($0.text) }
        let forms = beginning.forms.map(Self.beginning)
        if let form = forms.first {
            parts.append(forms.dropFirst().reduce(form) { $0.or($1) })
        } else if last.hasInitials {
            guard let initials = Self.initials(last) else { return nil }
            parts.append(initials)
        } else {
            return nil
        }
        self = .all(parts)
    }

    private static func beginning(_ letters: String) -> SearchExpression {
        letters.unicodeScalars.count == 1
            ? token(.firstLetter, letters) : .prefix(SearchText.Mark.word.rawValue + letters)
    }

    /// What holds of the items that answer a query so and no better, and of no others but where
    /// `SearchQuery.needsLook` says so.
    /// - Parameter match: nil for all that answer it.
    init(_ query: SearchQuery, only match: SearchQuery.Match?) {
        func all(_ match: SearchQuery.Match) -> Self { Self(query, match) }
        func all(_ match: SearchQuery.Match, but better: SearchQuery.Match?) -> Self {
            let title = query.hasInitials ? nil : query.wholeTitle.map(Self.title)
            let others = [better.map(all), title].compactMap(\.self)
            guard let first = others.first else { return all(match) }
            return all(match).excluding(others.dropFirst().reduce(first) { $0.or($1) })
        }
        let canTellInitials = query.hasInitials && !query.needsLook(for: nil)
        let partOrInitials = canTellInitials ? all(.part).or(all(.initials)) : all(.part)
        self =
            switch match {
            case .title: all(.title)
            case .word: all(.word, but: nil)
            case .beginning: all(.beginning, but: .word)
            case .part: all(.part, but: .beginning)
            case .initials: all(.initials).excluding(all(.part))
            case .description: all(.description).excluding(partOrInitials)
            case nil:
                query.hasInitials ? all(.description).or(all(.initials)) : all(.description)
            }
    }
}

extension SearchExpression {
    /// As FTS5's `MATCH` takes it (sqlite.org/fts5.html, section 3): of letters only within its
    /// quotation marks.
    var fts5: String {
        switch self {
        case .sequence(let tokens): "\"" + tokens.joined(separator: " ") + "\""
        case .start(let tokens): "^\"" + tokens.joined(separator: " ") + "\""
        case .prefix(let token): "\"\(token)\" *"
        case .all(let parts): "(" + parts.map(\.fts5).joined(separator: " AND ") + ")"
        case .either(let one, let other): "(\(one.fts5) OR \(other.fts5))"
        case .first(let one, let other): "(\(one.fts5) NOT \(other.fts5))"
        }
    }
}

extension SearchText {
    fileprivate var isSingle: Bool { lastLetter == 0 }
    fileprivate var string: String { String(decoding: letters, as: UTF8.self) }
}
