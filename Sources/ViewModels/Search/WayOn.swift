import Market

/// A way on from a list that has nothing to show, or little.
public struct WayOn: Sendable {
    /// What it does.
    public let text: Phrase
    /// What is shown then.
    public let selection: ItemSelection

    /// To what is found of words as they were typed.
    static func exact(_ typed: SearchQuery, in selection: ItemSelection) -> WayOn {
        var exact = selection.with { $0.search = typed }
        exact.isExact = true
        return WayOn(
            text: Phrase(.exact, .phrase(Phrase(.quoted, .text(typed.text)))), selection: exact)
    }

    /// Of several words that are nowhere together so many are looked for each by itself.
    private static let mostWords = 3

    /// What of a selection stands in the way by itself of more than it finds; where it finds
    /// nothing and nothing stands in the way, all of it. What is looked for stays where it is
    /// found, but a hyphen by itself may be meant to leave the next word out; else words of it may leave
    /// others out, or be filters, and each may be found by itself, be it typed as one with another. Where
    /// English names several things, one of them may be found more often.
    /// - Parameters:
    ///   - count: how many items it finds.
    ///   - blocker: who looks at it, where they have blocked anybody; else nil.
    ///   - places: which names of neighbourhoods may stand among the words.
    static func all(
        from selection: ItemSelection, finding count: Int, for blocker: Account.ID?,
        in storage: any ItemStorage, _ places: PlaceDirectory
    ) async throws(StorageError) -> [WayOn] {
        var ways: [WayOn] = []
        /// The first of some that finds more, or each.
        func add(_ others: [WayOn], onlyFirst: Bool = false) async throws(StorageError) {
            for way in others {
                let query = ItemQuery(
                    filter: way.selection.filter, limit: count + 1, blocker: blocker)
                guard try await storage.items(query).items.count > count else { continue }
                ways.append(way)
                if onlyFirst { return }
            }
        }
        try await add(joined(selection))
        if count == 0 {
            let cut = try await cuttingWords(of: selection, in: storage, places)
            try await add(excluding(selection) + filtered(cut, in: places) + apart(cut))
        }
        try await add(singulars(selection), onlyFirst: true)
        if selection.filter.status == .unsold {
            try await add([
                WayOn(text: Phrase(.showSoldToo), selection: selection.with { $0.status = .any })
            ])
        }
        let filters = ActiveFilter.conditions(of: selection).filter {
            count == 0 || $0.condition != .search
        }
        let former = ways.count
        try await add(filters.filter(\.isExclusion).map(WayOn.init(without:)))
        // Several words that are left out may be in the way together.
        if count == 0, ways.count == former { try await add(withoutExclusions(selection)) }
        try await add(filters.filter { !$0.isExclusion }.map(WayOn.init(without:)))
        if ways.isEmpty, count == 0 {
            ways.append(WayOn(text: Phrase(.showEverything), selection: ItemSelection()))
        }
        return ways
    }
}

// MARK: - Where it may go on

extension WayOn {
    fileprivate init(without filter: ActiveFilter) {
        // Without the words of a search that says nothing else it is everything.
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

    private static func joined(_ selection: ItemSelection) -> [WayOn] {
        guard let other = selection.filter.search?.joiningHyphens else { return [] }
        return [WayOn(.lookFor, lookingFor: other, in: selection)]
    }

    /// To what is left out by words, left out by hyphens.
    private static func excluding(_ selection: ItemSelection) -> [WayOn] {
        guard let other = selection.filter.search?.hyphenatingExclusions else { return [] }
        return [WayOn(.lookFor, lookingFor: other, in: selection)]
    }

    /// To what is looked for where words of it are filters; none where none is. The name of a category is one
    /// only where there is no other.
    private static func filtered(
        _ selection: ItemSelection, in places: PlaceDirectory
    ) -> [WayOn] {
        let read =
            WordsAsFilters(in: selection, places)
            ?? WordsAsFilters(in: selection, places, withCategories: true)
        guard let words = read else { return [] }
        let text = words.selection.filter.search.map {
            Phrase(
                .lookForFiltered, .phrase(Phrase(.quoted, .text($0.text))),
                .phrase(words.filters))
        }
        return [
            WayOn(
                text: text ?? Phrase(.showFiltered, .phrase(words.filters)),
                selection: words.selection)
        ]
    }

    /// The same with words apart that were typed as one, be it with what a filter does; the same if none was.
    private static func cuttingWords(
        of selection: ItemSelection, in storage: any ItemStorage, _ places: PlaceDirectory
    ) async throws(StorageError) -> ItemSelection {
        guard let search = selection.filter.search else { return selection }
        let cut =
            search.cuttingFilters(in: places)
            ?? search.cuttingFilters(in: places, withCategories: true) ?? search
        let other = try await storage.splittingWords(of: cut) ?? cut
        return other == search ? selection : selection.with { $0.search = other }
    }

    /// To each of several words by itself.
    private static func apart(_ selection: ItemSelection) -> [WayOn] {
        guard let search = selection.filter.search else { return [] }
        let words = search.terms.wanted.split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else { return [] }
        return words.prefix(mostWords).compactMap { search.lookingFor(String($0)) }
            .map { WayOn(.onlyWord, lookingFor: $0, in: selection) }
    }

    private static func singulars(_ selection: ItemSelection) -> [WayOn] {
        (selection.filter.search?.singulars ?? [])
            .map { WayOn(.lookFor, lookingFor: $0, in: selection) }
    }

    /// None where one word is left out, or none is.
    private static func withoutExclusions(_ selection: ItemSelection) -> [WayOn] {
        guard let search = selection.filter.search, search.terms.exclusions.count > 1 else {
            return []
        }
        return [
            WayOn(
                text: Phrase(.without, .phrase(Phrase(.quoted, .text(search.terms.excluded)))),
                selection: selection.with { $0.search = search.withoutExclusions })
        ]
    }
}

extension ActiveFilter {
    /// Whether it is a word that is left out.
    fileprivate var isExclusion: Bool { condition == .search && selection.filter.search != nil }
}
