import Market

/// The words that are found together, of a search whose words are not all found together.
struct RelaxedSearch {
    /// The search for the words that are found.
    let search: SearchQuery
    /// The other words, as typed.
    let leftOut: String

    /// With more words than this, leaving out each in turn would take too many searches.
    private static let mostTried = 6
    /// How many of the words left out are also looked for one by one.
    private static let mostLedTo = 3

    /// Colour names that listings use.
    private static let colours = Set(
        """
        흰색 하얀색 하얀 하양 화이트 검정 검정색 검은색 검은 까만 블랙 회색 그레이 은색 실버 금색 골드
        빨간색 빨강색 빨강 빨간 레드 분홍색 분홍 핑크색 핑크 파란색 파랑색 파랑 파란 블루 하늘색 스카이블루
        남색 네이비 노란색 노랑색 노랑 노란 옐로우 옐로 초록색 녹색 초록 그린 카키색 카키 보라색 보라 퍼플
        갈색 브라운 베이지색 베이지 주황색 주황 오렌지색 오렌지 아이보리
        white black gray grey silver gold red pink blue navy yellow green khaki purple brown beige
        orange ivory
        """
        .split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) })

    /// Nil for fewer than two words, and when none of them is found.
    ///
    /// The word left out is the one without which most titles have all the others. So the more
    /// general word stays, as `신발` does of `나이키 신발 260`: many titles name what a thing is, few say
    /// what it is like. A number at the end or a colour is left out before any other word: it only
    /// tells the size or the variant, and means nothing by itself. If leaving out one word is not
    /// enough, words are added from the first one on, as long as something has them all. A word of
    /// one or two syllables must begin a word of the title.
    /// - Parameter filter: the other conditions.
    static func of(
        _ search: SearchQuery, in filter: ItemFilter, _ storage: any ItemStorage
    ) async throws(StorageError) -> RelaxedSearch? {
        let words = words(of: search)
        guard words.count > 1 else { return nil }
        let tries = Tries(filter: filter, storage: storage)
        var kept: [Int]?
        if words.count <= mostTried { kept = try await withoutOne(of: words, tries) }
        if kept == nil { kept = try await together(words, tries) }
        guard let kept, let found = SearchQuery(kept.map { words[$0] }.joined(separator: " "))
        else {
            return nil
        }
        let others = words.indices.filter { !kept.contains($0) }.map { words[$0] }
        return RelaxedSearch(search: found, leftOut: others.joined(separator: " "))
    }

    /// Searches for the words left out: all of them, then each one by itself.
    var searchesForRest: [SearchQuery] {
        let words = leftOut.split(separator: " ").map(String.init)
        let each = words.count > 1 ? Array(words.prefix(Self.mostLedTo)) : []
        return ([leftOut] + each).compactMap { SearchQuery($0) }
    }

    /// The distinct words, as typed.
    private static func words(of search: SearchQuery) -> [String] {
        var known: Set<SearchText> = []
        let words = search.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init)
            .filter { word in
                let text = SearchText(word)
                return !text.isEmpty && known.insert(text).inserted
            }
        return Array(words.prefix(SearchQuery.mostWords))
    }

    /// The indices of all words but the one that is best left out; nil when leaving out one word finds
    /// nothing. Of equally good ones the last is left out, since people type what matters most first.
    private static func withoutOne(
        of words: [String], _ tries: Tries
    ) async throws(StorageError) -> [Int]? {
        var best: (kept: [Int], hits: Tries.Hits)?
        for place in words.indices.reversed() {
            let kept = words.indices.filter { $0 != place }
            let hits = try await tries.hits(of: kept.map { words[$0] })
            guard hits.all > 0 else { continue }
            let isNumber = words[place].allSatisfy { $0.isASCII && $0.isNumber }
            let saysWhichOne =
                place == words.count - 1 && isNumber || colours.contains(SearchText(words[place]))
            if saysWhichOne, hits.titles > 0 { return kept }
            if best.map({ $0.hits < hits }) ?? true { best = (kept, hits) }
        }
        return best?.kept
    }

    /// The indices of words that are found together, from the first word that is found at all.
    private static func together(
        _ words: [String], _ tries: Tries
    ) async throws(StorageError) -> [Int]? {
        var kept: [Int] = []
        for place in words.indices {
            let more = kept + [place]
            if try await tries.hits(of: more.map { words[$0] }).all > 0 { kept = more }
        }
        return kept.isEmpty ? nil : kept
    }
}

/// Searches for words.
private struct Tries {
    let filter: ItemFilter
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
