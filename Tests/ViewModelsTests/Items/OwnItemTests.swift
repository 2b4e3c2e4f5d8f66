import Market
import Testing

@testable import ViewModels

struct OwnItemTests {
    @Test(arguments: Backend.all)
    func theStagesOfASaleAreSetAndUndone(_ backend: Backend) async throws {
        try await AccountFixture.over(backend) { fixture in
            let account = try await fixture.open().account
            let id = try await fixture.post(by: account)
            func status() async throws -> Item.Status { try await fixture.storage.item(id).status }
            try await fixture.ownItem.set(.reserved, of: id, by: account)
            #expect(try await status() == .reserved)
            try await fixture.ownItem.undo(.reserved, of: id, by: account)
            #expect(try await status() == .selling)
            try await fixture.ownItem.set(.sold, of: id, by: account)
            #expect(try await status() == .sold)
        }
    }

    @Test func undoingAStageThatIsPastChangesNothing() async throws {
        try await AccountFixture.over(.memory) { fixture in
            let account = try await fixture.open().account
            let id = try await fixture.post(by: account)
            try await fixture.ownItem.set(.sold, of: id, by: account)
            try await fixture.ownItem.undo(.reserved, of: id, by: account)
            #expect(try await fixture.storage.item(id).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func aListingIsPulledUpOnceADay(_ backend: Backend) async throws {
        try await AccountFixture.over(backend) { fixture in
            let account = try await fixture.open().account
            let id = try await fixture.post(by: account)
            let newer = try await fixture.post(by: nil)
            let early = try await fixture.ownItem.pullUp(id, by: account, at: fixture.now + 86_399)
            #expect(
                early?.lines.map(\.text) == ["~ 끌올은 2026년 11월 22일 20:20부터 할 수 있어요."])
            let day = fixture.now + 86_400
            #expect(try await fixture.ownItem.pullUp(id, by: account, at: day) == nil)
            let page = try await fixture.storage.items(ItemQuery(limit: 9))
            #expect(page.items.map(\.id) == [id, newer])
            #expect(try await fixture.ownItem.pullUp(id, by: account, at: day) != nil)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyElseCanDoAnythingToIt(_ backend: Backend) async throws {
        try await AccountFixture.over(backend) { fixture in
            let account = try await fixture.open("하늘이네").account
            let other = try await fixture.open("바다네").account
            for id in [try await fixture.post(by: account), try await fixture.post(by: nil), 404] {
                await #expect(throws: StorageError.itemNotFound) {
                    try await fixture.ownItem.set(.sold, of: id, by: other)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await fixture.ownItem.undo(.sold, of: id, by: other)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await fixture.ownItem.pullUp(id, by: other, at: fixture.now + 86_400)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func ownListingsArePagedByStatus(_ backend: Backend) async throws {
        try await AccountFixture.over(backend) { fixture in
            let account = try await fixture.open().account
            var ids: [Item.ID] = []
            for _ in 0..<23 { ids.append(try await fixture.post(by: account)) }
            _ = try await fixture.post(by: nil)
            try await fixture.ownItem.set(.sold, of: ids[22], by: account)
            var input = OwnItems.Input(account: account)
            let first = try await fixture.ownItems.output(for: input, at: fixture.now)
            #expect(first.entries.map(\.id) == ids[2..<22].reversed())
            #expect(first.stages.map(\.count) == [22, 0, 1])
            input.before = first.older
            let second = try await fixture.ownItems.output(for: input, at: fixture.now)
            #expect(second.entries.map(\.id) == [ids[1], ids[0]])
            #expect(second.older == nil)
            input = OwnItems.Input(account: account, status: .reserved)
            let none = try await fixture.ownItems.output(for: input, at: fixture.now)
            #expect(none.emptyText == "‘예약중’인 글이 없어요.")
        }
    }
}
