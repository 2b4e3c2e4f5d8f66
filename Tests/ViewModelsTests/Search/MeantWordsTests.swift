import Market
import Testing

@testable import ViewModels

/// Words that are found as typed, but were meant otherwise.
struct MeantWordsTests {
    private let fixture = Fixture()

    private func post(
        _ title: String, _ content: String = "내용", at place: Neighbourhood? = nil,
        price: EnteredNumber = "35,000"
    ) async throws {
        var input = Fixture.lamp()
        (input.title, input.content, input.submissionKey) = (title, content, "")
        (input.place, input.price) = (place.map { "\($0.id)" } ?? "", price)
        _ = try await fixture.post(input)
    }

    /// The filter that an alert for the words waits for.
    private func kept(_ text: String) async throws -> ItemFilter {
        let search = SearchInterpretation(
            storage: fixture.storage, places: try await fixture.storage.places())
        return try await search.filter(toKeep: ItemFilter(search: SearchQuery(text)))
    }

    // MARK: - Small words

    @Test(arguments: ["chair and desk", "a chair with the desk", "chair or desk"])
    func wordsThatTellNothingAreNotSearchedFor(_ typed: String) async throws {
        try await post("chair, desk")
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.title) == ["chair, desk"] && page.reading == nil)
        let more = try await fixture.list(typed + " unicorn")
        #expect(more.reading?.text.hasPrefix("‘unicorn’까지 다 맞는 글은 없어서") == true)
        // Alone, such a word is searched for.
        #expect(SearchQuery("the")?.words.count == 1)
    }

    @Test func aSingleSyllableIsNotOffered() async throws {
        for title in ["안 쓴 물건", "유모차", "책"] { try await post(title) }
        let page = try await fixture.list("안 유모차 책") { $0.isExact = true }
        let words = page.alternatives.map(\.text.text).filter { $0.hasSuffix("만 찾기") }
        #expect(words.contains("‘유모차’만 찾기") && !words.contains("‘안’만 찾기"))
        #expect(try await fixture.list("안 유모차").exact == nil)
    }

    // MARK: - Purposes

    @Test(arguments: ["의자 팝니다", "나눔 의자"])
    func aWordForAPurposeIsAFilterEvenIfATitleHasIt(_ typed: String) async throws {
        try await post(typed, price: "0")
        try await post("원목 의자", price: "0")
        let page = try await fixture.list(typed)
        #expect(page.entries.count == 2 && page.reading != nil)
        #expect(page.selection.filter.search?.text == "의자")
        #expect(page.exact?.text.text == "‘\(typed)’ 그대로 찾기")
        // An alert waits for the same.
        let kept = try await kept(typed)
        #expect(kept.search?.text == "의자")
        #expect(kept.purpose == page.selection.filter.purpose)
        #expect(kept.isFree == page.selection.filter.isFree)
    }

    @Test func aStatusTypedIsTheFilterUntilAnotherIsChosen() async throws {
        try await post("의자")
        let page = try await fixture.list("의자 거래완료")
        #expect(page.selection.filter.status == .only(.sold) && page.reading != nil)
        #expect(page.selection.filter.search?.text == "의자")
        let other = page.selection.with { $0.status = .any }
        #expect(other.typed == nil && other.filter.status == .any)
        // The form for filters sends the same words and filters.
        let same = try await fixture.list("의자") {
            ($0.typed, $0.status) = ("의자 거래완료", .only(.sold))
        }
        #expect(same.text == "의자 거래완료" && same.selection == page.selection)
    }

    @Test func anAlertWaitsInTheNeighbourhoodNamed() async throws {
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("상수동"))])
        try await post("책상 조명", "상수동에서 샀어요")
        let kept = try await kept("상수 책상")
        #expect(kept.search?.text == "책상" && kept.neighbourhoods.map(\.name) == ["상수동"])
    }
}
