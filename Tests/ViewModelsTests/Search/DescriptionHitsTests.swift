import Market
import Testing

@testable import ViewModels

/// What a list says, and offers, of items that have the words in their descriptions only.
struct DescriptionHitsTests {
    private let fixture = Fixture()

    private func post(_ title: String, _ content: String = "내용") async throws {
        var input = Fixture.lamp()
        (input.title, input.content, input.submissionKey) = (title, content, "")
        _ = try await fixture.post(input)
    }

    @Test func hitsInDescriptionsOnlyAreSaidToBeThere() async throws {
        try await post("가방", "냉장고 바지와 함께 나눠요")
        let page = try await fixture.list("냉장고")
        #expect(page.whereFound?.text == "제목에 찾는 말이 다 있는 글이 없어서 내용에서도 찾았어요")
        // In another order a title that has the word may come later.
        #expect(try await fixture.list("냉장고") { $0.order = .newest }.whereFound == nil)
        try await post("작은 냉장고")
        for order in [ItemOrder.bestMatch, .newest, .highestPrice] {
            #expect(try await fixture.list("냉장고") { $0.order = order }.whereFound == nil)
        }
        // A title may have a synonym.
        #expect(try await fixture.list("fridge").whereFound == nil)
        #expect(try await fixture.list("없는말").whereFound == nil)
        #expect(try await fixture.list("").whereFound == nil)
        #expect(try await fixture.list("가방 냉장고").whereFound != nil)
    }

    @Test func hitsInDescriptionsBeginOnceAfterAllTitles() async throws {
        for number in 1...3 { try await post("가방 \(number)", "냉장고 바지") }
        for number in 1...19 { try await post("냉장고 \(number)") }
        let first = try await fixture.list("냉장고")
        #expect(first.firstInDescriptions == 19 && first.whereFound == nil)
        #expect(try await fixture.list("냉장고") { $0.order = .newest }.firstInDescriptions == nil)
        let next = try #require(first.next)
        let second = try await fixture.list("냉장고") { $0.position = .following(next) }
        #expect(second.entries.count == 2 && second.firstInDescriptions == nil)
        // They begin with the second page if titles fill the first one.
        try await post("냉장고 20")
        let titles = try await fixture.list("냉장고")
        #expect(titles.entries.count == 20 && titles.firstInDescriptions == nil)
        let end = try #require(titles.next)
        let rest = try await fixture.list("냉장고") { $0.position = .following(end) }
        #expect(rest.entries.count == 3 && rest.firstInDescriptions == 0)
        #expect(try await fixture.list("바지").firstInDescriptions == nil)
    }

    @Test func hitsInDescriptionsBeginThereForWhoeverGoesBackToo() async throws {
        for number in 1...41 { try await post("가방 \(number)", "냉장고 바지") }
        for number in 1...20 { try await post("냉장고 \(number)") }
        func page(_ position: ItemQuery.Position) async throws -> ItemList.Output {
            try await fixture.list("냉장고") { $0.position = position }
        }
        let titles = try await page(.start)
        let second = try await page(.following(try #require(titles.next)))
        let third = try await page(.following(try #require(second.next)))
        let last = try await page(.following(try #require(third.next)))
        #expect(second.firstInDescriptions == 0 && third.firstInDescriptions == nil)
        let backInThird = try await page(.preceding(try #require(last.previous)))
        #expect(backInThird.entries.map(\.id) == third.entries.map(\.id))
        #expect(backInThird.firstInDescriptions == nil)
        let backInSecond = try await page(.preceding(try #require(third.previous)))
        #expect(backInSecond.entries.map(\.id) == second.entries.map(\.id))
        #expect(backInSecond.firstInDescriptions == 0)
    }

    @Test(arguments: ["아기 유모차", "baby stroller"])
    func wordsFoundTogetherInDescriptionsOnlyAreOfferedOneByOne(_ typed: String) async throws {
        for title in ["절충형 유모차", "Folding stroller"] { try await post(title) }
        // More than are seen at a glance.
        for number in 1...5 { try await post("육아용품 \(number)", typed + "도 같이 드려요") }
        let page = try await fixture.list(typed)
        #expect(page.whereFound != nil && page.entries.count == 5 && page.isShort)
        let word = String(try #require(typed.split(separator: " ").last))
        let way = try #require(page.alternatives.first { $0.text.text == "‘\(word)’만 찾기" })
        let found = try await fixture.list(word)
        #expect(way.selection == found.selection && found.whereFound == nil)
        // A title with all the words needs no other words.
        try await post(typed)
        #expect(try await fixture.list(typed).alternatives.isEmpty)
    }
}
