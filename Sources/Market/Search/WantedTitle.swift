/// The offers that a wanted item looks for.
extension ItemContent {
    /// The offers that match this wanted item: those in its category that have all words of its
    /// title and cost no more than its price, if that is in won. Nil if this is an offer, or if the
    /// title has no words.
    public var soughtItems: ItemFilter? {
        guard purpose == .request, let search = SearchQuery(words: WantedTitle(title).words)
        else { return nil }
        let isLimited = !price.isOpen && price.currency == .krw
        return ItemFilter(
            category: category, status: .unsold, maximumPrice: isLimited ? price.amountToPay : nil,
            purpose: .offer, search: search)
    }
}

/// The words of a wanted item's title, without those that only say that it is wanted: `[급구] 아이 자전거
/// 구해요!` is `아이 자전거`.
struct WantedTitle {
    let words: [SearchText]

    init(_ title: String) {
        let all = SearchText(title).words
        let meant = all.filter { !Self.fillers.contains($0) }.map(Self.withoutEnding)
        // A title of nothing but such words, as a book may have, is taken literally.
        words = meant.isEmpty ? all : meant
    }

    /// Removes the ending of a word: `의자구해요` is `의자`.
    private static func withoutEnding(_ word: SearchText) -> SearchText {
        for ending in endings {
            let rest = word.letters.count - ending.letters.count
            guard rest > 0, word.letters[rest...].elementsEqual(ending.letters) else { continue }
            return SearchText(String(decoding: word.letters[..<rest], as: UTF8.self))
        }
        return word
    }

    private static let endings = [
        "구해요", "구합니다", "구해봐요", "구해봅니다", "구함", "삽니다", "사요", "사고싶어요", "찾아요", "찾습니다",
        "필요해요", "원해요",
    ].map { SearchText($0) }

    private static let fillers = Set(
        endings
            + [
                "급구", "급하게", "혹시", "있으신", "있으실까요", "있나요", "파실", "파시는", "나눔해주실", "주실", "분",
                "분들", "구매", "구매해요", "구매합니다", "구매희망", "희망", "wanted", "want", "wtb", "iso",
                "looking", "searching", "buying", "buy", "need", "needed", "for", "to", "a", "an",
            ].map { SearchText($0) })
}
