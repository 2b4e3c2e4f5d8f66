import Market

/// Finds similar items for a viewer who comes too late: the item is reserved, sold or sold out.
struct SimilarItems {
    /// How many are shown.
    static let most = 6
    /// How many words of a title are searched for one by one.
    private static let mostWords = 3

    let storage: any ItemStorage

    /// Whether similar items are shown: the item is somebody else's and not available.
    /// - Parameter hasPosted: whether the viewer posted it as a guest, if a guest did.
    static func areShown(beside item: Item, to viewer: Account.ID?, hasPosted: Bool) -> Bool {
        guard item.status != .selling || item.content.stock == 0 else { return false }
        guard let seller = item.seller else { return !hasPosted }
        return seller != viewer
    }

    /// The newest items on sale in the same category, without the item itself and without those of
    /// people whom the viewer has blocked. Items with the same words are left to the visitor's own
    /// search: every seventh page of a market is of something sold, and searching for each took ten
    /// times as long as the page.
    func items(
        like item: Item, for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary] {
        let filter = ItemFilter(
            category: item.content.category, status: .only(.selling),
            purpose: item.content.purpose)
        // Twice as many as needed, because some may be sold out.
        let query = ItemQuery(filter: filter, limit: 2 * Self.most, blocker: viewer)
        let others = try await storage.items(query).items.filter { other in
            other.id != item.id && other.stock > 0
        }
        return Array(others.prefix(Self.most))
    }

    /// What finds more like an item: a search for the thing that its title names, as `소파` of `3인용 패브릭
    /// 소파 팝니다`, or otherwise its category.
    static func filter(like item: ItemContent, in places: PlaceDirectory) -> ItemFilter {
        guard let word = word(namingThing: item.title, places), let search = SearchQuery(word)
        else {
            return ItemFilter(category: item.category)
        }
        return ItemFilter(search: search)
    }

    /// The word of a title that names the thing; nil if there is no such word.
    private static func word(namingThing title: String, _ places: PlaceDirectory) -> String? {
        let words = title.split { !$0.isLetter && !$0.isNumber }.filter { word in
            word.count > 1 && word.first?.isNumber == false && !unnaming.contains(word.lowercased())
        }
        .map { String($0) }
        return RelaxedSearch.placeOfThing(in: words, places).map { words[$0] }
    }

    /// Words after the name of a thing that say how it is, or that it is sold or wanted.
    private static let unnaming: Set = [
        "팝니다", "팔아요", "팔아용", "판매", "판매해요", "판매합니다", "나눔", "나눔해요", "나눔합니다", "드려요", "드립니다",
        "무료나눔", "구해요", "구합니다", "구함", "삽니다", "급처", "급매", "급구", "정리", "처분", "일괄", "새것", "새거",
        "새상품", "새제품", "미개봉", "미사용", "중고", "상태", "좋아요", "좋음", "깨끗해요", "거의", "풀박스", "풀박",
        "네고", "가능", "싸게", "가져가실", "무료로", "사이즈", "택포", "무료배송", "직거래", "for", "sale", "sell",
        "selling", "free", "new", "used",
        "like", "good", "great", "condition", "wanted", "unopened", "in", "box",
    ]

    /// The part of a title that finds something unsold: the whole title, or otherwise the longest of
    /// its words that does; nil if none does.
    func words(of title: String) async throws(StorageError) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).filter { $0.count > 1 }
        let longest = words.sorted { $0.count > $1.count }.prefix(Self.mostWords)
        let texts: [String] = [title] + longest.map { String($0) }
        for text in texts {
            // A title is never meant to exclude words.
            guard let search = SearchQuery(text), search.terms.excluded.isEmpty else { continue }
            let filter = ItemFilter(status: .unsold, search: search)
            if try await storage.finds(filter) { return text }
        }
        return nil
    }
}
