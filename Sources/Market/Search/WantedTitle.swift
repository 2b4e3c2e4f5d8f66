/// What is looked for by an item that is wanted.
extension ItemContent {
    /// What answers it: offers of its category that have all words of its title, and cost no more than
    /// it says, where it says so in won. Nil for an offer, and where no words are left.
    public var soughtItems: ItemFilter? {
        guard purpose == .request, let search = SearchQuery(words: WantedTitle(title).words)
        else { return nil }
        let isLimited = !price.isOpen && price.currency == .krw
        return ItemFilter(
            category: category, status: .unsold, maximumPrice: isLimited ? price.amountToPay : nil,
            purpose: .offer, search: search)
    }
}

/// The words of a title by which somebody wants something, without those that only say so:
/// `[급구] 아이 자전거 구해요!` is `아이 자전거`.
struct WantedTitle {
    let words: [SearchText]

    init(_ title: String) {
        let all = SearchText(title).words
        let meant = all.filter { !Self.fillers.contains($0) }.map(Self.withoutEnding)
        // A title of nothing else, as a book's may be, means what it says.
        words = meant.isEmpty ? all : meant
    }

    /// `의자구해요` is `의자`.
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
