extension ItemFilter {
    private static let wordsForRequests: Set = ["구해요", "구합니다", "구함", "삽니다", "사요", "wanted"]
    private static let wordsForOffers: Set = ["팔아요", "팝니다", "판매", "판매합니다"]
    private static let wordsForFree: Set = ["무료", "나눔", "무료나눔", "무나", "공짜", "free"]

    /// With the words of its search that say what filters do taken for these: a neighbourhood, `구해요`,
    /// `공짜`, prices behind the rest. Nil where none does.
    public func readingWords(in places: PlaceDirectory) -> ItemFilter? {
        guard let search else { return nil }
        var filter = self
        var (rest, isOther): ([Substring], Bool) = ([], false)
        for word in search.text.split(whereSeparator: \.isWhitespace) {
            if filter.take(word.lowercased(), in: places) {
                isOther = true
            } else {
                rest.append(word)
            }
        }
        let text = rest.joined(separator: " ")
        filter.search = SearchQuery(text)
        if let priced = PricedSearch(text) {
            (filter.search, filter.isFree, isOther) = (priced.search, false, true)
            (filter.minimumPrice, filter.maximumPrice) = (priced.minimum, priced.maximum)
        }
        return isOther ? filter : nil
    }

    /// - Returns: whether the word says something of the kind.
    private mutating func take(_ word: String, in places: PlaceDirectory) -> Bool {
        let names = [word, word + "동"]
        if let entry = places.entries.first(where: {
            names.contains($0.neighbourhood.name.lowercased())
        }) {
            neighbourhood = entry.neighbourhood
        } else if let said = Self.purpose(saidBy: word) {
            purpose = said
        } else if Self.wordsForFree.contains(word) {
            (isFree, minimumPrice, maximumPrice) = (true, nil, nil)
        } else {
            return false
        }
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
