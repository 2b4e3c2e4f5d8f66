import Market
import Testing

struct WordedOrderTests {
    @Test(
        arguments: [
            ("최저가 아이폰", "아이폰"), ("아이폰 싼 거", "아이폰"), ("제일 싼 아이폰 13", "아이폰 13"),
            ("저렴한 의자 -이케아", "의자 -이케아"), ("Cheap chair", "chair"), ("가장 저렴한 것 의자", "의자"),
        ])
    func wordsForTheLowestPriceNameAnOrder(_ text: String, _ rest: String) throws {
        let search = try #require(SearchQuery(text))
        #expect(search.asksForLowestPrice && search.withoutLowestPrice?.text == rest)
        let filter = ItemFilter(status: .unsold, search: search).readingWords(in: .empty)
        #expect(filter == ItemFilter(status: .unsold, search: SearchQuery(rest)))
    }

    @Test(arguments: ["싼", "최저가", "제일 싼 거", "싼타페", "의자", "-싼 의자", "거 의자", "제일 의자"])
    func otherWordsStay(_ text: String) {
        let search = SearchQuery(text)
        #expect(search?.asksForLowestPrice == false && search?.withoutLowestPrice == nil)
    }
}
