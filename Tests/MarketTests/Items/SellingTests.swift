import Market
import Testing

struct SellingTests {
    private let noon = Timestamp(seconds: 1_795_230_000)

    private func item(pulledUp date: Timestamp? = nil, seller: Account.ID? = nil) throws -> Item {
        let content = ItemContent(
            title: "의자", category: .furniture, price: try Price(0), stock: 1, description: "")
        return Item(
            id: 7, content: content, photos: [], status: .selling, datePosted: noon,
            dateModified: noon, datePulledUp: date, seller: seller)
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func aDayAfterItWasPostedOrPulledUpItMayBePulledUp(_ pulledUp: Int64?) throws {
        let item = try item(pulledUp: pulledUp.map { noon + $0 })
        let moment = noon + (pulledUp ?? 0) + Item.pullUpWait
        try item.checkPullUp(at: moment)
        #expect(throws: StorageError.tooSoon(until: moment)) {
            try item.checkPullUp(at: moment + -1)
        }
    }

    @Test func soldItemsAreNotPulledUp() throws {
        var item = try item()
        item.status = .sold
        #expect(throws: StorageError.changedMeanwhile) {
            try item.checkPullUp(at: noon + 9 * Item.pullUpWait)
        }
    }

    @Test func soldItemsWithStockLeftAreNotGone() throws {
        var item = try item()
        for (status, stock, isGone) in [
            (Item.Status.sold, Int64(0), true), (.sold, 1, false), (.selling, 0, false),
        ] {
            (item.status, item.content.stock) = (status, stock)
            #expect(item.isGone == isGone)
        }
    }

    @Test func onlyAGuestsItemIsTakenOver() throws {
        try item().checkTakeOver()
        #expect(throws: StorageError.changedMeanwhile) { try item(seller: 1).checkTakeOver() }
    }

    @Test func aPositionIsThatOfThePostingUnlessAnotherIsGiven() throws {
        #expect(ItemSummary(try item()).position == 7)
        #expect(ItemSummary(try item(), position: 9).position == 9)
    }
}
