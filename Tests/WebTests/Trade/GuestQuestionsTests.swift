import Fixtures
import Market
import Testing

/// A guest who has posted is told on every page, in that browser, how many messages about it are unread.
@Blocking
struct GuestQuestionsTests {
    private let site: ServedSite
    private let asker: Client
    private let guest: Client

    init() throws {
        site = try ServedSite()
        asker = try site.member("지수")
        guest = try site.visitor()
    }

    /// Posts in the guest's browser, and returns the listing's path.
    private func post(_ title: String) throws -> String {
        try guest.post(.lamp.with("title", title))
    }

    @Test func everyPageCountsUnreadQuestions() throws {
        let item = try post("원목 책장")
        _ = try guest.get(item)
        for path in ["/", "/search", "/rules", item] {
            #expect(try guest.get(path).page.unreadMessages == nil, "\(path)")
        }
        let chat = try item + asker.ask(about: item)
        _ = try asker.write("깎아주실 수 있나요?", in: "/chats/1")
        // Repeated, because later answers come from the cache.
        for path in ["/", "/", "/", "/search", "/rules", item, "/items/new", "/signin"] {
            #expect(try guest.get(path).page.unreadMessages == "2", "\(path)")
            #expect(try site.visitor().get(path).page.unreadMessages == nil, "\(path)")
        }
        #expect(try guest.post(item + "/chats", ["password": "달빛1234"]).status == 303)
        #expect(try guest.get(chat).page.unreadMessages == nil)
        #expect(try guest.get("/").page.unreadMessages == nil)
    }

    @Test func withoutNewsTheSharedCachedPageIsShown() throws {
        let item = try post("원목 책장")
        _ = try guest.get(item)
        let everybodys = try [site.visitor().get("/"), site.visitor().get("/")].map(\.text)
        let before = site.site.statistics.cache.hits
        #expect(try guest.get("/").text == everybodys[1])
        #expect(site.site.statistics.cache.hits > before)
        _ = try asker.ask(about: item)
        #expect(try guest.get("/").page.unreadMessages == "1")
        #expect(try site.visitor().get("/").page.unreadMessages == nil)
    }

    @Test func unprovenClaimsAreToldNothing() throws {
        let item = try post("원목 책장")
        _ = try asker.ask(about: item)
        let held = try #require(guest.cookie("posted-items"))
        let number = item.dropFirst("/items/".count)
        #expect(held.hasPrefix(number + "~"))
        let others = [
            "\(number)", "\(number)~", "\(number)~\(held.dropFirst(number.count + 2))",
            "\(number)~\(String(repeating: "A", count: 12))", "~", "\(number)~~", "7~\(held)",
        ]
        for forged in others {
            let stranger = try site.visitor()
            stranger.set(cookie: "posted-items", to: forged)
            #expect(try stranger.get("/").page.unreadMessages == nil, "\(forged)")
        }
        // After a takeover only the new owner is told, as a member.
        let owner = try site.member("민지")
        _ = try owner.post(item + "/takeover", ["password": "달빛1234"])
        #expect(try guest.get("/").page.unreadMessages == nil)
        #expect(try owner.get("/").page.unreadMessages == "1")
    }

    @Test func theTabOfChatsLeadsToWhatWasAsked() throws {
        let (first, second) = (try post("원목 책장"), try post("원목 의자"))
        _ = try guest.get(second)
        _ = try asker.ask(about: first)
        let page = try guest.get("/chats").page
        #expect(page.itemPaths == [first, second])
        // The other page stays in the order of posting.
        #expect(try guest.get("/items/posted").page.itemPaths == [second, first])
        #expect(page.links.contains(first + "/chats") && !page.links.contains(second + "/chats"))
        #expect(page.texts.contains("안 읽은 문의 1개") && page.unreadMessages == "1")
        let tab = try #require(page.tags("a").first { $0["class"] == "chats" })
        #expect(tab["aria-current"] == "page")
        // The visitor may also have an account.
        #expect(page.links.contains("/signin?return=/chats"))
        #expect(try guest.get("/chats/waiting")["Location"] == "/signin?return=/chats/waiting")
        #expect(try asker.get("/chats").page.texts.contains("원목 책장"))
        // If there is only one, its chats are shown, too, without a redirect.
        _ = try guest.post(second + "/deletion", ["password": "달빛1234"])
        #expect(try guest.get("/chats").page.itemPaths == [first])
    }

    @Test(arguments: ["/chats", "/authorization", "/management", "/pull-up"])
    func thePasswordBringsTheNewsToAnotherBrowser(_ button: String) throws {
        let item = try post("원목 책장")
        let elsewhere = try site.visitor()
        _ = try asker.ask(about: item)
        #expect(try elsewhere.post(item + button, ["password": "햇빛1234"]).status == 403)
        #expect(try elsewhere.get("/").page.unreadMessages == nil)
        site.clock.advance(by: 2 * 86_400)
        #expect(try elsewhere.post(item + button, ["password": "달빛1234"]).status == 303)
        #expect(try elsewhere.get("/").page.unreadMessages == "1")
        #expect(try elsewhere.get("/items/posted").page.itemPaths == [item])
        #expect(try elsewhere.get("/chats").page.links.contains(item + "/chats"))
    }

    @Test func postersInOtherBrowsersAreToldHowToFindIt() throws {
        let item = try post("원목 책장")
        let elsewhere = try site.visitor()
        let page = try elsewhere.get("/items/posted").page
        #expect(page.links.contains("/search") && page.links.contains("/signup"))
        #expect(page.texts.contains { $0.contains("‘내가 올린 글이에요’를 눌러주세요") })
        #expect(try elsewhere.get(item).page.texts.contains("비밀번호로 문의에 답하고, 글을 수정하거나 삭제할 수 있어요."))
        #expect(try !asker.get("/items/posted").page.links.contains("/signup"))
    }
}
