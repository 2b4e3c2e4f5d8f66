import Fixtures
import Testing

@Blocking
struct FeedSettingsSceneTests {
    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite(.memory)
        member = try site.member()
    }

    private func addresses() throws -> [String] {
        try member.get("/my/feeds").page.tags("button").compactMap { $0["data-text"] }
    }

    @Test func bothAddressesAreWholeAndStayTheSame() throws {
        let addresses = try addresses()
        try #require(addresses.count == 2)
        let key = addresses[0].stretches(from: "/feeds/", to: "/").first ?? ""
        #expect(key.wholeMatch(of: /[A-Za-z0-9_-]{32}/) != nil)
        #expect(addresses[0] == "http://\(site.host)/feeds/\(key)/reminders.ics")
        #expect(addresses[1] == "http://\(site.host)/feeds/\(key).atom")
        #expect(try self.addresses() == addresses)
    }

    @Test func eachAddressIsShownAndCanBeCopied() throws {
        let page = try member.get("/my/feeds").page
        let buttons = page.tags("button").filter { $0["value"] == "copy" }
        #expect(try buttons.map { $0["data-text"] } == addresses())
        #expect(buttons.allSatisfy { $0.has("hidden") })
        #expect(try addresses().allSatisfy { page.texts.contains($0) })
    }

    @Test func aCalendarCanBeOpenedAtOnce() throws {
        let page = try member.get("/my/feeds").page
        let link = page.links.first { $0.hasPrefix("webcal:") }
        #expect(try link?.dropFirst("webcal".count) == addresses()[0].dropFirst("http".count))
    }

    @Test func aNewAddressClosesTheOneBefore() throws {
        let before = try addresses()
        let path = String(before[0].dropFirst("http://\(site.host)".count))
        #expect(try site.get(path).status == 200)
        #expect(try member.press("/my/feeds/key").redirection() == "/my/feeds")
        let page = try member.get("/my/feeds").page
        #expect(page.alert?.title == "새 주소를 만들었어요")
        #expect(page.tags("button").compactMap { $0["data-text"] } != before)
        #expect(try site.get(path).status == 404)
    }

    @Test func thePageIsNoStore() throws {
        #expect(try member.get("/my/feeds")["Cache-Control"] == "private, no-store")
    }

    @Test(arguments: ["/my/feeds", "/my/feeds/key"])
    func signedOutVisitorsAreLedToTheSignIn(path: String) throws {
        let answer = try site.get(path)
        #expect(answer.status == 303)
        #expect(answer["Location"]?.hasPrefix("/signin?return=/my/feeds") == true)
    }

    @Test func signedOutVisitorsAndOtherSitesMakeNoNewAddress() throws {
        let before = try addresses()
        #expect(try site.post("/my/feeds/key", [:]).status == 403)
        let cookie = "session=\(member.cookie("session") ?? "")"
        let forged = try site.post(
            "/my/feeds/key", [:], ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"])
        #expect(forged.status == 403)
        #expect(try addresses() == before)
    }

    @Test func thePageIsLinked() throws {
        for path in ["/my/reminders", "/my/profile"] {
            let links = try member.get(path).page.links
            #expect(links.contains("/my/feeds"))
        }
    }
}
