import Fixtures
import Market
import Testing

/// The guest who posted an item reads and answers with its password.
@Blocking
struct GuestAccessTests {
    private let site: ServedSite
    private let asker: Client
    /// A guest's item with the password 달빛1234.
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite()
        item = try site.post()
        asker = try site.member("지수")
        path = try item + asker.ask(about: item)
    }

    /// A visitor who holds the grant.
    private func guest() throws -> Client {
        try site.guest(of: item)
    }

    private func isTold(_ client: Client, of item: String) throws -> Bool {
        try client.get(item).page.texts.contains("안 읽은 문의 1개")
    }

    @Test func theListingTellsItsPosterHowManyWait() throws {
        #expect(try isTold(guest(), of: item))
        for other in [try site.visitor(), asker, try site.member("낯선 사람")] {
            #expect(try !isTold(other, of: item))
            #expect(try other.get(item).page.links.contains(item + "/chats"))
        }
    }

    @Test func othersAreToldThatAGuestHasPostedIt() throws {
        let caution = "만나서 물건을 본 다음에 돈을 주고받으세요."
        for other in [try site.visitor(), asker] {
            let page = try other.get(item).page
            #expect(page.texts.contains("비회원이 올린 글") && page.texts.contains(caution))
            #expect(page.texts.contains("회원가입 없이 올린 글이라 거래 기록이나 받은 후기를 볼 수 없어요."))
        }
        #expect(try !guest().get(item).page.texts.contains(caution))
        // A member's listing shows the member's card there instead.
        let members = try site.member("민지").post()
        let page = try site.get(members).page
        #expect(page.texts.contains("민지") && !page.texts.contains(caution))
    }

    @Test func thePostersBrowserIsLedToTheQuestions() throws {
        let guest = try site.visitor()
        let answer = try guest.post("/items", FilledForm.lamp.multipart)
        let item = try #require(answer["Location"])
        let cookie = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("posted=") })
        #expect(cookie.contains("; Path=\(item);") && cookie.contains("; HttpOnly"))
        _ = try asker.ask(about: item)
        #expect(try site.get(item).page.links.contains(item + "/conversation"))
        #expect(try isTold(guest, of: item))
        #expect(try !guest.get(item).page.links.contains(item + "/conversation"))
        let report = "/reports/new?item=" + item.dropFirst("/items/".count)
        #expect(try site.get(item).page.links.contains(report))
        #expect(try !guest.get(item).page.links.contains(report))
        #expect(try site.get(item).page.links.contains(item + "/conversation"))
        // After an hour, the mark grants nothing.
        site.clock.advance(by: 3_600)
        for path in ["/chats", "/edit", "/deletion"] {
            let page = try guest.get(item + path).page
            #expect(page.asksForPassword, "\(path)")
        }
        let (stranger, mark) = (try site.visitor(), try #require(guest.cookie("posted")))
        for forged in ["1", String(mark.dropLast()), String(mark.reversed())] {
            stranger.set(cookie: "posted", to: forged)
            #expect(try !isTold(stranger, of: item))
        }
        let owner = try site.member("민지")
        _ = try owner.post(item + "/takeover", ["password": "달빛1234"])
        #expect(try guest.get(item).page.links.contains(item + "/conversation"))
    }

    @Test func theChatsPageLeadsGuestsToTheirItems() throws {
        let hint = "비회원으로 올린 글의 채팅은 그 글에서 비밀번호로 볼 수 있어요."
        let guest = try site.visitor()
        let signIn = try #require(try guest.get("/chats")["Location"])
        let page = try guest.get(signIn).page
        #expect(page.texts.contains(hint) && page.links.contains("/items/posted"))
        // What is there for everybody comes first.
        let told = try #require(page.texts.firstIndex { $0.hasPrefix("이웃과 나눈 채팅이") })
        #expect(try told < #require(page.texts.firstIndex(of: hint)))
        // On the way to another page the hint would be irrelevant.
        #expect(try !guest.get("/signin?return=/my").page.texts.contains(hint))
        let none = try guest.get("/items/posted").page
        #expect(none.texts.contains("이 브라우저에서 비회원으로 올린 글이 없어요."))
        #expect(none.itemPaths.isEmpty)
    }

    @Test func guestItemsAreFoundAgain() throws {
        let guest = try site.visitor()
        for path in ["/signin", "/signin?return=/my"] {
            let page = try guest.get(path).page
            #expect(page.links.contains("/items/posted"))
            #expect(page.texts.contains("비회원으로 올린 글"))
        }
        let own = try guest.post(.lamp)
        func offersInterest(_ page: Page) -> Bool {
            page.actions.contains(own + "/interest")
        }
        let page = try guest.get(own).page
        #expect(page.alert?.title == "성공" && page.links.contains("/items/posted"))
        #expect(!offersInterest(page))
        // For others it is like any listing.
        let other = try site.visitor().get(own).page
        #expect(offersInterest(other) && !other.links.contains("/items/posted"))
    }

    @Test func severalGuestItemsAreListed() throws {
        let guest = try site.visitor()
        func post(_ title: String) throws -> Answer {
            try guest.post("/items", FilledForm.lamp.with("title", title).multipart)
        }
        let answer = try post("원목 책장")
        let first = try #require(answer["Location"])
        let cookies = answer.all("Set-Cookie").filter { $0.hasPrefix("posted-items=") }
        #expect(cookies.count == 1 && cookies[0].contains("; Path=/;"))
        #expect(cookies[0].contains("; HttpOnly"))
        func leadsToAll(_ path: String) throws -> Bool {
            let page = try guest.get(path).page
            #expect(page.alert?.title == "성공")
            return page.action(endingWith: "/posted") == "/items/posted"
        }
        #expect(try !leadsToAll(first))
        #expect(try guest.get("/items/posted").page.itemPaths == [first])
        let second = try #require(try post("원목 의자")["Location"])
        #expect(try leadsToAll(second))
        #expect(try guest.get("/items/posted").page.itemPaths == [second, first])
        _ = try asker.ask(about: first)
        let list = try guest.get("/items/posted").page
        #expect(list.texts.contains("채팅 1") && list.links.contains(first + "/chats"))
        #expect(!list.links.contains(second + "/chats"))
        // The mark grants nothing.
        let chats = try guest.get(first + "/chats").page
        #expect(chats.asksForPassword)
        // Listings that have been deleted or taken over are no longer there.
        let third = try #require(try post("원목 침대")["Location"])
        let password: FormBody = ["password": "달빛1234"]
        #expect(try guest.post(second + "/deletion", password).status == 303)
        #expect(try guest.get("/items/posted").page.itemPaths == [third, first])
        #expect(try site.member("민지").post(third + "/takeover", password).status == 303)
        #expect(try guest.get("/items/posted").page.itemPaths == [first])
    }

    @Test func aBrowsersUnprovenClaimShowsOnlyPublicData() throws {
        let members = try asker.post()
        let number = members.dropFirst("/items/".count)
        for forged in ["", ".", "x.y", "0", "-1", "99999999999999999999", "9999", String(number)] {
            let stranger = try site.visitor()
            stranger.set(cookie: "posted-items", to: forged)
            let answer = try stranger.get("/items/posted")
            #expect(answer.status == 200 && answer.page.itemPaths.isEmpty, "\(forged)")
        }
        let guest = try site.visitor()
        guest.set(cookie: "posted-items", to: "1.1.1")
        #expect(try guest.get("/items/posted").page.itemPaths == [item])
        // Only the last few are kept.
        let many = (101...199).map { "\($0)" }.joined(separator: ".")
        guest.set(cookie: "posted-items", to: many)
        let posted = try guest.post(.lamp)
        let kept = try #require(guest.cookie("posted-items")).split(separator: ".")
        #expect(kept.count == 10 && kept[0].hasPrefix(posted.dropFirst("/items/".count) + "~"))
    }

    @Test func newMembersAreOfferedTheirGuestItems() throws {
        let guest = try site.visitor()
        let paths = try ["원목 책장", "원목 의자"].map { try guest.post(.lamp.with("title", $0)) }
        _ = try guest.post("/signup", ServedSite.credentials("바다네"))
        #expect(guest.cookie("session") != nil)
        func isOffered(_ count: Int) throws -> Bool {
            let page = try guest.get("/my").page
            #expect(page.texts.contains("무엇부터 할까요?") == (count == 2))
            let text = "이 브라우저에서 올린 글 \(count)개를 내 글로 가져올까요?"
            return page.texts.contains(text) && page.links.contains("/items/posted/takeover")
        }
        #expect(try isOffered(2))
        let list = try guest.get("/items/posted").page
        #expect(list.texts.contains("모두 한 번에 내 글로 가져올 수 있어요. 채팅도 함께 와요."))
        #expect(list.links.contains("/items/posted/takeover"))
        // The page of the last one, whose mark this client keeps.
        let page = try guest.get(paths[1]).page
        #expect(page.links.contains(paths[1] + "/takeover"))
        #expect(!page.html.contains("로그인 화면에서도"))
        let password: FormBody = ["password": "달빛1234"]
        #expect(try guest.post(paths[0] + "/takeover", password).status == 303)
        #expect(try isOffered(1))
        #expect(try guest.post(paths[1] + "/takeover", password).status == 303)
        #expect(try !guest.get("/my").page.links.contains("/items/posted/takeover"))
        // A browser that has posted nothing is offered nothing.
        #expect(try !asker.get("/my").page.links.contains("/items/posted/takeover"))
    }

    @Test func aMemberWhoPostsLeavesNoMark() throws {
        let answer = try asker.post("/items", FilledForm.ownLamp.multipart)
        #expect(answer.status == 303)
        #expect(answer.all("Set-Cookie").allSatisfy { !$0.hasPrefix("posted") })
    }

    @Test func goingBackShowsNoOutdatedDeal() throws {
        let guest = try guest()
        #expect(try guest.get(item)["Cache-Control"] == "no-store")
        for other in [try site.visitor(), asker] {
            #expect(try other.get(item)["Cache-Control"] == "private, no-cache")
        }
        func way(_ answer: Answer) throws -> Page.Tag {
            try #require(answer.page.tags("a").first { $0["class"] == "up" })
        }
        // If it answers a button, the script links to the button's page instead.
        let prompt = try way(site.visitor().post(item + "/sale", [:]))
        #expect(prompt.has("data-before") && prompt["href"] == item)
        #expect(try !way(site.get(item + "/edit")).has("data-before"))
    }

    @Test func thePasswordIsAskedForFirst() throws {
        for path in [item + "/chats", path] {
            let answer = try site.get(path)
            #expect(answer.status == 200)
            #expect(answer.page.asksForPassword)
            #expect(!answer.text.contains("아직 있나요?") && !answer.text.contains("지수"))
        }
        let wrong = try site.post(item + "/chats", ["password": "햇빛1234"])
        #expect(wrong.status == 403)
        #expect(wrong["Set-Cookie"] == nil)
    }

    @Test func thePasswordLetsItsPosterReadAndAnswer() throws {
        let guest = try guest()
        #expect(try guest.get(item + "/chats").page.texts.contains("지수"))
        #expect(try guest.messages(in: path) == ["아직 있나요?"])
        #expect(try guest.write("네, 있어요.", in: path)["Location"] == path)
        #expect(try asker.messages(in: "/chats/1") == ["아직 있나요?", "네, 있어요."])
        #expect(try asker.get("/chats/1").page.texts.contains("비회원 글쓴이"))
        #expect(try !isTold(guest, of: item))
    }

    @Test func theGrantOfEditingOpensThemToo() throws {
        let guest = try site.visitor()
        _ = try guest.post(item + "/authorization", ["password": "달빛1234"])
        #expect(try guest.messages(in: path) == ["아직 있나요?"])
        let other = try site.post()
        #expect(try guest.get(other + "/chats/1").page.asksForPassword)
    }

    @Test func typedTextIsNotLostWhenTheGrantHasEnded() throws {
        let guest = try guest()
        site.clock.advance(by: 61 * 60)
        let asked = try guest.write("네, 있어요.", in: path)
        #expect(asked.status == 422)
        #expect(asked.page.value(of: "text") == "네, 있어요.")
        let form: FormBody = ["text": "네, 있어요.", "password": "달빛1234"]
        #expect(try guest.post(path + "/messages", form)["Location"] == path)
        #expect(try asker.messages(in: "/chats/1").last == "네, 있어요.")
        #expect(try guest.messages(in: path).count == 2)
    }

    /// The form of the password prompt, filled in.
    private func filled(_ page: Page) -> FilledForm {
        FilledForm(["password": "달빛1234"]).with(hiddenFieldsOf: page)
    }

    @Test func photosAreNotLostWhenTheGrantHasEnded() throws {
        let guest = try guest()
        site.clock.advance(by: 61 * 60)
        let files = [("1.jpg", Picture.red), ("2.jpg", Array("no picture".utf8))]
        let asked = try guest.send(files, text: "이 색이에요", token: "t", in: path)
        #expect(asked.status == 422)
        #expect(asked.page.values(of: "photos").count == 1)
        #expect(asked.page.value(of: "token") == "t")
        // The page says what could not be stored.
        #expect(asked.page.texts.contains { $0.hasPrefix("보관하지 못한 사진이 있어요.") })
        let form = filled(asked.page)
        let wrong = try guest.post(path + "/messages", form.with("password", "햇빛1234").urlencoded)
        #expect(wrong.page.values(of: "photos") == asked.page.values(of: "photos"))
        #expect(try guest.post(path + "/messages", form.urlencoded)["Location"] == path)
        let sent = try guest.get(path).page
        #expect(sent.sources(below: path + "/photos/").count == 1)
        #expect(sent.messages.last == "이 색이에요")
    }

    @Test func aQuickAnswerIsNotSentWhenTheGrantHasEnded() throws {
        let guest = try guest()
        site.clock.advance(by: 61 * 60)
        let asked = try guest.post(path + "/messages", ["text": "안녕하세요.", "quick": "네, 아직 있어요."])
        #expect(asked.status == 422)
        let answer = try guest.post(path + "/messages", filled(asked.page).urlencoded)
        #expect(answer.status == 200)
        #expect(answer.page.value(of: "text") == "안녕하세요. 네, 아직 있어요.")
        #expect(try asker.messages(in: "/chats/1") == ["아직 있나요?"])
    }

    @Test func oneItemsPasswordOpensNoOther() throws {
        let other = try site.post()
        let guest = try site.guest(of: other)
        #expect(try guest.get(other + "/chats").page.texts.contains("아직 받은 문의가 없어요."))
        // Browsers send the cookie only to its own item's paths, but this client sends it everywhere.
        #expect(try guest.get(other + "/chats/1").status == 404)
        #expect(try guest.write("끼어들기", in: other + "/chats/1").status == 404)
        #expect(try guest.get("/chats/1").status == 303)
    }

    @Test func takingTheItemOverTakesItsConversationsAlong() throws {
        let owner = try site.member("민지")
        #expect(try owner.post(item + "/takeover", ["password": "달빛1234"]).status == 303)
        #expect(try owner.get("/").page.unreadMessages == "1")
        #expect(try owner.messages(in: "/chats/1") == ["아직 있나요?"])
        #expect(try owner.get(item + "/chats").page.links.contains("/chats/1"))
        #expect(try owner.get(path)["Location"] == "/chats/1")
        #expect(try asker.get("/chats/1").page.texts.contains("민지"))
    }

    @Test func aDeletedListingIsToldPlainly() throws {
        #expect(try site.post(item + "/deletion", ["password": "달빛1234"]).status == 303)
        #expect(try site.post(item + "/chats", ["password": "달빛1234"]).status == 404)
        let answer = try asker.write("거기 계세요?", in: "/chats/1")
        #expect(answer.status == 409)
        #expect(answer.page.alert?.lines == ["글이 지워져서 더는 답을 받을 수 없어요."])
        #expect(answer.text.contains("거기 계세요?"))
    }
}
