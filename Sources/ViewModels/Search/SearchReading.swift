import Market

/// What somebody may have meant whose words are nowhere.
struct SearchReading {
    let storage: any ItemStorage
    /// Which names of neighbourhoods may stand among the words.
    let places: PlaceDirectory
    /// Whether no word may be left out.
    var needsAllWords = false

    /// What is shown instead.
    struct Found {
        let selection: ItemSelection
        /// That it is, as the page says it.
        let text: Phrase
        /// Back to what was typed, or to what was left out of it; nil where nobody can mean that, as `dmlwk`,
        /// or it is nowhere.
        let way: WayOn?
        /// Whether the text is untrue of what is shown where nothing is.
        let tellsOfHits: Bool

        fileprivate init(
            _ search: SearchQuery, insteadOf typed: SearchQuery, in selection: ItemSelection,
            readAs read: ItemSelection? = nil, isDoubtful: Bool = true
        ) {
            self.selection = (read ?? selection).with { $0.search = search }
            text = Phrase(
                .foundInstead, .phrase(Phrase(.quoted, .text(typed.text))),
                .phrase(Phrase(.quoted, .text(search.text))))
            way = isDoubtful ? WayOn.exact(typed, in: selection) : nil
            tellsOfHits = false
        }

        fileprivate init(
            _ words: WordsAsFilters, insteadOf typed: SearchQuery, in selection: ItemSelection
        ) {
            self.selection = words.selection.read(
                from: selection.filter, seeking: words.selection.filter.search)
            text = Phrase(.readAsFilters, .phrase(words.filters))
            way = WayOn.exact(typed, in: selection)
            tellsOfHits = false
        }

        /// - Parameters:
        ///   - words: what was found of what was typed, beside what filters do.
        ///   - leftOut: what is found of the rest by itself; nil where nothing is.
        fileprivate init(
            _ words: FewerWords, of sought: SearchQuery, leadingTo leftOut: SearchQuery?,
            in selection: ItemSelection, typedAs typed: ItemFilter
        ) {
            func quoted(_ text: String) -> Phrase.Argument {
                .phrase(Phrase(.quoted, .text(text)))
            }
            self.selection = selection.with { $0.search = words.search }
                .read(from: typed, seeking: sought)
            text = Phrase(.wordsLeftOut, quoted(words.leftOut), quoted(words.search.text))
            way = leftOut.map { WayOn(.onlyWord, lookingFor: $0, in: selection) }
            tellsOfHits = true
        }
    }

    /// The first way to read the words otherwise that finds something; nil where they find something as
    /// they are, be it behind a filter or left out. Words that are filters are read so also where
    /// descriptions alone have them all, as the neighbourhood's name in `망원동에서 만나요`, and where nothing is
    /// found either way; the name of a category is one only where nothing else finds anything. Where no way
    /// finds all words together, some are left out. Words to leave out mean what they say. Which filters
    /// somebody has chosen beside the words, but for what is sold, makes no difference: it stays the same search
    /// while they are put on and off.
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
                try await findsAsFilters(typed, in: selection)
            else { return nil }
            return filtered
        }
        if let found = try await typing(of: typed, in: selection) { return found }
        if let filtered, try await findsAsFilters(typed, in: selection) { return filtered }
        if let found = try await cutting(typed, in: selection) { return found }
        if let found = try await spokenLetters(of: typed, in: selection) { return found }
        if let other = try await correction(of: typed) {
            return Found(other, insteadOf: typed, in: selection)
        }
        if let found = try await inCategory(typed, in: selection) { return found }
        return try await leavingOut(of: typed, in: selection) ?? filtered
    }

    /// What a search is to look for whose words were typed to be kept: those that say what filters do are
    /// these, unless a title has all of them as they were typed. Words that are nowhere are waited for, so that
    /// none is corrected; one of them is cut where what it is typed as one with is anywhere.
    func filter(toKeep typed: ItemFilter) async throws(StorageError) -> ItemFilter {
        guard let search = typed.search else { return typed }
        let read = typed.readingWords(in: places)
        // What is chosen beside the words says nothing of how these are meant.
        let said = ItemFilter(search: search).readingWords(in: places)
        if try await finds(search.withoutExclusions) {
            guard let read, let said, try await bestMatch(of: search) == nil,
                try await finds(said)
            else { return typed }
            return read
        }
        if let read, let said, try await finds(said) { return read }
        if let cut = search.cuttingFilters(in: places) {
            var apart = typed
            apart.search = cut
            if let filter = apart.readingWords(in: places) {
                guard let rest = filter.search else { return filter }
                if try await finds(rest) { return filter }
            }
        }
        return read ?? typed
    }

    /// With words apart that say what filters do, and were typed as one with others.
    private func cutting(
        _ typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        guard let cut = typed.cuttingFilters(in: places),
            let words = WordsAsFilters(in: selection.with { $0.search = cut }, places),
            try await findsAsFilters(cut, in: selection)
        else { return nil }
        return Found(words, insteadOf: typed, in: selection)
    }

    /// With the name of a category taken for it, be it typed as one with another word.
    private func inCategory(
        _ typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        // What is not meant would be looked for.
        guard typed.hyphenatingExclusions == nil else { return nil }
        let apart = typed.cuttingFilters(in: places, withCategories: true) ?? typed
        let asked = ItemFilter(status: selection.filter.status, search: apart)
        guard let said = asked.readingWords(in: places, withCategories: true),
            said.category != nil,
            let words = WordsAsFilters(
                in: selection.with { $0.search = apart }, places, withCategories: true),
            words.selection.filter.category == said.category, try await finds(said)
        else { return nil }
        return Found(words, insteadOf: typed, in: selection)
    }

    /// What words ask for, those that are filters read so.
    private func filter(saidBy search: SearchQuery, in selection: ItemSelection) -> ItemFilter {
        let typed = ItemFilter(status: selection.filter.status, search: search)
        return typed.readingWords(in: places) ?? typed
    }

    private func findsAsFilters(
        _ search: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Bool {
        try await finds(filter(saidBy: search, in: selection))
    }

    /// With words that are nowhere read as names of Latin letters.
    private func spokenLetters(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        var words: [String] = []
        var (isOther, isDoubtful) = (false, false)
        for word in typed.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let letters = SpokenLetters.reading(of: word), let alone = SearchQuery(word),
                try await !finds(alone)
            else {
                words.append(word)
                continue
            }
            words.append(letters.text)
            isOther = true
            isDoubtful = isDoubtful || letters.isDoubtful
        }
        let worst: SearchQuery.Match = isDoubtful ? .beginning : .part
        guard isOther, let other = typed.lookingFor(words.joined(separator: " ")),
            let match = try await bestMatch(of: other), match <= worst
        else { return nil }
        return Found(other, insteadOf: typed, in: selection)
    }

    /// With as few words left out as possible. Words that were typed as one count each: else the thing would be
    /// left out beside what is said of it.
    private func leavingOut(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        // What is not meant would be looked for.
        guard !needsAllWords, typed.terms.excluded.isEmpty, typed.joiningHyphens == nil,
            typed.hyphenatingExclusions == nil
        else { return nil }
        let apart = typed.cuttingFilters(in: places) ?? typed
        let scope = filter(saidBy: apart, in: selection)
        guard let together = scope.search else { return nil }
        let sought = try await storage.splittingWords(of: together) ?? together
        let base = selection.with { $0.search = apart }.filter.readingWords(in: places)
            .map { filter in selection.with { $0 = filter } }
        if sought != together {
            var whole = scope
            whole.search = sought
            if try await finds(whole) {
                return Found(sought, insteadOf: typed, in: selection, readAs: base)
            }
        }
        guard let words = try await FewerWords.of(sought, in: scope, storage) else { return nil }
        var leftOut: SearchQuery?
        for search in words.searchesForRest where leftOut == nil {
            var rest = scope
            rest.search = search
            if try await finds(rest) { leftOut = search }
        }
        return Found(
            words, of: sought, leadingTo: leftOut, in: base ?? selection,
            typedAs: selection.filter)
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
struct WordsAsFilters {
    let selection: ItemSelection
    /// What these filters are called.
    let filters: Phrase

    /// Nil where none of the words is one.
    /// - Parameter withCategories: whether the name of a category is one.
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
        guard let first = names.first else { return nil }
        filters = names.dropFirst().reduce(first) {
            Phrase(.bothFilters, .phrase($0), .phrase($1))
        }
    }
}
