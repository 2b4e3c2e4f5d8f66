import Fixtures
import Market
import Testing

/// Items that guests have just deleted.
struct GuestDeletionStorageTests {
    @Test(arguments: Backend.all)
    func anItemIsRestoredWithItsConversations(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await storage.insert(.sample("손님 책상"))
            let chat = try await trade.ask(about: id)
            let hash = try await storage.passwordHash(of: id)
            let list = try await storage.items(ItemQuery(limit: 9)).items.map(\.id)

            try await storage.deleteGuestItem(id, at: noon)
            let uses: [() async throws -> Void] = [
                { _ = try await storage.item(id) },
                { _ = try await storage.passwordHash(of: id) },
                { try await storage.deleteGuestItem(id, at: noon) },
                { try await storage.takeOver(id, by: trade.asker) },
                { _ = try await trade.ask(about: id, by: try await storage.join("하늘")) },
            ]
            for use in uses { await #expect(throws: StorageError.itemNotFound) { try await use() } }
            #expect(try await storage.passwordHash(ofDeleted: id) == hash)
            let left = try await storage.items(ItemQuery(limit: 9)).items.map(\.id)
            #expect(left == list.filter { $0 != id })
            let meanwhile = try await storage.conversation(chat, of: trade.ofAsker)
            #expect(meanwhile.item == nil && meanwhile.itemTitle == "손님 책상")

            try await storage.restoreGuestItem(id, at: noon)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == list)
            #expect(try await storage.passwordHash(of: id) == hash)
            #expect(try await storage.conversation(chat, of: trade.ofAsker).item?.id == id)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.passwordHash(ofDeleted: id)
            }
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.restoreGuestItem(id, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func reportsOfARestoredItemAreAboutItAgain(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await storage.insert(.sample("손님 책상"))
            try await trade.report(.item(id))
            try await storage.deleteGuestItem(id, at: noon)
            #expect(try await !storage.hasReported(id, by: trade.asker))
            #expect(try await storage.countOpenReports(about: .item(id)) == 1)
            try await storage.restoreGuestItem(id, at: noon)
            #expect(try await storage.hasReported(id, by: trade.asker))
            try await storage.setHidden(true, id, at: noon)
            #expect(try await storage.countOpenReports(about: .item(id)) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func anItemIsGoneForGoodAfterAnHour(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await storage.insert(.sample("손님 책상"))
            try await storage.deleteGuestItem(id, at: noon)
            let wait = Deletion.lifetimeOfGuests - Deletion.lifetime
            #expect(try await storage.purgeDeletions(before: noon + wait) == 0)
            _ = try await storage.passwordHash(ofDeleted: id)
            #expect(try await storage.purgeDeletions(before: noon + (wait + 1)) == 1)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.restoreGuestItem(id, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aHiddenItemIsRestoredHidden(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await storage.insert(.sample("손님 책상"))
            try await storage.setHidden(true, id, because: "광고", by: nil, at: noon)
            let content = try await storage.item(id).content
            try await storage.update(id, content: content, photos: [], at: noon + 1)
            func hidden() async throws -> [Item.ID] {
                let items = try await storage.hiddenItems(before: nil, limit: 9).map(\.id)
                #expect(try await storage.countMendedItems() == items.count)
                #expect(try await storage.countOpenReports(upTo: 9) == items.count)
                return items
            }
            func isThereInLog() async throws -> Bool? {
                try await storage.decisions(before: nil, limit: 1).first?.isItemThere
            }
            #expect(try await hidden() == [id])
            try await storage.deleteGuestItem(id, at: noon + 2)
            // Operators have nothing to look at meanwhile.
            #expect(try await hidden() == [])
            #expect(try await isThereInLog() == false)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.allSatisfy { $0.id != id })
            try await storage.restoreGuestItem(id, at: noon + 3)
            #expect(try await storage.item(id).isHidden)
            #expect(try await hidden() == [id])
            #expect(try await isThereInLog() == true)
            #expect(try await storage.hidingReason(of: id) == "광고")
            try await storage.setHidden(false, id, because: "", by: nil, at: noon + 4)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.first?.id == id)
        }
    }

    @Test(arguments: Backend.all)
    func anAccountsItemIsNoGuests(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            await #expect(throws: StorageError.changedMeanwhile) {
                try await trade.storage.deleteGuestItem(trade.item, at: noon)
            }
        }
    }
}
