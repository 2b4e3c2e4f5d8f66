import Market
import Testing

@testable import ViewModels

/// How a list reads words that are found nowhere as typed, and what its links carry on of them.
struct TypedWordsTests {
    private let fixture = Fixture()

    private func post(
        _ title: String, content: String = "내용", at place: Neighbourhood? = nil,
        category: EnteredNumber = "9"
    ) async throws {
        var input = Fixture.lamp()
        (input.title, input.content, input.submissionKey) = (title, content, "")
        input.place = place.map { "\($0.id)" } ?? ""
        input.category = category
        _ = try await fixture.post(input)
    }

    private func namePlaces() async throws -> [Neighbourhood] {
        try await fixture.storage.setPlaces(
            ["상수동", "망원동"].map { NamedNeighbourhood(PlaceName($0)) })
        return try await fixture.storage.places().entries.map(\.neighbourhood)
    }

    // MARK: - Joined to a filter's word

    @Test(arguments: ["상수동의자", "의자상수동", "sangsu의자", "상수동의자팝니다"])
    func aWordJoinedWithAFilterIsSplit(_ typed: String) async throws {
        let places = try await namePlaces()
        for place in places { try await post("의자", at: place) }
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.place) == ["상수동"])
    }

    @Test func aWordThatIsFoundIsNotSplit() async throws {
        let places = try await namePlaces()
        try await post("의자", at: places[0])
        try await post("상수동의자 카페 쿠폰")
        let page = try await fixture.list("상수동의자")
        #expect(page.entries.map(\.title) == ["상수동의자 카페 쿠폰"] && page.reading == nil)
        // Nor is a word cut of which nothing would be found then.
        #expect(try await fixture.list("망원동의자").reading == nil)
    }

    @Test(arguments: ["mangwon chair", "Mangwon-dong chair", "chair mangwon dong"])
    func aNeighbourhoodInLatinLettersIsAFilter(_ typed: String) async throws {
        for place in try await namePlaces() { try await post("의자", at: place) }
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.place) == ["망원동"])
        #expect(page.reading?.text == "망원동은 필터로 걸었어요")
    }

    @Test func nearAPlaceIsNoWordToLookFor() async throws {
        let places = try await namePlaces()
        try await post("급처 책상", at: places[0])
        let elsewhere = try await fixture.list("망원동 근처 책상")
        #expect(elsewhere.entries.isEmpty)
        #expect(elsewhere.sought.filter.search?.text == "책상")
        try await post("책상", at: places[1])
        for typed in ["망원동 근처 책상", "망원동근처 책상"] {
            let page = try await fixture.list(typed)
            #expect(page.entries.map(\.title) == ["책상"], "\(typed)")
            #expect(page.sought.filter.search?.text == "책상", "\(typed)")
        }
    }

    @Test(arguments: ["의자가구", "의자 가구", "가구 의자"])
    func theNameOfACategoryIsAFilterIfNoItemHasIt(_ typed: String) async throws {
        try await post("나무 의자")
        try await post("게임 의자", category: "2")
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.title) == ["나무 의자"])
        #expect(page.reading?.text == "가구는 필터로 걸었어요" && page.text == typed)
        #expect(page.sought.filter.category == .furniture)
        #expect(page.sought.filter.search?.text == "의자")
        // Each filter can be removed by itself, and another category replaces the first.
        let chips = page.controls.filters.map(\.selection)
        #expect(chips.map { $0.filter.search?.text } == [nil, "의자"])
        #expect(chips.map(\.filter.category) == [.furniture, nil])
        let games = try #require(page.controls.categories.first { $0.category == .games })
        #expect(games.selection.typed == nil && games.selection.filter.category == .games)
        #expect(page.controls.orders.allSatisfy { $0.selection.typed?.filter.category == nil })
        #expect(
            page.controls.orders.allSatisfy {
                $0.selection.typed?.filter.search?.text == typed
            })
        let exact = try await fixture.list(typed) { $0.isExact = true }
        #expect(exact.alternatives.first?.text.text == "‘의자’ 가구 찾기")
        #expect(exact.alternatives.first?.selection == page.selection)
        // Words that an item has exactly as typed are found as typed.
        try await post("의자 가구 조각")
        let written = try await fixture.list("의자 가구")
        #expect(written.entries.map(\.title) == ["의자 가구 조각"] && written.reading == nil)
    }

    @Test func aCategoryWithoutTheOtherWordsIsNoFilter() async throws {
        try await post("의자", category: "2")
        let page = try await fixture.list("의자 가구")
        #expect(page.reading?.text.hasPrefix("‘가구’까지 다 맞는 글은 없어서") == true)
        #expect(page.selection.filter.category == nil && page.entries.count == 1)
    }

    @Test func aWordThatIsFoundIsNotSplitForACategory() async throws {
        try await post("보드게임")
        try await post("보드 의자", category: "2")
        let page = try await fixture.list("의자 보드게임")
        #expect(page.selection.filter.category == nil)
        #expect(page.entries.map(\.title) == ["보드게임"])
    }

    // MARK: - Particles

    @Test(
        arguments: [
            ("의자를", "‘의자를’ 대신 ‘의자’로", "의자"), ("의자랑 쿠션을", "‘의자랑 쿠션을’ 대신 ‘의자 쿠션’으로", "의자 쿠션"),
            ("구름에서 의자를", "‘구름에서’까지 다 맞는 글은 없어서 ‘의자’로", "의자"),
            ("상수동에서 의자를", "상수동은 필터로 걸었어요", "의자"),
        ])
    func particlesAreTakenOffNouns(_ typed: String, _ reading: String, _ found: String) async throws
    {
        let places = try await namePlaces()
        try await post("원목 의자와 쿠션", at: places[0])
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.title) == ["원목 의자와 쿠션"] && page.text == typed)
        #expect(page.reading?.text.hasPrefix(reading) == true)
        #expect(page.selection.filter.search?.text == found)
        // A title that is written this way is found as typed.
        try await post(typed)
        let written = try await fixture.list(typed)
        #expect(written.entries.map(\.title).contains(typed))
    }

    @Test(arguments: ["고양이", "유니콘을", "이케아를 뺀 의자를"])
    func whatIsNoParticleStays(_ typed: String) async throws {
        try await post("고양 꽃박람회 표")
        let page = try await fixture.list(typed)
        #expect(page.entries.isEmpty && page.reading == nil)
    }

    // MARK: - Letters

    @Test(
        arguments: [
            ("에스22", "s22", "갤럭시 S22 울트라"), ("갤럭시 에스22", "갤럭시 s22", "갤럭시 S22 울트라"),
            ("에이포용지", "a4 용지", "A4용지 500매"), ("유에스비", "usb", "USB 64GB"), ("씨디", "cd", "CD플레이어"),
        ])
    func lettersAreReadByTheirNames(
        _ typed: String, _ meant: String, _ title: String
    ) async throws {
        for title in ["갤럭시 S22 울트라", "A4용지 500매", "USB 64GB", "CD플레이어", "ABCD 블록"] {
            try await post(title)
        }
        let page = try await fixture.list(typed)
        #expect(page.entries.first?.title == title)
        #expect(page.reading?.text.hasPrefix("‘\(typed)’ 대신 ‘\(meant)’") == true)
        // A title that is written this way is found as typed.
        try await post(typed)
        let written = try await fixture.list(typed)
        #expect(written.entries.map(\.title) == [typed] && written.reading == nil)
    }

    @Test func lettersAloneAreNoPieceOfAWord() async throws {
        try await post("ABCD 블록")
        #expect(try await fixture.list("씨디").reading == nil)
    }

    // MARK: - What links carry on

    @Test func wordsReadAsFiltersStayTypedUntilChanged() async throws {
        let places = try await namePlaces()
        for place in places { try await post("의자", at: place) }
        let page = try await fixture.list("상수동 의자")
        #expect(page.selection.typed?.filter.search?.text == "상수동 의자")
        #expect(page.selection.typed?.filter.neighbourhoods.isEmpty == true)
        for selection in page.controls.orders.map(\.selection) {
            #expect(selection.typed?.filter.search?.text == "상수동 의자")
        }
        // Each chip leaves the other.
        let chips = page.controls.filters.map(\.selection)
        #expect(chips.allSatisfy { $0.typed == nil })
        #expect(chips.map { $0.filter.search?.text } == [nil, "의자"])
        #expect(chips.map(\.filter.neighbourhoods.count) == [1, 0])
        #expect(page.controls.reset.typed == nil && page.sought.typed == nil)
        #expect(page.sought == page.selection)
    }

    @Test(
        arguments: [
            ("상수동 의자", "", "", nil), ("상수동의자", "", "", nil), ("상수동 의자 3만원대", "30000", "39999", nil),
            ("상수동 의자 가구", "", "", .furniture),
        ] as [(String, String, String, Market.Category?)])
    func typedWordsStayWhileTheFormSendsTheSameFilters(
        _ typed: String, _ minimum: String, _ maximum: String, _ category: Market.Category?
    ) async throws {
        let places = try await namePlaces()
        for place in places { try await post("의자", at: place) }
        // The input that the form for filters sends.
        func chosen(_ change: (inout ItemList.Input) -> Void) async throws -> ItemList.Output {
            try await fixture.list("의자") {
                ($0.typed, $0.neighbourhoods, $0.category) = (typed, [places[0].id], category)
                ($0.minimumPrice, $0.maximumPrice) = (minimum, maximum)
                change(&$0)
            }
        }
        let first = try await fixture.list(typed)
        let sold = try await chosen { $0.status = .any }
        #expect(sold.text == typed && sold.entries.map(\.place) == ["상수동"])
        #expect(sold.reading?.text == first.reading?.text && sold.reading != nil)
        #expect(sold.exact?.text.text == first.exact?.text.text && sold.exact != nil)
        #expect(sold.selection == first.selection.with { $0.status = .any })
        #expect(sold.selection.typed?.filter.search?.text == typed)
        #expect(sold.selection.typed?.filter.neighbourhoods.isEmpty == true)
        #expect(sold.controls.minimumPrice == minimum && sold.controls.maximumPrice == maximum)
        // The words stay even if the chosen filter leaves nothing.
        let wanted = try await chosen { $0.purpose = .request }
        #expect(wanted.text == typed && wanted.entries.isEmpty && wanted.reading != nil)
        // Neither another neighbourhood nor none at all is what was typed.
        for other in [[places[1].id], places.map(\.id), []] {
            let page = try await chosen { $0.neighbourhoods = other }
            #expect(page.text == "의자" && page.reading == nil && page.selection.typed == nil)
            #expect(page.selection.filter.neighbourhoods.map(\.id) == other)
        }
    }

    @Test func chosenFiltersStayWhateverElseHasTheWords() async throws {
        let places = try await namePlaces()
        try await post("자전거", at: places[1])
        try await post("여행 안내서", content: "망원동 자전거 길", category: "10")
        let page = try await fixture.list("자전거") {
            ($0.typed, $0.neighbourhoods) = ("망원동 자전거", [places[1].id])
            $0.category = .hobbies
        }
        #expect(page.entries.isEmpty)
        #expect(page.selection.filter.neighbourhoods.map(\.id) == [places[1].id])
    }

    @Test(arguments: ["", "책상", "상수동", "-의자", "!", "의자 상수동 책상"])
    func typedWordsThatMeanSomethingElseAreIgnored(_ typed: String) async throws {
        let place = try await namePlaces()[0]
        try await post("의자", at: place)
        let page = try await fixture.list("의자") {
            ($0.typed, $0.neighbourhoods) = (typed, [place.id])
        }
        #expect(page.entries.count == 1 && page.reading == nil && page.text == "의자")
    }

    /// The words are searched for, which must not run on an event loop.
    @Test func typedWordsAreCostly() {
        var input = ItemList.Input()
        input.category = .furniture
        #expect(!input.isCostly)
        input.typed = "가구"
        #expect(input.isCostly)
    }

    @Test func wordsAreTheSameFiltersWhateverElseIsChosen() async throws {
        let places = try await namePlaces()
        try await post("나무 의자", at: places[0])
        try await post("의자", at: places[0])
        let page = try await fixture.list("상수동 나무 의자") { $0.category = .games }
        #expect(page.entries.isEmpty && page.reading?.text == "상수동은 필터로 걸었어요")
        #expect(page.controls.filters.map(\.name.text) == ["‘나무 의자’", "게임", "상수동"])
    }

    @Test func aNeighbourhoodIsTheSameFilterWhateverElseIsChosen() async throws {
        let places = try await namePlaces()
        try await post("자전거", at: places[1])
        try await post("여행 안내서", content: "망원동 자전거 길", category: "10")
        let page = try await fixture.list("망원동 자전거")
        #expect(page.entries.map(\.title) == ["자전거"])
        let books = try await fixture.list("망원동 자전거") { $0.category = .hobbies }
        #expect(books.entries.isEmpty && books.reading?.text == page.reading?.text)
        #expect(books.selection.filter.neighbourhoods == page.selection.filter.neighbourhoods)
    }

    @Test func filtersAloneArePagedAsTheyWereTyped() async throws {
        let place = try await namePlaces()[0]
        for number in 1...25 { try await post("의자 \(number)", at: place) }
        let first = try await fixture.list("상수동")
        let second = try await fixture.list("상수동") {
            ($0.order, $0.position) = (.newest, .following(first.next ?? 0))
        }
        #expect(second.entries.count == 5 && second.notes.isEmpty)
        let back = try await fixture.list("상수동") {
            ($0.order, $0.position) = (.newest, .preceding(second.previous ?? 0))
        }
        #expect(back.entries.map(\.id) == first.entries.map(\.id))
    }

    @Test func anExactSearchStaysExactUntilItIsChanged() async throws {
        let place = try await namePlaces()[0]
        try await post("의자", at: place)
        let exact = try #require(try await fixture.list("상수동 의자").exact)
        #expect(exact.selection.isExact)
        let page = try await fixture.list("상수동 의자") { $0.isExact = true }
        #expect(page.controls.orders.allSatisfy { $0.selection.isExact })
        #expect(!page.sought.isExact)
        let chip = try #require(page.controls.filters.first)
        #expect(!chip.selection.isExact)
        #expect(try await fixture.list("") { $0.isExact = true }.selection.isPlain)
    }
}
