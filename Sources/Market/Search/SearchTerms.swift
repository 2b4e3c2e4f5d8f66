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

    /// Takes a text apart, as much of it as is looked for.
    public init(_ text: String) {
        let text = String(text.prefix(SearchQuery.longest))
        let words = text.split(whereSeparator: \.isWhitespace)
        let excluded = words.filter(Self.isExcluded)
        guard !excluded.isEmpty else {
            (wanted, self.excluded, excludedWords) = (text, "", [])
            return
        }
        wanted = words.filter { !Self.isExcluded($0) }.joined(separator: " ")
        self.excluded = excluded.joined(separator: " ")
        var texts: [SearchText] = []
        for word in excluded {
            let text = SearchText(String(word))
            if !texts.contains(text) { texts.append(text) }
        }
        excludedWords = texts.prefix(SearchQuery.mostWords).map { SearchWord($0) }
    }

    /// Whether a title has a word that is left out.
    public func exclude(_ title: SearchText) -> Bool {
        excludedWords.contains { $0.isPart(of: title) }
    }

    private static func isExcluded(_ word: Substring) -> Bool {
        guard let first = word.unicodeScalars.first, isHyphen(first) else { return false }
        return !SearchText(String(word)).isEmpty
    }

    /// Any dash, as phones make one of a hyphen or two, and the sign for minus.
    private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
    }
}
