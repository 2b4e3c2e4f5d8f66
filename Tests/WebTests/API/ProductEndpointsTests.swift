import Fixtures
import Foundation
import OpenMarket
import Testing

/// The calls of the second generation, except deletion.
@Blocking
final class ProductEndpointsTests: SiteSuite {
    private static let day = "2026-11-21T00:00:00.00"

    /// The answer for `HandmadeForm.product`, without the fields of single products.
    private func summary(_ id: Int64) async throws -> String {
        let photo = try await site.storage.listedItem(.init(rawValue: id)).photos[0].text
        return """
            {"id":\(id),"vendor_id":0,"vendorName":"비회원","name":"원목 의자",\
            "description":"튼튼해요.\\n직거래만 합니다.",\
            "thumbnail":"http://\(site.host)/photos/\(photo)/thumbnail.jpg","currency":"KRW",\
            "price":165,"bargain_price":160,"discounted_price":5,"stock":1000000000000,\
            "created_at":"\(Self.day)","issued_at":"\(Self.day)"
            """
    }

    /// - Parameter number: the number of its photo.
    private func product(_ id: Int64, photo number: Int64) async throws -> String {
        let photo = try await site.storage.listedItem(.init(rawValue: id)).photos[0].text
        let images = """
            [{"id":\(number),"url":"http://\(site.host)/photos/\(photo)/full.jpg",\
            "thumbnail_url":"http://\(site.host)/photos/\(photo)/thumbnail.jpg","succeed":true,\
            "issued_at":"\(Self.day)"}]
            """
        let vendor = """
            {"id":0,"name":"비회원","created_at":"\(Self.day)","issued_at":"\(Self.day)"}
            """
        return try await summary(id) + #","images":\#(images),"vendors":\#(vendor)}"#
    }

    @Test func everyCallOfAProductAnswersItWhole() async throws {
        let posted = try site.call("POST", "/api/products", .product)
        let number = try #require(posted.json["images"][0]["id"].int)
        #expect((1..<(1 << 31)).contains(number))
        let whole = try await product(1, photo: number)
        let secret = #"{"secret": "달빛1234"}"#
        let answers = [
            posted, try site.get("/api/products/1"),
            try site.call("PATCH", "/api/products/1", json: secret),
            try site.call("DELETE", "/api/products/1/\(site.deletionKey(of: 1))"),
        ]
        for answer in answers {
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer.text == whole)
        }
    }

    @Test func aPageIsSpelledInBothWays() async throws {
        for _ in 0..<2 { try site.postProduct() }
        let answer = try site.get("/api/products?page_no=1&items_per_page=1")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        let page = try await summary(2) + "}"
        #expect(
            answer.text == """
                {"pageNo":1,"itemsPerPage":1,"totalCount":2,"offset":0,"limit":1,"lastPage":2,\
                "hasNext":true,"hasPrev":false,"pages":[\(page)],"page_no":1,"items_per_page":1,\
                "total_count":2,"last_page":2,"has_next":true,"has_prev":false}
                """)
    }

    @Test func withoutADiscountNothingIsTakenOff() throws {
        try site.postProduct(
            .product(
                #"{"name": "책", "description": "새 책", "price": 9000, "currency": "KRW", "secret": "달빛"}"#
            ))
        let product = try site.get("/api/products/1").json
        #expect(product["discounted_price"] == 0)
        #expect(product["bargain_price"] == 9_000)
        #expect(product["stock"] == 0)
    }

    @Test func aProductWithoutPhotosShowsThatThereIsNone() async throws {
        try await site.add()
        let missing = JSON.text("http://\(site.host)/no-photo.png")
        let product = try site.get("/api/products/1").json
        #expect(product["thumbnail"] == missing)
        #expect(product["images"].elements.count == 1)
        #expect(product["images"][0]["url"] == missing)
        #expect(product["images"][0]["thumbnail_url"] == missing)
        #expect(product["images"][0]["id"] == 0)
    }

    @Test(arguments: ServedSite.Backend.working)
    func aPostIsThereInTheNextRequest(backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        for id in 1...5 as ClosedRange<Int64> {
            #expect(try site.get("/api/products/\(id)").status == 404)
            let product = try site.call("POST", "/api/products", .product).json
            for name in ["url", "thumbnail_url"] {
                let url = try #require(product["images"][0][name].string)
                let path = String(url.dropFirst("http://\(site.host)".count))
                #expect(Picture.size(of: try site.get(path).body) == [48, 32])
            }
            let page = try site.get("/api/products").json
            #expect(page["totalCount"] == .whole(id))
            #expect(page["pages"][0]["id"] == .whole(id))
            #expect(try site.get("/api/products/\(id)").json == product)
        }
    }

    @Test(
        arguments: [
            (#""name": "새 의자""#, "name", "새 의자"),
            (#""description": "칠했어요.""#, "description", "칠했어요."),
            (#""descriptions": "칠했어요.""#, "description", "칠했어요."),
            (#""currency": "USD""#, "currency", "USD"), (#""stock": 0"#, "stock", 0),
            (#""stock": "7""#, "stock", 7),
        ] as [(String, String, JSON)])
    func aFieldIsChangedAloneAndAllElseStays(member: String, name: String, value: JSON) throws {
        try site.postProduct()
        let before = try site.get("/api/products/1").json
        let json = #"{"secret": "달빛1234", \#(member)}"#
        let changed = try site.call("PATCH", "/api/products/1", json: json).json
        #expect(changed[name] == value)
        for other in before.names where other != name {
            #expect(changed[other] == before[other], "\(other)")
        }
        #expect(try site.get("/api/products/1").json == changed)
    }

    @Test(
        arguments: [
            (#""price": 200"#, [200, 5, 195]), (#""discounted_price": 65"#, [165, 65, 100]),
            (#""discounted_price": 0"#, [165, 0, 165]),
            (#""discounted_price": 165"#, [165, 165, 0]),
            (#""price": "300", "discounted_price": "100""#, [300, 100, 200]),
            (
                #""price": null, "discounted_price": null, "stock": null, "name": null"#,
                [165, 5, 160]
            ),
        ] as [(String, [Int64])])
    func theDiscountStaysWhatItIs(members: String, prices: [Int64]) throws {
        try site.postProduct()
        let json = #"{"secret": "달빛1234", \#(members)}"#
        let product = try site.call("PATCH", "/api/products/1", json: json).json
        let names = ["price", "discounted_price", "bargain_price"]
        #expect(names.map { product[$0] } == prices.map { .whole($0) })
    }

    @Test func theDayOfAChangeIsItsOwn() throws {
        try site.postProduct()
        site.clock.advance(by: 3 * 86_400)
        let json = #"{"secret": "달빛1234", "stock": 1}"#
        let product = try site.call("PATCH", "/api/products/1", json: json).json
        #expect(product["created_at"] == .text(Self.day))
        #expect(product["issued_at"] == "2026-11-24T00:00:00.00")
    }

    @Test func theThumbnailIsTheImageChosen() throws {
        let form = HandmadeForm.product.adding(.photo("images", Picture.green))
            .adding(.photo("images", Picture.blue))
        try site.postProduct(form)
        let images = try site.get("/api/products/1").json["images"].elements
        #expect(Set(images.map { $0["id"].int }).count == 3)
        let id = try #require(images[2]["id"].int)
        let json = #"{"secret": "달빛1234", "thumbnail_id": \#(id)}"#
        let product = try site.call("PATCH", "/api/products/1", json: json).json
        #expect(product["thumbnail"] == images[2]["thumbnail_url"])
        #expect(product["images"].elements == [images[2], images[0], images[1]])
    }

    @Test(arguments: ["GET", "PATCH"])
    func aMissingThingIs404(method: String) throws {
        try site.postProduct()
        for id in ["2", "0", "01", "-1", "abc", "1.0", "9223372036854775808"] {
            let body = Array(#"{"secret": "달빛1234"}"#.utf8)
            let answer = try site.call(
                method, "/api/products/\(id)", body: method == "GET" ? nil : body)
            #expect(answer.status == 404, "\(id)")
            #expect(answer.faultyFields == [])
        }
    }

    @Test func theLibraryReadsWhatIsAnswered() throws {
        try site.postProduct()
        let decoder = JSONDecoder()
        let product = try decoder.decode(
            OpenMarket.Product.self, from: Data(site.get("/api/products/1").body))
        #expect(product.summary.bargainPrice == 160)
        let page = try decoder.decode(
            OpenMarket.ProductPage.self, from: Data(site.get("/api/products").body))
        #expect(page.pages == [product.summary])
        #expect(page.totalCount == 1)
    }

    @Test func theLibrarysRequestsAreAccepted() throws {
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        let new = NewProduct(
            name: "책", description: "새 책이에요.", price: 12.5, currency: "USD",
            discountedPrice: 0.25, stock: 3, secret: "달빛1234")
        try site.postProduct(.product(json(new)))
        var changes = ProductChanges(secret: "달빛1234")
        changes.thumbnailID = try site.get("/api/products/1").json["images"][0]["id"].int
        changes.price = 20
        let product = try site.call("PATCH", "/api/products/1", json: json(changes)).json
        #expect(product["bargain_price"] == 19.75)
        let secret = try json(Secret(secret: "달빛1234"))
        #expect(try site.call("POST", "/api/products/1/archived", json: secret).status == 200)
        let password = try json(Password(password: "달빛1234"))
        #expect(try site.call("DELETE", "/api/item/1", json: password).status == 200)
    }

    @Test(arguments: ["/healthChecker", "//healthChecker", "/healthChecker/", "//healthChecker//"])
    func theServerSaysThatItIsWell(path: String) throws {
        let answer = try site.get(path)
        #expect(answer.status == 200)
        #expect(answer.text == "\"OK\"")
        #expect(answer["Content-Type"] == "application/json")
    }
}
