import Market
import Testing

@testable import ViewModels

struct ItemCatalogTests {
    private let fixture = Fixture()

    private func fill(_ count: Int, title: String = "물건", on storage: any MarketStorage)
        async throws
    {
        for number in 1...count {
            _ = try await storage.insert(.sample("\(title) \(number)"))
        }
    }

    private func page(
        _ input: ItemCatalog.Input, of storage: (any MarketStorage)? = nil
    ) async throws -> ItemCatalog.Output {
        let catalog = ItemCatalog(storage: storage ?? fixture.storage)
        return try await catalog.output(for: input).get()
    }

    @Test func pagesHoldEveryItemOnce() async throws {
        try await FreshMarket.with { storage in
            try await fill(45, on: storage)
            var ids: [Item.ID] = []
            for (number, count) in [(1, 20), (2, 20), (3, 5), (4, 0)] {
                let page = try await page(ItemCatalog.Input(page: "\(number)"), of: storage)
                #expect(page.items.count == count)
                #expect(page.count == 45)
                #expect(page.offset == Int64(number - 1) * 20)
                ids += page.items.map(\.id)
            }
            #expect(ids.map(\.rawValue) == Array((1...45).reversed()))
        }
    }

    /// The page and its size; then the last page, whether there is a next page, and a previous one.
    private static let places: [(String, String, Int64, Bool, Bool)] = [
        ("1", "20", 3, true, false), ("2", "20", 3, true, true), ("3", "20", 3, false, true),
        ("4", "20", 3, false, true), ("1", "41", 1, false, false), ("1", "40", 2, true, false),
        ("41", "1", 41, false, true), ("1", "100", 1, false, false),
    ]

    @Test(arguments: places)
    func aPageKnowsItsNeighbours(
        number: String, size: String, last: Int64, hasNext: Bool, hasPrevious: Bool
    ) async throws {
        try await fill(41, on: fixture.storage)
        let page = try await page(ItemCatalog.Input(page: number, pageSize: size))
        #expect(page.lastPage == last)
        #expect(page.hasNext == hasNext)
        #expect(page.hasPrevious == hasPrevious)
    }

    @Test func nothingIsOneEmptyPage() async throws {
        let page = try await page(ItemCatalog.Input())
        #expect(page.items.isEmpty)
        #expect(page.page == 1 && page.pageSize == 20 && page.count == 0)
        #expect(page.lastPage == 1 && !page.hasNext && !page.hasPrevious)
    }

    /// Work that may take long must not run on an event loop.
    @Test func longPagesAndSearchesAreCostly() {
        for input in [
            ItemCatalog.Input(), .init(page: "50000"), .init(pageSize: "100"), .init(pageSize: "x"),
            .init(onlyWholePrices: true), .init(pageSize: "99999999999999999999"),
        ] {
            #expect(!input.isCostly)
        }
        for input in [
            ItemCatalog.Input(pageSize: "101"), .init(pageSize: "9223372036854775807"),
            .init(text: "의자"), .init(pageSize: "0200"),
        ] {
            #expect(input.isCostly)
        }
    }

    @Test(arguments: [
        ("1", 1), ("007", 7), ("1000", 1_000), ("1001", 1_000), ("9223372036854775807", 1_000),
    ])
    func aPageHasAtMostAThousand(typed: String, size: Int64) async throws {
        #expect(try await page(ItemCatalog.Input(pageSize: typed)).pageSize == size)
    }

    @Test(arguments: ["9223372036854775807", "461168601842738791", "92233720368547759"])
    func theFarthestPageIsEmpty(number: String) async throws {
        try await FreshMarket.with { storage in
            try await fill(3, on: storage)
            for size in ["1", "20", "100"] {
                let input = ItemCatalog.Input(page: number, pageSize: size)
                let page = try await page(input, of: storage)
                #expect(page.items.isEmpty)
                #expect(page.count == 3)
                #expect("\(page.page)" == number)
            }
        }
    }

    @Test(arguments: [
        "", "0", "-1", "+1", "1.0", "abc", " 1", "1 ", "1,000", "１", "9223372036854775808",
        "1000000000000000000000000000000",
    ])
    func numbersBelowOneAreRefused(typed: String) async throws {
        let catalog = ItemCatalog(storage: fixture.storage)
        for (input, fields) in [
            (ItemCatalog.Input(page: typed), ["page"]),
            (ItemCatalog.Input(pageSize: typed), ["page_size"]),
            (ItemCatalog.Input(page: typed, pageSize: typed), ["page", "page_size"]),
        ] {
            let refusal = await #expect(throws: Refusal.self) {
                try await catalog.output(for: input).get()
            }
            #expect(refusal?.faults.map(\.field) == fields)
        }
    }

    @Test func aTextFindsTitlesAndOnlyBlanksFindEverything() async throws {
        try await FreshMarket.with { storage in
            try await fill(3, title: "원목의자세트", on: storage)
            try await fill(2, title: "책상", on: storage)
            for (text, count) in [("의자", 3), (" 책상 ", 2), ("없음", 0), ("", 5), (" \n", 5), ("%", 0)]
            {
                let page = try await page(ItemCatalog.Input(text: text), of: storage)
                #expect(page.count == Int64(count), "\(text)")
                #expect(page.items.count == count)
            }
        }
    }

    @Test func oneItemIsReadOrNotFound() async throws {
        let id = try await fixture.post()
        let catalog = ItemCatalog(storage: fixture.storage)
        #expect(try await catalog.item(id).summary.title == "북유럽풍 장스탠드")
        await #expect(throws: StorageError.itemNotFound) { try await catalog.item(.max) }
    }
}
