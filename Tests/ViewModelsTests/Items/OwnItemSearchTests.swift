import Market
import Testing

@testable import ViewModels

/// An account's own items found by their titles.
struct OwnItemSearchTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    @discardableResult
    private func post(
        _ titles: [String], by account: Account.ID, for purpose: Item.Purpose = .offer
    ) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for title in titles {
            let item = try NewItem.sample(title, for: purpose, of: account)
            ids.append(try await fixture.storage.insert(item))
        }
        return ids
    }

    @Test func ownItemsAreFoundWhateverTheirStatus() async throws {
        let account = try await fixture.open().account
        let other = try await fixture.open("바다네").account
        try await post(["의자"], by: other)
        let ids = try await post(["원목의자", "책상", "이케아 의자", "흰 의자"], by: account)
        let wanted = try await post(["의자 구해요"], by: account, for: .request)
        try await fixture.storage.setInterest(true, of: other, in: ids[0])
        try await fixture.storage.setStatus(.sold, of: ids[0], at: fixture.now)
        try await fixture.storage.setHidden(true, ids[3], at: fixture.now)
        let page = try await fixture.ownItems.output(
            for: account, text: " 의자 -이케아 ", at: fixture.now)
        // Hidden items come last, and are not listed twice.
        #expect(page.page.entries.map(\.id) == wanted + [ids[0], ids[3]])
        #expect(page.hidden.isEmpty && page.page.emptyText == nil && page.page.older == nil)
        #expect(page.page.entries[1].interests == 1 && !page.page.entries[1].mayPullUp)
        let marks = page.page.entries.map { $0.item.segments.filter(\.isMatch).map(\.text) }
        #expect(marks == [["의자"], ["의자"], ["의자"]])
        // No section is selected, and each shows its count.
        let stages = page.stages + page.wantedStages
        #expect(stages.allSatisfy { !$0.isSelected })
        #expect(stages.map(\.count) == [3, 0, 1, 1, 0, 0])
        #expect(page.search.text == "의자 -이케아" && page.search.note == nil)
        #expect(page.isSearchable)
    }

    @Test func resultsComeInPages() async throws {
        let account = try await fixture.open().account
        let ids = try await post((1...23).flatMap { ["의자 \($0)", "책상 \($0)"] }, by: account)
        let chairs = ids.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let first = try await fixture.ownItems.output(for: account, text: "의자", at: fixture.now)
        let second = try await fixture.ownItems.output(
            for: account, text: "의자", before: first.page.older, at: fixture.now)
        #expect(first.page.entries.count == OwnItems.pageSize && second.page.older == nil)
        let found = first.page.entries.map(\.id) + second.page.entries.map(\.id)
        #expect(found == chairs.reversed())
        let end = try await fixture.ownItems.output(
            for: account, text: "의자", before: 1, at: fixture.now)
        #expect(end.page.emptyText == pastTheEndText)
    }

    @Test func aSearchWithoutHitsSaysSo() async throws {
        let account = try await fixture.open().account
        try await post(["책상"], by: account)
        let page = try await fixture.ownItems.output(for: account, text: "세탁기", at: fixture.now)
        #expect(
            page.page.emptyText?.text
                == "제목에서 ‘세탁기’를 찾지 못했어요. 제목에 쓴 다른 말로 찾아보세요.")
        // Descriptions are not searched.
        let other = try await fixture.ownItems.output(for: account, text: "설명", at: fixture.now)
        #expect(other.page.entries.isEmpty)
    }

    @Test(
        arguments: [
            ("-책상", "뺄 말만으로는"), ("!", "글자나 숫자가 없는"), (" ", nil), ("", nil),
            (String(repeating: "책상", count: 60), "앞의 100자만"),
        ] as [(String, String?)])
    func searchesWithoutLettersAreIgnored(text: String, note: String?) async throws {
        let account = try await fixture.open().account
        let ids = try await post(["책상"], by: account)
        let page = try await fixture.ownItems.output(for: account, text: text, at: fixture.now)
        #expect(page.search.note?.text.contains(note ?? "") == note.map { _ in true })
        guard page.search.query == nil else { return }
        #expect(page.page.entries.map(\.id) == ids)
        #expect(page.stages.map(\.isSelected) == [true, false, false])
    }

    @Test func moreThanAPageMayBeSearched() async throws {
        let account = try await fixture.open().account
        func isSearchable(_ text: String = "") async throws -> Bool {
            try await fixture.ownItems.output(for: account, text: text, at: fixture.now)
                .isSearchable
        }
        let ids = try await post((1...OwnItems.pageSize).map { "의자 \($0)" }, by: account)
        #expect(try await !isSearchable())
        #expect(try await isSearchable("!"))
        // The items of all sections count.
        try await fixture.storage.setStatus(.sold, of: ids[0], at: fixture.now)
        try await post(["책상"], by: account, for: .request)
        #expect(try await isSearchable())
    }
}
