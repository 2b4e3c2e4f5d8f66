extension ItemFilter {
    private static let wordsForRequests: Set = ["구해요", "구합니다", "구함", "삽니다", "사요", "wanted"]
    private static let wordsForOffers: Set = ["팔아요", "팝니다", "판매", "판매합니다"]
    private static let wordsForFree: Set = ["무료", "나눔", "무료나눔", "무나", "공짜", "free"]
    /// None that names a thing, too, as `기타` does a guitar.
    private static let wordsForCategories: [String: Category] = [
        "디지털": .digital, "가전": .digital, "가전제품": .digital, "electronics": .digital,
        "게임": .games, "games": .games, "스포츠": .sports, "레저": .sports, "sports": .sports,
        "유아동": .children, "유아용품": .children, "아동용품": .children, "육아용품": .children,
        "여성패션": .womensFashion, "여성잡화": .womensFashion, "남성패션": .mensFashion,
        "남성잡화": .mensFashion, "뷰티": .beauty, "미용": .beauty, "beauty": .beauty,
        "생활용품": .household, "식품": .household, "household": .household, "가구": .furniture,
        "인테리어": .furniture, "furniture": .furniture, "도서": .hobbies, "취미": .hobbies,
        "hobbies": .hobbies,
    ]

    /// With the words of its search that say what filters do taken for these: neighbourhoods, also with
    /// `근처`, `구해요`, `공짜`, prices behind the rest or in front of it. A second one that says something else
    /// stays a word, unless both are neighbourhoods; what is left out stays so, but where nothing is looked
    /// for then. Nil where none does.
    /// - Parameter withCategories: whether the name of a category is taken for it, too, unless another one is
    ///   chosen: titles have most of these names, so that they are mostly words to look for.
    public func readingWords(
        in places: PlaceDirectory, withCategories: Bool = false
    ) -> ItemFilter? {
        guard let search else { return nil }
        var filter = self
        let chosen = ItemFilter(category: category)
        var said = chosen
        var rest = Self.words(of: search, in: places).filter {
            !said.take($0.lowercased(), in: places, withCategories: withCategories)
        }
        var isOther = said != chosen
        filter.category = said.category
        if !said.neighbourhoods.isEmpty {
            filter.neighbourhoods = said.neighbourhoods
            rest.removeAll { SearchText($0).saysNearness }
        }
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

    /// As typed, `Mangwon dong` in one.
    private static func words(of search: SearchQuery, in places: PlaceDirectory) -> [String] {
        var words: [String] = []
        for word in search.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            if let last = words.last,
                places.neighbourhood(romanized: SearchText(last + "-" + word)) != nil
            {
                words[words.count - 1] = last + "-" + word
            } else {
                words.append(word)
            }
        }
        return words
    }

    /// - Returns: whether the word says something of the kind, and no word before says otherwise.
    private mutating func take(
        _ word: String, in places: PlaceDirectory, withCategories: Bool
    ) -> Bool {
        if let named = Self.neighbourhood(called: word, in: places) {
            neighbourhoods.insert(named)
            return true
        }
        if let said = Self.purpose(saidBy: word) {
            let former = purpose ?? said
            purpose = former
            return former == said
        }
        if withCategories, let said = Self.wordsForCategories[word] {
            let former = category ?? said
            category = former
            return former == said
        }
        guard Self.wordsForFree.contains(word) else { return false }
        isFree = true
        return true
    }

    /// Whether a word says something of the kind by itself.
    /// - Parameter isLast: whether it ends what was typed as one: only there what is offered or wanted is said,
    ///   and a category named.
    fileprivate static func isFilter(
        _ word: String, in places: PlaceDirectory, isLast: Bool, withCategories: Bool
    ) -> Bool {
        var said = ItemFilter()
        guard said.take(word.lowercased(), in: places, withCategories: withCategories) else {
            return false
        }
        return isLast || said.purpose == nil && said.category == nil
    }

    private static func neighbourhood(
        called word: String, in places: PlaceDirectory
    ) -> Neighbourhood? {
        let name = SearchText(word)
        return places.neighbourhood(named: name)
            ?? places.neighbourhood(named: SearchText(word + "동"))
            ?? places.neighbourhood(romanized: name)
    }

    fileprivate static func purpose(saidBy word: String) -> Item.Purpose? {
        if wordsForRequests.contains(word) { return .request }
        return wordsForOffers.contains(word) ? .offer : nil
    }
}

extension SearchText {
    private static let wordsForNearness = Set(
        ["근처", "근처에", "근처에서", "주변", "주변에", "가까운", "가까이", "부근", "인근", "near", "nearby"]
            .map { SearchText($0) })

    /// Whether it says that something is near a place, which its neighbourhood says already. A letter makes
    /// another word of most of these, as `급처` of `근처`.
    public var saysNearness: Bool { Self.wordsForNearness.contains(self) }
}

extension SearchQuery {
    /// Letters that each of two words has at least that were typed as one.
    private static let fewestLetters = 2

    /// The same with words cut where one that says what a filter does begins or ends them: `상수동 의자` of
    /// `상수동의자`, `의자 팝니다` of `의자팝니다`. Nil where none does. It is no more than what may be meant: such
    /// words begin others, too.
    /// - Parameter withCategories: whether names of categories are cut off, too: `의자 가구` of `의자가구`.
    public func cuttingFilters(
        in places: PlaceDirectory, withCategories: Bool = false
    ) -> SearchQuery? {
        let words = terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        let cut = words.map {
            Self.cuttingFilter(of: $0, in: places, withCategories: withCategories) ?? $0
        }
        return cut == words ? nil : lookingFor(cut.joined(separator: " "))
    }

    /// The longest that says so, in front before at the end.
    private static func cuttingFilter(
        of word: String, in places: PlaceDirectory, withCategories: Bool
    ) -> String? {
        func isFilter(_ part: Substring, isLast: Bool) -> Bool {
            ItemFilter.isFilter(
                String(part), in: places, isLast: isLast, withCategories: withCategories)
        }
        let counts = fewestLetters..<max(word.count - fewestLetters + 1, fewestLetters)
        for count in counts.reversed() {
            let (front, rest) = (word.prefix(count), word.dropFirst(count))
            if isFilter(front, isLast: false) {
                let other = cuttingFilter(
                    of: String(rest), in: places, withCategories: withCategories)
                return "\(front) \(other ?? String(rest))"
            }
        }
        for count in counts.reversed() {
            let (rest, end) = (word.dropLast(count), word.suffix(count))
            if isFilter(end, isLast: true) {
                return "\(rest) \(end)"
            }
        }
        return nil
    }

    /// Whether a word of it says that something is offered or wanted: a letter makes one of the other.
    public var saysPurpose: Bool {
        text.split(whereSeparator: \.isWhitespace)
            .contains { ItemFilter.purpose(saidBy: $0.lowercased()) != nil }
    }
}
