import Fixtures
import Foundation
import OpenMarket
import Testing

/// The calls of the first generation, in turn.
@Blocking
final class ItemEndpointsTests: SiteSuite {
    /// The answer for `HandmadeForm.item`, without the fields of single listings.
    private func summary(_ id: Int64) async throws -> String {
        let photo = try await site.storage.listedItem(.init(rawValue: id)).photos[0].text
        return """
            {"id":\(id),"title":"원목 의자","price":165,"currency":"KRW","stock":1000000000000,\
            "discounted_price":160,\
            "thumbnails":["http://\(site.host)/photos/\(photo)/thumbnail.jpg"],\
            "registration_date":1795260000
            """
    }

    private func item(_ id: Int64) async throws -> String {
        let photo = try await site.storage.listedItem(.init(rawValue: id)).photos[0].text
        return try await summary(id)
            + #","descriptions":"튼튼해요.\n직거래만 합니다.","images":["http://\#(site.host)/photos/\#(photo)/full.jpg"]}"#
    }

    @Test func everyCallOfAnItemAnswersItWhole() async throws {
        let posted = try site.call("POST", "/api/item", .item)
        let whole = try await item(1)
        let password = HandmadeForm([.text("password", HandmadeForm.password)])
        let answers = [
            posted, try site.get("/api/item/1"), try site.call("PATCH", "/api/item/1", password),
            try site.call("DELETE", "/api/item/1", json: #"{"password": "달빛1234"}"#),
        ]
        for answer in answers {
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer.text == whole)
        }
    }

    @Test func aPageIsItsNumberAndSummaries() async throws {
        for _ in 0..<2 { try site.postItem() }
        let answer = try site.get("/api/items/1")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        let items = [try await summary(2), try await summary(1)].map { $0 + "}" }
        #expect(answer.text == #"{"page":1,"items":[\#(items.joined(separator: ","))]}"#)
    }

    @Test func withoutADiscountNoneIsNamed() throws {
        try site.postItem(.item.without("discounted_price"))
        #expect(try !site.get("/api/item/1").text.contains("discounted_price"))
        #expect(try !site.get("/api/items/1").text.contains("discounted_price"))
    }

    @Test func anItemWithoutPhotosShowsThatThereIsNone() async throws {
        try await site.add()
        let missing = JSON.array([.text("http://\(site.host)/no-photo.png")])
        let item = try site.get("/api/item/1").json
        #expect(item["images"] == missing)
        #expect(item["thumbnails"] == missing)
        #expect(try site.get("/no-photo.png").status == 200)
    }

    @Test(arguments: ServedSite.Backend.working)
    func aPostIsThereInTheNextRequest(backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        for id in 1...5 as ClosedRange<Int64> {
            #expect(try site.get("/api/item/\(id)").status == 404)
            let item = try site.call("POST", "/api/item", .item).json
            for url in item["images"].elements + item["thumbnails"].elements {
                let path = try #require(url.string).dropFirst("http://\(site.host)".count)
                let photo = try site.get(String(path))
                #expect(photo.status == 200)
                #expect(Picture.size(of: photo.body) == [48, 32])
            }
            #expect(try site.get("/api/items/1").json["items"][0]["id"] == .whole(id))
            #expect(try site.get("/api/item/\(id)").json == item)
        }
    }

    @Test(arguments: ServedSite.Backend.working)
    func aChangeIsThereInTheNextRequest(backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        try site.postItem()
        #expect(try site.get("/api/items/1").json["items"][0]["title"] == "원목 의자")
        let form = HandmadeForm([.text("title", "새 의자"), .text("password", "달빛1234")])
        #expect(try site.call("PATCH", "/api/item/1", form).json["title"] == "새 의자")
        #expect(try site.get("/api/items/1").json["items"][0]["title"] == "새 의자")
        #expect(try site.get("/api/item/1").json["title"] == "새 의자")
        let deletion = try site.call("DELETE", "/api/item/1", json: #"{"password": "달빛1234"}"#)
        #expect(deletion.json(at: "title") == "새 의자")
        #expect(try site.get("/api/items/1").json["items"] == .array([]))
        #expect(try site.get("/api/item/1").status == 404)
    }

    @Test(arguments: [
        ("title", "새 의자"), ("descriptions", "다시 칠했어요."), ("currency", "USD"),
        ("category", "9"),
    ])
    func aTextIsChangedAloneAndAllElseStays(field: String, value: String) throws {
        try site.postItem()
        let before = try site.get("/api/item/1").json
        let form = HandmadeForm([.text("password", "달빛1234"), .text(field, value)])
        let changed = try site.call("PATCH", "/api/item/1", form)
        #expect(changed.status == 200)
        for name in before.names where name != field {
            #expect(try changed.json[name] == before[name], "\(name)")
        }
        if field != "category" { #expect(try changed.json[field] == .text(value)) }
    }

    @Test(
        arguments: [("price", 200), ("discounted_price", 100), ("stock", 0)] as [(String, Int64)])
    func aNumberIsChangedAloneAndAllElseStays(field: String, value: Int64) throws {
        try site.postItem()
        let before = try site.get("/api/item/1").json
        let form = HandmadeForm([.text("password", "달빛1234"), .text(field, "\(value)")])
        let changed = try site.call("PATCH", "/api/item/1", form).json
        #expect(changed[field] == .whole(value))
        for name in before.names where name != field {
            #expect(changed[name] == before[name], "\(name)")
        }
    }

    @Test func newPhotosTakeThePlaceOfTheOld() throws {
        try site.postItem()
        let before = try site.get("/api/item/1").json
        let form = HandmadeForm([
            .photo("images[]", Picture.green), .text("password", "달빛1234"),
            .photo("images[]", Picture.blue),
        ])
        let changed = try site.call("PATCH", "/api/item/1", form).json
        #expect(changed["images"].elements.count == 2)
        #expect(changed["thumbnails"].elements.count == 2)
        #expect(!changed["images"].elements.contains(before["images"][0]))
        #expect(changed["title"] == before["title"])
    }

    @Test func photosKeepTheirOrder() throws {
        let photos = [Picture.red, Picture.green, Picture.blue]
        let urls = try photos.map { photo in
            try site.call("POST", "/api/item", .item.with(.photo("images[]", photo)))
                .json["images"][0]
        }
        let form = [2, 0, 1].reduce(HandmadeForm.item.without("images[]")) { form, index in
            form.adding(.photo("images[]", photos[index]))
        }
        let answer = try site.call("POST", "/api/item", form)
        #expect(try answer.json["images"].elements == [urls[2], urls[0], urls[1]])
    }

    @Test(arguments: ["GET", "PATCH", "DELETE"])
    func aMissingThingIs404(method: String) throws {
        try site.postItem()
        for id in ["2", "0", "01", "-1", "abc", "1.0", "%31%20", "9223372036854775808", "1e0"] {
            let body: FormBody? =
                switch method {
                case "PATCH": HandmadeForm.item.body
                case "DELETE":
                    FormBody(
                        contentType: "application/json",
                        bytes: Array(#"{"password": "달빛1234"}"#.utf8))
                default: nil
                }
            let answer = try site.request(method, "/api/item/\(id)", [:], body)
            #expect(answer.status == 404, "\(id)")
            #expect(answer.faultyFields == [])
        }
        #expect(try site.storedRows() == [1, 1])
    }

    @Test func theLibraryReadsWhatIsAnswered() throws {
        try site.postItem()
        try site.postItem(.item.without("discounted_price"))
        let decoder = JSONDecoder()
        let item = try decoder.decode(
            OpenMarket.Item.self, from: Data(site.get("/api/item/1").body))
        #expect(item.summary.discountedPrice == 160)
        let page = try decoder.decode(
            OpenMarket.ItemPage.self, from: Data(site.get("/api/items/1").body))
        #expect(page.items.map(\.id) == [2, 1])
        #expect(page.items[1] == item.summary)
        let failure = try decoder.decode(
            OpenMarket.Failure.self, from: Data(site.get("/api/item/9").body))
        #expect(!failure.message.isEmpty)
    }
}

extension Answer {
    /// A field of the object in the body.
    func json(at name: String) -> JSON {
        (try? json[name]) ?? .null
    }
}
