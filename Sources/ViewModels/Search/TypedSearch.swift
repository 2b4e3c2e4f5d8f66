import Market

/// The text of a search field, and the search that it means.
public struct TypedSearch: Sendable {
    /// The text as the field shows it again, no longer than what is searched for.
    public let text: String
    /// The search; nil when there is nothing to search for.
    public let query: SearchQuery?
    /// What of the text is left out, and why; nil for nothing.
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
            // The field itself shows that the text was cut.
            note = Phrase(.excludedTooMany, SearchQuery.mostWords)
        } else {
            let isCut = line.count > SearchQuery.longest
            note = isCut ? Phrase(.searchTextCut, SearchQuery.longest) : nil
        }
    }

    /// The text as a field shows it again.
    static func shown(_ typed: String) -> String {
        String(typed.prefix(SearchQuery.longest)).trimmedLine
    }
}
