import Fixtures
import Market
import Testing

/// Pages by number, in both generations.
@Blocking @Suite(.sharing)
struct APIPagingTests {
    /// A site with so many items, which tests leave unchanged.
    private func site(_ count: Int) async throws -> ServedSite {
        try await .shared("of \(count)") {
            let site = try ServedSite()
            if count > 0 { try await site.add(count) }
            return site
        }
    }

    private func pages(
        _ site: ServedSite, _ numbers: ClosedRange<Int>, _ path: (Int) -> String,
        _ name: String
    ) throws -> [[Int64?]] {
        try numbers.map { number in
            try site.get(path(number)).json[name].elements.map { $0["id"].int }
        }
    }

    @Test(arguments: ServedSite.Backend.working)
    func pagesHoldEveryItemOnce(backend: ServedSite.Backend) async throws {
        let site = try ServedSite(backend)
        let ids = try await site.add(45)
        try await site.storage.delete(ids[20], at: site.clock.now)
        let newestFirst = ids.reversed().filter { $0 != ids[20] }.map(\.rawValue)
        let items = try pages(site, 1...4, { "/api/items/\($0)" }, "items")
        #expect(items.map(\.count) == [20, 20, 4, 0])
        #expect(items.flatMap { $0 } == newestFirst)
        let products = try pages(
            site, 1...10, { "/api/products?page_no=\($0)&items_per_page=5" }, "pages")
        #expect(products.map(\.count) == [5, 5, 5, 5, 5, 5, 5, 5, 4, 0])
        #expect(products.flatMap { $0 } == newestFirst)
    }

    /// A page number as written, and the number of the page answered; 0 if it is refused.
    private nonisolated static let numbers: [(String, Int64)] = [
        ("1", 1), ("2", 2), ("007", 7), ("9223372036854775807", .max),
        ("461168601842738791", 461_168_601_842_738_791),
        ("0", 0), ("00", 0), ("-1", 0), ("%2B1", 0), ("abc", 0), ("1.0", 0), ("1e3", 0), ("0x1", 0),
        ("9223372036854775808", 0), ("1000000000000000000000000000000", 0), ("%201", 0),
        ("1,000", 0),
        ("%EF%BC%91", 0), ("%D9%A1", 0), ("1;2", 0), ("'1'--", 0), ("null", 0),
    ]

    /// A list's address but for the page, and the names of the page that is asked for, of the one
    /// that is answered, and of the list.
    private static let lists = [
        ("/api/items/", "page", "page", "items"),
        ("/api/products?page_no=", "page_no", "pageNo", "pages"),
    ]

    @Test(arguments: numbers)
    func aPageIsNumberedFromOne(typed: String, number: Int64) async throws {
        let site = try await site(1)
        for (path, asked, answered, entries) in Self.lists {
            let answer = try site.get(path + typed)
            guard number > 0 else {
                #expect(answer.status == 400)
                #expect(answer.faultyFields == [asked])
                continue
            }
            #expect(answer.status == 200)
            #expect(try answer.json[answered] == .whole(number))
            #expect(try answer.json[entries].elements.count == (number == 1 ? 1 : 0))
        }
    }

    @Test(
        arguments: [
            ("", 20), ("1", 1), ("03", 3), ("100", 100), ("101", 101), ("1000", 1_000),
            ("1001", 1_000), ("9223372036854775807", 1_000),
            ("0", 0), ("-1", 0), ("abc", 0), ("9223372036854775808", 0),
            ("1000000000000000000000000000000", 0),
        ] as [(String, Int64)])
    func aPageHasFromOneToAThousand(typed: String, size: Int64) async throws {
        let site = try await site(102)
        let answer = try site.get("/api/products?items_per_page=\(typed)")
        guard size > 0 else {
            #expect(answer.status == 400)
            #expect(answer.faultyFields == ["items_per_page"])
            return
        }
        let page = try answer.json
        #expect(page["itemsPerPage"] == .whole(size))
        #expect(page["limit"] == .whole(size))
        #expect(page["pages"].elements.count == min(size, 102))
        #expect(page["lastPage"] == .whole((102 + size - 1) / size))
    }

    @Test func twoWrongNumbersAreBothNamed() async throws {
        let site = try await site(1)
        let answer = try site.get("/api/products?page_no=0&items_per_page=x")
        #expect(answer.status == 400)
        #expect(answer.faultyFields == ["items_per_page", "page_no"])
    }

    /// The page, its size, and the paging values expected for 41 listings.
    private nonisolated static let places: [(Int64, Int64, [Int64], [Bool])] = [
        (1, 20, [0, 20, 3, 20], [true, false]), (2, 20, [20, 40, 3, 20], [true, true]),
        (2, 10, [10, 20, 5, 10], [true, true]), (3, 20, [40, 60, 3, 1], [false, true]),
        (4, 20, [60, 80, 3, 0], [false, true]), (1, 41, [0, 41, 1, 41], [false, false]),
        (41, 1, [40, 41, 41, 1], [false, true]), (.max, 20, [.max, .max, 3, 0], [false, true]),
    ]

    @Test(arguments: places)
    func aPageSaysWhereItStands(
        number: Int64, size: Int64, figures: [Int64], neighbours: [Bool]
    ) async throws {
        let site = try await site(41)
        let page = try site.get("/api/products?page_no=\(number)&items_per_page=\(size)").json
        #expect(page["totalCount"] == 41)
        #expect(page["offset"] == .whole(figures[0]))
        #expect(page["limit"] == .whole(figures[1]))
        #expect(page["lastPage"] == .whole(figures[2]))
        #expect(page["pages"].elements.count == figures[3])
        #expect(page["hasNext"] == .bool(neighbours[0]))
        #expect(page["hasPrev"] == .bool(neighbours[1]))
    }

    @Test(arguments: ServedSite.Backend.working)
    func anEmptyMarketHasOneEmptyPage(backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        #expect(try site.get("/api/items/1").text == #"{"page":1,"items":[]}"#)
        let page = try site.get("/api/products").json
        #expect(page["totalCount"] == 0)
        #expect(page["lastPage"] == 1)
        #expect(page["hasNext"] == false)
        #expect(page["hasPrev"] == false)
        #expect(page["pages"] == .array([]))
    }

    @Test func anUnknownOrEmptyQueryIsIgnored() async throws {
        let site = try ServedSite()
        try await site.add(3)
        for query in ["", "?", "?page=2", "?page_no=", "?&&==&%", "?page_no", "?search_value="] {
            let answer = try site.get("/api/products\(query)")
            #expect(answer.status == 200, "\(query)")
            #expect(try answer.json["pages"].elements.count == 3, "\(query)")
        }
    }

    /// Every other of the 130 listings has a price with cents.
    @Test(arguments: ServedSite.Backend.working)
    func pagesOfItemsAreFullWithoutPricesWithCents(backend: ServedSite.Backend) async throws {
        let site = try ServedSite(backend)
        var whole: [Int64] = []
        for number in 1...130 as ClosedRange<Int64> {
            let content = ItemContent(
                title: "책", category: .other,
                price: try Price(number % 2 == 0 ? 236 : 200, currency: .usd), stock: 1,
                description: "새 책")
            let id = try await site.storage.insert(
                NewItem(content: content, photos: [], passwordHash: "x", datePosted: site.clock.now)
            )
            if number % 2 == 1 { whole.insert(id.rawValue, at: 0) }
        }
        let items = try pages(site, 1...5, { "/api/items/\($0)" }, "items")
        #expect(items.map(\.count) == [20, 20, 20, 5, 0])
        #expect(items.flatMap { $0 } == whole)
        let products = try pages(
            site, 1...2, { "/api/products?page_no=\($0)&items_per_page=65" }, "pages")
        #expect(products.flatMap { $0 } == (1...130).reversed().map(Int64.init))
    }

    /// 3 MB, kept in a file while slow clients read them.
    @Test func aThousandProductsAreOnePage() async throws {
        let site = try ServedSite()
        let ids = try await site.add(1_001, description: String(repeating: "의자", count: 600))
        let path = "/api/products?items_per_page=1000"
        let answer = try site.get(path)
        #expect(answer.body.count > 3_000_000)
        let page = try answer.json
        #expect(page["limit"] == 1_000 && page["hasNext"] == true)
        let newest = ids.reversed().prefix(1_000).map { JSON.whole($0.rawValue) }
        #expect(page["pages"].elements.map { $0["id"] } == newest)
        // The search index is written after the listings, and any change makes another tag.
        let isKnown = try (1...10).contains { _ in
            let tag = try #require(try site.get(path)["ETag"])
            return try site.get(path, ["If-None-Match": tag]).status == 304
        }
        #expect(isKnown)
        #expect(try site.get(path, ["If-None-Match": "\"x\""]).body == answer.body)
        #expect(try site.get(path, ["Accept-Encoding": "gzip"]).body == answer.body)
        #expect(try site.get(path + "&page_no=2").json["pages"].elements.count == 1)
    }
}
