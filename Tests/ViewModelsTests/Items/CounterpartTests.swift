import Market
import Testing

@testable import ViewModels

/// Offers and wanted items that answer each other, on their pages and in the inbox.
struct CounterpartTests {
    private let fixture = Fixture()

    private func post(
        _ title: String, _ purpose: Item.Purpose = .offer, price: EnteredNumber = "30,000",
        by account: Account.ID? = nil
    ) async throws -> Item.ID {
        var input = Fixture.lamp()
        (input.title, input.purpose, input.price) = (title, purpose, price)
        input.mode = .posting(by: account)
        input.submissionKey = ""
        return try await fixture.post(input)
    }

    private func counterparts(
        of id: Item.ID, for viewer: Account.ID? = nil
    ) async throws -> [String] {
        try await ItemDetail(storage: fixture.storage, zone: .seoul)
            .output(for: id, viewer: viewer, at: fixture.now).counterparts.map(\.title)
    }

    @Test func bothPagesShowTheOther() async throws {
        let offer = try await post("원목 의자")
        let wanted = try await post("[급구] 의자 구해요!", .request)
        #expect(try await counterparts(of: wanted) == ["원목 의자"])
        #expect(try await counterparts(of: offer) == ["[급구] 의자 구해요!"])
    }

    @Test(arguments: [
        ("의자 구해요", "30000", "30000", true), ("의자 구해요", "29,999", "30000", false),
        ("의자 구해요", "", "30000", true), ("의자 구해요", "30000", "", false),
        ("흰 의자 구해요", "30000", "30000", false), ("의자구합니다", "30000", "30000", true),
        ("구해요", "30000", "30000", false), ("원목의자 삽니다", "30000", "30000", true),
    ])
    func allWordsOfTheTitleAndThePriceDecide(
        _ title: String, _ limit: String, _ price: String, _ isMatch: Bool
    ) async throws {
        let offer = try await post("원목 의자", price: .typed(price))
        _ = try await post(title, .request, price: .typed(limit))
        #expect(try await counterparts(of: offer) == (isMatch ? [title] : []))
    }

    @Test func theInboxTellsTheAskerOfMatchingOffers() async throws {
        let account = try await AccountFixture(storage: fixture.storage).open().account
        _ = try await post("의자 구해요", .request, by: account)
        _ = try await post("원목 의자")
        let entry = try #require(
            try await SavedSearchList(storage: fixture.storage).output(for: account).entries.first)
        #expect(entry.title.text == "‘의자’")
        #expect(entry.conditions.map(\.text) == ["내 구해요 글", "가구", "30,000원까지"])
        #expect(entry.news?.text == "새 글 1개")
    }

    @Test func aWantedItemIsNotToldOfItsOwnAccountsOffers() async throws {
        let account = try await AccountFixture(storage: fixture.storage).open().account
        let wanted = try await post("의자 구해요", .request, by: account)
        let offer = try await post("원목 의자", by: account)
        #expect(try await counterparts(of: wanted).isEmpty)
        #expect(try await counterparts(of: offer).isEmpty)
        #expect(try await fixture.storage.countUnseenMatches(of: account) == 0)
    }

    @Test func blockedPeoplesItemsAreNotShown() async throws {
        let accounts = AccountFixture(storage: fixture.storage)
        let asker = try await accounts.open("지수").account
        let seller = try await accounts.open("민지").account
        let wanted = try await post("의자 구해요", .request, by: asker)
        let offer = try await post("원목 의자", by: seller)
        try await fixture.storage.setBlocked(true, seller, by: asker, at: fixture.now)
        #expect(try await counterparts(of: wanted, for: asker).isEmpty)
        #expect(try await counterparts(of: wanted) == ["원목 의자"])
        #expect(try await counterparts(of: offer, for: seller) == ["의자 구해요"])
    }
}
