import Market

/// The words that are found together, of a search whose words are not all found together.
struct RelaxedSearch {
    /// The search for the words that are found.
    let search: SearchQuery
    /// The other words, as typed; a number has its unit with it.
    private let others: [String]
    private let places: PlaceDirectory

    /// With more words than this, leaving out each in turn would take too many searches.
    private static let mostTried = 6
    /// How many of the words left out are also looked for one by one.
    private static let mostLedTo = 3

    /// Colour names that listings use.
    private static let colours = Set(
        """
        흰색 흰 하얀색 하얀 하양 화이트 검정 검정색 검은색 검은 까만 블랙 회색 그레이 은색 실버 금색 골드
        빨간색 빨강색 빨강 빨간 레드 분홍색 분홍 핑크색 핑크 파란색 파랑색 파랑 파란 블루 하늘색 스카이블루
        남색 네이비 노란색 노랑색 노랑 노란 옐로우 옐로 초록색 녹색 초록 그린 카키색 카키 보라색 보라 퍼플
        갈색 브라운 베이지색 베이지 주황색 주황 오렌지색 오렌지 아이보리
        white black gray grey silver gold red pink blue navy yellow green khaki purple brown beige
        orange ivory
        """
        .split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) })
    /// Units that may follow a number.
    private static let units = Set(
        """
        인치 inch inches 센치 센티 센티미터 cm 밀리 미리 mm 킬로 킬로그램 키로 kg 기가 기가바이트 gb
        테라 테라바이트 tb 리터 liter litre 밀리리터 미리리터 ml 와트 watt 사이즈 size
        """
        .split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) })

    /// The words left out, as typed.
    var leftOut: String { others.joined(separator: " ") }

    /// Nil for fewer than two words, and when none of those that name something is found.
    ///
    /// Of more than two words, the one left out is that without which most titles have all the others.
    /// So the more general word stays, as `신발` does of `나이키 신발 260`: many titles name what a thing
    /// is, few say what it is like. A size at the end or a colour is left out before any other word: it
    /// only tells the variant, and means nothing by itself. If leaving out one word is not enough, words
    /// are added to the one that names the thing, from the first one on, colours, sizes and the names of
    /// places last, as long as something has them all. None of these stays without another word.
    /// A word of one or two syllables must begin a word of the title.
    /// - Parameters:
    ///   - filter: the other conditions.
    ///   - places: the places that may be among the words.
    static func of(
        _ search: SearchQuery, in filter: ItemFilter, _ places: PlaceDirectory,
        _ storage: any ItemStorage
    ) async throws(StorageError) -> RelaxedSearch? {
        let words = words(of: search)
        guard words.count > 1 else { return nil }
        let tries = Tries(filter: filter, places: places, storage: storage)
        var kept: [Int]?
        // Of two words only one can stay, which is decided by what it means, not by how many have it.
        if 3...mostTried ~= words.count { kept = try await withoutOne(of: words, tries) }
        if kept == nil { kept = try await together(words, tries) }
        guard let kept, let found = SearchQuery(kept.map { words[$0] }.joined(separator: " "))
        else {
            return nil
        }
        let others = words.indices.filter { !kept.contains($0) }.map { words[$0] }
        return RelaxedSearch(search: found, others: others, places: places)
    }

    /// Searches for the words left out: all of them, then each one by itself, first the one that most
    /// likely names a thing.
    var searchesForRest: [SearchQuery] {
        var each = others.count > 1 ? others : []
        if let place = Self.placeOfThing(in: each, places) {
            let thing = each.remove(at: place)
            each.insert(thing, at: 0)
        }
        return ([leftOut] + each.prefix(Self.mostLedTo)).compactMap { SearchQuery($0) }
            .filter(\.isWorthOffering)
    }

    /// The distinct words, as typed; a number and the unit after it are one.
    private static func words(of search: SearchQuery) -> [String] {
        var words: [String] = []
        for word in search.terms.tellingWords {
            if let last = words.last, last.allSatisfy(isDigit), units.contains(SearchText(word)) {
                words[words.count - 1] = "\(last) \(word)"
            } else {
                words.append(word)
            }
        }
        var known: Set<SearchText> = []
        let distinct = words.filter { word in
            let text = SearchText(word)
            return !text.isEmpty && known.insert(text).inserted
        }
        return Array(distinct.prefix(SearchQuery.mostWords))
    }

    private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

    /// Whether the word is a number, with its unit if it has one, or a size such as `L사이즈`.
    private static func isSize(_ word: String) -> Bool {
        let unit = word.drop(while: isDigit)
        guard unit.startIndex > word.startIndex else { return SearchText(word).isLetterSize }
        return unit.isEmpty || units.contains(SearchText(String(unit.drop(while: \.isWhitespace))))
    }

    /// Whether the word only tells one variant of a thing from others, by its colour or its size.
    private static func isVariant(_ word: String) -> Bool {
        isSize(word) || colours.contains(SearchText(word))
    }

    /// Whether nobody searches for the word alone: it only tells a variant, or where something is. A known
    /// thing always says what is searched for, though a spot may be named after it: `자전거 거치대`.
    private static func saysLittle(_ word: String, in places: PlaceDirectory) -> Bool {
        isVariant(word) || places.hasPlace(called: word) && !SearchText(word).namesThing
    }

    /// The index of the word that names the thing, as `의자` does of `의자 사무용 흰색`: the last one that is
    /// known as such, otherwise the name of a category, otherwise the last word that tells neither a variant
    /// nor a place nor a purpose, since in Korean and English what a thing is comes last. Nil if there is no
    /// such word.
    static func placeOfThing(in words: [String], _ places: PlaceDirectory) -> Int? {
        if let thing = words.lastIndex(where: { SearchText($0).namesThing }) { return thing }
        if let category = words.lastIndex(where: { ItemFilter.namesCategory($0) }) {
            return category
        }
        let last = words.lastIndex { !saysLittle($0, in: places) && !isPurpose($0) }
        return last ?? words.lastIndex { !saysLittle($0, in: places) }
    }

    /// Whether the word ends with `용` and so says what something is for, as `사무용`.
    private static func isPurpose(_ word: String) -> Bool {
        word.count > 2 && word.hasSuffix("용")
    }

    /// The indices of all words but the one that is best left out; nil when leaving out one word finds
    /// nothing, or only colours, sizes and places would stay. Of equally good ones the last is left out, since
    /// people type what matters most first.
    private static func withoutOne(
        of words: [String], _ tries: Tries
    ) async throws(StorageError) -> [Int]? {
        var best: (kept: [Int], hits: Tries.Hits)?
        for place in words.indices.reversed() {
            let kept = words.indices.filter { $0 != place }
            if kept.allSatisfy({ saysLittle(words[$0], in: tries.places) }) { continue }
            let hits = try await tries.hits(of: kept.map { words[$0] })
            guard hits.all > 0 else { continue }
            let saysWhichOne =
                place == words.count - 1 && isSize(words[place])
                || colours.contains(SearchText(words[place]))
            if saysWhichOne, hits.titles > 0 { return kept }
            if best.map({ $0.hits < hits }) ?? true { best = (kept, hits) }
        }
        return best?.kept
    }

    /// The indices of words that are found together. The one that names the thing is tried first, then the
    /// others in their order, colours, sizes and places last. Nil if no other word than those is found.
    private static func together(
        _ words: [String], _ tries: Tries
    ) async throws(StorageError) -> [Int]? {
        var kept: [Int] = []
        let details = words.indices.filter { saysLittle(words[$0], in: tries.places) }
        let thing = placeOfThing(in: words, tries.places).map { [$0] } ?? []
        let others = words.indices.filter { !details.contains($0) } + details
        for place in thing + others.filter({ !thing.contains($0) }) {
            if kept.isEmpty, details.contains(place) { continue }
            let more = (kept + [place]).sorted()
            if try await tries.hits(of: more.map { words[$0] }).all > 0 { kept = more }
        }
        return kept.isEmpty ? nil : kept
    }
}

/// Searches for words.
private struct Tries {
    let filter: ItemFilter
    let places: PlaceDirectory
    let storage: any ItemStorage

    /// Among the best matches, up to a page of them. Items in which a short word is only part of another
    /// word do not count, since nobody searched for that word alone.
    struct Hits: Comparable {
        /// Those with all the words in their title.
        let titles: Int
        let all: Int

        static func < (one: Hits, other: Hits) -> Bool {
            (one.titles, one.all) < (other.titles, other.all)
        }
    }

    func hits(of words: [String]) async throws(StorageError) -> Hits {
        guard let search = SearchQuery(words.joined(separator: " ")) else {
            return Hits(titles: 0, all: 0)
        }
        var filter = filter
        filter.search = search
        let query = ItemQuery(filter: filter, order: .bestMatch, limit: ItemList.pageSize)
        let titles = try await storage.items(query).items.map { SearchText($0.title) }
            .filter { search.beginsShortWords(of: $0) }
        return Hits(
            titles: titles.count { search.match(title: $0) != nil }, all: titles.count)
    }
}
