import Fixtures
import Market
import Testing

/// Who posted as a guest reads and answers by the item's password.
@Blocking
struct GuestAccessTests {
    private let site: ServedSite
    private let asker: Client
    /// A guest's, its password 달빛1234.
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite()
        item = try site.post()
        asker = try site.member("지수")
        path = item + "/chats" + (try asker.ask(about: item).dropFirst("/chats".count))
    }

    /// A visitor with the grant.
    private func guest() throws -> Client {
        let guest = try site.visitor()
        let answer = try guest.post(item + "/chats", .urlencoded(["password": "달빛1234"]))
        guard answer.status == 303 else { throw Failure("not let in: \(answer.status)") }
        return guest
    }

    @Test func theListingSaysHowManyWait() throws {
        let page = try site.get(item).page
        #expect(page.tags("a").contains { $0["href"] == item + "/chats" })
        #expect(page.texts.contains("안 읽은 문의 1개"))
    }

    @Test func thePasswordIsAskedForFirst() throws {
        for path in [item + "/chats", path] {
            let answer = try site.get(path)
            #expect(answer.status == 200)
            #expect(answer.page.tags("input").contains { $0["name"] == "password" })
            #expect(!answer.text.contains("아직 있나요?") && !answer.text.contains("지수"))
        }
        let wrong = try site.post(item + "/chats", .urlencoded(["password": "햇빛1234"]))
        #expect(wrong.status == 403)
        #expect(wrong["Set-Cookie"] == nil)
    }

    @Test func whoKnowsItReadsAndAnswers() throws {
        let guest = try guest()
        #expect(try guest.get(item + "/chats").page.texts.contains("지수"))
        #expect(try guest.messages(in: path) == ["아직 있나요?"])
        #expect(try guest.write("네, 있어요.", in: path)["Location"] == path)
        #expect(try asker.messages(in: "/chats/1") == ["아직 있나요?", "네, 있어요."])
        #expect(try asker.get("/chats/1").page.texts.contains("글쓴이"))
        #expect(try !site.get(item).page.texts.contains("안 읽은 문의 1개"))
    }

    @Test func theGrantOfEditingOpensThemToo() throws {
        let guest = try site.visitor()
        _ = try guest.post(item + "/authorization", .urlencoded(["password": "달빛1234"]))
        #expect(try guest.messages(in: path) == ["아직 있나요?"])
        let other = try site.post()
        #expect(
            try guest.get(other + "/chats/1").page.tags("input").contains {
                $0["name"] == "password"
            })
    }

    @Test func whatWasTypedIsNotLostWhenTheGrantHasEnded() throws {
        let guest = try guest()
        site.clock.advance(by: 31 * 60)
        let asked = try guest.write("네, 있어요.", in: path)
        #expect(asked.status == 422)
        #expect(asked.page.value(of: "text") == "네, 있어요.")
        let form = FormBody.urlencoded(["text": "네, 있어요.", "password": "달빛1234"])
        #expect(try guest.post(path + "/messages", form)["Location"] == path)
        #expect(try asker.messages(in: "/chats/1").last == "네, 있어요.")
        #expect(try guest.messages(in: path).count == 2)
    }

    @Test func oneItemsPasswordOpensNoOther() throws {
        let other = try site.post()
        let guest = try site.visitor()
        _ = try guest.post(other + "/chats", .urlencoded(["password": "달빛1234"]))
        #expect(try guest.get(other + "/chats").page.texts.contains("아직 받은 문의가 없어요."))
        // It goes with the path of its own item only, and this client sends it everywhere.
        #expect(try guest.get(other + "/chats/1").status == 404)
        #expect(try guest.write("끼어들기", in: other + "/chats/1").status == 404)
        #expect(try guest.get("/chats/1").status == 303)
    }

    @Test func takingTheItemOverTakesItsConversationsAlong() throws {
        let owner = try site.member("민지")
        let form = FormBody.urlencoded(["password": "달빛1234"])
        #expect(try owner.post(item + "/takeover", form).status == 303)
        #expect(try owner.get("/").page.unreadMessages == "1")
        #expect(try owner.messages(in: "/chats/1") == ["아직 있나요?"])
        #expect(try owner.get(item + "/chats").page.links.contains("/chats/1"))
        #expect(try owner.get(path)["Location"] == "/chats/1")
        #expect(try asker.get("/chats/1").page.texts.contains("민지"))
    }

    @Test func aDeletedListingIsToldPlainly() throws {
        let form = FormBody.urlencoded(["password": "달빛1234"])
        #expect(try site.post(item + "/deletion", form).status == 303)
        #expect(try guest404() == 404)
        let answer = try asker.write("거기 계세요?", in: "/chats/1")
        #expect(answer.status == 409)
        #expect(answer.page.alert?.lines == ["글이 지워져서 더는 답을 받을 수 없어요."])
        #expect(answer.text.contains("거기 계세요?"))
    }

    private func guest404() throws -> Int {
        try site.post(item + "/chats", .urlencoded(["password": "달빛1234"])).status
    }
}
