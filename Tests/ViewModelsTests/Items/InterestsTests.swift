import Market
import Testing

@testable import ViewModels

struct InterestsTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func set(
        _ isInterested: Bool, in item: Item.ID, of account: Account.ID, _ fixture: AccountFixture
    ) async throws -> Refusal? {
        return try await fixture.interests.submit(
            isInterested, in: item, of: account, at: fixture.now
        ).refusal
    }

    @Test func interestsComeLastFirstAndCanBeGivenUp() async throws {
        let account = try await fixture.open().account
        let (one, two) = (try await fixture.post(by: nil), try await fixture.post(by: nil))
        for id in [two, one, two] {
            #expect(try await set(true, in: id, of: account, fixture) == nil)
        }
        func shown() async throws -> [Item.ID] {
            try await fixture.interests.output(for: account, at: fixture.now).entries.map(\.id)
        }
        #expect(try await shown() == [one, two])
        _ = try await set(false, in: one, of: account, fixture)
        #expect(try await shown() == [two])
    }

    @Test func theItemShowsHowManyAndWhetherItIsMine() async throws {
        let id = try await fixture.post(by: nil)
        let account = try await fixture.open("하늘이네").account
        let other = try await fixture.open("바다네").account
        _ = try await set(true, in: id, of: account, fixture)
        func detail(_ viewer: Account.ID?) async throws -> ItemDetail.Output {
            try await fixture.detail.output(for: id, viewer: viewer, at: fixture.now)
        }
        #expect(try await detail(nil).interests == 1)
        #expect(try await detail(nil).viewer == .guest(isGuestsItem: true))
        let own = try await detail(account).viewer
        #expect(own == .neighbour(isInterested: true, isGuestsItem: true))
        let others = try await detail(other).viewer
        #expect(others == .neighbour(isInterested: false, isGuestsItem: true))
    }

    /// The price when the interest was taken up is struck through in place of the item's own.
    @Test func aCheaperItemShowsThePriceAtTheStartOfTheInterest() async throws {
        try await TradeFixture.with { trade in
            _ = try await set(true, in: trade.item, of: trade.asker, trade.accounts)
            func shown() async throws -> [String?] {
                let output = try await trade.accounts.interests.output(
                    for: trade.asker, at: trade.now)
                let entry = try #require(output.entries.first)
                return [entry.price.text.text, entry.formerPrice?.text]
            }
            #expect(try await shown() == ["35,000원", nil])
            for (price, texts) in [
                (try Price(30_000), ["30,000원", "35,000원"]), (.open(), ["가격 제안", "35,000원"]),
                (try Price(0), ["나눔", "35,000원"]), (try Price(35_000), ["35,000원", nil]),
                (try Price(40_000, discountedTo: 30_000), ["30,000원", "35,000원"]),
                (try Price(40_000, discountedTo: 36_000), ["36,000원", "40,000원"]),
            ] as [(Price, [String?])] {
                try await trade.setPrice(price)
                #expect(try await shown() == texts)
            }
        }
    }

    @Test func anItemThatIsGoneIsNotFound() async throws {
        let account = try await fixture.open().account
        await #expect(throws: StorageError.itemNotFound) {
            try await set(true, in: 404, of: account, fixture)
        }
    }

    @Test func withoutAnyThePageSaysWhatToDo() async throws {
        let account = try await fixture.open().account
        let output = try await fixture.interests.output(for: account, at: fixture.now)
        #expect(output.emptyText?.text.contains("관심을 눌러보세요") == true)
    }
}
