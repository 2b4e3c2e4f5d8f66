import Market
import Testing

@testable import ViewModels

struct ItemDetailNotesTests {
    @Test(arguments: Backend.all)
    func whatIsPinnedShowsToItsOwnerOnly(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem()
            let list = try await fixture.makeList()
            let todo = try await fixture.makeTodo("약속", in: list, item: item)
            let memo = try await fixture.makeMemo("역 3번\n출구", item: item)
            _ = try await fixture.makeMemo("딴 것")
            let detail = ItemDetail(storage: fixture.storage)
            func notes(for viewer: Account.ID?) async throws -> ItemDetail.Notes? {
                let input = ItemDetail.Input(id: item, viewer: viewer)
                return try await detail.output(for: input, at: fixture.now).notes
            }
            let own = try await notes(for: fixture.account)
            #expect(own?.todos.map(\.id) == [todo])
            #expect(own?.memos == [ItemDetail.MemoExcerpt(id: memo, text: "역 3번 출구")])
            let other = try #require(try await notes(for: fixture.stranger))
            #expect(other.todos.isEmpty)
            #expect(other.memos.isEmpty)
            let guest = try await notes(for: nil)
            #expect(guest == nil)
        }
    }
}
