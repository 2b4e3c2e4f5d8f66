import Market

extension SearchInterpretation {
    /// What is shown instead of what was typed.
    struct Found {
        let selection: ItemSelection
        /// Tells on the page what is shown instead; nil if the words only ask for an order and another one
        /// was chosen.
        let text: Phrase?
        /// Leads back to what was typed, or to the words left out of it; nil when nobody can have
        /// meant that, as `dmlwk`, or it finds nothing.
        let way: SearchAlternative?
        /// Whether `text` is true only if something is found.
        let tellsOfHits: Bool
        /// Whether it is shown even if it finds nothing, and the words as typed find something.
        var isCertain = false

        init(
            _ search: SearchQuery, insteadOf typed: SearchQuery, in selection: ItemSelection,
            readAs read: ItemSelection? = nil, isDoubtful: Bool = true
        ) {
            self.selection = (read ?? selection).with { $0.search = search }
            text = Phrase(
                .foundInstead, .phrase(Phrase(.quoted, .text(typed.text))),
                .phrase(Phrase(.quoted, .text(search.text))))
            way = isDoubtful ? SearchAlternative.exact(typed, in: selection) : nil
            tellsOfHits = true
        }

        init(
            _ words: WordsAsFilters, insteadOf typed: SearchQuery, in selection: ItemSelection
        ) {
            self.selection = words.selection.read(
                from: selection.filter, seeking: words.selection.filter.search)
            let order = words.selection.order == .lowestPrice ? Phrase(.readAsOrder) : nil
            text = words.filters.map { Phrase(.readAsFilters, .phrase($0)) } ?? order
            way = SearchAlternative.exact(typed, in: selection)
            // Nothing is sorted if nothing is found, but filters are as they are said to be.
            tellsOfHits = words.filters == nil
            isCertain = words.selection.filter.neighbourhoods != selection.filter.neighbourhoods
        }

        /// - Parameters:
        ///   - words: the words that were found, besides those read as filters.
        ///   - leftOut: a search for the words left out; nil when they find nothing by themselves.
        init(
            _ words: RelaxedSearch, of sought: SearchQuery, leadingTo leftOut: SearchQuery?,
            in selection: ItemSelection, typedAs typed: ItemFilter
        ) {
            func quoted(_ text: String) -> Phrase.Argument {
                .phrase(Phrase(.quoted, .text(text)))
            }
            self.selection = selection.with { $0.search = words.search }
                .read(from: typed, seeking: sought)
            text = Phrase(.wordsLeftOut, quoted(words.leftOut), quoted(words.search.text))
            way = leftOut.map { SearchAlternative(.onlyWord, lookingFor: $0, in: selection) }
            tellsOfHits = true
        }
    }
}

/// A search with words that name filters read as such: of `망원동 의자`, chairs in that neighbourhood.
struct WordsAsFilters {
    let selection: ItemSelection
    /// The names of these filters; nil if the words name only an order.
    let filters: Phrase?

    /// Nil when no word names a filter or an order.
    /// - Parameter withCategories: whether the name of a category is read as a filter as well.
    init?(
        in selection: ItemSelection, _ places: PlaceDirectory, withCategories: Bool = false
    ) {
        let read = selection.filter.readingWords(in: places, withCategories: withCategories)
        guard let filter = read else { return nil }
        self.selection = selection.with { $0 = filter }
        let former = ActiveFilter.conditions(of: selection).map(\.name)
        let names = ActiveFilter.conditions(of: self.selection)
            .filter { $0.condition != .search }
            .map(\.name).filter { !former.contains($0) }
        guard !names.isEmpty || selection.filter.search?.asksForLowestPrice == true else {
            return nil
        }
        filters = names.first.map { first in
            names.dropFirst().reduce(first) { Phrase(.bothFilters, .phrase($0), .phrase($1)) }
        }
    }
}
