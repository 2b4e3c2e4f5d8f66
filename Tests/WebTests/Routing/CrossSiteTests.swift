import Fixtures
import Testing

@Blocking @Suite(.sharing)
final class CrossSiteTests: SharedSiteSuite {
    private nonisolated static let foreign: [(String, String)] = [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
        ("Sec-Fetch-Site", "CROSS-SITE"), ("Sec-Fetch-Site", ""),
        ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", ""),
        ("Origin", "http://127.0.0.1"), ("Origin", "http://127.0.0.1:1"),
    ]

    @Test(arguments: foreign)
    func aFormOfAnotherSiteIsRefused(name: String, value: String) async throws {
        let answer = try site.post("/items", FilledForm.lamp.multipart, [name: value])
        #expect(answer.status == 403)
        #expect(answer.page.texts.contains("다른 사이트에서 보낸 요청이에요"))
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test(arguments: ["/edit", "/deletion", "/authorization"])
    func anotherSiteCanDoNothingToAnItem(action: String) async throws {
        let site = try await ServedSite.shared("that takes forms") { try ServedSite() }
        let path = try site.post()
        let body = FilledForm.lamp.with("title", "바뀐 글").multipart
        let answer = try site.post(path + action, body, ["Sec-Fetch-Site": "cross-site"])
        #expect(answer.status == 403)
        #expect(answer.all("Set-Cookie").isEmpty)
        #expect(try site.get(path).page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func anotherSiteCannotUploadPhotos() throws {
        let body = FilledForm().with(photo: Picture.red).multipart
        #expect(try site.post("/photos", body, ["Origin": "null"]).status == 403)
    }

    @Test(arguments: foreign)
    func aCallOfAnotherSiteIsRefusedInJSON(name: String, value: String) async throws {
        for (path, form) in [("/api/item", HandmadeForm.item), ("//api/products/", .product)] {
            let answer = try site.call("POST", path, form, [name: value])
            #expect(answer.status == 403)
            #expect(answer.faultyFields == [])
        }
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test(arguments: ["same-origin", "none"])
    func aFormOfThisSiteIsTaken(value: String) async throws {
        let site = try await ServedSite.shared("that takes forms") { try ServedSite() }
        let answer = try site.post(
            "/items", FilledForm.lamp.multipart,
            ["Sec-Fetch-Site": value, "Origin": "http://\(site.host)"])
        #expect(answer.status == 303)
    }

    @Test(arguments: ["http", "https"])
    func anOlderBrowsersFormOfThisSiteIsTaken(scheme: String) async throws {
        let site = try await ServedSite.shared("that takes forms") { try ServedSite() }
        let answer = try site.post(
            "/items", FilledForm.lamp.multipart, ["Origin": "\(scheme)://\(site.host)"])
        #expect(answer.status == 303)
    }

    @Test func aClientThatIsNoBrowserIsTaken() async throws {
        let site = try await ServedSite.shared("that takes forms") { try ServedSite() }
        #expect(try site.post("/items", FilledForm.lamp.multipart).status == 303)
    }

    @Test func readingIsOpenToLinksFromEverywhere() throws {
        #expect(try site.get("/", ["Sec-Fetch-Site": "cross-site"]).status == 200)
    }
}
