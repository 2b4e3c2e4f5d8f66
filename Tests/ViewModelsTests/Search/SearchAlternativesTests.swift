import Market
import Testing

@testable import ViewModels

/// What a list offers beside its items: other currencies, and ways to more if there is little.
struct SearchAlternativesTests {
    private let fixture = Fixture()

    private func post(
        _ title: String = "의자", price: String = "10000", currency: String = "KRW",
        category: String = "9"
    ) async throws {
        var input = Fixture.lamp()
        (input.title, input.submissionKey, input.content) = (title, "", "내용")
        (input.price, input.category) = (.typed(price), .typed(category))
        input.currency = currency
        _ = try await fixture.post(input)
    }

    private func output(
        _ change: (inout ItemList.Input) -> Void
    ) async throws -> ItemList.Output {
        var input = ItemList.Input()
        change(&input)
        return try await ItemList(storage: fixture.storage).output(for: input, at: fixture.now)
    }

    // MARK: - Currencies

    @Test func aRangeNamesTheWonOnlyIfOtherCurrenciesMatch() async throws {
        try await post()
        #expect(try await output { $0.maximumPrice = "20000" }.otherCurrencies == nil)
        try await post(price: "7", currency: "USD")
        let others = try #require(
            try await output { $0.maximumPrice = "20000" }.otherCurrencies)
        #expect(others.note.text == "원화(KRW) 가격만 보여요.")
        #expect(others.text.text == "‘20,000원까지’ 조건 빼고 다른 화폐로 적은 글 보기")
        let sought = try await output {
            ($0.maximumPrice, $0.category, $0.text) = ("20000", .furniture, "의자")
        }
        let rest = try #require(sought.otherCurrencies).selection.filter
        #expect(rest.category == .furniture && rest.search?.text == "의자" && !rest.hasPriceRange)
        #expect(others.selection == ItemSelection(order: .lowestPrice))
        #expect(try await output { $0.text = "의자" }.otherCurrencies == nil)
        #expect(try await output { _ in }.otherCurrencies == nil)
    }

    @Test(arguments: ["의자 $50", "의자 50불", "50달러 이하 의자"])
    func aPriceInAnotherCurrencyIsAFilterInIt(_ typed: String) async throws {
        try await post(price: "45", currency: "USD")
        try await post(price: "60", currency: "USD")
        try await post(price: "3000")
        let page = try await output { $0.text = typed }
        #expect(page.entries.map(\.price.text.text) == ["$45.00"])
        #expect(page.controls.filters.map(\.name.text) == ["‘의자’", "$50.00까지"])
        #expect(page.controls.maximumPrice == "50.00USD" && page.otherCurrencies == nil)
        // The field is read as it is filled in.
        let same = try await output { ($0.text, $0.maximumPrice) = ("의자", "50.00USD") }
        #expect(same.selection == page.selection && same.notes.isEmpty)
        let everything = try #require(page.controls.filters.last?.selection)
        #expect(everything.filter == ItemFilter(status: .unsold, search: SearchQuery("의자")))
    }

    @Test(arguments: [ItemOrder.lowestPrice, .highestPrice])
    func anOrderByPriceLeadsToOtherCurrencies(_ order: ItemOrder) async throws {
        for price in ["0", "5000", "10000"] { try await post(price: price) }
        try await post("체어", price: "7", currency: "USD")
        // Items on the page itself need no link.
        #expect(try await output { $0.order = order }.otherCurrencies == nil)
        for _ in 1...ItemList.pageSize { try await post(price: "5000") }
        let others = try #require(try await output { $0.order = order }.otherCurrencies)
        #expect(others.note.text == "원화(KRW) 가격부터 보여요.")
        #expect(others.text.text == "다른 화폐로 적은 글 보기")
        let page = try await output {
            ($0.order, $0.position) = (order, others.position)
        }
        #expect(page.entries.map(\.title) == ["체어"])
        #expect(page.previous != nil && page.otherCurrencies == nil)
    }

    // MARK: - Few results

    @Test func wordsNotFoundTogetherAreOfferedOneByOne() async throws {
        for title in ["원목 책상", "책상", "노트북"] { try await post(title) }
        let page = try await output { ($0.text, $0.isExact) = ("노트북 책상 유니콘", true) }
        #expect(page.emptyText != nil)
        #expect(page.alternatives.prefix(2).map(\.text.text) == ["‘노트북’만 찾기", "‘책상’만 찾기"])
        #expect(!page.alternatives.contains { $0.text.text.contains("‘유니콘’만") })
        let found = try await output { $0.text = "책상" }
        #expect(page.alternatives[1].selection == found.selection && found.entries.count == 2)
        // Words that are found together are not offered apart.
        #expect(
            try await output { $0.text = "원목 책상" }.alternatives.allSatisfy {
                !$0.text.text.hasSuffix("만 찾기")
            })
    }

    @Test(arguments: [("노트북책상", "노트북 책상"), ("망원동의자", "망원동 의자"), ("의자망원동", "의자 망원동")])
    func wordsTypedAsOneHaveTheSameWaysOn(_ typed: String, _ apart: String) async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
        let place = try #require(try await fixture.storage.places().entries.first?.neighbourhood)
        var input = Fixture.lamp()
        (input.title, input.place, input.submissionKey) = ("의자", "\(place.id)", "")
        _ = try await fixture.post(input)
        for title in ["원목 책상", "노트북"] { try await post(title) }
        let one = try await output { ($0.text, $0.isExact) = (typed, true) }
        let other = try await output { ($0.text, $0.isExact) = (apart, true) }
        #expect(one.alternatives.map(\.text.text) == other.alternatives.map(\.text.text))
        #expect(one.alternatives.map(\.selection) == other.alternatives.map(\.selection))
        #expect(one.alternatives.contains { $0.text.text.hasSuffix("만 찾기") })
    }

    @Test func aWordThatIsFoundIsOfferedWhole() async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
        for title in ["망원렌즈", "보드게임"] { try await post(title) }
        for typed in ["망원렌즈 보드게임", "보드게임 망원렌즈"] {
            let page = try await output { ($0.text, $0.isExact) = (typed, true) }
            let words = page.alternatives.map(\.text.text).filter { $0.hasSuffix("만 찾기") }
            #expect(Set(words) == ["‘망원렌즈’만 찾기", "‘보드게임’만 찾기"], "\(typed)")
        }
    }

    @Test func pricesTypedAfterTheWordsBecomeAFilter() async throws {
        for price in ["15000", "35000"] { try await post(price: price) }
        try await post("책상", price: "35000")
        for (typed, range, title) in [
            ("의자 3만원대", "30,000원 ~ 39,999원", "의자"), ("의자 2만원 이하", "20,000원까지", "의자"),
            ("책상 3만원부터", "30,000원부터", "책상"), ("1~2만", "10,000원 ~ 20,000원", "의자"),
            ("3만원대 의자", "30,000원 ~ 39,999원", "의자"),
        ] {
            let page = try await output { $0.text = typed }
            #expect(page.reading?.text.hasPrefix(range) == true, "\(typed)")
            #expect(page.controls.filters.map(\.name.text).contains(range), "\(typed)")
            #expect(page.entries.map(\.title) == [title], "\(typed)")
        }
        // The prices are in the form of filters.
        let range = try await output { $0.text = "의자 3만원대" }.controls
        #expect((range.minimumPrice, range.maximumPrice) == ("30000", "39999"))
        // If nothing is found that way, either, the range is what is in the way.
        let none = try await output { $0.text = "의자 9만원대" }
        #expect(none.entries.isEmpty && none.reading != nil)
        #expect(none.alternatives.first?.text.text == "90,000원 ~ 99,999원 조건 빼고 보기")
        // A title that is written this way is found as typed.
        try await post("의자 3만원대")
        let written = try await output { $0.text = "의자 3만원대" }
        #expect(written.entries.count == 1)
        #expect(written.alternatives.allSatisfy { !$0.selection.filter.hasPriceRange })
    }

    @Test func filterWordsAreTakenForFilters() async throws {
        try await fixture.storage.setPlaces(
            ["망원동", "합정동"].map { NamedNeighbourhood(PlaceName($0)) })
        let place = try #require(try await fixture.storage.places().entries.first?.neighbourhood)
        var input = Fixture.lamp()
        (input.title, input.place, input.price) = ("의자", "\(place.id)", "0")
        input.submissionKey = ""
        _ = try await fixture.post(input)
        (input.purpose, input.title, input.price) = (.request, "자전거", "30000")
        _ = try await fixture.post(input)
        try await post("자전거 팝니다")
        for (typed, reading, way, titles) in [
            ("망원동 의자", "망원동은 필터로 걸었어요", "‘의자’ 망원동 찾기", ["의자"]),
            ("망원 의자", "망원동은 필터로 걸었어요", "‘의자’ 망원동 찾기", ["의자"]),
            ("합정동 의자 망원동", "망원동, 합정동은 필터로 걸었어요", "‘의자’ 망원동, 합정동 찾기", ["의자"]),
            ("자전거 삽니다", "구해요는 필터로 걸었어요", "‘자전거’ 구해요 찾기", ["자전거"]),
            ("의자 공짜", "무료나눔은 필터로 걸었어요", "‘의자’ 무료나눔 찾기", ["의자"]),
            (
                "망원동 자전거 구해요 3만원", "망원동, 구해요, 30,000원까지는 필터로 걸었어요",
                "‘자전거’ 망원동, 구해요, 30,000원까지 찾기", ["자전거"]
            ),
            ("망원동", "망원동은 필터로 걸었어요", "망원동 보기", ["자전거", "의자"]),
        ] as [(String, String, String, [String])] {
            let page = try await output { $0.text = typed }
            #expect(page.entries.map(\.title) == titles && page.reading?.text == reading)
            // The other words are the search, and these are filters that can be removed.
            let words = page.selection.filter.search?.text
            #expect(words != typed && page.text == typed && page.controls.count != nil)
            // A link leads to the words as typed, and from there back to the same list.
            #expect(page.exact?.selection.filter.search?.text == typed)
            let exact = try await output { ($0.text, $0.isExact) = (typed, true) }
            #expect(exact.entries.isEmpty && exact.alternatives.first?.text.text == way, "\(typed)")
            #expect(exact.alternatives.first?.selection == page.selection)
        }
    }

    @Test func filterWordsThatAreFoundStayWords() async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
        try await post("의자 망원동에서 만나요")
        let page = try await output { $0.text = "망원동 의자" }
        #expect(page.entries.count == 1 && page.reading == nil)
        #expect(page.selection.filter.neighbourhoods.isEmpty)
    }

    @Test func wordsThatOnlyDescriptionsHaveAreFilters() async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
        let place = try #require(try await fixture.storage.places().entries.first?.neighbourhood)
        var input = Fixture.lamp()
        (input.title, input.content, input.submissionKey) = ("의자", "망원동에서 만나요", "")
        _ = try await fixture.post(input)
        // Nothing is there, and the page says so.
        let alone = try await output { $0.text = "망원동 의자" }
        #expect(alone.entries.isEmpty && alone.reading?.text == "망원동은 필터로 걸었어요")
        #expect(
            alone.exact != nil && alone.leadingAlternative?.selection.filter.search?.text == "의자")
        (input.title, input.place) = ("나무 의자", "\(place.id)")
        _ = try await fixture.post(input)
        let page = try await output { $0.text = "망원동 의자" }
        #expect(page.entries.map(\.title) == ["나무 의자"])
        #expect(page.reading?.text == "망원동은 필터로 걸었어요")
    }

    @Test func waysOnKeepTheExclusions() async throws {
        for title in ["이케아 책상", "책상", "이케아 노트북"] { try await post(title, price: "15000") }
        let apart = try await output { $0.text = "노트북 책상 -이케아" }
        #expect(apart.alternatives.first?.text.text == "‘책상 -이케아’만 찾기")
        #expect(!apart.alternatives.contains { $0.text.text.hasPrefix("‘노트북 -") })
        let priced = try await output { $0.text = "책상 2만원 이하 -이케아" }
        #expect(priced.selection.filter.search?.text == "책상 -이케아")
        #expect(priced.entries.map(\.title) == ["책상"])
    }

    @Test func exclusionsAreRemovedOneByOneElseTogether() async throws {
        for title in ["이케아 책상", "이케아 원목 의자"] { try await post(title) }
        func ways(_ text: String) async throws -> [String] {
            try await output { $0.text = text }.alternatives.map(\.text.text)
                .filter { $0.contains("‘-") }
        }
        #expect(try await ways("책상 -이케아 -원목") == ["‘-이케아’ 조건 빼고 보기"])
        #expect(try await ways("의자 -이케아 -원목") == ["‘-이케아 -원목’ 조건 빼고 보기"])
    }

    @Test func aLoneHyphenLeadsToExcludingTheNextWord() async throws {
        for title in ["흰 의자", "원목 의자", "아이폰 - 케이스"] { try await post(title) }
        let none = try await output { $0.text = "의자 - 이케아" }
        #expect(none.entries.isEmpty)
        let way = try #require(none.alternatives.first)
        #expect(way.text.text == "‘의자 -이케아’로 찾기")
        let meant = try await output { $0.text = "의자 -이케아" }
        #expect(way.selection == meant.selection && meant.entries.count == 2)
        // An item may be found as typed, and the probable meaning finds more.
        try await post("이케아 의자")
        let few = try await output { $0.text = "의자 - 이케아" }
        #expect(few.entries.map(\.title) == ["이케아 의자"] && few.isShort)
        #expect(few.alternatives.map(\.text.text) == ["‘의자 -이케아’로 찾기"])
        // A reading that finds no more is not offered: titles are searched as they stand.
        let title = try await output { $0.text = "아이폰 - 케이스" }
        #expect(title.entries.count == 1 && title.alternatives.isEmpty)
        let range = try await output { $0.text = "의자 1만 - 2만" }
        #expect(range.reading?.text == "10,000원 ~ 20,000원은 필터로 걸었어요")
    }

    @Test(
        arguments: [
            ("이케아 아닌 의자", "의자 -이케아"), ("이케아를 뺀 의자", "의자 -이케아"), ("이케아 말고 의자", "의자 -이케아"),
            ("armchair not ikea", "armchair -ikea"), ("armchair without ikea", "armchair -ikea"),
        ])
    func wordedExclusionsLeadToTheHyphen(typed: String, meant: String) async throws {
        for title in ["흰 의자", "원목 의자", "armchair"] { try await post(title) }
        let page = try await output { $0.text = typed }
        #expect(page.entries.isEmpty && page.reading == nil)
        let way = try #require(page.alternatives.first)
        #expect(way.text.text.hasPrefix("‘\(meant)’"))
        let hyphened = try await output { $0.text = meant }
        #expect(way.selection == hyphened.selection && !hyphened.entries.isEmpty)
        // A title that is written this way is found as typed.
        try await post(typed)
        let written = try await output { $0.text = typed }
        #expect(written.entries.map(\.title) == [typed])
        #expect(!written.alternatives.contains { $0.text.text.hasPrefix("‘\(meant)’") })
    }

    @Test func fewHitsHaveWaysToMore() async throws {
        for price in ["10000", "20000", "30000", "40000"] { try await post(price: price) }
        try await post(price: "5000", category: "2")
        let page = try await output {
            ($0.text, $0.category, $0.maximumPrice) = ("의자", .furniture, "20000")
        }
        #expect(page.isShort && page.entries.count == 2 && page.emptyText == nil)
        // The search text stays.
        #expect(page.alternatives.map(\.text.text) == ["가구 조건 빼고 보기", "20,000원까지 조건 빼고 보기"])
        let more = try await output { ($0.text, $0.category) = ("의자", .furniture) }
        #expect(!more.isShort && more.alternatives.isEmpty && more.entries.count == 4)
    }

    @Test func fewHitsOfAnEnglishPluralLeadToItsSingular() async throws {
        for _ in 1...4 { try await post("phone case") }
        try await post("phone cases")
        let page = try await output { $0.text = "Phone cases" }
        #expect(page.entries.count == 1 && page.reading == nil)
        #expect(page.alternatives.map(\.text.text) == ["‘phone case’로 찾기"])
        #expect(try await output { $0.text = "phone case" }.entries.count == 5)
        // A singular that finds no more is not offered.
        #expect(try await output { $0.text = "cases" }.alternatives.count == 1)
        try await post("lenses")
        #expect(try await output { $0.text = "lenses" }.alternatives.isEmpty)
    }

    @Test(
        arguments: [
            ("lens", "lenses"), ("bus", "buses"), ("potato", "potatoes"), ("shoe", "shoes"),
            ("movie", "movies"),
        ])
    func anItemIsFoundHoweverItIsSpelt(_ one: String, _ several: String) async throws {
        for title in [one, several] { try await post(title) }
        let page = try await output { $0.text = several }
        #expect(page.entries.count == 1)
        #expect(page.alternatives.map { $0.selection.filter.search?.text } == [one])
    }

    @Test func aReadingThatFindsNoMoreIsNotOffered() async throws {
        for _ in 1...3 { try await post() }
        let page = try await output { ($0.text, $0.purpose) = ("의자", .offer) }
        #expect(page.isShort && page.alternatives.isEmpty)
        #expect(page.wanted.filter.search?.text == "의자")
    }

    @Test func aPlainListIsLongEnough() async throws {
        try await post()
        for category in [nil, Category.furniture] {
            let page = try await output { $0.category = category }
            #expect(!page.isShort && page.alternatives.isEmpty)
        }
        let sorted = try await output { $0.order = .lowestPrice }
        #expect(!sorted.isShort)
    }

    @Test func theLastOfManyPagesNeedsNoWaysOn() async throws {
        for _ in 1...22 { try await post() }
        let first = try await output { $0.text = "의자" }
        let last = try await output {
            ($0.text, $0.position) = ("의자", .following(first.next ?? 0))
        }
        #expect(last.entries.count == 2 && !last.isShort)
    }

    // MARK: - No results

    @Test func filtersAloneAreNotCalledASearch() async throws {
        let free = try await output { $0.isFree = true }
        #expect(free.emptyText?.text == "이 조건에 맞는 글이 없어요")
        #expect(free.alternatives.map(\.text.text) == ["모든 글 보기"])
        try await post()
        let other = try await output { $0.isFree = true }
        #expect(other.alternatives.map(\.text.text) == ["무료나눔 조건 빼고 보기"])
        #expect(!other.isShort)
    }
}
