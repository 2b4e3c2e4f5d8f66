import Market
import Testing

@testable import ViewModels

/// What is found when no item has all of several words.
struct RelaxedSearchTests {
    private let fixture = Fixture()

    private func post(_ titles: String..., place: String = "") async throws {
        for title in titles {
            var input = Fixture.lamp()
            (input.title, input.content, input.submissionKey) = (title, "내용", "")
            input.place = place
            _ = try await fixture.post(input)
        }
    }

    private func output(
        _ text: String, of account: Account.ID? = nil,
        _ change: (inout ItemList.Input) -> Void = { _ in }
    ) async throws -> ItemList.Output {
        var input = ItemList.Input()
        input.text = text
        change(&input)
        return try await ItemList(storage: fixture.storage).output(
            for: input, of: account, at: fixture.now)
    }

    @Test(
        arguments: [
            // A number at the end is left out first, though more items have it with another word.
            ("나이키 신발 260", "나이키 신발", "260"), ("신발 260 나이키", "신발 260", "나이키"),
            // The words that most titles have together stay.
            ("이케아 원목 책상", "원목 책상", "이케아"), ("책상 이케아 원목", "책상 원목", "이케아"),
            // Leaving out a single word does not help.
            ("나이키 책상 유니콘", "책상", "나이키 유니콘"),
            // If equally many items have two of three, the words typed first stay.
            ("커튼 화병 구름", "커튼 화병", "구름"), ("화병 구름 !! 커튼", "화병 구름", "커튼"),
        ])
    func asFewWordsAsPossibleAreLeftOut(
        _ typed: String, _ found: String, _ leftOut: String
    ) async throws {
        try await post("나이키 신발", "아디다스 신발 260", "푸마 신발 260", "나이키 모자")
        try await post("원목 책상", "넓은 원목 책상", "이케아 책상", "커튼과 화병", "화병과 구름")
        let page = try await output(typed)
        #expect(page.selection.filter.search?.text == found)
        let note = "‘\(leftOut)’까지 다 맞는 글은 없어서 ‘\(found)’"
        #expect(page.reading?.text.hasPrefix(note) == true)
        #expect(!page.entries.isEmpty && page.text == typed)
        // An item with all the words is found as typed.
        try await post(typed)
        let whole = try await output(typed)
        #expect(whole.entries.map(\.title) == [typed] && whole.reading == nil)
    }

    @Test(
        arguments: [
            // Typed as one word, it is found nowhere.
            ("이케아의자 흰색", "이케아 의자"), ("핑크 스탠리텀블러", "스탠리 텀블러"),
            // More items have the colour than the thing.
            ("커튼 흰색", "커튼"), ("핑크 커튼", "커튼"),
        ])
    func aColourGoesBeforeTheThing(_ typed: String, _ found: String) async throws {
        try await post("이케아 원목 의자", "스탠리 퀜처 텀블러", "커튼")
        try await post("흰색 화병", "흰색 접시", "흰색 모자", "핑크 모자", "핑크 접시")
        let page = try await output(typed)
        #expect(page.selection.filter.search?.text == found)
        #expect(page.entries.count == 1 && page.reading != nil)
    }

    @Test(
        arguments: [
            ("흰색 사무용 의자", "의자", "흰색 사무용", "사무용"), ("의자 사무용 흰", "의자", "사무용 흰", "사무용"),
            // A number is left out with its unit.
            ("18 inch monitor", "monitor", "18 inch", "18 inch"),
            ("모니터 18인치", "모니터", "18인치", "18인치"), ("18 인치 흰색 모니터", "모니터", "18 인치 흰색", "18 인치"),
            // Typed as one, with a word that is not found.
            ("게이밍의자", "의자", "게이밍", nil), ("32인치모니터", "모니터", "32인치", nil),
        ] as [(String, String, String, String?)])
    func coloursAndSizesAreLeftOutBeforeOtherWords(
        _ typed: String, _ found: String, _ leftOut: String, _ ledTo: String?
    ) async throws {
        try await post("흰색 셔츠", "흰색 접시", "자전거 18인치", "킥보드 18 inch")
        try await post("사무용 서랍장", "원목 의자", "모니터")
        let page = try await output(typed)
        #expect(page.selection.filter.search?.text == found)
        let note = "‘\(leftOut)’까지 다 맞는 글은 없어서 ‘\(found)’"
        #expect(page.reading?.text.hasPrefix(note) == true)
        #expect(page.exact?.text.text == ledTo.map { "‘\($0)’만 찾기" })
    }

    @Test(arguments: [
        "유니콘 흰색", "18 인치 유니콘", "겨울 패딩 100", "책장 홍대입구역", "홍대입구역 유니콘", "홍대입구역 흰색 책장",
        "유니콘 L사이즈",
    ])
    func neitherAVariantNorAPlaceStaysAlone(_ typed: String) async throws {
        let spot = PlaceName("홍대입구역 3번 출구")
        try await fixture.storage.setPlaces([
            NamedNeighbourhood(PlaceName("서교동"), spots: [spot])
        ])
        try await post("흰색 셔츠", "자전거 18인치", "셔츠 100", "홍대입구역 배구공", "홍대입구역 흰색 우산")
        try await post("니트 L")
        let page = try await output(typed)
        #expect(page.entries.isEmpty && page.reading == nil)
        // Words that only end like a place may stay.
        for title in ["주방가구", "애착친구", "책장"] { try await post(title) }
        for word in ["주방가구", "애착친구"] {
            #expect(try await output("유니콘 " + word).selection.filter.search?.text == word)
        }
        #expect(try await output("책장 홍대입구역").selection.filter.search?.text == "책장")
    }

    @Test func aThingStaysEvenIfASpotIsNamedAfterIt() async throws {
        try await fixture.storage.setPlaces([
            NamedNeighbourhood(PlaceName("서교동"), spots: [PlaceName("자전거 거치대")])
        ])
        try await post("자전거")
        #expect(try await output("유니콘 자전거").selection.filter.search?.text == "자전거")
    }

    @Test(
        arguments: [
            // The word that names a thing stays, wherever it stands, though more items have another word.
            ("사무용 의자", "의자", "사무용"), ("의자 이케아", "의자", "이케아"), ("이케아 의자", "의자", "이케아"),
            ("white office chair", "chair", "white office"), ("어린이 의자", "의자", "어린이"),
            ("게임 원목", "게임", "원목"), ("새 의자", "의자", "새"),
            // None is known as such: the last word stays, unless it is a purpose.
            ("아이폰 젤리케이스", "젤리케이스", "아이폰"), ("탁상달력 사무용", "탁상달력", "사무용"),
            // The thing itself is not there.
            ("이케아 침대", "이케아", "침대"), ("사무용 침대", "사무용", "침대"),
        ])
    func theNameOfTheThingStays(_ typed: String, _ found: String, _ leftOut: String) async throws {
        try await post("사무용 서랍장", "사무용 모니터", "이케아 화병", "이케아 접시", "어린이 신발", "원목 액자", "새 우산")
        try await post("나무 의자", "게임 잡지", "아이폰 13", "아이폰 12", "젤리케이스", "탁상달력", "새 장갑")
        let page = try await output(typed)
        #expect(page.selection.filter.search?.text == found)
        let note = "‘\(leftOut)’까지 다 맞는 글은 없어서 ‘\(found)’"
        #expect(page.reading?.text.hasPrefix(note) == true)
    }

    @Test(arguments: [("에어팟 프로", "프로"), ("에어팟 유니콘 프로", "프로"), ("에어팟 셔츠 프로", "셔츠 프로")])
    func aShortWordThatIsKeptBeginsAWord(_ typed: String, _ found: String) async throws {
        try await post("폴로 랄프로렌 셔츠")
        let none = try await output(typed)
        #expect(none.selection.filter.search?.text != found)
        #expect(none.reading?.text.contains("‘\(found)’") != true)
        // Searched for alone, the word is found inside other words, too.
        #expect(try await output("프로").entries.count == 1)
        try await post("셔츠 프로젝트")
        try await post("폴로 랄프로렌 셔츠")
        let page = try await output(typed)
        #expect(page.selection.filter.search?.text == found && page.reading != nil)
        #expect(page.entries.first?.title == "셔츠 프로젝트")
    }

    @Test func wordsFoundTogetherOnceSplitAreAllSearched() async throws {
        let title = "이케아 원목 의자, 하얀색 넓은 책상"
        try await post(title, "이케아 원목 의자")
        let page = try await output("이케아의자 하얀색책상")
        #expect(page.entries.map(\.title) == [title])
        #expect(page.reading?.text.hasPrefix("‘이케아의자 하얀색책상’ 대신") == true)
    }

    @Test(arguments: [("흰의자", "흰색"), ("흰의자", "화이트"), ("새책상", "새")])
    func anAdjectiveOfOneSyllableIsTakenOffTheThing(_ typed: String, _ word: String) async throws {
        let (adjective, thing) = (String(typed.prefix(1)), String(typed.dropFirst()))
        try await post("원목 \(thing)", "\(word) 화병")
        let alone = try await output(typed)
        #expect(alone.entries.map(\.title) == ["원목 \(thing)"])
        let note = "‘\(adjective)’까지 다 맞는 글은 없어서 ‘\(thing)’"
        #expect(alone.reading?.text.hasPrefix(note) == true)
        #expect(alone.sought.filter.search?.text == "\(adjective) \(thing)")
        try await post("\(word) 원목 \(thing)")
        let both = try await output(typed)
        #expect(both.entries.map(\.title) == ["\(word) 원목 \(thing)"])
        #expect(both.reading?.text.hasPrefix("‘\(typed)’ 대신 ‘\(adjective) \(thing)’") == true)
    }

    @Test(
        arguments: [
            ("노트북책상", "노트북 책상"), ("상수동노트북책상", "상수동 노트북 책상"), ("유니콘 노트북책상", "유니콘 노트북 책상"),
        ])
    func wordsTypedAsOneAreLeftOutLikeSeparateWords(_ typed: String, _ apart: String) async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("상수동"))])
        let place = try #require(try await fixture.storage.places().entries.first?.neighbourhood)
        try await post("원목 책상", "책상", "노트북", place: "\(place.id)")
        try await post("책상")
        let (one, other) = (try await output(typed), try await output(apart))
        #expect(one.entries.map(\.id) == other.entries.map(\.id) && !one.entries.isEmpty)
        #expect(one.reading?.text == other.reading?.text && one.reading != nil)
        #expect(one.exact?.selection == other.exact?.selection && one.exact != nil)
        #expect(one.sought == other.sought && one.text == typed)
    }

    @Test func aWordThatIsFoundIsNotSplitForAFilter() async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
        try await post("망원렌즈")
        let page = try await output("망원렌즈 유니콘")
        #expect(page.selection.filter.search?.text == "망원렌즈")
        #expect(page.entries.map(\.title) == ["망원렌즈"] && page.reading != nil)
    }

    @Test func leftOutWordsAreOneLinkAway() async throws {
        try await post("나이키 신발", "푸마 신발 260", "원목 책상")
        let page = try await output("나이키 신발 260")
        #expect(page.exact?.text.text == "‘260’만 찾기")
        let rest = try await output("260").selection
        #expect(page.exact?.selection == rest)
        // Of several words left out, the first that is found, beginning with the name of a thing.
        let several = try await output("나이키 책상 유니콘")
        #expect(several.exact?.text.text == "‘나이키’만 찾기")
        #expect(try await output("나이키 유니콘").exact == nil)
    }

    @Test(arguments: ["신발 260 -모자", "신발 - 모자", "모자 아닌 신발", "shoes not hat", "유니콘 구름"])
    func noWordIsLeftOutBesideExclusionsOrWithoutHits(
        _ typed: String
    ) async throws {
        try await post("신발", "260")
        let page = try await output(typed)
        #expect(page.entries.isEmpty && page.reading == nil)
    }

    @Test func aFeedHasAllWords() async throws {
        try await post("나이키 신발")
        let page = try await output("나이키 신발 260") { $0.needsAllWords = true }
        #expect(page.entries.isEmpty && page.reading == nil)
    }

    @Test func savedAndWantedSearchesHaveAllTypedWords() async throws {
        try await post("나이키 신발")
        let account = try await fixture.storage.join("민지")
        let page = try await output("나이키 신발 260", of: account)
        // The button says which words are waited for, as the page shows others.
        #expect(page.keepText.text == "‘나이키 신발 260’ 알림 받기")
        #expect(try await output("나이키 신발", of: account).keepText.text == "이 검색 알림 받기")
        #expect(page.sought.filter.search?.text == "나이키 신발 260")
        #expect(page.wanted.filter.search?.text == "나이키 신발 260")
        #expect(page.keptSearch == nil)
        let id = try await fixture.storage.insert(
            page.sought.filter, of: account, at: fixture.now)
        let kept = try await output("나이키 신발 260", of: account)
        #expect(kept.keptSearch == id && kept.keptText.text == "‘나이키 신발 260’ 알림 받고 있어요")
        #expect(try await output("나이키 신발", of: account).keptSearch == nil)
        let searches = try await SavedSearchList(storage: fixture.storage).output(for: account)
        #expect(searches.entries.map(\.title.text) == ["‘나이키 신발 260’"])
        // Without words that are left out, it says no more than before.
        try await post("나이키 신발 260")
        let whole = try await output("나이키 신발 260", of: account)
        #expect(whole.keptSearch == id && whole.keptText.text == "알림 받고 있어요")
    }

    @Test func pagesOrdersAndFiltersCarryOnTheTypedWords() async throws {
        for number in 1...25 { try await post("나이키 신발 \(number)") }
        let typed = "나이키 신발 260"
        let first = try await output(typed)
        let second = try await output(typed) { $0.position = .following(first.next ?? 0) }
        #expect(second.entries.count == 5 && second.reading == first.reading)
        let back = try await output(typed) { $0.position = .preceding(second.previous ?? 0) }
        #expect(back.entries.map(\.id) == first.entries.map(\.id))
        let (orders, categories) = (first.controls.orders, first.controls.categories)
        for selection in orders.map(\.selection) + categories.map(\.selection) {
            #expect(selection.typed?.filter.search?.text == typed)
            #expect(selection.filter.search?.text == "나이키 신발")
            #expect(selection.typed?.filter.category == selection.filter.category)
        }
        let cheap = try await output(typed) { $0.order = .lowestPrice }
        #expect(cheap.entries.count == 20 && cheap.reading == first.reading)
        let games = try await output(typed) { $0.category = .games }
        #expect(games.selection.filter.search?.text == "나이키 신발")
        // No item of that category has the words that stay.
        #expect(games.entries.isEmpty && games.reading == nil)
        // The chip removes the whole search text.
        let without = try #require(first.controls.filters.first).selection
        #expect(without.typed == nil && without == ItemSelection())
    }

    @Test func filterWordsStayFilters() async throws {
        try await fixture.storage.setPlaces(
            ["망원동", "합정동"].map { NamedNeighbourhood(PlaceName($0)) })
        let places = try await fixture.storage.places().entries.map { "\($0.neighbourhood.id)" }
        try await post("나이키 신발", place: places[0])
        try await post("푸마 신발 260", place: places[1])
        let page = try await output("망원동 나이키 신발 260")
        #expect(page.entries.map(\.place) == ["망원동"])
        #expect(page.controls.filters.map(\.name.text) == ["‘나이키 신발’", "망원동"])
        #expect(page.sought.filter.search?.text == "나이키 신발 260")
        #expect(page.sought.filter.neighbourhoods.count == 1)
        // No item there has the word that was left out.
        #expect(page.exact == nil)
    }
}
