import Market

/// Finds out what may have been meant by a search whose words find nothing.
struct SearchInterpretation {
    let storage: any ItemStorage
    /// The neighbourhoods whose names may stand among the words.
    let places: PlaceDirectory
    /// Whether no word may be left out.
    var needsAllWords = false

    /// The first other reading of the words that finds something. Nil when the words find something
    /// as typed, even if a filter or an exclusion hides it.
    ///
    /// Words for offers, requests and free items are always read as filters, and those for the lowest price
    /// as the order. Other words that name filters
    /// are read so also when only descriptions have all the words, as the neighbourhood's name in `망원동에서
    /// 만나요`, and when nothing is found either way. The name of a category is read as a filter only when no
    /// other reading with all the words finds anything. If no reading finds all words together, some are left
    /// out. Excluded words mean what they say. Filters chosen besides the words make no difference, except
    /// for the status, so that the reading stays the same while filters are switched on and off.
    /// - Parameter isNowhere: whether the selection finds nothing.
    func reading(
        of selection: ItemSelection, isNowhere: Bool
    ) async throws(StorageError) -> Found? {
        guard let typed = selection.filter.search else { return nil }
        let filtered = WordsAsFilters(in: selection, places)
            .map { Found($0, insteadOf: typed, in: selection) }
        guard isNowhere || filtered != nil else { return nil }
        let isThere = try await isNowhere ? storage.finds(typed.withoutExclusions) : true
        if isThere {
            guard let filtered,
                try await isMeant(filter(saidBy: typed, in: selection), by: typed)
            else { return nil }
            return filtered
        }
        if let found = try await typing(of: typed, in: selection) { return found }
        if let filtered, try await findsAsFilters(typed, in: selection) { return filtered }
        if let found = try await cutting(typed, in: selection) { return found }
        if let found = try await spokenLetters(of: typed, in: selection) { return found }
        if let found = try await withoutParticles(typed, in: selection) { return found }
        if let other = try await correction(of: typed), try await storage.finds(other) {
            return Found(other, insteadOf: typed, in: selection)
        }
        if let found = try await inCategory(typed, in: selection) { return found }
        return try await leavingOut(of: typed, in: selection) ?? filtered
    }

    /// The filter that is saved for a search as typed. Words that name filters become filters; those for
    /// a neighbourhood or a price only if no title has all words as typed. No word is corrected, since
    /// words that find nothing yet are waited for. A word is split if it was typed together with a
    /// filter's name and its rest is found; a particle is taken off a noun that is only found without it.
    func filter(toKeep typed: ItemFilter) async throws(StorageError) -> ItemFilter {
        guard let search = typed.search else { return typed }
        let read = typed.readingWords(in: places)
        // The conditions chosen besides the words do not tell how the words are meant.
        let said = ItemFilter(search: search).readingWords(in: places)
        if try await storage.finds(search.withoutExclusions) {
            guard let read, let said, try await isMeant(said, by: search) else { return typed }
            return read
        }
        if let read, let said, try await storage.finds(said) { return read }
        if let cut = search.cuttingFilters(in: places) {
            var apart = typed
            apart.search = cut
            if let filter = apart.readingWords(in: places) {
                guard let rest = filter.search else { return filter }
                if try await storage.finds(rest) { return filter }
            }
        }
        if let nouns = try await search.withoutParticles(in: places, ofWordsMissingIn: storage) {
            var bare = typed
            bare.search = nouns
            return try await filter(toKeep: bare)
        }
        return read ?? typed
    }

    /// Splits off words that name filters and were typed together with others.
    private func cutting(
        _ typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        guard let cut = typed.cuttingFilters(in: places),
            let words = WordsAsFilters(in: selection.with { $0.search = cut }, places),
            try await findsAsFilters(cut, in: selection)
        else { return nil }
        return Found(words, insteadOf: typed, in: selection)
    }

    /// Reads the name of a category as a filter, also if it was typed as one word with another.
    private func inCategory(
        _ typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        // Otherwise words meant to be excluded would be searched for.
        guard typed.hyphenatingExclusions == nil else { return nil }
        let apart =
            try await typed.cuttingFilters(
                in: places, withCategories: true, ofWordsMissingIn: storage) ?? typed
        let asked = ItemFilter(status: selection.filter.status, search: apart)
        guard let said = asked.readingWords(in: places, withCategories: true),
            said.category != nil,
            let words = WordsAsFilters(
                in: selection.with { $0.search = apart }, places, withCategories: true),
            words.selection.filter.category == said.category, try await storage.finds(said)
        else { return nil }
        return Found(words, insteadOf: typed, in: selection)
    }

    /// The filter that the words express, with those that name filters read so.
    private func filter(saidBy search: SearchQuery, in selection: ItemSelection) -> ItemFilter {
        let typed = ItemFilter(status: selection.filter.status, search: search)
        return typed.readingWords(in: places) ?? typed
    }

    /// Whether words that are found as typed are meant as the filters that some of them name.
    ///
    /// A few sellers write `팝니다` or `나눔` in the title, so words for these mean the filter even then. Many
    /// write in the description where they live, so a neighbourhood's name means the filter, even if nothing
    /// is there, unless a title has all the words.
    /// - Parameter said: the filter that the words express.
    private func isMeant(
        _ said: ItemFilter, by typed: SearchQuery
    ) async throws(StorageError) -> Bool {
        if said.neighbourhoods.isEmpty, !said.hasPriceRange { return true }
        guard try await bestMatch(of: typed) == nil else { return false }
        if !said.neighbourhoods.isEmpty { return true }
        return try await storage.finds(said)
    }

    private func findsAsFilters(
        _ search: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Bool {
        try await storage.finds(filter(saidBy: search, in: selection))
    }

    /// Takes particles off nouns that are only found without them; those that name filters are read so.
    private func withoutParticles(
        _ typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        guard
            let nouns = try await typed.withoutParticles(in: places, ofWordsMissingIn: storage),
            try await findsAsFilters(nouns, in: selection)
        else { return nil }
        let words = WordsAsFilters(in: selection.with { $0.search = nouns }, places)
        return words.map { Found($0, insteadOf: typed, in: selection) }
            ?? Found(nouns, insteadOf: typed, in: selection)
    }

    /// Reads words that find nothing as Latin letters spelt out by their names.
    private func spokenLetters(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        var words: [String] = []
        var (isOther, isDoubtful) = (false, false)
        for word in typed.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let letters = SpokenLetters.reading(of: word), let alone = SearchQuery(word),
                try await !storage.finds(alone)
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

    /// Leaves out as few words as possible. Words typed as one are counted separately: otherwise the name
    /// of the thing would be left out together with the word for what it is like.
    private func leavingOut(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        // Otherwise words that are excluded could be searched for.
        guard !needsAllWords, typed.terms.excluded.isEmpty, typed.joiningHyphens == nil,
            typed.hyphenatingExclusions == nil
        else { return nil }
        let nouns =
            try await typed.withoutParticles(in: places, ofWordsMissingIn: storage) ?? typed
        let apart =
            try await nouns.cuttingFilters(in: places, ofWordsMissingIn: storage) ?? nouns
        let scope = filter(saidBy: apart, in: selection)
        guard let together = scope.search else { return nil }
        let sought = try await storage.splittingWords(of: together) ?? together
        let base = selection.with { $0.search = apart }.filter.readingWords(in: places)
            .map { filter in selection.with { $0 = filter } }
        if sought != together {
            var whole = scope
            whole.search = sought
            if try await storage.finds(whole) {
                return Found(sought, insteadOf: typed, in: selection, readAs: base)
            }
        }
        guard let words = try await RelaxedSearch.of(sought, in: scope, places, storage) else {
            return nil
        }
        var leftOut: SearchQuery?
        for search in words.searchesForRest where leftOut == nil {
            var rest = scope
            rest.search = search
            if try await storage.finds(rest) { leftOut = search }
        }
        return Found(
            words, of: sought, leadingTo: leftOut, in: base ?? selection,
            typedAs: selection.filter)
    }

    /// Reads the text as typed in the other keyboard layout, or continues its unfinished last syllable.
    private func typing(
        of typed: SearchQuery, in selection: ItemSelection
    ) async throws(StorageError) -> Found? {
        let wanted = typed.terms.wanted
        if let keys = KeyboardLayout.reading(of: wanted),
            let other = typed.lookingFor(keys.text), try await storage.finds(other)
        {
            var isMeant = !keys.isDoubtful
            if !isMeant { isMeant = try await bestMatch(of: other).map { $0 <= .word } ?? false }
            if isMeant {
                return Found(
                    other, insteadOf: typed, in: selection, isDoubtful: keys.isDoubtful)
            }
        }
        guard let text = Hangul.continued(wanted), let other = typed.lookingFor(text),
            try await storage.finds(other)
        else { return nil }
        return Found(other, insteadOf: typed, in: selection)
    }

    /// Corrects all words, unless a single letter would turn one into its opposite; otherwise those
    /// besides filters: `의자` of `의쟈 팝니다`.
    private func correction(of search: SearchQuery) async throws(StorageError) -> SearchQuery? {
        // Otherwise words that are excluded could be searched for.
        guard search.hyphenatingExclusions == nil else { return nil }
        let search = search.withoutLowestPrice ?? search
        if !search.saysPurpose, let other = try await storage.correction(of: search) {
            return other
        }
        guard let rest = ItemFilter(search: search).readingWords(in: places)?.search else {
            return nil
        }
        return try await storage.correction(of: rest)
    }

    /// How well the best title matches all the words; nil if none does.
    private func bestMatch(
        of search: SearchQuery
    ) async throws(StorageError) -> SearchQuery.Match? {
        let query = ItemQuery(filter: ItemFilter(search: search), order: .bestMatch, limit: 1)
        return try await storage.items(query).items.first
            .flatMap { search.match(title: SearchText($0.title)) }
    }
}
