import Market
import Testing

@testable import ViewModels

struct SavedSearchTests {
    private func keep(_ filter: ItemFilter, _ fixture: OrganiserFixture) async throws
        -> SavedSearch.ID
    {
        let result = try await fixture.searches.submit(
            filter, of: fixture.account, at: fixture.now)
        return try #require(result.saved)
    }

    private func entry(_ filter: ItemFilter) -> SavedSearchList.Entry {
        SavedSearchList.Entry(
            SavedSearch(
                id: 1, filter: filter, dateCreated: Timestamp(seconds: 0), unseenMatches: 0,
                toldMatches: 0))
    }

    @Test func aSearchIsNamedByItsConditions() {
        let chairs = SearchQuery("원목 의자")
        let rows: [(filter: ItemFilter, title: String, conditions: [String])] = [
            (ItemFilter(search: chairs), "‘원목 의자’", []),
            (
                ItemFilter(
                    category: .furniture, minimumPrice: 10_000, maximumPrice: 50_000,
                    search: chairs),
                "‘원목 의자’", ["가구", "10,000원–50,000원"]
            ),
            (ItemFilter(category: .games, isFree: true), "게임", ["나눔"]),
            (ItemFilter(isFree: true), "나눔", []),
            (ItemFilter(minimumPrice: 5_000), "5,000원부터", []),
            (ItemFilter(maximumPrice: 5_000), "5,000원까지", []),
        ]
        for row in rows {
            let entry = entry(row.filter)
            #expect(entry.title.text == row.title)
            #expect(entry.conditions.map(\.text) == row.conditions)
        }
    }

    @Test(arguments: [(0, nil), (1, "새 글 1개"), (99, "새 글 99개"), (100, "새 글 100개 이상")])
    func newMatchesAreCounted(_ count: Int, _ text: String?) {
        let search = SavedSearch(
            id: 1, filter: ItemFilter(isFree: true), dateCreated: Timestamp(seconds: 0),
            unseenMatches: count, toldMatches: count)
        #expect(SavedSearchList.Entry(search).news?.text == text)
    }

    @Test func searchesComeLastSavedFirst() async throws {
        try await OrganiserFixture.with { fixture in
            let empty = try await fixture.searches.output(for: fixture.account)
            #expect(empty.entries.isEmpty)
            #expect(empty.emptyText?.text.contains("‘이 검색 알림 받기’") == true)
            let ids = [
                try await keep(ItemFilter(category: .games), fixture),
                try await keep(ItemFilter(category: .furniture), fixture),
            ]
            let output = try await fixture.searches.output(for: fixture.account)
            #expect(output.entries.map(\.id) == ids.reversed())
            #expect(output.emptyText == nil && output.refusal == nil)
            let others = try await fixture.searches.output(for: fixture.stranger)
            #expect(others.entries.isEmpty)
        }
    }

    @Test func nothingIsNoSearch() async throws {
        try await OrganiserFixture.with { fixture in
            for filter in [ItemFilter(), ItemFilter(status: .unsold)] {
                let result = try await fixture.searches.submit(
                    filter, of: fixture.account, at: fixture.now)
                #expect(result.refusal?.reason == .invalid)
                #expect(
                    result.refusedForm?.alert?.texts == ["찾는 말이나 카테고리, 가격을 먼저 정하고 눌러주세요."])
            }
            #expect(try await fixture.searches.output(for: fixture.account).entries.isEmpty)
        }
    }

    @Test func oneSearchTooManyIsRefused() async throws {
        try await OrganiserFixture.with { fixture in
            for number in 1...Limits.savedSearches {
                _ = try await keep(ItemFilter(minimumPrice: Int64(number)), fixture)
            }
            let result = try await fixture.searches.submit(
                ItemFilter(category: .games), of: fixture.account, at: fixture.now)
            #expect(result.refusedForm?.entries.count == Limits.savedSearches)
            #expect(
                result.refusedForm?.alert?.texts == ["검색 알림은 50개까지 받을 수 있어요. 이제 안 찾는 것을 지워주세요."])
        }
    }

    @Test func shownMatchesCountAsSeen() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let other = OrganiserFixture(
                storage: fixture.storage, account: fixture.stranger, stranger: fixture.account)
            var items: [Item.ID] = []
            for number in 1...21 { items.append(try await other.makeItem("의자 \(number)")) }
            let first = try await fixture.search.output(
                for: id, of: fixture.account, at: fixture.now)
            #expect(first.search.news?.text == "새 글 21개")
            #expect(first.page.entries.map(\.id) == items.reversed().dropLast())
            let again = try await fixture.search.output(
                for: id, of: fixture.account, at: fixture.now)
            #expect(again.search.news == nil)
            let second = try await fixture.search.output(
                for: id, of: fixture.account, before: first.page.older, at: fixture.now)
            #expect(second.page.entries.map(\.id) == [items[0]])
            #expect(second.page.older == nil)
        }
    }

    @Test func aSharedMatchIsNewInEachSearchUntilSeenOnce() async throws {
        try await OrganiserFixture.with { fixture in
            let chairs = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let furniture = try await keep(ItemFilter(category: .furniture), fixture)
            let item = try await fixture.makeItem(of: fixture.stranger)
            let list = try await fixture.searches.output(for: fixture.account)
            #expect(list.entries.map(\.news?.text) == ["새 글 1개", "새 글 1개"])
            // The inbox tells of it once.
            let inbox = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(inbox.news.map(\.id) == [chairs])
            let page = try await fixture.search.output(
                for: furniture, of: fixture.account, at: fixture.now)
            #expect(page.page.entries.map(\.id) == [item])
            let after = try await fixture.searches.output(for: fixture.account)
            #expect(after.entries.map(\.news) == [nil, nil])
            let rest = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(rest.news.isEmpty)
        }
    }

    @Test func aSeenMatchStaysSeenWithoutOneOfItsSearches() async throws {
        try await OrganiserFixture.with { fixture in
            let chairs = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let furniture = try await keep(ItemFilter(category: .furniture), fixture)
            _ = try await fixture.makeItem(of: fixture.stranger)
            for search in [furniture, chairs] {
                _ = try await fixture.search.output(
                    for: search, of: fixture.account, at: fixture.now)
            }
            _ = try await fixture.search.submit(furniture, of: fixture.account, at: fixture.now)
            #expect(try await fixture.storage.countUnseenMatches(of: fixture.account) == 0)
            let list = try await fixture.searches.output(for: fixture.account)
            #expect(list.entries.map(\.news) == [nil])
        }
    }

    @Test func furtherPagesLeaveNewMatchesUnseen() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(category: .furniture), fixture)
            let other = OrganiserFixture(
                storage: fixture.storage, account: fixture.stranger, stranger: fixture.account)
            _ = try await other.makeItem()
            let past = try await fixture.search.output(
                for: id, of: fixture.account, before: 1, at: fixture.now)
            #expect(past.page.entries.isEmpty && past.page.emptyText != nil)
            #expect(try await fixture.storage.countUnseenMatches(of: fixture.account) == 1)
        }
    }

    @Test func othersSearchesAreNotFound() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(category: .games), fixture)
            await #expect(throws: StorageError.notFound) {
                try await fixture.search.output(for: id, of: fixture.stranger, at: fixture.now)
            }
            await #expect(throws: StorageError.notFound) {
                try await fixture.search.submit(id, of: fixture.stranger, at: fixture.now)
            }
            _ = try await fixture.search.submit(id, of: fixture.account, at: fixture.now)
            await #expect(throws: StorageError.notFound) {
                try await fixture.search.submit(id, of: fixture.account, at: fixture.now)
            }
        }
    }

    @Test func theInboxListsSearchesWithNewMatches() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(category: .furniture), fixture)
            _ = try await keep(ItemFilter(category: .games), fixture)
            let other = OrganiserFixture(
                storage: fixture.storage, account: fixture.stranger, stranger: fixture.account)
            _ = try await other.makeItem()
            _ = try await fixture.makeItem()
            let page = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(page.news.map(\.id) == [id])
            #expect(page.news.map(\.news?.text) == ["새 글 1개"])
            #expect(page.emptyText == nil)
            let desk = try await fixture.home.output(for: fixture.account, at: fixture.now)
            #expect(desk.news == page.news)
            let others = try await fixture.reminders.output(for: fixture.stranger, at: fixture.now)
            #expect(others.news.isEmpty && others.emptyText != nil)
        }
    }

    @Test func theInboxIsSilentAboutBlockedPeople() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(category: .furniture), fixture)
            try await fixture.storage.setBlocked(
                true, fixture.stranger, by: fixture.account, at: fixture.now)
            _ = try await fixture.makeItem(of: fixture.stranger)
            let page = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(page.news.isEmpty && page.emptyText != nil)
            let search = try await fixture.search.output(
                for: id, of: fixture.account, at: fixture.now)
            #expect(search.search.news == nil && search.page.entries.isEmpty)
        }
    }

    @Test func theFeedNeedsItsKeyAndLeavesMatchesUnseen() async throws {
        try await OrganiserFixture.with { fixture in
            let feed = SavedSearchFeed(storage: fixture.storage, zone: .seoul)
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            try await fixture.storage.setFeedKey("key", of: fixture.account)
            try await fixture.storage.setFeedKey("other", of: fixture.stranger)
            let other = OrganiserFixture(
                storage: fixture.storage, account: fixture.stranger, stranger: fixture.account)
            let empty = try await feed.output(
                for: SavedSearchFeed.Input(key: "key", search: id), at: fixture.now)
            #expect(empty.title.text == "‘의자’ 검색 알림")
            #expect(empty.dateUpdated == Moment(fixture.now, in: .seoul))
            let item = try await other.makeItem()
            let output = try await feed.output(
                for: SavedSearchFeed.Input(key: "key", search: id), at: fixture.now)
            #expect(output.entries.map(\.item.id) == [item])
            #expect(try await fixture.storage.countUnseenMatches(of: fixture.account) == 1)
            for (key, search) in [("other", id), ("", id), ("key", 77)]
                as [(String, SavedSearch.ID)]
            {
                await #expect(throws: StorageError.notFound) {
                    try await feed.output(
                        for: SavedSearchFeed.Input(key: key, search: search), at: fixture.now)
                }
            }
        }
    }
}
