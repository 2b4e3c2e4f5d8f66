import Market
import Testing

@testable import Storage

struct HidingStorageTests {
    private func ids(_ storage: SQLiteStorage, _ search: String? = nil) async throws -> [Item.ID] {
        let filter = ItemFilter(search: search.flatMap { SearchQuery($0) })
        return try await storage.items(ItemQuery(filter: filter, limit: 200)).items.map(\.id)
    }

    private func offsetIDs(_ storage: SQLiteStorage, of list: ItemOffsetQuery) async throws -> [Item
        .ID]
    {
        let page = try await storage.items(list)
        #expect(Int64(page.items.count) == page.count)
        return page.items.map(\.id)
    }

    /// Hides an item that is indexed, or one that is not yet, and expects every list to lack
    /// exactly that item.
    @Test(arguments: [10, 95])
    func hiddenItemsLeaveAllListsAndReturnToTheirPlace(_ hidden: Int64) async throws {
        let storage = try SQLiteStorage(path: ":memory:")
        let seller = try await storage.join("민지")
        for number in 1...100 {
            _ = try await storage.insert(NewItem.sample("의자 \(number)", of: seller))
        }
        let id = Item.ID(rawValue: hidden)
        let all = (1...100).reversed().map { Item.ID(rawValue: $0) }
        func expect(_ ids: [Item.ID]) async throws {
            #expect(try await self.ids(storage) == ids)
            #expect(Set(try await self.ids(storage, "의자")) == Set(ids))
            #expect(try await self.ids(storage, "의자 \(hidden)").contains(id) == ids.contains(id))
            for list in [
                ItemOffsetQuery(limit: 200), ItemOffsetQuery(limit: 200, of: .wholePrices),
                ItemOffsetQuery(limit: 200, of: .matching("의자")),
                ItemOffsetQuery(limit: 200, of: .matching("민지")),
            ] { #expect(try await offsetIDs(storage, of: list) == ids) }
            #expect(try await storage.itemCounts(ItemFilter())[nil] == Int64(ids.count))
            #expect(try await storage.itemDates(1..<999, limit: 200).count == ids.count)
            for purpose in [.offer, nil] as [Item.Purpose?] {
                let open = try await storage.openItems(
                    of: seller, for: purpose, before: nil, limit: 200)
                #expect(open.map(\.id) == ids)
            }
            #expect(try await storage.checkDerivedData(mending: false) == [])
        }
        try await expect(all)
        for _ in 1...2 { try await storage.setHidden(true, id, at: noon) }
        try await expect(all.filter { $0 != id })
        #expect(try await storage.item(id).isHidden)
        await #expect(throws: StorageError.itemNotFound) { try await storage.listedItem(id) }
        // Nothing that the seller does makes it visible.
        try await storage.update(id, content: .sample(title: "의자 바꿈"), photos: [], at: noon)
        try await storage.setStatus(.reserved, of: id, at: noon)
        try await storage.setStatus(.selling, of: id, at: noon)
        await #expect(throws: StorageError.changedMeanwhile) {
            try await storage.pullUp(id, at: noon + Item.pullUpWait)
        }
        try await expect(all.filter { $0 != id })
        // The index grows while the item is hidden.
        for _ in 1...70 { _ = try await storage.insert(NewItem.sample("책상", of: seller)) }
        try await storage.setHidden(false, id, at: noon)
        #expect(try await ids(storage, "의자 바꿈") == [id])
        #expect(Array(try await ids(storage).suffix(100)) == all)
        #expect(try await storage.checkDerivedData(mending: false) == [])
        try await storage.setHidden(true, id, at: noon)
        try await storage.delete(id, at: noon)
        #expect(try await storage.checkDerivedData(mending: false) == [])
        await #expect(throws: StorageError.itemNotFound) {
            try await storage.setHidden(true, id, at: noon)
        }
    }

    @Test(arguments: Backend.all)
    func hiddenItemsMatchNoSearchAndTakeNoQuestions(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let search = try await storage.keep("책상", of: trade.asker)
            let item = try await storage.insert(NewItem.sample("책상", of: trade.seller))
            try await storage.setInterest(true, of: trade.asker, in: item)
            #expect(try await storage.countUnseenMatches(of: trade.asker) == 1)
            try await storage.setHidden(true, item, at: noon)
            #expect(try await storage.countUnseenMatches(of: trade.asker) == 0)
            #expect(
                try await storage.matches(of: search, of: trade.asker, before: nil, limit: 9)
                    .isEmpty)
            #expect(try await storage.interests(of: trade.asker, before: nil, limit: 9).isEmpty)
            await #expect(throws: StorageError.itemNotFound) { try await trade.ask(about: item) }
            try await storage.setHidden(false, item, at: noon)
            #expect(try await storage.countUnseenMatches(of: trade.asker) == 1)
            try await trade.ask(about: item)
        }
    }

    @Test(arguments: Backend.all)
    func hiddenItemsCanOnlyBeReleasedOrClosed(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 4) { sale in
            try await sale.sell(.reserve)
            try await sale.sell(.reserve, to: 1)
            try await sale.ask(.joinLine, by: 2)
            try await sale.storage.setHidden(true, sale.item, at: noon)
            let appointment = Appointment(date: noon + 3_600, spot: "역")
            let refused: [() async throws -> Void] = [
                { try await sale.ask(.offerPrice(9_000), by: 3) },
                { try await sale.ask(.joinLine, by: 3) },
                { try await sale.sell(.reserve, to: 3) },
                { try await sale.sell(.proposeAppointment(appointment)) },
            ]
            for step in refused {
                await #expect(throws: StorageError.dealing(.itemHidden)) { try await step() }
            }
            try await sale.ask(.release)
            #expect(try await sale.kinds(in: 2).last == .note(.joinedLine))
            try await sale.sell(.close(at: nil), to: 1)
            #expect(try await sale.seen(by: 1).stage == .closed)
            // Whoever is next in line hears of it when the item is available again.
            try await sale.storage.setHidden(false, sale.item, at: noon)
            try await sale.storage.releaseLapsedReservations(at: noon)
            #expect(try await sale.kinds(in: 2).last == .note(.turn))
        }
    }

    /// What a seller is told of their hidden items.
    private func told(
        _ account: Account.ID, _ storage: any MarketStorage, after seconds: Int64 = 0
    ) async throws -> [Reminder] {
        let now = noon + seconds
        let due = try await storage.reminders(of: account, until: now, limit: 9)
        let latest = try await storage.latestReminders(
            of: account, after: noon + -1, until: now, limit: 9)
        #expect(latest == due.reversed())
        #expect(try await storage.countDueReminders(of: account, at: now) == due.count)
        return due
    }

    @Test(arguments: Backend.all)
    func theSellerIsToldOfAHidingUntilTheyHaveSeenIt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            try await trade.ask()
            try await storage.setHidden(true, item, because: "팔 수 없는 물건", at: noon)
            let expected = Reminder(
                subject: .hiding(item), title: "원목 의자", date: noon, dateModified: noon,
                item: item, hidingReason: "팔 수 없는 물건")
            #expect(try await told(trade.seller, storage) == [expected])
            #expect(try await told(trade.asker, storage).isEmpty)
            for account in [trade.asker, 77] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.dismissReminder(.hiding(item), of: account)
                }
            }
            for _ in 1...2 { try await storage.dismissReminder(.hiding(item), of: trade.seller) }
            #expect(try await told(trade.seller, storage).isEmpty)
            // The reason stays with the item.
            #expect(try await storage.hidingReason(of: item) == "팔 수 없는 물건")
            // Hiding it again tells the seller nothing new.
            try await storage.setHidden(true, item, because: "다른 까닭", at: noon)
            #expect(try await told(trade.seller, storage).isEmpty)
            #expect(try await storage.hidingReason(of: item) == "팔 수 없는 물건")
        }
    }

    @Test(arguments: Backend.all)
    func takingOverAHiddenItemTellsTheNewOwner(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(NewItem.sample())
            try await trade.storage.setHidden(true, item, because: "팔 수 없는 물건", at: noon)
            #expect(try await told(trade.asker, trade.storage).isEmpty)
            try await trade.storage.takeOver(item, by: trade.asker)
            #expect(try await told(trade.asker, trade.storage).map(\.subject) == [.hiding(item)])
        }
    }

    @Test(arguments: Backend.all)
    func aHidingIsNoLongerToldOnceShownOrDeleted(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            try await storage.setHidden(true, item, because: "팔 수 없는 물건", at: noon)
            try await storage.setHidden(false, item, at: noon)
            #expect(try await told(trade.seller, storage).map(\.notice?.kind) == [.shown])
            #expect(try await storage.hidingReason(of: item) == nil)
            try await storage.setHidden(true, item, at: noon + 60)
            #expect(try await told(trade.seller, storage, after: 60).map(\.date) == [noon + 60])
            #expect(try await storage.hidingReason(of: item) == "")
            #expect(try await storage.deleteItem(item, of: trade.seller, at: noon) == nil)
            #expect(try await told(trade.seller, storage, after: 60).isEmpty)
        }
    }

    /// A guest has no reminders; whoever knows the password finds the reason on the item.
    @Test(arguments: Backend.all)
    func aGuestsHiddenItemIsToldToNobody(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(.sample())
            try await trade.storage.setHidden(true, item, because: "광고", at: noon)
            #expect(try await told(trade.seller, trade.storage).isEmpty)
            #expect(try await trade.storage.hidingReason(of: item) == "광고")
        }
    }

    @Test(arguments: Backend.all)
    func hiddenItemsAreListedNewestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let second = try await storage.insert(NewItem.sample())
            #expect(try await storage.hiddenItems(before: nil, limit: 9).isEmpty)
            try await storage.setHidden(true, second, because: "광고", at: noon)
            try await storage.setHidden(true, trade.item, at: noon + 60)
            let all = try await storage.hiddenItems(before: nil, limit: 9)
            #expect(all.map(\.id) == [second, trade.item])
            #expect(all.map(\.reason) == ["광고", ""] && all.map(\.date) == [noon, noon + 60])
            #expect(all.last?.title == "원목 의자")
            #expect(
                try await storage.hiddenItems(before: second, limit: 9).map(\.id) == [trade.item])
            #expect(try await storage.hiddenItems(before: nil, limit: 1).map(\.id) == [second])
            #expect(try await storage.hiddenItems(before: nil, limit: -1).isEmpty)
            // Sellers find their own hidden items, including one that they took over later.
            func own(_ account: Account.ID, limit: Int = 9) async throws -> [Item.ID] {
                try await storage.hiddenItems(of: account, limit: limit).map(\.id)
            }
            #expect(try await own(trade.seller) == [trade.item])
            #expect(try await own(trade.asker).isEmpty)
            try await storage.takeOver(second, by: trade.seller)
            #expect(try await own(trade.seller) == [second, trade.item])
            #expect(try await own(trade.seller, limit: 1) == [second])
            #expect(try await own(trade.seller, limit: -1).isEmpty)
            // Items in the seller's trash are left out for the seller, and listed for operators.
            let third = try await storage.insert(NewItem.sample(of: trade.seller))
            let deletion = try await storage.trash(third, of: trade.seller)
            try await storage.setHidden(true, third, at: noon)
            #expect(try await own(trade.seller) == [second, trade.item])
            #expect(try await storage.hiddenItems(before: nil, limit: 1).map(\.id) == [third])
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            #expect(try await own(trade.seller) == [third, second, trade.item])
            try await storage.delete(third, at: noon)
            try await storage.setHidden(false, second, at: noon)
            try await storage.delete(trade.item, at: noon)
            #expect(try await storage.hiddenItems(before: nil, limit: 9).isEmpty)
        }
    }

    @Test func whoseItIsIsTold() async throws {
        let storage = try SQLiteStorage(path: ":memory:", feed: ChangeFeed(pause: .zero))
        let seller = try await storage.join("민지")
        let item = try await storage.insert(.sample(of: seller))
        for isHidden in [true, false] {
            let changes = storage.feed.changes([.organiser(seller)])
            try await storage.setHidden(isHidden, item, at: noon)
            let change = await changes.first { _ in true }
            #expect(change == .organiser(seller))
        }
    }
}
