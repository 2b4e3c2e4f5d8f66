import Market

/// A link onwards from a list that shows nothing, or little.
public struct SearchAlternative: Sendable {
    /// Says what it leads to.
    public let text: Phrase
    /// The selection that it leads to.
    public let selection: ItemSelection

    /// Leads to a search for the words as they were typed.
    static func exact(_ typed: SearchQuery, in selection: ItemSelection) -> SearchAlternative {
        SearchAlternative(
            text: Phrase(.exact, .phrase(Phrase(.quoted, .text(typed.text)))),
            selection: selection.exactly(typed))
    }

    /// How many words that are not found together are each searched for alone.
    private static let mostWords = 3

    /// Links to selections that find more.
    ///
    /// What is found in other neighbourhoods comes first, with its count. Each other condition is
    /// removed if it alone hides more than the selection finds; if nothing is found and no link
    /// helps, everything is removed. The words stay if a title has them all, except that a lone
    /// hyphen may be meant to exclude the next word. Otherwise they may be read as excluding words
    /// or as filters, and each may be searched for alone, also if it was typed as one with another.
    /// English plurals are also searched for in the singular.
    /// - Parameters:
    ///   - page: everything that the selection finds.
    ///   - blocker: the viewer, if they have blocked anybody; else nil.
    ///   - places: the neighbourhoods whose names may stand among the words.
    static func all(
        from selection: ItemSelection, finding page: ItemPage, for blocker: Account.ID?,
        in storage: any ItemStorage, _ places: PlaceDirectory
    ) async throws(StorageError) -> [SearchAlternative] {
        let count = page.items.count
        var ways: [SearchAlternative] = []
        /// Adds the ways that find more than the selection, or only the first of them.
        func add(_ others: [SearchAlternative], onlyFirst: Bool = false) async throws(StorageError)
        {
            for way in others {
                let query = ItemQuery(
                    filter: way.selection.filter, limit: count + 1, blocker: blocker)
                guard try await storage.items(query).items.count > count else { continue }
                ways.append(way)
                if onlyFirst { return }
            }
        }
        let elsewhere = ActiveFilter.conditions(of: selection).first(where: \.isWhereOnly)
        if let elsewhere { try await add([beyondPlaces(elsewhere.selection, in: storage)]) }
        try await add(joined(selection))
        if count == 0 || page.isInDescriptionsOnly(selection.filter.search) {
            let cut = try await cuttingWords(of: selection, in: storage, places)
            try await add(excluding(selection) + filtered(cut, in: places) + apart(cut))
        }
        try await add(singulars(selection), onlyFirst: true)
        if selection.filter.status == .unsold {
            try await add([
                SearchAlternative(
                    text: Phrase(.showSoldToo), selection: selection.with { $0.status = .any })
            ])
        }
        let filters = ActiveFilter.conditions(of: selection).filter {
            !$0.isWhereOnly && (count == 0 || $0.condition != .search)
        }
        let former = ways.count
        try await add(filters.filter(\.isExclusion).map(SearchAlternative.init(without:)))
        // Several excluded words may together hide what is found.
        if count == 0, ways.count == former { try await add(withoutExclusions(selection)) }
        try await add(filters.filter { !$0.isExclusion }.map(SearchAlternative.init(without:)))
        if ways.isEmpty, count == 0 {
            ways.append(
                SearchAlternative(text: Phrase(.showEverything), selection: ItemSelection()))
        }
        return ways
    }
}

extension ItemList.Output {
    /// The alternative that an empty page leads with: one that still looks for what was asked for, and
    /// finds some of it on offer; nil if there is none.
    public var leadingAlternative: SearchAlternative? { leadingPlace.map { alternatives[$0] } }

    /// The alternatives without `leadingAlternative`.
    public var otherAlternatives: [SearchAlternative] {
        var others = alternatives
        if let leadingPlace { others.remove(at: leadingPlace) }
        return others
    }

    private var leadingPlace: Int? {
        let asked = selection.filter
        return alternatives.firstIndex { way in
            let filter = way.selection.filter
            return !way.selection.isPlain && filter.status == asked.status
                && (filter.search != nil || asked.search == nil)
        }
    }
}

// MARK: - Where it may go on

extension SearchAlternative {
    fileprivate init(without filter: ActiveFilter) {
        // For a selection with nothing but a search, this is the list of everything.
        let isAll =
            filter.condition == .search && !filter.selection.isFiltered
            && filter.selection.filter.category == nil
        self.init(
            text: isAll ? Phrase(.showEverything) : Phrase(.without, .phrase(filter.name)),
            selection: filter.selection)
    }

    init(
        _ text: Phrase.Key, lookingFor search: SearchQuery, in selection: ItemSelection
    ) {
        self.init(
            text: Phrase(text, .phrase(Phrase(.quoted, .text(search.text)))),
            selection: selection.with { $0.search = search })
    }

    /// To the same in all neighbourhoods, with how much is found there.
    private static func beyondPlaces(
        _ selection: ItemSelection, in storage: any ItemStorage
    ) async throws(StorageError) -> SearchAlternative {
        let counts = try await storage.itemCounts(selection.filter)
        let hits = HitCount(counts, of: selection.filter.category)
        return SearchAlternative(
            text: Phrase(.inOtherPlaces, .phrase(hits.phrase)), selection: selection)
    }

    private static func joined(_ selection: ItemSelection) -> [SearchAlternative] {
        guard let other = selection.filter.search?.joiningHyphens else { return [] }
        return [SearchAlternative(.lookFor, lookingFor: other, in: selection)]
    }

    /// To a search with hyphens before the words that it excludes in words.
    private static func excluding(_ selection: ItemSelection) -> [SearchAlternative] {
        guard let other = selection.filter.search?.hyphenatingExclusions else { return [] }
        return [SearchAlternative(.lookFor, lookingFor: other, in: selection)]
    }

    /// To a search with words that name filters read as such; none if no word does. The name of a category
    /// is read as a filter only if no word names another filter.
    private static func filtered(
        _ selection: ItemSelection, in places: PlaceDirectory
    ) -> [SearchAlternative] {
        let read = [false, true].lazy
            .compactMap { WordsAsFilters(in: selection, places, withCategories: $0) }
            .first { $0.filters != nil }
        guard let words = read, let filters = words.filters else { return [] }
        let text = words.selection.filter.search.map {
            Phrase(
                .lookForFiltered, .phrase(Phrase(.quoted, .text($0.text))), .phrase(filters))
        }
        return [
            SearchAlternative(
                text: text ?? Phrase(.showFiltered, .phrase(filters)), selection: words.selection)
        ]
    }

    /// The selection with words that were typed as one separated, also those that name filters. Returns the
    /// selection unchanged if there are none.
    private static func cuttingWords(
        of selection: ItemSelection, in storage: any ItemStorage, _ places: PlaceDirectory
    ) async throws(StorageError) -> ItemSelection {
        guard let search = selection.filter.search else { return selection }
        var cut = try await search.cuttingFilters(in: places, ofWordsMissingIn: storage)
        if cut == nil {
            cut = try await search.cuttingFilters(
                in: places, withCategories: true, ofWordsMissingIn: storage)
        }
        let apart = cut ?? search
        let other = try await storage.splittingWords(of: apart) ?? apart
        return other == search ? selection : selection.with { $0.search = other }
    }

    /// To a search for each of several words alone.
    private static func apart(_ selection: ItemSelection) -> [SearchAlternative] {
        guard let search = selection.filter.search else { return [] }
        let words = search.terms.tellingWords
        guard words.count > 1 else { return [] }
        return words.compactMap { search.lookingFor($0) }.filter(\.isWorthOffering)
            .prefix(mostWords).map { SearchAlternative(.onlyWord, lookingFor: $0, in: selection) }
    }

    private static func singulars(_ selection: ItemSelection) -> [SearchAlternative] {
        (selection.filter.search?.singulars ?? [])
            .map { SearchAlternative(.lookFor, lookingFor: $0, in: selection) }
    }

    /// To the search without its exclusions; none if it has fewer than two.
    private static func withoutExclusions(_ selection: ItemSelection) -> [SearchAlternative] {
        guard let search = selection.filter.search, search.terms.exclusions.count > 1 else {
            return []
        }
        return [
            SearchAlternative(
                text: Phrase(.without, .phrase(Phrase(.quoted, .text(search.terms.excluded)))),
                selection: selection.with { $0.search = search.withoutExclusions })
        ]
    }
}

extension SearchQuery {
    /// False for a single syllable, which is part of too many words, unless it names a thing, as `책`.
    var isWorthOffering: Bool {
        let word = terms.wanted
        return word.count > 1 || word.allSatisfy(\.isASCII) || SearchText(word).namesThing
    }
}

extension ActiveFilter {
    /// Whether it is an excluded word.
    fileprivate var isExclusion: Bool { condition == .search && selection.filter.search != nil }

    /// Whether it is the neighbourhoods of a list that has other conditions, too.
    fileprivate var isWhereOnly: Bool { condition == .place && selection.isFiltered }
}
