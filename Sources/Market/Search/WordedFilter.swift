extension ItemFilter {
    private static let wordsForRequests: Set = ["구해요", "구합니다", "구함", "삽니다", "사요", "wanted"]
    private static let wordsForOffers: Set = ["팔아요", "팝니다", "판매", "판매합니다"]
    private static let wordsForFree: Set = ["무료", "나눔", "무료나눔", "무나", "공짜", "free"]

    /// With the words of its search that say what filters do taken for these: neighbourhoods, `구해요`,
    /// `공짜`, prices behind the rest or in front of it. A second one that says something else stays a word,
    /// unless both are neighbourhoods; what is left out stays so, but where nothing is looked for then. Nil
    /// where none does.
    public func readingWords(in places: PlaceDirectory) -> ItemFilter? {
        guard let search else { return nil }
        var filter = self
        var said = ItemFilter()
        let rest = search.terms.wanted.split(whereSeparator: \.isWhitespace).filter {
            !said.take($0.lowercased(), in: places)
        }
        var isOther = said != ItemFilter()
        if !said.neighbourhoods.isEmpty { filter.neighbourhoods = said.neighbourhoods }
        filter.purpose = said.purpose ?? filter.purpose
        if said.isFree {
            (filter.isFree, filter.minimumPrice, filter.maximumPrice) = (true, nil, nil)
        }
        let text = rest.joined(separator: " ")
        filter.search = search.lookingFor(text)
        if let priced = PricedSearch(text) {
            filter.search = priced.search.flatMap { search.lookingFor($0.text) }
            (filter.isFree, isOther) = (false, true)
            (filter.minimumPrice, filter.maximumPrice) = (priced.minimum, priced.maximum)
        }
        return isOther ? filter : nil
    }

    /// - Returns: whether the word says something of the kind, and no word before says otherwise.
    private mutating func take(_ word: String, in places: PlaceDirectory) -> Bool {
        for name in [word, word + "동"] {
            guard let named = places.neighbourhood(named: SearchText(name)) else { continue }
            neighbourhoods.insert(named)
            return true
        }
        if let said = Self.purpose(saidBy: word) {
            let former = purpose ?? said
            purpose = former
            return former == said
        }
        guard Self.wordsForFree.contains(word) else { return false }
        isFree = true
        return true
    }

    fileprivate static func purpose(saidBy word: String) -> Item.Purpose? {
        if wordsForRequests.contains(word) { return .request }
        return wordsForOffers.contains(word) ? .offer : nil
    }
}

extension SearchQuery {
    /// Whether a word of it says that something is offered or wanted: a letter makes one of the other.
    public var saysPurpose: Bool {
        text.split(whereSeparator: \.isWhitespace)
            .contains { ItemFilter.purpose(saidBy: $0.lowercased()) != nil }
    }
}
