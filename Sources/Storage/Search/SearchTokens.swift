import CSQLite
import Market

/// How texts are found in an FTS5 index, whose own tokenizers know only whole words or three
/// letters and more: as tokens with a space behind each.
extension SearchText {
    /// Every letter with the next one, the last by itself: `원목 목의 의자 자 `.
    var bigrams: [UInt8] { Self.pairs(letters) + letters[lastLetter...] + Self.space }

    /// The letters within its words, the first ones left out, each once: `목 자 `.
    var innerLetters: [UInt8] {
        var seen: Set<ArraySlice<UInt8>> = []
        let starts = Set(wordStarts)
        return letterSlices.filter { !starts.contains($0.startIndex) && seen.insert($0).inserted }
            .flatMap { $0 + Self.space }
    }

    /// Every letter with the next one, of a text in which no letter is looked for by itself.
    var pairs: [UInt8] { Self.pairs(letters) }

    /// Its words, and their first letters, since so many words begin with a letter that it would take
    /// long to go through them all. Each with a mark: the same letters are tokens of other columns,
    /// and far more often there: `‸원목 ‹원 ‸의자 ‹의 `.
    var wordTokens: [UInt8] {
        var tokens: [UInt8] = []
        for number in wordStarts.indices {
            let word = letters[bounds(ofWord: number)]
            tokens += Self.wordMark
            tokens += word
            tokens += Self.space + Self.letterMark
            tokens += word[..<Self.end(ofLetterAt: word.startIndex, letters)]
            tokens += Self.space
        }
        return tokens
    }

    // No letters themselves, nor what FTS5 parts tokens at.
    private static let wordMark = Array("‸".utf8)
    private static let letterMark = Array("‹".utf8)

    /// The consonants that its letters begin with, each with the next one: `ㅇㅁ ㅁㅇ ㅇㅈ `; nothing
    /// where there is no Hangul.
    var initialPairs: [UInt8] {
        let initials = scalars.map(Hangul.initial)
        guard !initials.elementsEqual(scalars) || scalars.contains(where: Hangul.isConsonant) else {
            return []
        }
        return Self.pairs(initials)
    }

    static func pairs(_ scalars: [Unicode.Scalar]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return pairs(Array(String(text).utf8))
    }

    /// Each letter with the next.
    private static func pairs(_ letters: [UInt8]) -> [UInt8] {
        var tokens: [UInt8] = []
        tokens.reserveCapacity(letters.count * 3)
        var start = 0
        var middle = end(ofLetterAt: start, letters)
        while middle < letters.count {
            let end = end(ofLetterAt: middle, letters)
            tokens += letters[start..<end]
            tokens += space
            (start, middle) = (middle, end)
        }
        return tokens
    }

    private static let space = [UInt8(ascii: " ")]

    private var lastLetter: Int {
        letters.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    private var letterSlices: [ArraySlice<UInt8>] {
        var slices: [ArraySlice<UInt8>] = []
        var start = 0
        while start < letters.count {
            let end = Self.end(ofLetterAt: start, letters)
            slices.append(letters[start..<end])
            start = end
        }
        return slices
    }

    private static func end(ofLetterAt start: Int, _ letters: [UInt8]) -> Int {
        var place = start + 1
        while place < letters.count, letters[place] & 0xC0 == 0x80 { place += 1 }
        return Swift.min(place, letters.count)
    }
}

// MARK: - Functions of SQL

/// The functions that make tokens of a text, by their names in SQL.
private enum TokenFunction: String, CaseIterable {
    case bigrams, pairs, letters, words, initials

    func tokens(of text: SearchText) -> [UInt8] {
        switch self {
        case .bigrams: text.bigrams
        case .pairs: text.pairs
        case .letters: text.innerLetters
        case .words: text.wordTokens
        case .initials: text.initialPairs
        }
    }

    /// Each is a function of its own for SQLite, since a C function carries no value with it.
    var answer:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    {
        switch self {
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

/// What `MATCH` takes (sqlite.org/fts5.html, section 3), of letters only within its quotation marks.
struct SearchExpression {
    let text: String

    private init(_ text: String) {
        self.text = text
    }

    private static func all(_ parts: [SearchExpression]) -> SearchExpression {
        SearchExpression("(" + parts.map(\.text).joined(separator: " AND ") + ")")
    }

    private func excluding(_ other: SearchExpression) -> SearchExpression {
        SearchExpression("(\(text) NOT \(other.text))")
    }

    private func or(_ other: SearchExpression) -> SearchExpression {
        SearchExpression("(\(text) OR \(other.text))")
    }

    private static func phrase(_ tokens: [UInt8]) -> String {
        "\"" + String(decoding: tokens.dropLast(), as: UTF8.self) + "\""
    }

    /// Without what is wanted; see `SearchSchema.tokens`.
    var ofOffers: SearchExpression {
        excluding(SearchExpression("initials : \"wanted\""))
    }

    /// In the title, in one piece.
    static func part(_ text: SearchText) -> SearchExpression {
        SearchExpression(
            text.isSingle ? letter(text.string) : "title : \(phrase(text.pairs))")
    }

    /// Holds of the titles that are nothing else: the last letter of each is a token by itself, which
    /// no other letter is. With consonants standing for syllables, of those that begin so.
    private static func title(_ word: SearchWord) -> SearchExpression {
        guard word.hasInitials else {
            return SearchExpression("title : ^\(phrase(word.text.bigrams))")
        }
        let pairs = SearchText.pairs(word.scalars.map(Hangul.initial))
        return SearchExpression("initials : ^\(phrase(pairs))")
    }

    private static func letter(_ letter: String) -> String {
        "(letters : \"\(letter)\" OR words : \"‹\(letter)\")"
    }

    private static func anywhere(_ word: SearchWord) -> SearchExpression {
        guard word.isLookedForInDescriptions else { return part(word.text) }
        return SearchExpression("{title description} : \(phrase(word.text.pairs))")
    }

    /// Holds of all that have the word with its consonants standing for syllables, and of some
    /// others where letters of the word are none; nil where the index cannot tell.
    private static func initials(_ word: SearchWord) -> SearchExpression? {
        guard word.hasInitials else { return part(word.text) }
        guard !word.isSingleInitial else { return nil }
        let pairs = SearchText.pairs(word.scalars.map(Hangul.initial))
        let letters = word.scalars.filter { !Hangul.isConsonant($0) }.map { letter("\($0)") }
        return all((["initials : \(phrase(pairs))"] + letters).map(SearchExpression.init))
    }

    /// What holds of the items that answer a query so well or better.
    private init(_ query: SearchQuery, _ match: SearchQuery.Match) {
        self =
            switch match {
            case .title: .all([query.wholeTitle].compactMap(\.self).map(Self.title))
            case .word: .all(query.words.map { Self("words : \"‸\($0.text.string)\"") })
            case .beginning:
                .all(query.words.map { Self("words : \(Self.beginning($0.text.string))") })
            case .part: .all(query.words.map { .part($0.text) })
            case .initials: .all(query.words.compactMap(Self.initials))
            case .description: .all(query.words.map(Self.anywhere))
            }
    }

    /// What holds of the items with these words and one that begins so, and of some others; nil
    /// where that cannot be said.
    init?(_ words: [SearchWord], _ beginning: SearchBeginning, _ last: SearchWord) {
        var parts = words.map { Self.part($0.text) }
        let forms = beginning.forms
        if !forms.isEmpty {
            let tokens = forms.map(Self.beginning).joined(separator: " OR ")
            parts.append(Self("words : (\(tokens))"))
        } else if last.hasInitials {
            guard let initials = Self.initials(last) else { return nil }
            parts.append(initials)
        } else {
            return nil
        }
        self = .all(parts)
    }

    private static func beginning(_ letters: String) -> String {
        letters.unicodeScalars.count == 1 ? "\"‹\(letters)\"" : "\"‸\(letters)\" *"
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

extension SearchText {
    fileprivate var isSingle: Bool { lastLetter == 0 }
    fileprivate var string: String { String(decoding: letters, as: UTF8.self) }
}
