import Market

/// What somebody has typed into a field to look for something, made sense of.
public struct TypedSearch: Sendable {
    /// As the field shows it again: no longer than what is looked for.
    public let text: String
    /// Nil where nothing is looked for.
    public let query: SearchQuery?
    /// What of it is left out, and why; nil where nothing is.
    public let note: Phrase?

    init(_ typed: String) {
        let line = typed.trimmedLine
        text = Self.shown(typed)
        query = SearchQuery(line)
        if line.isEmpty {
            note = nil
        } else if query == nil {
            let isExcluded = !SearchTerms(line).excluded.isEmpty
            note = Phrase(isExcluded ? .onlyExcluded : .nothingToLookFor)
        } else if query?.terms.hasMoreExclusions == true {
            // That the text is cut the field shows by itself.
            note = Phrase(.excludedTooMany, SearchQuery.mostWords)
        } else {
            let isCut = line.count > SearchQuery.longest
            note = isCut ? Phrase(.searchTextCut, SearchQuery.longest) : nil
        }
    }

    /// As a field shows it again.
    static func shown(_ typed: String) -> String {
        String(typed.prefix(SearchQuery.longest)).trimmedLine
    }
}
