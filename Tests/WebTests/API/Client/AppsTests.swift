import Fixtures
import Foundation
import Testing

/// Apps written for the server that no longer exists, with only the host changed.
@Blocking
struct AppsTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite()
    }

    /// Waits for an answer delivered to a completion handler.
    private func answer<Value: Sendable>(
        _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            call { continuation.resume(with: $0) }
        }
    }

    private static let chair: [String: Any?] = [
        "title": "원목 의자", "descriptions": "튼튼해요.", "price": 165, "currency": "KRW",
        "stock": 1_000_000_000_000, "discounted_price": nil, "password": "달빛1234",
    ]

    /// A dictionary's order differs each time.
    @Test(arguments: 1...8)
    func anItemIsPostedListedSeenEditedCheckedAndDeleted(round: Int) async throws {
        let app = ItemClient(base: "http://\(site.host)/api")
        let images = [Picture.red, Picture.png(64, 32, color: 7)].map { Data($0) }
        let posted = try await answer { app.post(Self.chair, images: images, completion: $0) }
        #expect(posted.title == "원목 의자")
        #expect(posted.stock == 1_000_000_000_000)
        #expect(posted.discountedPrice == nil)
        let listed = try #require(
            try await answer { app.list(page: 1, completion: $0) }.items.first)
        #expect(listed.id == posted.id)
        for url in listed.thumbnails + (posted.images ?? []) {
            let image = try await answer { app.image(at: url, completion: $0) }
            #expect(Picture.size(of: Array(image))?.last == 32)
        }
        let changes: [String: Any?] = [
            "title": "새 의자", "discounted_price": 160, "password": "달빛1234",
        ]
        let edited = try await answer { app.edit(id: posted.id, changes, completion: $0) }
        #expect(edited.title == "새 의자")
        #expect(edited.discountedPrice == 160)
        let seen = try await answer { app.show(id: posted.id, completion: $0) }
        #expect(seen == edited)
        await #expect(throws: ItemClient.NetworkError.badStatus(404)) {
            _ = try await answer { app.edit(id: posted.id, ["password": "햇빛"], completion: $0) }
        }
        let checked = try await answer {
            app.edit(id: posted.id, ["password": "달빛1234"], completion: $0)
        }
        #expect(checked == edited)
        let deleted = try await answer {
            app.delete(id: posted.id, password: "달빛1234", completion: $0)
        }
        #expect(deleted == edited)
        await #expect(throws: ItemClient.NetworkError.badStatus(404)) {
            _ = try await answer { app.show(id: posted.id, completion: $0) }
        }
    }

    @Test func anItemsPagesAreWalkedToTheEnd() async throws {
        try await site.add(45)
        let app = ItemClient(base: "http://\(site.host)/api/")
        var (ids, page): ([Int], Int) = ([], 1)
        while page < 9 {
            let answer = try await answer { [page] in app.list(page: page, completion: $0) }
            guard !answer.items.isEmpty else { break }
            ids += answer.items.map(\.id)
            page += 1
        }
        #expect(ids == Array((1...45).reversed()))
        #expect(page == 4)
    }

    private static let operations = ProductClient.Params(
        name: "원목 책상", descriptions: "의자는 따로 팔아요.", price: 165, currency: .krw,
        discountedPrice: 5, stock: 3, secret: "달빛1234")

    @Test(arguments: 1...8)
    func aProductIsPostedListedSeenEditedAndDeleted(round: Int) async throws {
        let app = ProductClient(host: "http://\(site.host)")
        #expect(try await app.isWell())
        let images = [Data(Picture.red), Data(Picture.blue)]
        let posted = try await app.post(Self.operations, images: images)
        #expect(posted.bargainPrice == 160)
        #expect(posted.description == "의자는 따로 팔아요.")
        #expect(posted.images?.count == 2)
        // The first moment of that day in Seoul.
        #expect(posted.createdAt == Date(timeIntervalSince1970: 1_795_186_800))
        let page = try await app.list(page: 1, size: 10)
        #expect(page.totalCount == 1)
        #expect(!page.hasNext && page.pages.map(\.id) == [posted.id])
        for url in [page.pages[0].thumbnail]
            + (posted.images ?? []).flatMap({ [$0.url, $0.thumbnailURL] })
        {
            #expect(Picture.size(of: Array(try await app.image(at: url))) == [48, 32])
        }
        #expect(try await app.list(page: 1, size: 10, search: "책상").pages.count == 1)
        #expect(try await app.list(page: 1, size: 10, search: "의자").pages.isEmpty)
        let changes: [String: Any] = ["name": "새 책상", "price": 200.0, "discounted_price": 50]
        let edited = try await app.edit(id: posted.id, changes, secret: "달빛1234")
        #expect(edited.name == "새 책상")
        #expect(edited.bargainPrice == 150)
        #expect(try await app.show(id: posted.id) == edited)
        await #expect(throws: ProductClient.NetworkError.badStatus(403)) {
            _ = try await app.delete(id: posted.id, secret: "햇빛")
        }
        let deleted =
            round % 2 == 0
            ? try await app.delete(id: posted.id, secret: "달빛1234")
            : try await app.deleteByKey(id: posted.id, secret: "달빛1234")
        #expect(deleted == edited)
        await #expect(throws: ProductClient.NetworkError.badStatus(404)) {
            _ = try await app.show(id: posted.id)
        }
    }

    @Test func whatTheFirstAppPostsTheSecondReadsAndTheOtherWayRound() async throws {
        let first = ItemClient(base: "http://\(site.host)//api")
        let second = ProductClient(host: "http://\(site.host)/")
        let item = try await answer {
            first.post(Self.chair, images: [Data(Picture.red)], completion: $0)
        }
        let product = try await second.post(Self.operations, images: [Data(Picture.blue)])
        #expect(try await second.show(id: item.id).name == "원목 의자")
        let seen = try await answer { first.show(id: product.id, completion: $0) }
        #expect(seen.discountedPrice == 160)
        let list = try await second.list(page: 1, size: 20)
        #expect(list.pages.map(\.id) == [product.id, item.id])
    }

    /// Both apps are unchanged except for their host.
    @Test func newerAppsReadTheDatesOfTheirHost() async throws {
        let site = try ServedSite { $0.apiHosts = ["localhost": .plain] }
        let older = ProductClient(host: "http://\(site.host)")
        let newer = ProductClient(
            host: "http://localhost:\(site.port)", dateFormat: ProductClient.plain)
        let posted = try await newer.post(Self.operations, images: [Data(Picture.red)])
        for app in [older, newer] {
            #expect(try await app.list(page: 1, size: 10).pages.map(\.id) == [posted.id])
            let seen = try await app.show(id: posted.id)
            #expect(seen.createdAt == Date(timeIntervalSince1970: 1_795_186_800))
        }
        for app in [
            ProductClient(host: "http://\(site.host)", dateFormat: ProductClient.plain),
            ProductClient(host: "http://localhost:\(site.port)"),
        ] {
            await #expect(throws: DecodingError.self) { _ = try await app.list(page: 1, size: 10) }
        }
    }

    /// An app shows edit and delete for products with the vendor number that it knows as its own.
    @Test func anAppFindsItsOwnProducts() async throws {
        let site = try ServedSite(vendors: [ProductClient.identifier: (29, "초록상점")])
        let own = ProductClient(host: "http://\(site.host)")
        let others = ProductClient(
            host: "http://\(site.host)", identifier: "81da9d11-4b9d-11ed-a200-81a344d1e7cb")
        let posted = try await own.post(Self.operations, images: [Data(Picture.red)])
        let other = try await others.post(Self.operations, images: [Data(Picture.red)])
        let list = try await own.list(page: 1, size: 10).pages
        #expect(list.map { $0.vendorID == 29 } == [false, true])
        #expect(list.map(\.vendorName) == ["비회원", "초록상점"])
        #expect(posted.vendor == ProductClient.Vendor(id: 29, name: "초록상점"))
        #expect(other.vendorID == 1_000_001)
        #expect(try await own.list(page: 1, size: 10, search: "초록").pages.map(\.id) == [posted.id])
        let edited = try await own.edit(id: posted.id, ["stock": 7], secret: "달빛1234")
        #expect(edited.vendorID == 29 && edited.stock == 7)
        #expect(try await own.delete(id: posted.id, secret: "달빛1234").vendorID == 29)
    }

    /// One such listing would empty the list of every app.
    @Test func aPriceWithCentsEmptiesNoList() async throws {
        let app = ItemClient(base: "http://\(site.host)/api/")
        var chair = Self.chair
        chair["currency"] = "USD"
        let dollars = try await answer { [chair] in
            app.post(chair, images: [Data(Picture.red)], completion: $0)
        }
        try site.postItem(
            .item.with("price", "2.36").with("currency", "USD").without("discounted_price"))
        let page = try await answer { app.list(page: 1, completion: $0) }
        #expect(page.items.map(\.id) == [dollars.id])
        await #expect(throws: DecodingError.self) {
            _ = try await answer { app.show(id: dollars.id + 1, completion: $0) }
        }
        #expect(try site.get("/api/item/\(dollars.id + 1)").json["price"] == .number(2.36))
    }
}
