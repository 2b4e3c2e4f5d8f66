import Fixtures
import Market
import Testing

/// How long a browser changes a guest's listing without its password, and how it stops.
@Blocking
struct GuestManagementTests {
    private let site: ServedSite
    private let asker: Client
    /// A guest's listing; its password is 달빛1234.
    private let item: String
    private let end = "/management/deletion"

    init() throws {
        site = try ServedSite()
        item = try site.post()
        asker = try site.member("지수")
        _ = try asker.ask(about: item)
    }

    @Test func whoHasJustPostedItManagesItForAnHour() throws {
        let guest = try site.visitor()
        let form = FilledForm.lamp.with("stock", "1")
        let item = try guest.post(form)
        let chat = try item + asker.ask(about: item)
        let page = try guest.get(item).page
        #expect(page.texts.contains { $0.hasPrefix("이 브라우저에서 오후 9:20까지 비밀번호 없이") })
        #expect(page.action(endingWith: end) == item + end)
        #expect(try guest.get(item + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try guest.write("네, 있어요.", in: chat)["Location"] == chat)
        #expect(try guest.press(item + "/reservation/elsewhere")["Location"] == item)
        let early = try guest.press(item + "/pull-up")
        #expect(early.status == 422 && early.page.action(endingWith: end) == item + end)
        #expect(try !guest.get(item + "/deletion").page.asksForPassword)
        site.clock.advance(by: 3_600)
        #expect(try guest.get(item).page.action(endingWith: end) == nil)
        for path in ["/edit", "/deletion"] {
            #expect(try guest.get(item + path).page.asksForPassword, "\(path)")
        }
        #expect(try guest.press(item + "/sale/elsewhere").page.asksForPassword)
        #expect(try guest.press(item + "/deletion").status == 422)
        #expect(try guest.get(item).status == 200)
    }

    @Test func aGuestsOwnListingLeadsToItsQuestionsOnceThereAreAny() throws {
        let guest = try site.visitor()
        let item = try guest.post(.lamp)
        func page() throws -> Page { try guest.get(item).page }
        #expect(try !page().links.contains(item + "/chats"))
        #expect(try !page().tags("div").contains { $0["class"] == "deal" })
        // What stands there instead is what a member's own listing has.
        let edit = try page().tags("a").filter { $0["class"] == "button edit" }
        #expect(edit.map { $0["href"] } == [item + "/edit"])
        #expect(try page().tags("button").contains { $0["formaction"] == item + "/sale" })
        _ = try asker.ask(about: item)
        #expect(try page().links.contains(item + "/chats"))
        #expect(try page().tags("div").contains { $0["class"] == "deal" })
        // Whoever may ask finds the button there from the beginning.
        #expect(try site.get(try site.post()).page.tags("div").contains { $0["class"] == "deal" })
    }

    /// The clock stands still, so all are sent within the same second.
    @Test func theSameFormSentByAnotherBrowserOpensNothing() throws {
        let form = FilledForm.lamp.with("submission_key", "key")
        let guest = try site.visitor()
        let item = try guest.post(form)
        for again in [form, form.with("password", "햇빛1234")] {
            let stranger = try site.visitor()
            #expect(try stranger.post("/items", again.multipart)["Location"] == item)
            for name in ["edit", "photos", "new-items"] {
                #expect(stranger.cookie(name) == nil, "\(name)")
            }
            #expect(try stranger.get(item + "/edit").page.asksForPassword)
        }
        #expect(try guest.get(item + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
    }

    /// Only somebody signed in could take it over, so the grant must not be enough for them.
    @Test func aMemberWhoManagesItDoesNotTakeItOverWithoutThePassword() throws {
        let member = try site.member("민지")
        #expect(try member.post(item + "/management", ["password": "달빛1234"])["Location"] == item)
        #expect(try member.get(item + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try member.get(item + "/takeover").page.asksForPassword)
        let answer = try member.press(item + "/takeover")
        #expect(answer.status == 422 && answer.page.asksForPassword)
        let other = try site.visitor()
        #expect(try other.get(item).page.links.contains(item + "/management"))
    }

    /// The password has just opened it for an hour, even if the button does nothing yet.
    @Test func aRefusalAfterThePasswordSaysUntilWhenItIsManaged() throws {
        let early = try site.visitor().post(item + "/pull-up", ["password": "달빛1234"])
        #expect(early.status == 422 && early.page.action(endingWith: end) == item + end)
        #expect(early.page.texts.contains { $0.hasPrefix("이 브라우저에서 오후 9:20까지") })
    }

    @Test func whoStopsManagingItIsAStranger() throws {
        let guest = try site.visitor()
        let other = try guest.post(.lamp.with("title", "원목 의자"))
        let item = try guest.post(.lamp)
        #expect(try guest.press(item + end)["Location"] == item)
        let page = try guest.get(item).page
        #expect(page.alert?.title == "이 브라우저에서 그만 관리해요")
        #expect(page.links.contains(item + "/conversation"))
        #expect(page.action(endingWith: end) == nil)
        for path in ["/edit", "/chats"] { #expect(try guest.get(item + path).page.asksForPassword) }
        for name in ["edit", "photos", "posted"] { #expect(guest.cookie(name) == nil, "\(name)") }
        // Nothing changes for the other listing.
        #expect(try guest.get("/items/posted").page.itemPaths == [other])
        _ = try guest.post("/signup", ServedSite.credentials("바다네"))
        let takeover = try guest.get("/items/posted/takeover")
        #expect(takeover.page.texts.contains("원목 의자") && !takeover.page.asksForPassword)
        #expect(!takeover.page.texts.contains("북유럽풍 장스탠드"))
        #expect(try guest.press("/items/77" + end)["Location"] == "/items/77")
    }

    /// Browsers send the cookie of the photos to the photos alone, so it must go without being sent here.
    @Test func stoppingAlsoRemovesTheCookieOfHiddenPhotos() throws {
        let answer = try site.post(item + end, [:])
        let cookie = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("photos=") })
        #expect(cookie.hasPrefix("photos=; Path=/photos; Max-Age=0;"))
    }

    @Test func aListingLeadsWhoeverPostedItElsewhereToItsPassword() throws {
        let management = item + "/management"
        for client in [try site.visitor(), asker] {
            #expect(try client.get(item).page.links.contains(management))
            let prompt = try client.get(management)
            #expect(prompt.page.texts.contains("내가 올린 글이에요") && prompt.page.asksForPassword)
            let wrong = try client.post(management, ["password": "햇빛1234"])
            #expect(wrong.status == 403 && wrong.all("Set-Cookie").isEmpty)
            #expect(try client.post(management, ["password": "달빛1234"])["Location"] == item)
            let page = try client.get(item).page
            #expect(page.links.contains(item + "/chats") && page.texts.contains("안 읽은 문의 1개"))
            #expect(page.action(endingWith: end) == item + end)
            #expect(page.tags("button").contains { $0["formaction"] == item + "/sale" })
            #expect(!page.links.contains(management))
            #expect(try client.get(management)["Location"] == item)
        }
        // A member's listing has no password.
        let members = try site.member("민지").post()
        #expect(try !site.get(members).page.links.contains(members + "/management"))
        #expect(try asker.get(members + "/management").status == 404)
    }
}
