extension ItemFilter {
    private static let wordsForRequests: Set = ["구해요", "구합니다", "구함", "삽니다", "사요", "wanted"]
    /// Somebody who asks whether there is something, or for people who sell it, looks for offers.
    private static let wordsForOffers: Set = [
        "팔아요", "팝니다", "판매", "판매합니다", "있나요", "있어요", "있을까요", "있으신가요", "파실분", "파시는분",
        "계신가요", "계실까요",
    ]
    private static let wordsForStatuses: [String: Item.Status] = [
        "판매중": .selling, "예약중": .reserved, "거래완료": .sold, "판매완료": .sold,
    ]
    private static let wordsForFree: Set = ["무료", "나눔", "무료나눔", "무나", "공짜", "free"]
    /// Words that also name a thing are not among them, such as `기타`, which also means a guitar.
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

    /// The filter with search words turned into the filters that they name: neighbourhoods (also
    /// by their stations, or with `근처`, near), `구해요` (wanted), `공짜` (free), `예약중` (reserved), and a
    /// price before or after the rest. Words for the lowest price are removed, since they name an order
    /// (`SearchQuery.asksForLowestPrice`). A second word that contradicts the first one stays a search word,
    /// but several neighbourhoods are combined. Excluded words stay excluded, unless no search word is left.
    /// Returns nil if no word names a filter or an order.
    /// - Parameter withCategories: whether the name of a category is turned into that filter as well,
    ///   unless another category is chosen. Titles contain most of these names, so they are usually
    ///   words to search for.
    public func readingWords(
        in places: PlaceDirectory, withCategories: Bool = false
    ) -> ItemFilter? {
        guard let typed = search else { return nil }
        let search = typed.withoutLowestPrice ?? typed
        var filter = self
        let chosen = ItemFilter(category: category)
        var said = chosen
        var rest = Self.words(of: search, in: places).filter {
            !said.take(Self.said($0), in: places, withCategories: withCategories)
        }
        var isOther = said != chosen || search != typed
        filter.category = said.category
        if !said.neighbourhoods.isEmpty {
            filter.neighbourhoods = said.neighbourhoods
            rest.removeAll { SearchText($0).saysNearness }
        }
        filter.purpose = said.purpose ?? filter.purpose
        if said.status != chosen.status { filter.status = said.status }
        if said.isFree {
            filter.isFree = true
            filter.setPrices(nil, nil)
        }
        let text = rest.joined(separator: " ")
        filter.search = search.lookingFor(text)
        if let priced = PricedSearch(text) {
            filter.search = priced.search.flatMap { search.lookingFor($0.text) }
            (filter.isFree, isOther) = (false, true)
            filter.setPrices(priced.minimum, priced.maximum, in: priced.currency)
        }
        return isOther ? filter : nil
    }

    /// The words as typed, with `Mangwon dong`, `파실 분` and `예약 중` as one.
    private static func words(of search: SearchQuery, in places: PlaceDirectory) -> [String] {
        var words: [String] = []
        for word in search.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init) {
            if let last = words.last,
                places.neighbourhood(romanized: SearchText(last + "-" + word)) != nil
            {
                words[words.count - 1] = last + "-" + word
            } else if let last = words.last, isPhrase(said(last + word)) {
                words[words.count - 1] = last + word
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isPhrase(_ words: String) -> Bool {
        wordsForOffers.contains(words) || wordsForStatuses[words] != nil
    }

    /// The word in lower case, without the signs that end a sentence.
    private static func said(_ word: String) -> String {
        var said = word.lowercased()[...]
        while let last = said.last, "?!.~".contains(last) { said = said.dropLast() }
        return String(said)
    }

    /// - Returns: whether the word names a filter, without contradicting an earlier word.
    private mutating func take(
        _ word: String, in places: PlaceDirectory, withCategories: Bool
    ) -> Bool {
        if let named = places.neighbourhood(called: word) {
            neighbourhoods.insert(named)
            return true
        }
        if let said = Self.purpose(saidBy: word) {
            let former = purpose ?? said
            purpose = former
            return former == said
        }
        if let said = Self.wordsForStatuses[word] {
            let former = status == .any ? .only(said) : status
            status = former
            return former == .only(said)
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

    /// Whether a word names a filter by itself.
    /// - Parameter isLast: whether the word is the end of a longer one. Only there does it name a purpose, a
    ///   status or a category.
    fileprivate static func isFilter(
        _ word: String, in places: PlaceDirectory, isLast: Bool, withCategories: Bool
    ) -> Bool {
        var said = ItemFilter()
        guard said.take(Self.said(word), in: places, withCategories: withCategories) else {
            return false
        }
        return isLast || said.purpose == nil && said.category == nil && said.status == .any
    }

    /// Whether a word is the name of a category, such as `가구`.
    public static func namesCategory(_ word: String) -> Bool {
        wordsForCategories[word.lowercased()] != nil
    }

    fileprivate static func purpose(saidBy word: String) -> Item.Purpose? {
        let word = said(word)
        if wordsForRequests.contains(word) { return .request }
        return wordsForOffers.contains(word) ? .offer : nil
    }
}

extension SearchText {
    private static let wordsForNearness = Set(
        ["근처", "근처에", "근처에서", "주변", "주변에", "가까운", "가까이", "부근", "인근", "near", "nearby"]
            .map { SearchText($0) })

    /// Whether the word says that something is near a place, as its neighbourhood already does. It
    /// must not be corrected, since most such words are one letter away from another, as `근처` is
    /// from `급처`.
    public var saysNearness: Bool { Self.wordsForNearness.contains(self) }
}

extension SearchQuery {
    /// Minimum number of letters of each of two words that were typed as one.
    private static let fewestLetters = 2

    /// The same search with words split that begin or end with a word for a filter: `상수동의자` becomes
    /// `상수동 의자`, `의자팝니다` becomes `의자 팝니다`. Nil if there are none. Only a guess at the meaning,
    /// since other words begin with such words, too.
    /// - Parameter withCategories: whether names of categories are split off as well: `의자가구` becomes
    ///   `의자 가구`.
    public func cuttingFilters(
        in places: PlaceDirectory, withCategories: Bool = false
    ) -> SearchQuery? {
        let words = terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        let cut = words.map {
            Self.cuttingFilter(of: $0, in: places, withCategories: withCategories) ?? $0
        }
        return cut == words ? nil : lookingFor(cut.joined(separator: " "))
    }

    /// Splits off the longest word for a filter, first from the front, then from the end. Words for
    /// offers, requests and categories are only split off from the end.
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

    /// Whether a word says that something is offered or wanted. It must not be corrected, since a
    /// single letter turns one into the other.
    public var saysPurpose: Bool {
        text.split(whereSeparator: \.isWhitespace)
            .contains { ItemFilter.purpose(saidBy: String($0)) != nil }
    }
}
