import Market
import Testing

struct ItemOffsetPageTests {
    @Test(
        arguments: Backend.all,
        [.everything, .wholePrices, .matching("의자")] as [ItemOffsetQuery.Selection])
    func aListHasTheBeginningOfADescription(
        _ backend: Backend, _ selection: ItemOffsetQuery.Selection
    ) async throws {
        try await backend.withStorage { storage in
            let whole = String(repeating: "긴 이야기🪑", count: 500)
            let id = try await storage.insert(.sample(content: .sample(description: whole)))
            let listed = try await storage.items(ItemOffsetQuery(limit: 1, of: selection)).items
                .first
            #expect(listed?.description == String(whole.prefix(ListedItem.mostDescription)))
            #expect(try await storage.listedItem(id).description == whole)
        }
    }

    private static let rows: [(offset: Int64, limit: Int, ids: [Item.ID])] = [
        (0, 3, [199, 50, 200]), (2, 2, [200, 198]), (99, 3, [102, 101, 99]),
        (149, 3, [51, 49, 48]), (188, 3, [11, 10, 9]), (190, 20, [9]),
        (191, 20, []), (500, 20, []), (.max, 20, []), (.max - 1, .max, []),
        (-1, 1, [199]), (.min, 2, [199, 50]), (1, 0, [50]), (1, .min, [50]),
        (187, .max, [12, 11, 10, 9]),
    ]

    /// Among 200 items, some indexed and some too new to be: 1 to 8 belong to a deleted account,
    /// 100 is deleted, 50 and then 199 are pulled up.
    @Test(arguments: Backend.all)
    func aPageBeginsAtItsOffset(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            for _ in 1...8 { _ = try await storage.insert(.sample(of: seller)) }
            try await storage.insertTogether(192)
            try await storage.deleteAccount(seller, at: noon)
            try await storage.delete(100, at: noon)
            try await storage.pullUp(50, at: noon + Item.pullUpWait)
            try await storage.pullUp(199, at: noon + Item.pullUpWait)
            for row in Self.rows {
                let query = ItemOffsetQuery(offset: row.offset, limit: row.limit)
                let found = try await storage.items(query)
                #expect(found.items.map(\.id) == row.ids, "\(row)")
                #expect(found.count == 191)
            }
        }
    }

    /// Both within the indexed items and among the newer ones.
    @Test(arguments: Backend.all)
    func everyOffsetIsReached(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(150)
            for (offset, id) in ids.reversed().enumerated() {
                let found = try await storage.items(
                    ItemOffsetQuery(offset: Int64(offset), limit: 1))
                #expect(found.items.map(\.id) == [id])
            }
        }
    }

    @Test(arguments: Backend.all)
    func anEmptyMarketHasNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for offset in [0, 1, .max] as [Int64] {
                let found = try await storage.items(ItemOffsetQuery(offset: offset, limit: 20))
                #expect(found == ItemOffsetPage(items: [], count: 0))
            }
        }
    }

    @Test(arguments: Backend.all)
    func whenEveryItemIsGoneNoneIsCounted(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(140)
            for id in ids { try await storage.delete(id, at: noon) }
            let found = try await storage.items(ItemOffsetQuery(limit: 20))
            #expect(found == ItemOffsetPage(items: [], count: 0))
        }
    }

    @Test(arguments: Backend.all)
    func everythingIsToldOfAnItem(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let seller = try await storage.join("민지")
            for letter in "zab" { try await storage.insert(.sample(letter), at: noon) }
            let photos = [Photo.ID.sample("z"), .sample("a"), .sample("b")]
            let id = try await storage.insert(.sample(photos: photos, of: seller))
            let content = try ItemContent.sample(title: "책상", description: "큽니다")
            try await storage.update(id, content: content, photos: photos, at: noon + 5)
            let expected = ListedItem(
                summary: ItemSummary(try await storage.item(id)), description: "큽니다",
                photos: photos, dateModified: noon + 5,
                seller: ListedItem.Seller(id: seller, nickname: "민지"))
            #expect(try await storage.listedItem(id) == expected)
            #expect(try await storage.items(ItemOffsetQuery(limit: 1)).items == [expected])
            #expect(
                try await storage.items(ItemOffsetQuery(limit: 1, of: .matching("책"))).items == [
                    expected
                ])
        }
    }

    @Test(arguments: Backend.all)
    func aGuestsItemWithoutPhotosHasNeither(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let listed = try await storage.listedItem(id)
            #expect(listed.seller == nil)
            #expect(listed.photos == [])
            #expect(listed.dateModified == noon)
        }
    }

    @Test(arguments: Backend.all)
    func anItemThatIsNotThereIsNotListed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            await #expect(throws: StorageError.itemNotFound) { try await storage.listedItem(7) }
        }
    }
}
