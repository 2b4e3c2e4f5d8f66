import Market
import Testing

struct WordedFilterTests {
    private let places = PlaceDirectory([
        PlaceDirectory.Entry(Neighbourhood(id: 7, name: "망원동"), []),
        PlaceDirectory.Entry(Neighbourhood(id: 8, name: "연남동"), []),
    ])

    private func read(_ text: String) -> ItemFilter? {
        ItemFilter(search: SearchQuery(text)).readingWords(in: places)
    }

    @Test func eachKindOfWordIsItsFilter() throws {
        let filter = try #require(read("망원동 원목 의자 구해요 2만원 이하"))
        #expect(filter.search?.text == "원목 의자")
        #expect(filter.neighbourhoods.map(\.id) == [7] && filter.purpose == .request)
        #expect(filter.maximumPrice == 20_000 && filter.minimumPrice == nil && !filter.isFree)
        #expect(read("공짜 화분")?.isFree == true)
        #expect(read("chair free")?.search?.text == "chair")
        #expect(read("의자 팔아요")?.purpose == .offer)
        let place = try #require(read("망원"))
        #expect(place.search == nil && place.neighbourhoods.map(\.id) == [7])
    }

    @Test(arguments: [
        "의자 있나요", "의자 있어요?", "의자 파실 분", "의자 파실 분 계신가요?", "의자 파시는분", "의자 팔아요!",
    ])
    func whoAsksForSellersLooksForOffers(_ text: String) throws {
        let filter = try #require(read(text))
        #expect(filter.purpose == .offer && filter.search?.text == "의자")
        #expect(read("분 의자") == nil && read("파실 의자") == nil)
    }

    @Test(
        arguments: [
            ("의자 판매중", .selling), ("예약중 의자", .reserved), ("의자 예약 중", .reserved), ("의자 거래완료", .sold),
        ] as [(String, Item.Status)])
    func aStatusIsAFilter(_ text: String, _ status: Item.Status) throws {
        let filter = try #require(read(text))
        #expect(filter.status == .only(status) && filter.search?.text == "의자")
        #expect(filter.purpose == nil)
        let other = try #require(read(text + " 판매완료"))
        #expect(other.status == .only(status))
        #expect(other.search?.text == (status == .sold ? "의자" : "의자 판매완료"))
    }

    @Test func aSecondConflictingWordIsSearched() throws {
        let wanted = try #require(read("의자 삽니다 팝니다"))
        #expect(wanted.purpose == .request && wanted.search?.text == "의자 팝니다")
        let same = try #require(read("망원 의자 망원동 삽니다 구해요 나눔 무료"))
        #expect(same.search?.text == "의자" && same.neighbourhoods.map(\.id) == [7])
        #expect(same.purpose == .request && same.isFree)
    }

    @Test func severalNeighbourhoodsAreOneFilter() throws {
        for text in ["망원동 연남동 의자", "연남 의자 망원동", "의자 연남동 망원 연남"] {
            let filter = try #require(read(text))
            #expect(filter.neighbourhoods.map(\.id) == [7, 8], "\(text)")
            #expect(filter.search?.text == "의자", "\(text)")
        }
        #expect(try #require(read("망원동 연남동")).search == nil)
    }

    @Test(arguments: ["망원역 의자", "의자 망원역", "망원역 근처 의자", "망원역 망원동 의자"])
    func aStationMeansItsNeighbourhood(_ text: String) throws {
        let filter = try #require(read(text))
        #expect(filter.search?.text == "의자" && filter.neighbourhoods.map(\.id) == [7])
        for other in ["홍대입구역 의자", "역 의자", "망원동역 의자"] { #expect(read(other) == nil, "\(other)") }
    }

    @Test(arguments: [
        "연남동 근처 책상", "연남 주변 책상", "책상 가까운 연남동", "Yeonnam 책상 nearby", "책상 연남동 근처 3만원 이하",
    ])
    func nearAPlaceMeansThatPlace(_ text: String) throws {
        let filter = try #require(read(text))
        #expect(filter.search?.text == "책상" && filter.neighbourhoods.map(\.id) == [8])
        // Without a place the word is searched for, as in `주변 기기`.
        #expect(read("주변 기기") == nil)
        #expect(try #require(read("연남동 근처")).search == nil)
    }

    @Test func excludedWordsStayExcluded() throws {
        let filter = try #require(read("망원동 의자 -이케아 2만원 이하"))
        #expect(filter.search?.text == "의자 -이케아" && filter.neighbourhoods.map(\.id) == [7])
        #expect(filter.maximumPrice == 20_000)
        #expect(try #require(read("-원목 의자 공짜 -이케아")).search?.text == "의자 -원목 -이케아")
        // The search excludes these by itself.
        for text in ["의자 -망원동", "의자 -구해요", "의자 -나눔", "의자 -2만원", "의자 -20000"] {
            #expect(read(text) == nil, "\(text)")
        }
        #expect(try #require(read("1만 - 2만 -이케아")).search == nil)
        #expect(read("의자 1만 - 2만 -이케아")?.minimumPrice == 10_000)
    }

    @Test(
        arguments: [
            ("의자 -망원동", [7]), ("-연남동 -망원동 의자", [7, 8]), ("의자 -망원2동 -NorthCampus", [3, 9]),
            // Two neighbourhoods with the same name.
            ("의자 -성산동", [4, 5]), ("의자 -성산동 -망원동 -성산동", [4, 5, 7]),
            // A lens, and a longer word that contains a name.
            ("카메라 -망원", []), ("의자 -망원동네", []), ("망원동 의자", []), ("의자", []),
        ] as [(String, [Int64])])
    func aNeighbourhoodIsExcludedByItsWholeName(_ text: String, _ ids: [Int64]) throws {
        let campus = Neighbourhood(id: 9, name: "North campus")
        let former = [
            Neighbourhood(id: 3, name: "망원2동"), Neighbourhood(id: 4, name: "성산동"),
            Neighbourhood(id: 5, name: "성산 동"),
        ]
        let all = PlaceDirectory(
            places.entries + [PlaceDirectory.Entry(campus, [])], former: former.map { Place($0) })
        let leftOut = all.neighbourhoods(leftOutOf: try #require(SearchQuery(text)))
        #expect(leftOut.map(\.rawValue).sorted() == ids)
    }

    @Test(
        arguments: [
            ("mangwon chair", "chair", [7]), ("Mangwon-dong chair", "chair", [7]),
            ("chair MANGWON DONG", "chair", [7]), ("chair yeonnamdong", "chair", [8]),
            ("Yeonnam 망원동 chair", "chair", [7, 8]), ("mangwon", nil, [7]),
        ] as [(String, String?, [Int64])])
    func aNeighbourhoodIsReadInLatinLetters(
        _ text: String, _ rest: String?, _ ids: [Int64]
    ) throws {
        let filter = try #require(read(text))
        #expect(filter.search?.text == rest)
        #expect(filter.neighbourhoods.map(\.id.rawValue) == ids)
    }

    @Test(
        arguments: [
            ("망원동의자", "망원동 의자"), ("원목 망원의자", "원목 망원 의자"), ("의자망원동", "의자 망원동"),
            ("망원역의자", "망원역 의자"),
            ("무료나눔의자", "무료나눔 의자"), ("의자팝니다", "의자 팝니다"), ("자전거구해요 의자나눔", "자전거 구해요 의자 나눔"),
            ("망원동의자 -이케아", "망원동 의자 -이케아"), ("망원동의자팝니다", "망원동 의자 팝니다"),
            ("mangwonchair", "mangwon chair"),
        ])
    func wordsJoinedWithAFilterAreSplit(_ text: String, _ cut: String) throws {
        let search = try #require(SearchQuery(text))
        #expect(search.cuttingFilters(in: places)?.text == cut)
    }

    @Test(arguments: ["의자", "판매대", "망원동", "나눔이", "사요나라", "망원동 의자", "-망원동의자 책상", "망원경", "나"])
    func otherWordsStayInOne(_ text: String) throws {
        let search = try #require(SearchQuery(text))
        #expect(search.cuttingFilters(in: places) == nil)
    }

    // MARK: - Categories

    @Test(
        arguments: [
            ("의자 가구", "의자", .furniture), ("가구 원목 의자", "원목 의자", .furniture),
            ("닌텐도 게임", "닌텐도", .games), ("Furniture chair", "chair", .furniture),
            ("가구", nil, .furniture), ("의자 가구 인테리어", "의자", .furniture),
            // A second category that differs from the first is searched for as a word.
            ("의자 가구 게임", "의자 게임", .furniture),
        ] as [(String, String?, Market.Category)])
    func theNameOfACategoryMayBeAFilter(
        _ text: String, _ rest: String?, _ category: Market.Category
    ) throws {
        let typed = ItemFilter(search: SearchQuery(text))
        let filter = try #require(typed.readingWords(in: places, withCategories: true))
        #expect(filter.category == category && filter.search?.text == rest)
        // Unless asked for, the name of a category is a word to search for.
        #expect(read(text) == nil)
    }

    @Test func theChosenCategoryStays() throws {
        let typed = ItemFilter(category: .games, search: SearchQuery("망원동 의자 가구"))
        let filter = try #require(typed.readingWords(in: places, withCategories: true))
        #expect(filter.category == .games && filter.search?.text == "의자 가구")
    }

    @Test(
        arguments: [
            ("의자가구", "의자 가구"), ("원목 의자가구", "원목 의자 가구"), ("망원동의자가구", "망원동 의자 가구"),
            ("chairfurniture", "chair furniture"), ("가구의자", nil), ("가구", nil), ("새가구", nil),
            ("통기타", nil), ("의자 가구", nil),
        ] as [(String, String?)])
    func theNameOfACategoryIsCutOffTheEnd(_ text: String, _ cut: String?) throws {
        let search = try #require(SearchQuery(text))
        #expect(search.cuttingFilters(in: places, withCategories: true)?.text == cut)
    }

    @Test func formerNeighbourhoodsAreNotReadInLatinLetters() {
        let former = Neighbourhood(id: 3, name: "상수동")
        let all = PlaceDirectory(places.entries, former: [Place(former)])
        #expect(ItemFilter(search: SearchQuery("sangsu")).readingWords(in: all) == nil)
    }

    @Test func chosenFiltersStay() throws {
        let chosen = ItemFilter(
            category: .furniture, status: .unsold, maximumPrice: 5_000,
            search: SearchQuery("의자 망원동"))
        let filter = try #require(chosen.readingWords(in: places))
        #expect(filter.category == .furniture && filter.maximumPrice == 5_000)
        #expect(filter.search?.text == "의자" && filter.neighbourhoods.map(\.id) == [7])
        let other = ItemFilter(
            neighbourhoods: [Neighbourhood(id: 8, name: "연남동")], search: SearchQuery("의자 망원동"))
        #expect(other.readingWords(in: places)?.neighbourhoods.map(\.id) == [7])
    }

    @Test(arguments: [
        "의자", "판매대", "합정동 의자", "망원경", "나눔이 의자", "망원동의자", "아이폰 13", "mango chair", "chair dong",
    ])
    func otherWordsAreSearched(_ text: String) {
        #expect(read(text) == nil)
        #expect(ItemFilter().readingWords(in: places) == nil)
    }

    @Test func whatIsOfferedAndWantedIsTold() {
        #expect(SearchQuery("자전거 삽니다")?.saysPurpose == true)
        #expect(SearchQuery("팝니다")?.saysPurpose == true)
        #expect(SearchQuery("사과 판매대")?.saysPurpose == false)
    }
}
