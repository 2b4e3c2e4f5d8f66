import Market
import Testing

@testable import ViewModels

/// What a list shows of a search.
struct ItemSearchTests {
    private let fixture = Fixture()

    private func output(
        _ change: (inout ItemList.Input) -> Void = { _ in }
    ) async throws -> ItemList.Output {
        var input = ItemList.Input()
        change(&input)
        return try await ItemList(storage: fixture.storage).output(for: input, at: fixture.now)
    }

    @discardableResult
    private func post(
        _ title: String, price: String = "10000", category: String = "9",
        status: Item.Status = .selling
    ) async throws -> Item.ID {
        var input = Fixture.lamp()
        (input.title, input.submissionKey) = (title, "")
        input.category = .typed(category)
        input.price = .typed(price)
        input.content = "내용"
        let id = try await fixture.post(input)
        try await fixture.storage.setStatus(status, of: id, at: fixture.now)
        return id
    }

    private func titles(_ output: ItemList.Output) -> [String] { output.entries.map(\.title) }

    // MARK: -

    @Test func hitsAreMarkedAndNamed() async throws {
        try await post("원목의자")
        try await post("책상")
        let page = try await output { $0.text = " 의자 " }
        #expect(titles(page) == ["원목의자"])
        #expect(page.heading.text == "‘의자’ 검색 결과")
        #expect(page.text == "의자")
        #expect(page.entries.first?.segments.map(\.isMatch) == [false, true])
        #expect(page.controls.count?.phrase.text == "1개")
        let furniture = try await output { ($0.text, $0.category) = ("의자", .furniture) }
        #expect(furniture.heading.text == "가구에서 찾은 ‘의자’")
    }

    @Test func soldItemsAreShownOnRequest() async throws {
        try await post("팔린 의자", status: .sold)
        try await post("예약된 의자", status: .reserved)
        try await post("새 의자")
        #expect(titles(try await output()) == ["새 의자", "예약된 의자"])
        #expect(titles(try await output { $0.status = .any }).count == 3)
        #expect(titles(try await output { $0.status = .only(.sold) }) == ["팔린 의자"])
        #expect(titles(try await output { $0.status = .only(.reserved) }) == ["예약된 의자"])
    }

    @Test func pricesAreReadAsPeopleWriteThem() async throws {
        for price in ["5000", "30000", "50000", "0", ""] {
            try await post("값 \(price)", price: price)
        }
        let page = try await output { ($0.minimumPrice, $0.maximumPrice) = ("5,000", "3만원") }
        #expect(titles(page) == ["값 30000", "값 5000"])
        #expect(page.controls.filters.map(\.name.text) == ["5,000원 ~ 30,000원"])
        #expect(page.controls.minimumPrice == "5,000")
        #expect(titles(try await output { $0.maximumPrice = "5천" }) == ["값 0", "값 5000"])
        let free = try await output { $0.isFree = true }
        #expect(titles(free) == ["값 0"] && free.heading.text == "조건에 맞는 물건")
    }

    @Test func ordersGoByPrice() async throws {
        for price in ["300", "", "100", "200"] { try await post("값 \(price)", price: price) }
        let cheapest = try await output { $0.order = .lowestPrice }
        #expect(titles(cheapest) == ["값 100", "값 200", "값 300", "값"])
        #expect(titles(try await output { $0.order = .highestPrice }).first == "값 300")
        #expect(cheapest.controls.orders.filter(\.isSelected).map(\.order) == [.lowestPrice])
        #expect(cheapest.heading.text == "모든 물건")
        #expect(cheapest.controls.filters.isEmpty)
        #expect(cheapest.controls.count == nil)
    }

    @Test func eachFilterIsRemovedByItself() async throws {
        let page = try await output {
            ($0.text, $0.category, $0.status) = ("의자", .furniture, .any)
            ($0.minimumPrice, $0.order) = ("100", .lowestPrice)
        }
        #expect(
            page.controls.filters.map(\.name.text)
                == ["‘의자’", "가구", "거래완료도 함께", "100원부터"])
        for filter in page.controls.filters {
            #expect(filter.selection.order == .lowestPrice)
            let rest = ActiveFilter.all(filter.selection).map(\.condition)
            #expect(
                rest == page.controls.filters.map(\.condition).filter { $0 != filter.condition })
        }
        #expect(page.controls.countOfFormFilters == 2)
        #expect(ActiveFilter.all(page.controls.reset).map(\.condition) == [.search, .category])
    }

    @Test func removingTheSearchLeavesNoOrderByMatch() async throws {
        let page = try await output { $0.text = "의자" }
        #expect(page.selection.order == .bestMatch)
        #expect(page.controls.filters.first?.selection == ItemSelection())
        let orders = page.controls.orders.map(\.order)
        #expect(orders == [.bestMatch, .newest, .lowestPrice, .highestPrice])
        #expect(try await output().controls.orders.map(\.order) == Array(orders.dropFirst()))
    }

    @Test func categoriesSayHowMuchIsFoundInThem() async throws {
        try await post("의자 하나")
        try await post("의자 둘")
        try await post("게임 의자", category: "2")
        let page = try await output { ($0.text, $0.category) = ("의자", .games) }
        let hits = page.controls.categories.compactMap { $0.hits?.text.description }
        #expect(hits == ["0", "1", "0", "0", "0", "0", "0", "0", "2", "0", "0"])
        #expect(page.controls.everything.hits?.text.description == "3")
        #expect(page.controls.count?.number == 1)
        #expect(page.controls.categories[8].selection.filter.search?.text == "의자")
        let games = try await output { $0.category = .games }
        #expect(games.controls.categories.allSatisfy { $0.hits == nil })
    }

    @Test(
        arguments: [
            (0, false, "0", "0개"), (999, false, "999", "999개"), (1_000, false, "1,000", "1,000개"),
            (1_001, false, "1,000+", "1,000개 이상"), (50_000, true, "1,000+", "1,000개 이상"),
            (7, true, "7+", "7개 이상"),
        ] as [(Int64, Bool, String, String)])
    func countsEndAtAThousand(count: Int64, isPartial: Bool, text: String, phrase: String) {
        let counts = ItemCounts(byCategory: [.games: count], isPartial: isPartial)
        #expect(HitCount(counts, of: nil).text.description == text)
        #expect(HitCount(counts, of: .games).phrase.text == phrase)
    }

    // MARK: - Excluded words

    @Test func aHyphenatedWordIsExcludedAndRemovedByItself() async throws {
        for title in ["이케아 의자", "원목 의자", "원목 책상"] { try await post(title) }
        let page = try await output { $0.text = "의자 -이케아" }
        #expect(titles(page) == ["원목 의자"] && page.notes == [])
        #expect(page.heading.text == "‘의자 -이케아’ 검색 결과" && page.text == "의자 -이케아")
        #expect(page.controls.count?.number == 1)
        #expect(page.entries.first?.segments.filter(\.isMatch).map(\.text) == ["의자"])
        #expect(page.controls.filters.map(\.name.text) == ["‘의자’", "‘-이케아’"])
        let chairs = try await output { $0.text = "의자" }.selection
        #expect(page.controls.filters.map(\.selection) == [ItemSelection(), chairs])
        // A wanted item is posted without the excluded words.
        #expect(page.wanted.filter.search?.text == "의자")
        #expect(page.selection.filter.search?.text == "의자 -이케아")
    }

    @Test func eachOfSeveralExcludedWordsIsRemovedByItself() async throws {
        for title in ["이케아 의자", "원목 의자", "흰 의자"] { try await post(title) }
        let page = try await output {
            ($0.text, $0.order) = ("의자 -이케아 -원목 -이케아", .lowestPrice)
        }
        #expect(titles(page) == ["흰 의자"])
        let chips = page.controls.filters
        #expect(chips.map(\.name.text) == ["‘의자’", "‘-이케아’", "‘-원목’"])
        #expect(
            chips.map { $0.selection.filter.search?.text } == [nil, "의자 -원목", "의자 -이케아 -이케아"])
        #expect(chips.allSatisfy { $0.selection.order == .lowestPrice })
    }

    /// A search excludes at most ten words; the same word twice counts once.
    @Test(arguments: [10, 11])
    func wordsAfterTheTenthHyphenAreNotExcluded(count: Int) async throws {
        try await post("원목 의자")
        let words = (10..<10 + count).map { "-빼\($0)말" }
        let page = try await output { $0.text = (["의자", "-빼10말"] + words).joined(separator: " ") }
        #expect(titles(page) == ["원목 의자"] && page.controls.filters.count == 11)
        let note = "뺄 말은 10개까지 쓸 수 있어서 나머지는 빼지 않고 찾았어요."
        #expect(page.notes.map(\.text) == (count > 10 ? [note] : []))
    }

    @Test(arguments: ["-이케아", " -이케아 -원목 ", "- -이케아"])
    func exclusionsAloneAreNoSearch(text: String) async throws {
        try await post("이케아 의자")
        let page = try await output { $0.text = text }
        #expect(titles(page) == ["이케아 의자"] && page.selection.isPlain)
        #expect(
            page.notes.map(\.text) == [
                "뺄 말만으로는 찾을 수 없어서 검색어 없이 보여드려요. ‘의자 -이케아’처럼 찾을 말도 적어주세요."
            ])
    }

    @Test(
        arguments: [
            ("dmlwk -이케아", "의자 -이케아"), ("-이케아 읮", "의ㅈ -이케아"), ("의쟈 -이케아", "의자 -이케아"),
        ])
    func onlySearchedWordsAreReadOtherwise(typed: String, meant: String) async throws {
        for title in ["이케아 의자", "원목의자"] { try await post(title) }
        let page = try await output { $0.text = typed }
        #expect(titles(page) == ["원목의자"])
        #expect(page.selection.filter.search?.text == meant)
        #expect(page.reading?.text.contains("‘\(meant)’") == true)
    }

    @Test(arguments: ["의자 -이케아", "의쟈 -이케아", "dmlwk -이케아"])
    func exclusionsAloneAreNotReadOtherwise(text: String) async throws {
        try await post("이케아 의자")
        let page = try await output { $0.text = text }
        #expect(titles(page) == [] && page.reading == nil && page.emptyText != nil)
        let ways = page.alternatives.map(\.text.text)
        #expect(ways.contains("‘-이케아’ 조건 빼고 보기") == (text == "의자 -이케아"))
    }

    // MARK: - Nonsense

    @Test(arguments: ["\"", "*", "%", "   ***", "-", "🙂"])
    func aSearchWithoutALetterIsIgnored(text: String) async throws {
        try await post("의자")
        let page = try await output { $0.text = text }
        #expect(titles(page) == ["의자"])
        #expect(page.notes.map(\.text) == ["글자나 숫자가 없는 검색어는 빼고 보여드려요."])
        #expect(page.selection.isPlain)
    }

    @Test(arguments: ["", " ", "\u{3000}", "\u{0}", "\u{200B}"])
    func anEmptyFieldIsNoSearch(text: String) async throws {
        let page = try await output {
            ($0.text, $0.minimumPrice, $0.maximumPrice) = (text, text, text)
        }
        #expect(page.notes == [])
        #expect(page.selection.isPlain)
    }

    @Test(
        arguments: [
            ("비싼", "", ["최저 가격을 숫자로 입력해주세요."]),
            ("-1", "x", ["최저 가격을 0 이상으로 입력해주세요.", "최고 가격을 숫자로 입력해주세요."]),
            ("", "99999999999999999999", ["최고 가격을 1,000,000,000,000,000원까지 입력해주세요."]),
            ("", "1000000000000001", ["최고 가격을 1,000,000,000,000,000원까지 입력해주세요."]),
            ("1.5", "", ["최저 가격을 소수점 없이 입력해주세요."]),
            ("1~2~3만", "", ["최저 가격을 ‘3만원’이나 ‘1~2만원’처럼 입력해주세요."]),
            (
                "3만원", "$0.001",
                ["최저 가격이 KRW로 적혀 있어요. USD로 입력해주세요.", "최고 가격을 소수점 아래 2자리까지 입력해주세요."]
            ),
        ])
    func anInvalidRangeIsIgnored(
        minimum: String, maximum: String, reasons: [String]
    ) async throws {
        let page = try await output { ($0.minimumPrice, $0.maximumPrice) = (minimum, maximum) }
        #expect(page.notes.map(\.text) == reasons.map { "\($0) 지금은 이 조건을 빼고 보여드려요." })
        #expect(!page.selection.filter.hasPriceRange)
        #expect((page.controls.minimumPrice, page.controls.maximumPrice) == (minimum, maximum))
    }

    @Test(
        arguments: [
            ("1~3만", "", "10000", "30000", "10,000원 ~ 30,000원"),
            ("", "1~3만", "10000", "30000", "10,000원 ~ 30,000원"),
            ("3만원대", "", "30000", "39999", "30,000원 ~ 39,999원"),
            ("", "3만원 이상", "30000", "", "30,000원부터"), ("삼만원 이하", "", "", "30000", "30,000원까지"),
            ("3만원대", "5만원대", "30000", "59999", "30,000원 ~ 59,999원"),
            ("1~3만", "5만", "10000", "50000", "10,000원 ~ 50,000원"),
            ("5~7만", "3만", "30000", "50000", "30,000원 ~ 50,000원"),
            ("비싼", "1~3만", "10000", "30000", "10,000원 ~ 30,000원"),
            ("1만원 이상 2만원 이하", "", "10000", "20000", "10,000원 ~ 20,000원"),
            ("4~3만", "", "30000", "40000", "30,000원 ~ 40,000원"),
            ("", "₩1~2만", "10000", "20000", "10,000원 ~ 20,000원"),
            ("", "$10~20", "10.00USD", "20.00USD", "$10.00 ~ $20.00"),
        ])
    func aRangeStandsInBothFieldsAsItIsUnderstood(
        minimum: String, maximum: String, least: String, most: String, name: String
    ) async throws {
        let page = try await output { ($0.minimumPrice, $0.maximumPrice) = (minimum, maximum) }
        #expect(page.controls.filters.map(\.name.text) == [name])
        #expect((page.controls.minimumPrice, page.controls.maximumPrice) == (least, most))
        #expect(page.notes.count == (minimum == "비싼" ? 1 : 0))
    }

    @Test func aRangeTheWrongWayRoundIsTurned() async throws {
        for price in ["5000", "30000", "50000"] { try await post("값 \(price)", price: price) }
        let page = try await output { ($0.minimumPrice, $0.maximumPrice) = ("3만", "5,000") }
        #expect(titles(page) == ["값 30000", "값 5000"])
        #expect(page.notes == [])
        #expect(page.controls.filters.map(\.name.text) == ["5,000원 ~ 30,000원"])
        #expect((page.controls.minimumPrice, page.controls.maximumPrice) == ("5,000", "3만"))
        let same = try await output { ($0.minimumPrice, $0.maximumPrice) = ("3만", "30000") }
        #expect((same.controls.minimumPrice, same.controls.maximumPrice) == ("3만", "30000"))
    }

    @Test func anInvalidHalfOfARangeLeavesTheOther() async throws {
        let page = try await output { ($0.minimumPrice, $0.maximumPrice) = ("x", "5000") }
        #expect(page.selection.filter.maximumPrice == 5_000)
        #expect(page.notes.count == 1)
    }

    @Test func aRangeBesideFreeSharesIsIgnored() async throws {
        let page = try await output { ($0.isFree, $0.maximumPrice) = (true, "5000") }
        #expect(page.notes.map(\.text) == ["무료나눔만 볼 때는 가격 조건을 빼고 보여드려요."])
        #expect(page.controls.filters.map(\.condition) == [.free])
    }

    @Test func unknownValuesAreNamedOnce() async throws {
        let page = try await output { $0.unknown = [.order, .category, .order] }
        #expect(
            page.notes.map(\.text) == [
                "알 수 없는 카테고리 조건은 빼고 보여드려요.", "알 수 없는 정렬 조건은 빼고 보여드려요.",
            ])
    }

    @Test func bestMatchWithoutASearchIsIgnored() async throws {
        let page = try await output { $0.order = .bestMatch }
        #expect(page.selection.order == .newest)
        #expect(page.notes.map(\.text) == ["알 수 없는 정렬 조건은 빼고 보여드려요."])
    }

    @Test(arguments: [ItemOrder.newest, .bestMatch])
    func aPageKeyOfAnotherOrderIsIgnored(order: ItemOrder) async throws {
        try await post("의자")
        let key = ItemKey(rank: 30_000, 1)
        let page = try await output {
            ($0.text, $0.order, $0.position) = ("의자", order, .following(key))
        }
        #expect(titles(page) == ["의자"])
        #expect(page.notes.map(\.text) == ["알 수 없는 페이지 조건은 빼고 보여드려요."])
    }

    @Test func overlongSearchesAreCutAndSaySo() async throws {
        let title = String(repeating: "가나다라마바사아자차", count: 10)
        try await post(title)
        let page = try await output { $0.text = title + "카타파하" }
        #expect(titles(page) == [title])
        #expect(page.text == title)
        #expect(page.notes.map(\.text) == ["검색어가 길어서 앞의 100자만 찾았어요."])
    }

    // MARK: - Other readings

    @Test(
        arguments: [
            ("dmlwk", "‘dmlwk’ 대신 ‘의자’로 찾았어요", "원목의자"),
            ("ㅑㅔㅙㅜㄷ", "‘ㅑㅔㅙㅜㄷ’ 대신 ‘iphone’으로 찾았어요", "iPhone 15"),
            ("읮", "‘읮’ 대신 ‘의ㅈ’으로 찾았어요", "원목의자"),
            ("원먹의자", "‘원먹의자’ 대신 ‘원목의자’로 찾았어요", "원목의자"),
        ])
    func missingWordsAreReadOtherwise(typed: String, reading: String, title: String) async throws {
        try await post("원목의자")
        try await post("iPhone 15")
        let page = try await output { $0.text = typed }
        #expect(page.reading?.text == reading)
        #expect(titles(page) == [title])
        // What was typed stays in the field; every link carries on what was found.
        #expect(page.text == typed)
        #expect(page.selection.filter.search?.text != typed)
        #expect(page.entries.first?.segments.contains(where: \.isMatch) == true)
    }

    @Test func aCorrectionIsSavedAndLeadsBackToTheTypedWords() async throws {
        try await post("원목 의자")
        let page = try await output { $0.text = "의쟈" }
        #expect(page.selection.filter.search?.text == "의자")
        #expect(page.exact?.text.text == "‘의쟈’ 그대로 찾기")
        #expect(page.wanted.filter.search?.text == "의자")
        #expect(page.wanted.filter.purpose == .request)
        let exact = try await output { ($0.text, $0.isExact) = ("의쟈", true) }
        #expect(exact.entries.isEmpty && exact.reading == nil && exact.exact == nil)
        #expect(exact.emptyText?.text == "검색 결과가 없습니다")
        #expect(exact.alternatives.map(\.text.text) == ["모든 글 보기"])
        #expect(exact.wanted.filter.search?.text == "의쟈")
    }

    @Test(arguments: ["의쟈", "dmlwk"])
    func aCorrectionIsNotAnnouncedWhereItFindsNothing(typed: String) async throws {
        try await post("원목 의자")
        let none = try await output { ($0.text, $0.category) = (typed, .games) }
        #expect(none.entries.isEmpty && none.reading == nil && none.emptyText != nil)
        // With the filter removed, it finds something.
        let page = try await output { $0.text = typed }
        #expect(titles(page) == ["원목 의자"] && page.reading != nil)
    }

    @Test(arguments: ["의쟈 팝니다", "삽니다 의쟈", "의쟈 팔아요 3만원"])
    func wordsBesideFilterWordsAreCorrected(typed: String) async throws {
        try await post("원목 의자")
        let page = try await output { $0.text = typed }
        #expect(page.reading?.text == "‘\(typed)’ 대신 ‘의자’로 찾았어요")
        #expect(titles(page) == ["원목 의자"])
        #expect(page.exact?.selection.filter.search?.text == typed)
    }

    @Test func noWordBecomesItsOpposite() async throws {
        try await post("자전거 팝니다")
        for typed in ["자전거 삽니다", "삽니다"] {
            let page = try await output { $0.text = typed }
            // The word means wanted items, of which there are none.
            #expect(page.reading?.text == "구해요는 필터로 걸었어요" && page.entries.isEmpty)
            #expect(page.selection.filter.purpose == .request)
        }
    }

    @Test func impossibleWordsAreNotOfferedAgain() async throws {
        try await post("원목 의자")
        let page = try await output { $0.text = "dmlwk" }
        #expect(page.reading != nil && page.exact == nil)
    }

    @Test(arguments: ["tv", "iphone", "coat", "개", "go"])
    func aWordBecomesNoPieceOfAnother(text: String) async throws {
        try await post("소파")
        try await post("Sony headphones")
        try await post("Gopro")
        try await post("해바라기")
        let page = try await output { $0.text = text }
        // Anything found is found as it was typed.
        #expect(page.reading == nil)
        #expect(page.entries.isEmpty == (text != "go"))
    }

    @Test(arguments: [("cor", "책"), ("낾", "sofa")])
    func aWordOfASyllableIsReadAsAWholeWord(typed: String, meant: String) async throws {
        try await post("책장")
        try await post("Two sofas")
        #expect(try await output { $0.text = typed }.reading == nil)
        try await post("의지 책")
        try await post("IKEA sofa")
        let page = try await output { $0.text = typed }
        #expect(page.selection.filter.search?.text == meant)
    }

    @Test func wordsThatAreFoundAreNotReadOtherwise() async throws {
        try await post("dmlwk")
        try await post("의자")
        let page = try await output { $0.text = "dmlwk" }
        #expect(titles(page) == ["dmlwk"])
        #expect(page.reading == nil)
    }

    @Test func wordsHiddenByAFilterAreNotReadOtherwise() async throws {
        try await post("dmlwk", status: .sold)
        try await post("의자")
        let page = try await output { $0.text = "dmlwk" }
        #expect(page.entries.isEmpty)
        #expect(page.reading == nil)
        #expect(page.alternatives.map(\.text.text) == ["거래완료도 보기", "모든 글 보기"])
    }

    @Test func onlyTheWaysOnThatHelpAreOffered() async throws {
        try await post("의자", price: "50000")
        let page = try await output {
            ($0.text, $0.category, $0.maximumPrice) = ("의자", .furniture, "10000")
        }
        #expect(page.emptyText?.text == "검색 결과가 없습니다")
        #expect(page.alternatives.map(\.text.text) == ["10,000원까지 조건 빼고 보기"])
        #expect(page.alternatives.first?.selection.filter.category == .furniture)
    }

    @Test func whereNothingHelpsEverythingIsOffered() async throws {
        let page = try await output { $0.text = "없는 물건" }
        #expect(page.alternatives.map(\.text.text) == ["모든 글 보기"])
        #expect(page.alternatives.first?.selection == ItemSelection())
    }

    @Test func aShortFirstPageOfAnyOrderIsFilledUp() async throws {
        for number in 1...25 { try await post("의자 \(number)", price: "\(number)") }
        let first = try await output { $0.order = .lowestPrice }
        let second = try await output {
            ($0.order, $0.position) = (.lowestPrice, .following(first.next ?? 0))
        }
        #expect(second.entries.count == 5)
        let back = try await output {
            ($0.order, $0.position) = (.lowestPrice, .preceding(ItemKey(rank: 5, 5)))
        }
        #expect(back.entries.count == 20)
        #expect(back.isFirstPage)
    }
}
