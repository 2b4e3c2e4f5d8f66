import Market
import Testing

@testable import ViewModels

struct ViewedItemsTests {
    @Test func visibleItemsAreListedInTheirOrder() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, seller in
            let viewer = try await fixture.open("바다네").account
            let viewed = ViewedItems(storage: fixture.storage)
            func output(
                _ ids: [Item.ID], for viewer: Account.ID? = nil
            ) async throws -> ViewedItems.Output {
                try await viewed.output(for: ids, viewer: viewer, at: fixture.now)
            }
            let first = try await fixture.post(by: nil)
            let members = try await fixture.post(by: seller)
            let wanted = try await fixture.post(by: nil, for: .request)
            let all = [wanted, first, 404, members]
            #expect(try await output(all).entries.map(\.id) == [wanted, first, members])
            try await fixture.storage.setStatus(.sold, of: first, at: fixture.now)
            try await fixture.storage.setHidden(true, wanted, at: fixture.now)
            let left = try await output(all).entries
            #expect(left.map(\.id) == [first, members])
            #expect(left.map(\.mark.text) == ["거래완료", "판매중"])
            try await fixture.storage.setBlocked(true, seller, by: viewer, at: fixture.now)
            #expect(try await output(all, for: viewer).entries.map(\.id) == [first])
            // Even if all items are gone, the list can be cleared.
            let gone = try await output([wanted])
            #expect(gone.entries.isEmpty && gone.mayBeForgotten)
            #expect(gone.emptyText?.text == "최근 본 글이 모두 사라졌어요.")
            let none = try await output([])
            #expect(none.entries.isEmpty && !none.mayBeForgotten)
            #expect(none.emptyText?.text == "아직 본 글이 없어요. 글을 열어 보면 여기에 모여요.")
            #expect(try await output(all).emptyText == nil)
        }
    }

    @Test func onlySoManyAreShown() async throws {
        try await AccountFixture.with { fixture in
            let id = try await fixture.post(by: nil)
            let viewed = ViewedItems(storage: fixture.storage)
            let others = (101...200).map { Item.ID(rawValue: $0) }
            for (place, isShown) in [(ViewedItems.most - 1, true), (ViewedItems.most, false)] {
                var ids = others
                ids.insert(id, at: place)
                let output = try await viewed.output(for: ids, viewer: nil, at: fixture.now)
                #expect(output.entries.map(\.id) == (isShown ? [id] : []))
            }
        }
    }
}
