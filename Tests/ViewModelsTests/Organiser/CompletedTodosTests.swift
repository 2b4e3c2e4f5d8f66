import Market
import Testing

@testable import ViewModels

struct CompletedTodosTests {
    private func page(
        _ fixture: OrganiserFixture, before key: String? = nil
    ) async throws -> CompletedTodos.Output {
        try await fixture.completed.output(for: fixture.account, before: key)
    }

    @Test func completedTodosShowTheirListAndTime() async throws {
        try await OrganiserFixture.with { fixture in
            let list = try await fixture.makeList()
            let id = try await fixture.makeTodo(in: list)
            _ = try await fixture.makeTodo("아직", in: list)
            let empty = try await page(fixture)
            #expect(empty.emptyText != nil)
            try await fixture.complete(id)
            let page = try await page(fixture)
            #expect(
                page.entries == [
                    CompletedTodos.Entry(
                        id: id, title: "우유 사기",
                        list: TodoDetail.ListLink(id: list, title: "장보기"),
                        dateCompleted: Moment(fixture.now, in: .seoul), next: nil)
                ])
            #expect(page.emptyText == nil)
            let other = try await fixture.completed.output(for: fixture.stranger)
            #expect(other.entries.isEmpty)
        }
    }

    @Test func pagesFollowOnEachOther() async throws {
        try await OrganiserFixture.with { fixture in
            let list = try await fixture.makeList()
            let count = CompletedTodos.pageSize * 2 + 1
            for number in 0..<count {
                let id = try await fixture.makeTodo("\(number)", in: list)
                // Several share each second.
                _ = try await fixture.completed.submit(
                    id, isCompleted: true, of: fixture.account,
                    at: fixture.now + Int64(number / 3))
            }
            var seen: [String] = []
            var key: String?
            var pages = 0
            repeat {
                let page = try await page(fixture, before: key)
                #expect(page.isFirst == (pages == 0))
                seen += page.entries.map(\.title)
                key = page.older
                pages += 1
            } while key != nil
            #expect(pages == 3)
            #expect(seen == (0..<count).reversed().map { "\($0)" })
        }
    }

    @Test(arguments: ["", "-", "1", "1-", "-1-2", "1-2-3", "a-b", "99999999999999999999-1"])
    func aMalformedKeyShowsTheFirstPage(key: String) async throws {
        try await OrganiserFixture.with { fixture in
            let page = try await page(fixture, before: key)
            #expect(page.isFirst)
        }
    }
}
