import Market

/// What is looked for where several words are nowhere together: as many of them as are.
struct FewerWords {
    /// Those that are found.
    let search: SearchQuery
    /// The others, as typed.
    let leftOut: String

    /// Of more words not each is left out in turn: each try is a search.
    private static let mostTried = 6
    /// Of what is left out so many words are tried by themselves.
    private static let mostLedTo = 3

    /// As listings name them.
    private static let colours = Set(
        """
        흰색 하얀색 하양 화이트 검은색 검정 검정색 블랙 회색 그레이 은색 실버 금색 골드 빨간색 빨강 레드
        분홍 분홍색 핑크 파란색 파랑 블루 하늘색 남색 네이비 노란색 노랑 옐로우 초록 초록색 녹색 그린 카키
        보라 보라색 퍼플 갈색 브라운 베이지 아이보리
        white black gray grey silver gold red pink blue navy yellow green purple brown beige
        """
        .split(whereSeparator: \.isWhitespace).map { SearchText(String($0)) })

    /// Nil for less than two words, and where none is found.
    ///
    /// Without which one most titles have all the others, that one is left out: the more general word stays, as
    /// `신발` does of `나이키 신발 260`, since what somebody looks for is called so by many, and what is said of it, by
    /// few. A number at the end, or a colour, goes before any other word: it says how large or which one, and by
    /// itself nothing. Where no word alone is in the way, they are added from the first one on as long as
    /// something has them all. A word of one or two syllables has to begin a word of the title.
    /// - Parameter filter: what else has to hold.
    static func of(
        _ search: SearchQuery, in filter: ItemFilter, _ storage: any ItemStorage
    ) async throws(StorageError) -> FewerWords? {
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
        return FewerWords(search: found, leftOut: others.joined(separator: " "))
    }

    /// What was left out: all of it, then each word of it by itself.
    var searchesForRest: [SearchQuery] {
        let words = leftOut.split(separator: " ").map(String.init)
        let each = words.count > 1 ? Array(words.prefix(Self.mostLedTo)) : []
        return ([leftOut] + each).compactMap { SearchQuery($0) }
    }

    /// As typed, none twice.
    private static func words(of search: SearchQuery) -> [String] {
        var known: Set<SearchText> = []
        let words = search.terms.wanted.split(whereSeparator: \.isWhitespace).map(String.init)
            .filter { word in
                let text = SearchText(word)
                return !text.isEmpty && known.insert(text).inserted
            }
        return Array(words.prefix(SearchQuery.mostWords))
    }

    /// The places of all words but the one that is best left out; nil where there is none. Of several the
    /// last one, since what is typed first is meant most.
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

    /// The places of words that are somewhere together, begun with the first that is anywhere.
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

/// Looks up what some words find.
private struct Tries {
    let filter: ItemFilter
    let storage: any ItemStorage

    /// Of the best ones, as many as a page shows; none of those in which a short word is a piece of another
    /// one: nobody asked for that word alone.
    struct Hits: Comparable {
        /// Those whose title has all the words.
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
