import Fixtures
import Foundation
import Testing

@Blocking
struct CookieJarTests {
    private let form = FilledForm.lamp.multipart

    private func attributes(_ cookie: String?) -> [String] {
        Array((cookie ?? "").components(separatedBy: "; ").dropFirst())
    }

    @Test func noScriptAndNoOtherSiteGetsACookie() throws {
        let site = try ServedSite()
        let alert = try site.post("/items", form)["Set-Cookie"]
        #expect(alert?.hasPrefix("alert=posted; ") == true)
        #expect(attributes(alert) == ["Path=/", "Max-Age=60", "HttpOnly", "SameSite=Lax"])
        let view = try site.get("/?view=grid")["Set-Cookie"]
        #expect(attributes(view) == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"])
    }

    @Test func behindTLSCookiesAreSecureAndCannotBePlanted() throws {
        let site = try ServedSite { $0.isBehindTLS = true }
        let alert = try site.post("/items", form)["Set-Cookie"]
        #expect(alert?.hasPrefix("__Host-alert=posted; ") == true)
        #expect(attributes(alert).contains("Secure"))
        #expect(attributes(alert).contains("Path=/"))
        let edit = try site.post("/items/1/authorization", ["password": "달빛1234"])["Set-Cookie"]
        #expect(edit?.hasPrefix("__Secure-edit=") == true)
        #expect(attributes(edit).contains("Secure"))
        #expect(attributes(edit).contains("Path=/items/1"))
    }

    @Test func behindTLSTheCookiesWork() throws {
        let site = try ServedSite { $0.isBehindTLS = true }
        let visitor = try site.visitor()
        let path = try #require(try visitor.post("/items", form)["Location"])
        #expect(try visitor.get(path).page.alert?.title == "성공")
        #expect(try visitor.get(path).page.alert == nil)
        _ = try visitor.post(path + "/authorization", ["password": "달빛1234"])
        #expect(try visitor.get(path + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
    }

    @Test func behindTLSACookieWithAPlainNameIsNone() throws {
        let site = try ServedSite { $0.isBehindTLS = true }
        #expect(try site.get("/", ["Cookie": "alert=posted"]).page.alert == nil)
    }
}
