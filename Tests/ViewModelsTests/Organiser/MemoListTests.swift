import Market
import Testing

@testable import ViewModels

struct MemoListTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    @Test func memosComeNewestFirstAPageAtATime() async throws {
        let count = MemoList.pageSize + 1
        for number in 0..<count { _ = try await fixture.makeMemo("메모 \(number)") }
        let first = try await fixture.memos.output(for: fixture.account)
        #expect(first.entries.count == MemoList.pageSize)
        #expect(first.entries.first?.title == "메모 \(count - 1)")
        #expect(first.isFirst)
        let key = try #require(first.older)
        let second = try await fixture.memos.output(for: fixture.account, before: key)
        #expect(second.entries.map(\.title) == ["메모 0"])
        #expect(second.older == nil)
        #expect(!second.isFirst)
    }

    @Test func anEntryHasItsFirstLineAndOneShortLineOfTheRest() async throws {
        _ = try await fixture.makeMemo("\n첫 줄\r\n\n둘째 줄\n" + String(repeating: "가", count: 500))
        let page = try await fixture.memos.output(for: fixture.account)
        #expect(page.entries.first?.title == "첫 줄")
        #expect(page.entries.first?.excerpt.count == 81)
        #expect(page.entries.first?.excerpt.hasPrefix("둘째 줄 가") == true)
    }

    @Test func withoutAMemoThePageSaysWhatToDo() async throws {
        _ = try await fixture.makeMemo()
        let page = try await fixture.memos.output(for: fixture.stranger)
        #expect(page.emptyText?.text == "아직 메모가 없어요. 첫 메모를 적어보세요.")
    }
}
