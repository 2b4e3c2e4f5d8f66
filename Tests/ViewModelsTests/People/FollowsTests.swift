import Market
import Testing

@testable import ViewModels

/// 지수 follows 민지.
struct FollowsTests {
    private func follows(_ trade: TradeFixture) -> Follows {
        Follows(storage: trade.storage, zone: .seoul)
    }

    private func submit(
        _ isFollowed: Bool, _ seller: Account.ID, by account: Account.ID, _ trade: TradeFixture
    ) async throws -> Refusal? {
        return try await follows(trade).submit(isFollowed, seller, by: account, at: trade.now)
            .refusal
    }

    @Test func newListingsAreMarkedUntilTheyWereShown() async throws {
        try await TradeFixture.with { trade in
            #expect(try await submit(true, trade.seller, by: trade.asker, trade) == nil)
            let lamp = try await trade.accounts.post(by: trade.seller)
            func shown() async throws -> Follows.Output {
                try await follows(trade).output(for: trade.asker, at: trade.now)
            }
            let first = try await shown()
            #expect(first.page.entries.map(\.item.id) == [lamp, trade.item])
            #expect(first.page.entries.map(\.isNew) == [true, false] && first.hasNew)
            #expect(first.page.entries.map(\.seller) == ["민지", "민지"])
            #expect(first.sellers.map(\.person.id) == [trade.seller])
            #expect(first.sellers.map { $0.news?.text } == ["새 글 1개"])
            let second = try await shown()
            #expect(second.page.entries.map(\.isNew) == [false, false] && !second.hasNew)
            #expect(second.sellers.map { $0.news?.text } == [nil])
        }
    }

    @Test func nextPageHasListingsOnly() async throws {
        try await TradeFixture.with { trade in
            _ = try await submit(true, trade.seller, by: trade.asker, trade)
            for _ in 0..<Follows.pageSize { _ = try await trade.accounts.post(by: trade.seller) }
            let first = try await follows(trade).output(for: trade.asker, at: trade.now)
            #expect(first.page.entries.count == Follows.pageSize)
            let key = try #require(first.page.older)
            let second = try await follows(trade).output(
                for: trade.asker, before: key, at: trade.now)
            #expect(second.page.entries.map(\.item.id) == [trade.item])
            #expect(second.sellers.isEmpty && second.page.older == nil)
        }
    }

    @Test func emptyPageSaysWhatToDo() async throws {
        try await TradeFixture.with { trade in
            func text() async throws -> String {
                let output = try await follows(trade).output(for: trade.asker, at: trade.now)
                return try #require(output.page.emptyText).text
            }
            #expect(try await text().contains("판매자 이름을 눌러 팔로우하면"))
            _ = try await submit(true, trade.seller, by: trade.asker, trade)
            try await trade.storage.delete(trade.item, at: trade.now)
            #expect(try await text().contains("지금 파는 것이 없어요"))
        }
    }

    @Test func sellersPageShowsWhetherTheViewerFollowsThem() async throws {
        try await TradeFixture.with { trade in
            let people = PersonDetail(storage: trade.storage, zone: .seoul)
            for isFollowed in [true, false] {
                _ = try await submit(isFollowed, trade.seller, by: trade.asker, trade)
                for (viewer, isTold) in [(trade.asker, isFollowed), (trade.seller, false)] {
                    let person = try await people.output(
                        for: trade.seller, viewer: viewer, at: trade.now)
                    #expect(person.isFollowed == isTold)
                    let item = try await trade.accounts.detail.output(
                        for: trade.item, viewer: viewer, at: trade.now)
                    #expect(item.seller?.isFollowed == isTold)
                }
            }
        }
    }

    @Test func whoCannotBeFollowedIsRefusedWithTheReason() async throws {
        try await TradeFixture.with { trade in
            let own = try await submit(true, trade.asker, by: trade.asker, trade)
            #expect(own?.alert?.texts == ["나를 팔로우할 수는 없어요."])
            try await trade.storage.setBlocked(true, trade.asker, by: trade.seller, at: trade.now)
            let blocked = try await submit(true, trade.seller, by: trade.asker, trade)
            #expect(blocked?.alert?.texts == ["지금은 이 사람을 팔로우할 수 없어요."])
            await #expect(throws: StorageError.notFound) {
                try await submit(true, 404, by: trade.asker, trade)
            }
        }
    }

    @Test func newListingsAreToldWhereThoseOfSearchesAre() async throws {
        try await TradeFixture.with { trade in
            let home = OrganiserHome(storage: trade.storage, zone: .seoul)
            let inbox = ReminderInbox(storage: trade.storage, zone: .seoul)
            func texts() async throws -> [String?] {
                let (desk, page) = (
                    try await home.output(for: trade.asker, at: trade.now),
                    try await inbox.output(for: trade.asker, at: trade.now)
                )
                #expect(desk.isEmpty == (desk.followedNews == nil))
                #expect((page.emptyText == nil) == (page.followedNews != nil))
                return [desk.followedNews?.text, page.followedNews?.text]
            }
            _ = try await submit(true, trade.seller, by: trade.asker, trade)
            #expect(try await texts() == [nil, nil])
            _ = try await trade.accounts.post(by: trade.seller)
            #expect(try await texts() == ["새 글 1개", "새 글 1개"])
            _ = try await follows(trade).output(for: trade.asker, at: trade.now)
            #expect(try await texts() == [nil, nil])
        }
    }
}
