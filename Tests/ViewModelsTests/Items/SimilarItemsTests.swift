import Market
import Testing

@testable import ViewModels

/// The items offered beside one that is not available.
struct SimilarItemsTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func post(
        _ title: String, category: Market.Category = .furniture,
        for purpose: Item.Purpose = .offer, stock: Int64 = 1, by seller: Account.ID? = nil
    ) async throws -> Item.ID {
        try await fixture.storage.insert(
            .sample(
                title, for: purpose, category: category, stock: stock,
                of: seller ?? fixture.account))
    }

    private func titles(
        of id: Item.ID, for viewer: Account.ID? = nil,
        hasPosted: Bool = false
    ) async throws -> [String] {
        try await ItemDetail(storage: fixture.storage, zone: .seoul)
            .output(for: id, viewer: viewer, hasPosted: hasPosted, at: fixture.now)
            .similar.map(\.title)
    }

    @Test(arguments: [
        ("3인용 패브릭 소파 팝니다", "소파"), ("[급처] 원목 책상 (새것)", "책상"), ("나이키 신발 260", "신발"),
        ("Standing lamp, like new", "lamp"), ("나눔합니다", nil), ("책", nil),
        ("의자 화이트 싸게", "의자"), ("젤리케이스 망원역", "젤리케이스"),
    ])
    func moreLikeAnItemIsWhatItsTitleNames(_ title: String, _ word: String?) throws {
        let content = try NewItem.sample(title, category: .furniture).content
        let neighbourhood = Neighbourhood(id: 1, name: "망원동")
        let places = PlaceDirectory([PlaceDirectory.Entry(neighbourhood, [])])
        let filter = SimilarItems.filter(like: content, in: places)
        #expect(filter.search?.text == word)
        #expect(filter.category == (word == nil ? .furniture : nil))
    }

    @Test func nothingIsLikeAnItemThatIsHidden() async throws {
        let id = try await post("소파")
        try await fixture.storage.setHidden(true, id, at: fixture.now)
        let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
        await #expect(throws: StorageError.itemNotFound) {
            try await detail.similarItems(to: id, for: nil, isOperator: false, at: fixture.now)
        }
        let own = try await detail.similarItems(
            to: id, for: fixture.account, isOperator: false, at: fixture.now)
        #expect(own.search?.text == "소파")
    }

    @Test func theNewestOfItsCategoryAreShown() async throws {
        _ = try await post("의자")
        _ = try await post("원목 의자 둘", category: .hobbies)
        _ = try await post("원목 책상")
        _ = try await post("조명")
        _ = try await post("자전거", category: .sports)
        let id = try await post("원목 의자")
        #expect(try await titles(of: id).isEmpty)
        try await fixture.storage.setStatus(.sold, of: id, at: fixture.now)
        #expect(try await titles(of: id) == ["조명", "원목 책상", "의자"])
    }

    @Test func onlyAvailableItemsAreShown() async throws {
        let id = try await post("의자")
        for status in [Item.Status.reserved, .sold] {
            let other = try await post("의자")
            try await fixture.storage.setStatus(status, of: other, at: fixture.now)
        }
        _ = try await post("의자", stock: 0)
        _ = try await post("의자 구해요", for: .request)
        let hidden = try await post("가려진 의자")
        try await fixture.storage.setHidden(true, hidden, at: fixture.now)
        for status in [Item.Status.reserved, .sold] {
            try await fixture.storage.setStatus(status, of: id, at: fixture.now)
            #expect(try await titles(of: id).isEmpty)
        }
        for number in 1...9 { _ = try await post("의자 \(number)") }
        let newest = (4...9).reversed().map { "의자 \($0)" }
        #expect(try await titles(of: id) == newest)
        let soldOut = try await post("의자", stock: 0)
        #expect(try await titles(of: soldOut) == newest)
        let found = try await post("의자 구해요", for: .request)
        try await fixture.storage.setStatus(.sold, of: found, at: fixture.now)
        #expect(try await titles(of: found) == ["의자 구해요"])
    }

    @Test func ownersAndBlockersSeeNoSimilarItems() async throws {
        let id = try await post("의자")
        _ = try await post("의자 둘")
        try await fixture.storage.setStatus(.sold, of: id, at: fixture.now)
        let (account, stranger) = (fixture.account, fixture.stranger)
        #expect(try await titles(of: id, for: account).isEmpty)
        #expect(try await titles(of: id, for: stranger) == ["의자 둘"])
        try await fixture.storage.setBlocked(true, account, by: stranger, at: fixture.now)
        #expect(try await titles(of: id, for: stranger).isEmpty)
    }

    /// Offers that answer a wanted item take a search; items beside a sold one are a plain list.
    @Test func onlyTheSearchForAWantedItemTakesATurn() async throws {
        let id = try await post("의자")
        _ = try await post("의자 둘")
        try await fixture.storage.setStatus(.sold, of: id, at: fixture.now)
        let wanted = try await post("의자 구해요", for: .request)
        try await fixture.storage.setStatus(.sold, of: wanted, at: fixture.now)
        let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
        var turns = 0
        let sold = try await detail.output(for: id, at: fixture.now) { output in
            turns += 1
            return try await output()
        }
        #expect(turns == 0)
        #expect(sold.similar.map(\.title) == ["의자 둘"] && sold.freshUntil > fixture.now)
        _ = try await detail.output(for: wanted, at: fixture.now) { output in
            turns += 1
            return try await output()
        }
        #expect(turns == 1)
    }

    @Test(arguments: ["🙂", "!!", "a \" ' % * ( AND NOT", "ㅇ", String(repeating: "가 ", count: 50)])
    func anyTitleHasItsCategory(_ title: String) async throws {
        let id = try await post(title)
        _ = try await post("조명")
        try await fixture.storage.setStatus(.sold, of: id, at: fixture.now)
        #expect(try await titles(of: id) == ["조명"])
    }
}
