/// A typed search, split into wanted and excluded words: `의자 -이케아` wants `의자` and excludes `이케아`.
///
/// A hyphen before a word excludes it, whatever the word is: `-13`, `-20000`. Within a word, as in
/// `에어팟-프로`, or by itself, as in `1만 - 2만`, a hyphen is treated as any other sign.
public struct SearchTerms: Sendable {
    /// The wanted words, as typed.
    public let wanted: String
    /// The excluded words with their hyphens, as typed; empty if there are none.
    public let excluded: String
    /// The excluded words, without duplicates. They are taken literally: consonants stand for themselves.
    public let excludedWords: [SearchWord]
    /// The same words as typed, with their hyphens.
    public let exclusions: [String]
    /// Whether more words than the maximum were typed as excluded.
    public let hasMoreExclusions: Bool

    /// Splits a text, after cutting it to the maximum length of a search.
    public init(_ text: String) {
        let text = String(text.prefix(SearchQuery.longest))
        let words = text.split(whereSeparator: \.isWhitespace)
        let excluded = words.filter(Self.isExcluded)
        guard !excluded.isEmpty else {
            (wanted, self.excluded, excludedWords, exclusions) = (text, "", [], [])
            hasMoreExclusions = false
            return
        }
        wanted = words.filter { !Self.isExcluded($0) }.joined(separator: " ")
        self.excluded = excluded.joined(separator: " ")
        var leftOut: [(text: SearchText, typed: String)] = []
        for word in excluded {
            let text = SearchText(String(word))
            if !leftOut.contains(where: { $0.text == text }) {
                leftOut.append((text, String(word)))
            }
        }
        hasMoreExclusions = leftOut.count > SearchQuery.mostWords
        leftOut = Array(leftOut.prefix(SearchQuery.mostWords))
        excludedWords = leftOut.map { SearchWord($0.text) }
        exclusions = leftOut.map(\.typed)
    }

    /// English words that say nothing about a thing, which no Korean title has.
    private static let smallWords: Set = ["and", "or", "with", "the", "a", "an", "for"]

    /// The wanted words, as typed, without `and`, `the` and the like, unless there are no others.
    public var tellingWords: [String] {
        let words = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        let telling = words.filter { !Self.smallWords.contains($0.lowercased()) }
        return telling.contains { !SearchText($0).isEmpty } ? telling : words
    }

    /// Whether a title contains an excluded word.
    public func exclude(_ title: SearchText) -> Bool {
        excludedWords.contains { $0.isPart(of: title) }
    }

    fileprivate static func isExcluded(_ word: Substring) -> Bool {
        guard let first = word.unicodeScalars.first, isHyphen(first) else { return false }
        return !SearchText(String(word)).isEmpty
    }

    /// Any dash, since phones turn one or two hyphens into one, and the minus sign.
    private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
    }

    /// Whether the word consists of nothing but hyphens.
    fileprivate static func isHyphen(_ word: Substring) -> Bool {
        word.unicodeScalars.allSatisfy(isHyphen)
    }
}

extension SearchQuery {
    /// The same search without one of its exclusions, however often that was typed.
    public func without(_ exclusion: String) -> SearchQuery {
        let leftOut = SearchText(exclusion)
        let rest = text.split(whereSeparator: \.isWhitespace).filter { word in
            !SearchTerms.isExcluded(word) || SearchText(String(word)) != leftOut
        }
        return SearchQuery(rest.joined(separator: " ")) ?? self
    }

    /// The same search with hyphens that have a space on both sides joined to the word after them:
    /// `의자 - 이케아` becomes `의자 -이케아`. Nil if there are none. Only a guess at the meaning: such
    /// hyphens also occur in titles, and before a digit in ranges.
    public var joiningHyphens: SearchQuery? {
        var words: [String] = []
        var hyphen: Substring?
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !words.isEmpty, SearchTerms.isHyphen(word) {
                hyphen = word
                continue
            }
            if let hyphen {
                let isJoined = word.first?.isNumber == false && !SearchTerms.isExcluded(word)
                words.append(isJoined ? "-\(word)" : "\(hyphen) \(word)")
            } else {
                words.append(String(word))
            }
            hyphen = nil
        }
        guard let other = SearchQuery(words.joined(separator: " ")),
            other.terms.excluded != terms.excluded
        else { return nil }
        return other
    }
}
