import Fixtures
import Testing

/// What the people concerned are told when an operator hides a listing or suspends somebody.
@Blocking
struct HidingSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let asker: Client
    private let item: String

    init() throws {
        site = try ServedSite { options in
            options.operators = [1]
            options.operatorText = "햇살마을 운영자, 02-123-4567"
        }
        keeper = try site.member("장터지기")
        (seller, item, asker, _) = try site.asked()
    }

    private let title = "북유럽풍 장스탠드"
    private let mending = "고치면 운영자가 다시 살펴봐요."
    private let told = "운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."

    private func hide(because reason: String) throws {
        let answer = try keeper.post(item + "/hiding", ["reason": reason])
        #expect(answer.status == 303)
    }

    @Test func theSellerIsToldWhereTheyLook() throws {
        #expect(try seller.get("/").page.texts.contains("새 알림 1개") == false)
        try hide(because: "팔 수 없는 물건")
        #expect(try seller.get("/").page.texts.contains("새 알림 1개"))
        let because = told + " 이유: 팔 수 없는 물건"
        let page = try seller.get(item).page
        #expect(page.texts.contains(title) && page.texts.contains(because))
        #expect(page.texts.contains(mending) && !page.texts.contains("끌올"))
        #expect(try !keeper.get(item).page.texts.contains(mending))
        // The operator's contact, beside the notice and in the footer.
        let contact = "햇살마을 운영자, 02-123-4567"
        #expect(page.texts.filter { $0 == contact }.count == 2)
        #expect(try keeper.get(item).page.texts.filter { $0 == contact }.count == 1)
        let own = try seller.get("/my/items").page
        #expect(own.texts.contains(title) && own.texts.contains("· " + because))
        for path in ["/my", "/my/reminders"] {
            let page = try seller.get(path).page
            #expect(page.links.contains(item), "\(path)")
            #expect(page.texts.contains { $0.hasPrefix("운영자가 가린 글 ·") }, "\(path)")
            #expect(page.action(endingWith: item + "/reminder/dismissal") != nil, "\(path)")
        }
        for client in [asker, try site.visitor()] {
            #expect(try !client.get("/").page.texts.contains("새 알림 1개"))
            #expect(try !client.get(item).text.contains("팔 수 없는 물건"))
        }
    }

    @Test func aGuestReadsWhyByThePassword() throws {
        let item = try site.post()
        let because = told + " 이유: 광고예요"
        _ = try asker.ask(about: item)
        let sent = try keeper.post(item + "/hiding", ["reason": "광고예요"])
        #expect(sent.status == 303)
        let guest = try site.visitor()
        #expect(try guest.get(item).status == 404)
        _ = try guest.post(item + "/chats", ["password": "달빛1234"])
        let answer = try guest.get(item)
        #expect(answer.status == 403 && answer.page.texts.contains(because))
        // Somebody who asked about it learns that it is hidden, and no more.
        #expect(try asker.get(item).status == 403)
        #expect(try !asker.get(item).text.contains("광고예요"))
    }

    @Test func theGuestsBrowserIsLedToTheReason() throws {
        let guest = try site.visitor()
        let item = try guest.post(.lamp)
        let sent = try keeper.post(item + "/hiding", ["reason": "광고예요"])
        #expect(sent.status == 303)
        let posted = try guest.get("/items/posted").page
        #expect(posted.links.contains(item) && posted.texts.contains("운영자가 가린 글"))
        #expect(!posted.html.contains(title) && !posted.texts.contains { $0.contains("글이 없어요") })
        let answer = try guest.get(item)
        #expect(answer.status == 403 && answer.page.texts.contains(title))
        #expect(answer.page.texts.contains(told + " 이유: 광고예요"))
        #expect(answer.page.texts.contains(mending))
        // After an hour, the guest corrects or deletes it with its password, and sees whom to ask.
        site.clock.advance(by: 3_600)
        for path in [item + "/edit", item + "/deletion"] {
            #expect(answer.page.links.contains(path), "\(path)")
            #expect(try guest.get(path).page.asksForPassword)
        }
        let contact = "햇살마을 운영자, 02-123-4567"
        #expect(answer.page.texts.filter { $0 == contact }.count == 2)
        // Claiming to have posted it reveals nothing.
        let stranger = try site.visitor()
        stranger.set(cookie: "posted-items", to: String(item.dropFirst("/items/".count)))
        stranger.set(cookie: "posted", to: "1")
        let forged = try stranger.get("/items/posted")
        #expect(forged.status == 200 && !forged.text.contains(title))
        #expect(try stranger.get(item).status == 404)
    }

    @Test func aSeenHidingIsNoLongerCounted() throws {
        try hide(because: "")
        let path = item + "/reminder/dismissal"
        #expect(try asker.press(path).status == 404)
        #expect(try site.post(path, [:]).status == 403)
        #expect(try seller.get("/").page.texts.contains("새 알림 1개"))
        #expect(try seller.press(path)["Location"] == "/my/reminders")
        #expect(try !seller.get("/").page.texts.contains("새 알림 1개"))
        #expect(try seller.get("/my/reminders").page.action(endingWith: path) == nil)
        // The listing is still hidden, and its page says so.
        #expect(try seller.get(item).page.texts.contains(told))
        #expect(try seller.press("/items/77/reminder/dismissal").status == 404)
    }

    @Test func aReasonIsTextAndNothingElse() throws {
        try hide(because: "<script>alert(1)</script>\r\n&" + String(repeating: "나", count: 300))
        let page = try seller.get(item).page
        #expect(!page.html.contains("<script>alert"))
        #expect(page.texts.contains { $0.hasPrefix(told + " 이유: <script>alert(1)</script> &나") })
        #expect(!page.html.contains(String(repeating: "나", count: 200)))
    }

    @Test func theFormsOfTheOperatorAskForAReason() throws {
        try asker.report("item", "1")
        for path in [item, "/reports"] {
            let page = try keeper.get(path).page
            #expect(page.action(endingWith: item + "/hiding") != nil, "\(path)")
            #expect(page.tags("input").contains { $0["name"] == "reason" }, "\(path)")
        }
        #expect(try !asker.get(item).page.tags("input").contains { $0["name"] == "reason" })
        // Only operators may hide it.
        let sent = try asker.post(item + "/hiding", ["reason": "심심해서"])
        #expect(sent.status == 404)
        #expect(try site.get(item).status == 200)
        try hide(because: "")
        let page = try keeper.get(item).page
        #expect(!page.tags("input").contains { $0["name"] == "reason" })
        #expect(page.action(endingWith: item + "/hiding/deletion") != nil)
    }

    @Test func theFormThatSuspendsAsksForAReasonAndTheOneThatLiftsDoesNot() throws {
        let words = "막는 이유 (옵션)"
        func reasons(_ path: String) throws -> [String?] {
            try keeper.get(path).page.tags("input").filter { $0["name"] == "reason" }
                .map { $0["placeholder"] }
        }
        try asker.report("person", "2")
        for path in ["/people/2", "/reports"] {
            #expect(try reasons(path) == [words], "\(path)")
        }
        #expect(try keeper.press("/people/2/suspension").status == 303)
        for path in ["/people/2", "/reports?settled=1", "/reports/suspended"] {
            #expect(try reasons(path).isEmpty, "\(path)")
        }
        let sent = try asker.post("/people/2/suspension", ["reason": "심심해서"])
        #expect(sent.status == 404)
    }

    /// The button comes last, when everything is chosen; the operators' style sheet lays it out.
    @Test func theFormThatSuspendsEndsWithItsButton() throws {
        try asker.report("person", "2")
        for path in ["/people/2", "/reports"] {
            let page = try keeper.get(path).page
            let form = try #require(
                page.html.stretches(from: "class=\"actions adding stopping\"", to: "</form>").first)
            let inputs = Page(html: form).tags("input").compactMap { $0["name"] }
            let chosen = ["reason", "days", "days", "days", "days", "hide"]
            #expect(inputs.suffix(6) == chosen[...], "\(path)")
            let last = try #require(form.stretches(from: "name=\"hide\"", to: "</button>").first)
            #expect(last.contains("글쓰기 막기"), "\(path)")
            // It takes much room and is seldom used.
            let folded = page.html.stretches(from: "<details class=\"terms\">", to: "</details>")
            #expect(folded.contains { $0.contains("action=\"/people/2/suspension\"") }, "\(path)")
            #expect(page.html.contains("/operator.css"), "\(path)")
        }
        #expect(try !asker.get("/people/2").page.html.contains("/operator.css"))
    }

    @Test func suspendedPeopleAreToldWhy() throws {
        let reason = "<b>광고</b> " + String(repeating: "나", count: 300)
        let sent = try keeper.post("/people/3/suspension", ["reason": reason])
        #expect(sent.status == 303)
        let told = "기한 없이 막아 두었어요. 이유: <b>광고</b> 나"
        for path in ["/my", "/items/new", "/reports/new?item=1"] {
            let page = try asker.get(path).page
            #expect(page.texts.contains { $0.contains(told) }, "\(path)")
            #expect(!page.html.contains(String(repeating: "나", count: 200)), "\(path)")
        }
        for client in [seller, try site.visitor()] {
            #expect(try !client.get("/people/3").page.html.contains("광고"))
        }
        for page in ["/people/3", "/reports/suspended"] {
            #expect(try keeper.get(page).page.texts.contains { $0.hasPrefix("<b>광고</b>") })
        }
        _ = try keeper.press("/people/3/suspension/deletion")
        #expect(try !asker.get("/my").page.html.contains("광고"))
    }

    @Test func suspendedPeopleAreToldAtTheSignInAndOnTheDesk() throws {
        let contact = "햇살마을 운영자, 02-123-4567"
        let help = "운영자가 이 계정의 글쓰기를 기한 없이 막아 두었어요."
        let ask = "잘못되었다면 운영자에게 알려주세요."
        #expect(try !asker.get("/my").page.texts.contains(help))
        #expect(try keeper.press("/people/3/suspension").status == 303)
        let desk = try asker.get("/my").page
        #expect(desk.texts.contains(help) && desk.texts.contains(ask))
        // Once more in the footer.
        #expect(desk.texts.filter { $0 == contact }.count == 2)
        let other = try site.visitor()
        #expect(try other.post("/signin", ServedSite.credentials("지수")).status == 303)
        let page = try other.get("/").page
        #expect(page.alert?.title == "지금은 쓸 수 없어요" && page.alert?.lines == [help, ask, contact])
        #expect(page.alert?.isFailure == true)
        #expect(try keeper.press("/people/3/suspension/deletion").status == 303)
        #expect(try !asker.get("/my").page.texts.contains(help))
    }

    /// Every refusal does, even where the reason must be looked up first.
    @Test func eachRefusalTellsWhyAndWhomToAsk() throws {
        let links = try asker.get("/chats").page.links
        let chat = try #require(links.first { $0.hasPrefix("/chats/") })
        #expect(try keeper.post("/people/3/suspension", ["reason": "광고"]).status == 303)
        let told = [
            "운영자가 이 계정의 글쓰기를 기한 없이 막아 두었어요. 이유: 광고", "잘못되었다면 운영자에게 알려주세요.",
            "햇살마을 운영자, 02-123-4567",
        ]
        #expect(try asker.get(chat).page.texts.contains(told[0]))
        let refusals = [
            try asker.post("/items", FilledForm.ownLamp.multipart),
            try asker.write("계세요?", in: chat),
            try asker.post("/reports", ["item": "1", "reason": "1"]),
        ]
        for refusal in refusals {
            #expect(refusal.status == 409 && refusal.page.alert?.lines == told)
        }
        #expect(try seller.post("/items", FilledForm.ownLamp.multipart).status == 303)
    }
}
