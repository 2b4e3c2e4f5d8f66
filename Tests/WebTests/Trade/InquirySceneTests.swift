import Fixtures
import Foundation
import Market
import Testing

@Blocking
struct InquirySceneTests {
    private let site: ServedSite
    private let seller: Client
    private let item: String

    init() throws {
        site = try ServedSite()
        seller = try site.member("민지")
        item = try seller.post()
    }

    @Test func theItemLeadsToItsForm() throws {
        let links = try site.get(item).page.links
        #expect(links.contains(item + "/conversation"))
        let own = try seller.get(item).page.links
        #expect(!own.contains(item + "/conversation"))
        let page = try site.get(item + "/conversation").page
        #expect(page.actions.contains(item + "/conversation"))
        #expect(page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func eachFormThatOpensAnAccountSaysTheSameOfItsRows() throws {
        for path in ["/signup", item + "/conversation", "/reports/new?item=1"] {
            let page = try site.get(path).page
            let hints = page.tags("p").filter { $0["class"] == "hint" }.compactMap { $0["id"] }
            #expect(hints.suffix(2) == ["nickname-hint", "password-hint"], "\(path)")
            #expect(page.texts.contains("이웃에게 보이고 로그인할 때도 써요. 20자까지예요."))
            #expect(page.texts.contains("8자 이상으로 정해주세요. 이메일은 묻지 않아요."))
        }
    }

    @Test func aMemberAsksAndIsLedToTheConversation() throws {
        let asker = try site.member("지수")
        let path = try asker.ask(about: item)
        #expect(path == "/chats/1")
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
        #expect(try seller.messages(in: path) == ["아직 있나요?"])
        #expect(try asker.get(item + "/conversation")["Location"] == path)
        let links = try asker.get(item).page.links
        #expect(links.contains(path))
        #expect(try site.get(item).page.texts.contains("채팅 1"))
    }

    @Test func aQuickAnswerFillsTheFieldInWithoutAScript() throws {
        let visitor = try site.visitor()
        let page = try visitor.get(item + "/conversation").page
        let answers = page.tags("button").filter { $0["name"] == "quick" }.compactMap {
            $0["value"]
        }
        #expect(answers == ["아직 있나요?", "상태는 어떤가요?", "언제 만날 수 있을까요?"])
        let form: FormBody = [
            "text": "안녕하세요.", "price": "3만", "nickname": "지수",
            "password": ServedSite.password, "quick": answers[0],
        ]
        let filledIn = try visitor.post(item + "/conversation", form)
        #expect(filledIn.status == 200 && filledIn.page.alert == nil)
        #expect(filledIn.page.value(of: "text") == "안녕하세요. 아직 있나요?")
        #expect(filledIn.page.value(of: "price") == "3만")
        #expect(filledIn.page.value(of: "nickname") == "지수")
        // No page contains a password, so it must be typed again.
        let again = "비밀번호는 다시 입력해주세요."
        #expect(filledIn.page.texts.contains { $0.hasPrefix(again) })
        #expect(!page.texts.contains { $0.hasPrefix(again) })
        #expect(try seller.get("/chats").page.tags("a").allSatisfy { $0["href"] != "/chats/1" })
    }

    @Test func aPriceIsOfferedInTheSameForm() throws {
        let asker = try site.member("지수")
        let form = try asker.get(item + "/conversation").page
        #expect(form.value(of: "price") == "")
        let far = try asker.post(item + "/conversation", ["price": "2천"])
        #expect(far.status == 422 && far.page.value(of: "price") == "2천")
        let sure = far.page.tags("button").first { $0["name"] == "sure" }?["value"]
        #expect(sure == "2000")
        let fields: KeyValuePairs = ["text": "", "price": "2천", "sure": "2000"]
        let answer = try asker.post(item + "/conversation", .urlencoded(fields))
        #expect(answer["Location"] == "/chats/1")
        #expect(try seller.get("/chats/1").page.texts.contains("2,000원"))
        let gift = try seller.post(.ownLamp.with("price", "0").with("discounted_price", ""))
        let names = try asker.get(gift + "/conversation").page.tags("input").map { $0["name"] }
        #expect(!names.contains("price"))
        let refused = try asker.post(gift + "/conversation", ["price": "1000"])
        #expect(refused.status == 422)
        #expect(refused.page.alert?.lines == ["~ 나눔 글에는 가격을 제안할 수 없어요."])
    }

    @Test func guestsOpenAnAccountInTheSameStep() throws {
        let visitor = try site.visitor()
        let form: FormBody = ["text": "아직 있나요?", "nickname": "지수", "password": ServedSite.password]
        let answer = try visitor.post(item + "/conversation", form)
        #expect(answer.status == 200)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.page.alert?.title == "메시지를 보냈어요")
        #expect(answer.page.links.contains("/chats/1"))
        #expect(try visitor.messages(in: "/chats/1") == ["아직 있나요?"])
        #expect(try seller.messages(in: "/chats/1") == ["아직 있나요?"])
    }

    @Test func theMessageComesFirstAndTheAccountBelowAHeading() throws {
        let page = try site.visitor().get(item + "/conversation").page
        let main = try #require(page.html.stretches(from: "<main", to: "</main>").first)
        let parts = [
            "name=\"text\"", "name=\"price\"", ">계정</h2>", "답을 보려면 계정이 필요해요.",
            "name=\"nickname\"", "name=\"password\"",
        ]
        let places = parts.map { main.range(of: $0, options: .literal)?.lowerBound }
        let found = places.compactMap { $0 }
        #expect(found.count == parts.count && found == found.sorted())
        // It is explained once, where it is typed.
        let before = main.stretches(from: "<form", to: "name=\"text\"").first
        #expect(before?.contains("계정") == false)
        let own = try site.member("지수").get(item + "/conversation").page
        #expect(own.texts.allSatisfy { !$0.contains("계정") })
    }

    @Test func typedTextComesBackWithItsFaults() throws {
        let form: FormBody = ["text": "아직 있나요?", "nickname": "민지", "password": "짧다"]
        let answer = try site.post(item + "/conversation", form)
        #expect(answer.status == 422)
        #expect(answer.page.value(of: "text") == "아직 있나요?")
        #expect(answer.page.value(of: "nickname") == "민지")
        #expect(!answer.text.contains("짧다"))
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 8자 이상 입력해주세요."])
        let taken: FormBody = ["text": "아직 있나요?", "nickname": "민지", "password": "다른 비밀번호예요"]
        let refused = try site.post(item + "/conversation", taken)
        #expect(refused.status == 422)
        #expect(refused["Cache-Control"] == "private, no-cache" && refused["Set-Cookie"] == nil)
        #expect(!refused.text.contains("다른 비밀번호예요"))
        #expect(refused.page.value(of: "text") == "아직 있나요?")
        let again = "비밀번호는 다시 입력해주세요. 8자 이상으로 정해주세요. 이메일은 묻지 않아요."
        #expect(refused.page.texts.contains(again))
        #expect(try !site.get(item + "/conversation").page.texts.contains(again))
        let line = "~ 이미 있는 닉네임이에요. 본인이라면 비밀번호를 다시 확인해주세요."
        #expect(refused.page.alert?.lines == [line])
    }

    @Test func existingAccountsAreSignedInByTheirPassword() throws {
        _ = try site.member("지수")
        let visitor = try site.visitor()
        let form: FormBody = ["text": "아직 있나요?", "nickname": "지수", "password": ServedSite.password]
        #expect(try visitor.post(item + "/conversation", form).redirection() == "/chats/1")
        #expect(visitor.cookie("session") != nil)
        let page = try visitor.get("/chats/1").page
        #expect(page.messages == ["아직 있나요?"])
        #expect(page.alert?.title == "메시지를 보냈어요")
    }

    @Test func existingAccountsSignInOnTheWay() throws {
        _ = try site.member("지수")
        let visitor = try site.visitor()
        let form: FormBody = [
            "text": "아직 있나요?", "nickname": "", "password": "", "token": "abc", "sign-in": "1",
        ]
        let asked = try visitor.post(item + "/conversation", form)
        #expect(asked.status == 403)
        #expect(asked.page.value(of: "carried.text") == "아직 있나요?")
        let signedIn = try visitor.post(
            "/signin",
            [
                "nickname": "지수", "password": ServedSite.password,
                "carried-to": item + "/conversation", "carried.text": "아직 있나요?",
            ])
        #expect(signedIn.status == 200)
        #expect(signedIn.page.value(of: "text") == "아직 있나요?")
        #expect(try visitor.ask("아직 있나요?", about: item) == "/chats/1")
    }

    @Test func carriedFieldsHaveTheFormsLabels() throws {
        _ = try site.member("지수")
        let visitor = try site.visitor()
        let form: FormBody = ["text": "아직 있나요?", "price": "3만", "nickname": "", "sign-in": "1"]
        let asked = try visitor.post(item + "/conversation", form).page
        var signIn = FilledForm(["nickname": "지수", "password": ServedSite.password])
        for tag in asked.tags("input") where tag["name"]?.hasPrefix("carried") == true {
            signIn.add(tag["name"] ?? "", tag["value"] ?? "")
        }
        let page = try visitor.post("/signin", signIn.urlencoded).page
        for text in ["메시지", "아직 있나요?", "가격 제안", "3만 KRW", "보내기"] {
            #expect(page.texts.contains(text), "\(text)")
        }
    }

    @Test func whatWasTypedOutlastsTheSession() throws {
        let asker = try site.member("지수")
        let page = try asker.get(item + "/conversation").page
        let token = try #require(page.value(of: "token"))
        _ = try asker.press("/signout")
        let refused = try asker.post(item + "/conversation", ["text": "아직 있나요?", "token": token])
        #expect(refused.status == 403)
        #expect(refused["Cache-Control"] == "no-store")
        #expect(refused.page.alert?.title == "로그인이 필요해요")
        #expect(refused.page.alert?.lines == ["그사이 로그아웃됐어요. 적은 내용은 그대로 있어요."])
        #expect(refused.page.value(of: "carried.text") == "아직 있나요?")
        #expect(refused.page.value(of: "carried.token") == token)
        let signedIn = try asker.post(
            "/signin",
            [
                "nickname": "지수", "password": ServedSite.password,
                "carried-to": item + "/conversation", "carried.text": "아직 있나요?",
            ])
        #expect(signedIn.page.value(of: "text") == "아직 있나요?")
    }

    @Test func invalidUTF8ComesBackAsFarAsItCanBeRead() throws {
        let asker = try site.member("지수")
        let form = FormBody(encoded: "text=still+there%3F+%FF%FE")
        let answer = try asker.post(item + "/conversation", form)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 메시지를 다시 적어주세요. 읽을 수 없는 글자가 있어요."])
        #expect(answer.page.value(of: "text") == "still there? \u{FFFD}\u{FFFD}")
        #expect(try asker.get("/chats").page.tags("a").allSatisfy { $0["href"] != "/chats/1" })
    }

    @Test func soldItemsTakeNoQuestions() throws {
        _ = try seller.press(item + "/sale/elsewhere")
        let asker = try site.member("지수")
        let answer = try asker.post(item + "/conversation", ["text": "아직 있나요?"])
        #expect(answer.status == 409)
        #expect(answer.page.alert?.title == "보내지 못했어요")
        #expect(answer.page.texts.contains("아직 있나요?"))
        let links = try asker.get(item).page.links
        #expect(!links.contains(item + "/conversation"))
    }

    @Test(arguments: ["/items/99/conversation", "/items/x/conversation"])
    func aMissingThingIs404(_ path: String) throws {
        let asker = try site.member("지수")
        #expect(try asker.get(path).status == 404)
        #expect(try asker.post(path, ["text": "아직 있나요?"]).status == 404)
    }

    @Test func typedTextStaysWhenTheItemIsDeletedMeanwhile() throws {
        let asker = try site.member("지수")
        #expect(try asker.get(item + "/conversation").status == 200)
        #expect(try seller.press(item + "/deletion").status == 303)
        let answer = try asker.post(item + "/conversation", ["text": "아직 있나요?"])
        #expect(answer.status == 404)
        #expect(answer.page.alert?.lines == ["글이 지워져서 더는 답을 받을 수 없어요."])
        #expect(answer.page.texts.contains("아직 있나요?"))
    }

    @Test func anotherSiteCannotAsk() throws {
        let answer = try site.post(
            item + "/conversation", ["text": "x"], ["Sec-Fetch-Site": "cross-site"])
        #expect(answer.status == 403)
    }

    @Test func aNewcomerWhoAsksTooManyIsTold() throws {
        let site = try ServedSite { $0.newcomerConversationsPerHour = 1 }
        let seller = try site.member("민지")
        let items = [try seller.post(), try seller.post()]
        let asker = try site.member("지수")
        _ = try asker.ask(about: items[0])
        let answer = try asker.post(items[1] + "/conversation", ["text": "저요"])
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "3600")
        #expect(answer.page.value(of: "text") == "저요")
    }

    @Test func anItemOfTheAPIIsAskedAboutToo() throws {
        let id = try site.postItem()
        let asker = try site.member("지수")
        let path = try asker.ask(about: "/items/\(id)")
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
        #expect(try site.get("/items/\(id)").page.links.contains("/items/\(id)/chats"))
    }
}
