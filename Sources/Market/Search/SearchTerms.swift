/// What somebody has typed to look for, taken apart: of `의자 -이케아` the word `의자` is wanted, and
/// `이케아` left out.
///
/// A hyphen in front of a word leaves it out, whatever the word is: `-13`, `-20000`. Within a word, as in
/// `에어팟-프로`, or by itself, as in `1만 - 2만`, it is no more than any other sign.
public struct SearchTerms: Sendable {
    /// What is to be there, as typed.
    public let wanted: String
    /// What is not, as typed, each word behind its hyphen; empty where nothing is left out.
    public let excluded: String
    /// The words of that, none twice. Each is taken as it stands: its consonants mean themselves.
    public let excludedWords: [SearchWord]
    /// The same as typed, each behind its hyphen.
    public let exclusions: [String]
    /// Whether there are more of these than are left out.
    public let hasMoreExclusions: Bool

    /// Takes a text apart, as much of it as is looked for.
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

    /// Whether a title has a word that is left out.
    public func exclude(_ title: SearchText) -> Bool {
        excludedWords.contains { $0.isPart(of: title) }
    }

    fileprivate static func isExcluded(_ word: Substring) -> Bool {
        guard let first = word.unicodeScalars.first, isHyphen(first) else { return false }
        return !SearchText(String(word)).isEmpty
    }

    /// Any dash, as phones make one of a hyphen or two, and the sign for minus.
    private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
    }

    /// Whether nothing else is in it.
    fileprivate static func isHyphen(_ word: Substring) -> Bool {
        word.unicodeScalars.allSatisfy(isHyphen)
    }
}

extension SearchQuery {
    /// The same with one of its exclusions taken off, however often that was typed.
    public func without(_ exclusion: String) -> SearchQuery {
        let leftOut = SearchText(exclusion)
        let rest = text.split(whereSeparator: \.isWhitespace).filter { word in
            !SearchTerms.isExcluded(word) || SearchText(String(word)) != leftOut
        }
        return SearchQuery(rest.joined(separator: " ")) ?? self
    }

    /// The same with the words left out that a hyphen stands in front of, and a space between: `의자
    /// -이케아` of `의자 - 이케아`. Nil where there is none. It is no more than what may be meant: such a
    /// hyphen stands in titles, too, and in front of a digit in a range.
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
