import Market

/// Changes of words that no item has as typed.
extension SearchQuery {
    /// The same as `cuttingFilters(in:withCategories:)`, but splits only words that no item has as typed:
    /// `망원렌즈`, a telephoto lens, stays whole if there is one, although it begins with the name of 망원동.
    func cuttingFilters(
        in places: PlaceDirectory, withCategories: Bool = false,
        ofWordsMissingIn storage: any ItemStorage
    ) async throws(StorageError) -> SearchQuery? {
        var (words, isCut): ([String], Bool) = ([], false)
        for word in terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let alone = SearchQuery(word),
                let apart = alone.cuttingFilters(in: places, withCategories: withCategories),
                try await !storage.finds(alone)
            else {
                words.append(word)
                continue
            }
            words.append(apart.text)
            isCut = true
        }
        return isCut ? lookingFor(words.joined(separator: " ")) : nil
    }

    /// The same search with particles taken off nouns, `의자` for `의자를`, but only where no item has the word
    /// as typed, and one has the noun, or it names a filter. Nil if there are none, and for a search that
    /// excludes words in other words, in which particles belong to what is excluded.
    func withoutParticles(
        in places: PlaceDirectory, ofWordsMissingIn storage: any ItemStorage
    ) async throws(StorageError) -> SearchQuery? {
        guard hyphenatingExclusions == nil else { return nil }
        var (words, isOther): ([String], Bool) = ([], false)
        for word in terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let noun = SearchQuery.noun(in: word), let bare = SearchQuery(noun),
                let alone = SearchQuery(word), try await !storage.finds(alone)
            else {
                words.append(word)
                continue
            }
            var isMeant = ItemFilter(search: bare).readingWords(in: places) != nil
            if !isMeant { isMeant = try await storage.finds(bare) }
            words.append(isMeant ? noun : word)
            isOther = isOther || isMeant
        }
        return isOther ? lookingFor(words.joined(separator: " ")) : nil
    }
}

extension ItemStorage {
    /// Whether any item has the words.
    func finds(_ search: SearchQuery) async throws(StorageError) -> Bool {
        try await finds(ItemFilter(search: search))
    }

    /// Whether any item passes a filter.
    func finds(_ filter: ItemFilter) async throws(StorageError) -> Bool {
        try await !items(ItemQuery(filter: filter, limit: 1)).items.isEmpty
    }
}
