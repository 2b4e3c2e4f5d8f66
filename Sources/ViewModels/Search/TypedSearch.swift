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

extension ListRequest {
    /// The same request in the words that were typed before they were read as filters. The form for filters
    /// sends each filter by itself, so the words would be lost. Returns nil if the words no longer mean what
    /// the request asks for, as when another neighbourhood was chosen instead.
    func asked(inWords typed: String, _ places: PlaceDirectory) -> ListRequest? {
        guard !typed.isEmpty, !selection.isExact, let search = TypedSearch(typed).query,
            search != selection.filter.search
        else { return nil }
        for withCategories in [false, true] {
            let cut = search.cuttingFilters(in: places, withCategories: withCategories)
            for words in [search, cut].compactMap(\.self) {
                let said = ItemFilter(search: words).readingWords(
                    in: places, withCategories: withCategories)
                var filter = selection.filter.without(said)
                filter.search = words
                let read = filter.readingWords(in: places, withCategories: withCategories)
                guard selection.filter.isAlike(read ?? filter) else { continue }
                filter.search = search
                return asked(inWords: typed, by: filter)
            }
        }
        return nil
    }

    private func asked(inWords typed: String, by filter: ItemFilter) -> ListRequest {
        var other = self
        other.read(selection.with { $0 = filter })
        if let order { other.selection.order = order }
        other.typed = TypedSearch.shown(typed)
        return other
    }
}

extension ItemFilter {
    /// The filter without the conditions that the words named, if any.
    fileprivate func without(_ said: ItemFilter?) -> ItemFilter {
        guard let said else { return self }
        var rest = self
        if said.category != nil { rest.category = nil }
        if !said.neighbourhoods.isEmpty { rest.neighbourhoods = [] }
        if said.purpose != nil { rest.purpose = nil }
        if said.status != .any { rest.status = .unsold }
        if said.isFree || said.hasPriceRange {
            rest.isFree = false
            rest.setPrices(nil, nil)
        }
        return rest
    }

    /// Whether both filters are equal, apart from the spaces between the words of their searches.
    fileprivate func isAlike(_ other: ItemFilter) -> Bool {
        var same = other
        same.search = search
        let (one, another) = (SearchText(search?.text ?? ""), SearchText(other.search?.text ?? ""))
        return same == self && one.letters == another.letters
    }
}
