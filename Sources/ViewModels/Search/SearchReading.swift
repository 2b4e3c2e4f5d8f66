import Market

/// What somebody may have meant whose words are nowhere.
struct SearchReading {
    let storage: any ItemStorage
    /// Which names of neighbourhoods may stand among the words.
    let places: PlaceDirectory

    /// What is shown instead.
    struct Found {
        let selection: ItemSelection
        /// That it is, as the page says it.
        let text: Phrase
        /// Back to what was typed; nil where nobody can mean that, as `dmlwk`.
        let exact: WayOn?

        fileprivate init(
            _ search: SearchQuery, insteadOf typed: SearchQuery, in selection: ItemSelection,
            isDoubtful: Bool = true
        ) {
            self.selection = selection.with { $0.search = search }
            text = Phrase(
                .foundInstead, .phrase(Phrase(.quoted, .text(typed.text))),
                .phrase(Phrase(.quoted, .text(search.text))))
            exact = isDoubtful ? WayOn.exact(typed, in: selection) : nil
        }

        fileprivate init(
            _ words: WordsAsFilters, insteadOf typed: SearchQuery, in selection: ItemSelection
        ) {
            self.selection = words.selection
            text = Phrase(.readAsFilters, .phrase(words.filters))
            exact = WayOn.exact(typed, in: selection)
        }
    }

    /// The first way to read the words otherwise that finds something; nil where they find something as
    /// they are, be it behind a filter or left out. Words that are filters are read so also where
    /// descriptions alone have them all, as the neighbourhood's name in `망원동에서 만나요`, and where nothing is
    /// found either way. Words to leave out mean what they say.
    /// - Parameter isNowhere: whether what is selected finds nothing.
    func reading(
        of selection: ItemSelection, isNowhere: Bool
    ) async throws(StorageError) -> Found? {
        guard let typed = selection.filter.search else { return nil }
        let filtered = WordsAsFilters(in: selection, places)
            .map { Found($0, insteadOf: typed, in: selection) }
        guard isNowhere || filtered != nil else { return nil }
        let isThere = try await isNowhere ? finds(typed.withoutExclusions) : true
        if isThere {
            guard let filtered, try await bestMatch(of: typed) == nil,
                try await finds(filtered.selection.filter)
            else { return nil }
            return filtered
        }
        if let found = try await typing(of: typed, in: selection) { return found }
        if let filtered, try await finds(filtered.selection.filter) { return filtered }
        return try await correction(of: typed)
            .map { Found($0, insteadOf: typed, in: selection) } ?? filtered
    }

    /// As other keys would have typed it, or as a syllable goes on that was begun.
    private func typing(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        let wanted = typed.terms.wanted
        if let keys = KeyboardLayout.reading(of: wanted),
            let other = typed.lookingFor(keys.text), try await finds(other)
        {
            var isMeant = !keys.isDoubtful
            if !isMeant { isMeant = try await bestMatch(of: other).map { $0 <= .word } ?? false }
            if isMeant {
                return Found(
                    other, insteadOf: typed, in: selection, isDoubtful: keys.isDoubtful)
            }
        }
        guard let text = Hangul.continued(wanted), let other = typed.lookingFor(text),
            try await finds(other)
        else { return nil }
        return Found(other, insteadOf: typed, in: selection)
    }

    /// Of all the words, unless a letter makes one of them its opposite; else of those beside what
    /// filters say: `의자` of `의쟈 팝니다`.
    private func correction(of search: SearchQuery) async throws(StorageError) -> SearchQuery? {
        // What is not meant would be looked for.
        guard search.hyphenatingExclusions == nil else { return nil }
        if !search.saysPurpose, let other = try await storage.correction(of: search) {
            return other
        }
        guard let rest = ItemFilter(search: search).readingWords(in: places)?.search else {
            return nil
        }
        return try await storage.correction(of: rest)
    }

    private func finds(_ search: SearchQuery) async throws(StorageError) -> Bool {
        try await finds(ItemFilter(search: search))
    }

    private func finds(_ filter: ItemFilter) async throws(StorageError) -> Bool {
        try await !storage.items(ItemQuery(filter: filter, limit: 1)).items.isEmpty
    }

    /// How well a title has them all; nil where none does.
    private func bestMatch(
        of search: SearchQuery
    ) async throws(StorageError) -> SearchQuery.Match? {
        let query = ItemQuery(filter: ItemFilter(search: search), order: .bestMatch, limit: 1)
        return try await storage.items(query).items.first
            .flatMap { search.match(title: SearchText($0.title)) }
    }
}

/// What is looked for where words of a search are filters: of `망원동 의자` chairs, there.
private struct WordsAsFilters {
    let selection: ItemSelection
    /// What these filters are called.
    let filters: Phrase

    /// Nil where none of the words is one.
    init?(in selection: ItemSelection, _ places: PlaceDirectory) {
        guard let filter = selection.filter.readingWords(in: places) else { return nil }
        self.selection = selection.with { $0 = filter }
        let former = ActiveFilter.conditions(of: selection).map(\.name)
        let names = ActiveFilter.conditions(of: self.selection)
            .filter { $0.condition != .search }
            .map(\.name).filter { !former.contains($0) }
        guard let first = names.first else { return nil }
        filters = names.dropFirst().reduce(first) {
            Phrase(.bothFilters, .phrase($0), .phrase($1))
        }
    }
}

/// A way on from a list that has nothing to show, or little.
public struct WayOn: Sendable {
    /// What it does.
    public let text: Phrase
    /// What is shown then.
    public let selection: ItemSelection

    /// To what is found of words as they were typed.
    static func exact(_ typed: SearchQuery, in selection: ItemSelection) -> WayOn {
        WayOn(
            text: Phrase(.exact, .phrase(Phrase(.quoted, .text(typed.text)))),
            selection: selection.with { $0.search = typed })
    }

    /// Of several words that are nowhere together so many are looked for each by itself.
    private static let mostWords = 3

    /// What of a selection stands in the way by itself of more than it finds; where it finds
    /// nothing and nothing stands in the way, all of it. What is looked for stays where it is
    /// found, but a hyphen by itself may be meant to leave the next word out; else words of it may leave
    /// others out, or be filters, and each may be found by itself. Where English names several things, one
    /// of them may be found more often.
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
            try await add(
                excluding(selection) + filtered(selection, in: places) + apart(selection))
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

    private init(
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

    /// To what is looked for where words of it are filters; none where none is.
    private static func filtered(
        _ selection: ItemSelection, in places: PlaceDirectory
    ) -> [WayOn] {
        guard let words = WordsAsFilters(in: selection, places) else { return [] }
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
