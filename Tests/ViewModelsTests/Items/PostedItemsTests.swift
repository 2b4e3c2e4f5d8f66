import Market
import Testing

@testable import ViewModels

struct PostedItemsTests {
    @Test func whatWasAskedAboutLastComesFirstToWhoeverPostedIt() async throws {
        try await AccountFixture.withAccount { fixture, asker in
            let posted = PostedItems(storage: fixture.storage)
            var ids: [Item.ID] = []
            for _ in 1...4 { ids.append(try await fixture.post(by: nil)) }
            for item in [ids[2], ids[0], ids[3]] {
                _ = try await fixture.storage.ask(
                    NewChatMessage(text: "저요", date: fixture.now), about: item, by: asker)
            }
            func shown(
                _ unread: [Item.ID: Int], isByQuestion: Bool = true
            ) async throws -> [Item.ID] {
                try await posted.output(
                    for: ids, unread: unread, isByQuestion: isByQuestion, at: fixture.now
                ).entries.map(\.id)
            }
            // The last one is not known to be theirs.
            let unread = [ids[0]: 0, ids[1]: 0, ids[2]: 1]
            #expect(try await shown(unread) == [ids[0], ids[2], ids[1], ids[3]])
            #expect(try await shown(unread, isByQuestion: false) == ids)
            #expect(try await shown([:]) == ids)
        }
    }

    @Test func onlyItemsThatAreStillAGuestsAreListed() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let posted = PostedItems(storage: fixture.storage)
            func shown(_ ids: [Item.ID]) async throws -> [Item.ID] {
                try await posted.output(for: ids, at: fixture.now).entries.map(\.id)
            }
            let first = try await fixture.post(by: nil)
            let members = try await fixture.post(by: account)
            let second = try await fixture.post(by: nil)
            #expect(try await shown([second, members, 404, first]) == [second, first])
            _ = try await fixture.storage.ask(
                NewChatMessage(text: "저요", date: fixture.now), about: first, by: account)
            let entries = try await posted.output(
                for: [second, first], unread: [first: 2], at: fixture.now
            ).entries
            #expect(entries.map(\.conversations) == [0, 1])
            #expect(entries.map(\.waiting) == [0, 2])
            try await fixture.storage.setHidden(true, second, at: fixture.now)
            #expect(try await shown([second, first]) == [first])
            try await fixture.storage.takeOver(first, by: account)
            // A hidden item is named as hidden, and not listed.
            let hidden = try await posted.output(for: [second, first], at: fixture.now)
            #expect(hidden.entries.isEmpty && hidden.hidden == [second])
            #expect(hidden.emptyText == nil)
            let none = try await posted.output(for: [first, members], at: fixture.now)
            #expect(none.entries.isEmpty && none.hidden.isEmpty)
            #expect(none.emptyText?.text == "이 브라우저에서 비회원으로 올린 글이 없어요.")
        }
    }
}
