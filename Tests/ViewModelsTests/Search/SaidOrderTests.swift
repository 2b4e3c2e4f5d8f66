import Market
import Testing

@testable import ViewModels

/// Words that ask for the lowest price sort what is found.
struct SaidOrderTests {
    private let fixture = Fixture()

    private func post(_ title: String, price: EnteredNumber) async throws {
        var input = Fixture.lamp()
        (input.title, input.content, input.submissionKey) = (title, "내용", "")
        (input.price, input.discountedPrice) = (price, "")
        _ = try await fixture.post(input)
    }

    private func postPhones() async throws {
        try await post("아이폰 13", price: "300000")
        try await post("아이폰 12", price: "200000")
        try await post("아이폰 15", price: "500000")
    }

    @Test(arguments: ["최저가 아이폰", "아이폰 싼 거", "제일 싼 아이폰", "cheap iphone"])
    func theWordsBecomeTheOrderByLowestPrice(_ typed: String) async throws {
        try await postPhones()
        let page = try await fixture.list(typed)
        #expect(page.entries.map(\.title) == ["아이폰 12", "아이폰 13", "아이폰 15"])
        #expect(page.selection.order == .lowestPrice && page.text == typed)
        #expect(page.reading?.text == "낮은 가격순으로 정렬했어요")
        #expect(page.controls.orders.first?.order == .lowestPrice)
        #expect(page.controls.orders.count == ItemOrder.allCases.count)
        // The chip takes the order off, and the link searches for the words as typed.
        let chip = try #require(page.controls.filters.first { $0.condition == .order })
        #expect(chip.name.text == "낮은 가격순" && chip.selection.order == .bestMatch)
        #expect(chip.selection.filter == page.selection.filter && chip.selection.typed == nil)
        let exact = try #require(page.exact).selection
        #expect(exact.isExact && exact.order == .bestMatch && exact.filter.search?.text == typed)
        // An alert waits for the thing.
        #expect(page.sought.filter.search == page.selection.filter.search)
    }

    @Test func nothingIsSaidToBeSortedIfNothingIsFound() async throws {
        let none = try await fixture.list("최저가 아이폰")
        #expect(none.entries.isEmpty && none.reading == nil && none.exact != nil)
        #expect(try await fixture.list("최저가 아이폰 30만원 이하").reading != nil)
    }

    @Test func itComesWithFilters() async throws {
        try await postPhones()
        let page = try await fixture.list("싼 아이폰 30만원 이하")
        #expect(page.entries.map(\.title) == ["아이폰 12", "아이폰 13"])
        #expect(page.reading?.text == "300,000원까지는 필터로 걸었어요")
        let chips = page.controls.filters.map(\.name.text)
        #expect(chips == ["‘아이폰’", "300,000원까지", "낮은 가격순"])
        // A misspelt word beside it is corrected.
        let corrected = try await fixture.list("최저가 아이픈")
        #expect(corrected.entries.first?.title == "아이폰 12")
        #expect(corrected.reading?.text == "‘최저가 아이픈’ 대신 ‘아이폰’으로 찾았어요")
    }

    @Test func anOrderThatIsChosenCountsForMore() async throws {
        try await postPhones()
        for (order, first) in [(ItemOrder.newest, "아이폰 15"), (.highestPrice, "아이폰 15")] {
            let page = try await fixture.list("최저가 아이폰") { $0.order = order }
            #expect(page.entries.count == 3 && page.entries.first?.title == first)
            #expect(page.selection.order == order && page.reading == nil)
            #expect(!page.controls.filters.contains { $0.condition == .order })
        }
        // The form for filters sends the words by themselves.
        let kept = try await fixture.list("아이폰") { $0.typed = "최저가 아이폰" }
        #expect(kept.selection.order == .lowestPrice && kept.text == "최저가 아이폰")
        let chosen = try await fixture.list("아이폰") {
            ($0.typed, $0.order) = ("최저가 아이폰", .bestMatch)
        }
        #expect(chosen.selection.order == .bestMatch && chosen.text == "최저가 아이폰")
        // Other conditions leave the order as it is.
        let category = try #require(kept.controls.categories.first?.selection)
        #expect(category.order == .lowestPrice && category.typed != nil)
    }

    @Test func pagesContinueInTheOrder() async throws {
        for number in 1...25 {
            try await post("의자 \(number)", price: .number(Double(number) * 1_000))
        }
        let first = try await fixture.list("싼 의자")
        let next = try #require(first.next)
        let second = try await fixture.list("싼 의자") { $0.position = .following(next) }
        #expect(first.entries.first?.title == "의자 1" && first.entries.count == 20)
        #expect(second.entries.map(\.title) == (21...25).map { "의자 \($0)" })
        #expect(second.notes.isEmpty)
    }
}
