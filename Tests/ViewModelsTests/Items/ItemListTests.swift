import Market
import Testing

@testable import ViewModels

struct ItemListTests {
    private let fixture = Fixture()

    private func output(
        _ position: ItemQuery.Position = .start, category: Market.Category? = nil
    ) async throws -> ItemList.Output {
        var input = ItemList.Input()
        (input.category, input.position) = (category, position)
        return try await ItemList(storage: fixture.storage).output(for: input, at: fixture.now)
    }

    private func fill(_ count: Int) async throws {
        for number in 1...count {
            var input = Fixture.lamp()
            input.title = "물건 \(number)"
            input.submissionKey = ""
            _ = try await fixture.post(input)
        }
    }

    @Test func entryShowsWhatTheListNeeds() async throws {
        var input = Fixture.lamp()
        input.discountedPrice = "30000"
        input.stock = "2"
        let photo = try await fixture.keepPhoto("p")
        input.photos = [.stored(photo)]
        _ = try await fixture.post(input, at: fixture.now + -180)
        let entry = try #require(try await output().entries.first)
        #expect(entry.title == "북유럽풍 장스탠드")
        #expect(entry.category.text == "가구")
        #expect(entry.price.text.text == "30,000원")
        #expect(entry.price.formerText?.text == "35,000원")
        #expect(entry.stock.text == "잔여수량: 2")
        #expect(entry.age.text == "3분 전")
        #expect(entry.photo == photo)
    }

    @Test func freeAndSoldOutAreSaid() async throws {
        var input = Fixture.lamp()
        input.price = "0"
        input.stock = "0"
        _ = try await fixture.post(input)
        let entry = try #require(try await output().entries.first)
        #expect(entry.price.text.text == "나눔")
        #expect(entry.price.isFree)
        #expect(entry.stock.text == "품절")
        #expect(entry.isSoldOut)
    }

    @Test func anOpenPriceAsksForOffersAndIsNoFreeShare() async throws {
        var input = Fixture.lamp()
        input.price = ""
        _ = try await fixture.post(input)
        let entry = try #require(try await output().entries.first)
        #expect(entry.price.text.text == "가격 제안")
        #expect(!entry.price.isFree)
        #expect(entry.price.formerText == nil)
    }

    @Test func pagesAreWalkedForthAndBack() async throws {
        try await fill(45)
        let first = try await output()
        #expect(first.entries.map(\.id.rawValue) == Array((26...45).reversed()))
        #expect(first.previous == nil)
        let second = try await output(.following(try #require(first.next)))
        #expect(second.entries.map(\.id.rawValue) == Array((6...25).reversed()))
        let third = try await output(.following(try #require(second.next)))
        #expect(third.entries.map(\.id.rawValue) == Array((1...5).reversed()))
        #expect(third.next == nil)
        let back = try await output(.preceding(try #require(third.previous)))
        #expect(back.entries.map(\.id) == second.entries.map(\.id))
    }

    @Test func shortPageOfTheNewestIsFilledUp() async throws {
        try await fill(30)
        let page = try await output(.preceding(25))
        #expect(page.entries.map(\.id.rawValue) == Array((11...30).reversed()))
        #expect(page.previous == nil)
        #expect(page.isFirstPage)
    }

    @Test func emptyPageKnowsThatItIsNotTheFirst() async throws {
        try await fill(1)
        #expect(try await !output(.following(1)).isFirstPage)
    }

    /// - Returns: an account that has blocked a seller, the seller's item, and a guest's item behind it.
    private func blockSeller() async throws -> (Account.ID, Item.ID, Item.ID) {
        let accounts = AccountFixture(storage: fixture.storage)
        let seller = try await accounts.open("민지").account
        let viewer = try await accounts.open("지수").account
        let theirs = try await accounts.post(by: seller)
        var chair = Fixture.lamp()
        (chair.title, chair.submissionKey) = ("원목 의자", "")
        let others = try await fixture.post(chair)
        try await fixture.storage.setBlocked(true, seller, by: viewer, at: fixture.now)
        return (viewer, theirs, others)
    }

    @Test func blockedPeoplesItemsAreNotListed() async throws {
        let (viewer, theirs, others) = try await blockSeller()
        let list = ItemList(storage: fixture.storage)
        let own = try await list.output(
            for: ItemList.Input(), of: viewer, hasBlocked: true, at: fixture.now)
        #expect(own.entries.map(\.id) == [others])
        #expect(own.next == nil && own.previous == nil)
        #expect(try await output().entries.map(\.id) == [others, theirs])
    }

    @Test func whenAllHitsAreBlockedTheWaysOnLeadToOthers() async throws {
        let (viewer, _, _) = try await blockSeller()
        let list = ItemList(storage: fixture.storage)
        var input = ItemList.Input()
        (input.text, input.category) = ("장스탠드", .furniture)
        let page = try await list.output(for: input, of: viewer, hasBlocked: true, at: fixture.now)
        #expect(page.entries.isEmpty && page.reading == nil)
        #expect(page.emptyText?.text == "검색 결과가 없습니다")
        #expect(page.alternatives.map(\.text.text) == ["‘장스탠드’ 조건 빼고 보기"])
        #expect(page.controls.count?.number == 0)
        #expect(page.controls.count?.isLeast == false)
    }

    @Test(arguments: [Category?.none, .furniture])
    func onASinglePageBlockedItemsAreNotCounted(category: Category?) async throws {
        let (viewer, _, _) = try await blockSeller()
        let list = ItemList(storage: fixture.storage)
        var input = ItemList.Input()
        (input.minimumPrice, input.category) = ("1", category)
        let all = try await list.output(for: input, at: fixture.now)
        #expect(all.entries.count == 2 && all.controls.count?.number == 2)
        let page = try await list.output(for: input, of: viewer, hasBlocked: true, at: fixture.now)
        #expect(page.entries.count == 1 && page.controls.count?.number == 1)
    }

    @Test func onSeveralPagesEverybodysItemsAreCounted() async throws {
        let (viewer, _, _) = try await blockSeller()
        try await fill(ItemList.pageSize)
        let list = ItemList(storage: fixture.storage)
        var input = ItemList.Input()
        input.minimumPrice = "1"
        let page = try await list.output(for: input, of: viewer, hasBlocked: true, at: fixture.now)
        #expect(page.next != nil)
        #expect(page.controls.count?.number == Int64(ItemList.pageSize + 2))
    }

    @Test func categoryFilters() async throws {
        try await fill(3)
        var game = Fixture.lamp()
        game.category = "2"
        let id = try await fixture.post(game)
        let page = try await output(category: .games)
        #expect(page.entries.map(\.id) == [id])
        #expect(page.heading.text == "게임")
        #expect(page.controls.categories.filter(\.isSelected).map(\.id) == [2])
    }

    @Test func anEmptyListSaysSo() async throws {
        #expect(try await output().emptyText?.text == "아직 올라온 물건이 없어요.")
        #expect(try await output(category: .beauty).emptyText?.text.contains("뷰티/미용") == true)
    }

    @Test(
        arguments: [
            (0, "방금 전"), (59, "방금 전"), (60, "1분 전"), (3_599, "59분 전"), (3_600, "1시간 전"),
            (86_400, "1일 전"), (30 * 86_400, "1개월 전"), (365 * 86_400, "1년 전"), (-5, "방금 전"),
        ] as [(Int64, String)])
    func ageIsInWords(seconds: Int64, text: String) {
        #expect(ageText(of: fixture.now, at: fixture.now + seconds).text == text)
    }

    @Test(
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (100_000, "100,000"),
            (1_000_000_000_000, "1,000,000,000,000"),
        ] as [(Int64, String)])
    func thousandsArePartedByCommas(number: Int64, text: String) {
        #expect(ShortText(number, decimals: 0).description == text)
    }
}
