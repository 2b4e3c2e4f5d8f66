import Fixtures
import Testing

/// What a browser does with pushes. It reaches no push service here: that gives it an endpoint in its place.
@Blocking @Suite(.fixture { _ in ["--push", "mailto:me@market.example"] })
struct PushInBrowserTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/of-a-test"

    /// Somebody new whose browser may show notifications, or not.
    private func browser(_ nickname: String, permission: String) throws -> Browser {
        let browser = try Fixture.browser(.on)
        try browser.signUp(nickname)
        try browser.command(
            "Browser.setPermission",
            [
                "permission": ["name": "notifications"], "setting": permission,
                "origin": try browser.run("return location.origin"),
            ])
        return browser
    }

    /// What of the section on the profile is shown.
    private func states(_ browser: Browser) throws -> [String] {
        let script = """
            return [...document.querySelectorAll('[data-push] [data-state]')]
                .filter((part) => part.checkVisibility()).map((part) => part.dataset.state).join()
            """
        let text = try browser.run(script) as? String ?? ""
        return text.split(separator: ",").map(String.init)
    }

    private func waitFor(_ state: String, _ browser: Browser) throws {
        try browser.waitUntil("\(state) is shown") { try states(browser) == [state] }
    }

    private func giveEndpoints(_ browser: Browser) throws {
        try browser.run(
            """
            PushManager.prototype.subscribe = async () => ({
                endpoint: '\(Self.endpoint)', unsubscribe: async () => true,
            })
            """)
    }

    /// What the browser says of its subscription on each page meanwhile, but the one that is open.
    private func having(
        _ browser: Browser, say subscription: String, _ body: () throws -> Void
    ) throws {
        let source = """
            if (self.PushManager) {
                const say = async () => { \(subscription) };
                Object.assign(PushManager.prototype, { getSubscription: say, subscribe: say });
            }
            """
        let added = try browser.command(
            "Page.addScriptToEvaluateOnNewDocument", ["source": source])
        // Other tests have the same browser.
        let identifier = try #require(added["identifier"] as? String)
        defer {
            _ = try? browser.command(
                "Page.removeScriptToEvaluateOnNewDocument", ["identifier": identifier])
        }
        try body()
    }

    /// Another than that of other tests: an endpoint is one account's.
    private static let known =
        "return { endpoint: '\(endpoint)-2', unsubscribe: async () => true };"

    @Test func whatWasEndedEverywhereStaysEnded() throws {
        let browser = try browser("노을", permission: "granted")
        try having(browser, say: Self.known) {
            try browser.open("/my/profile")
            try waitFor("off", browser)
            try browser.click("[data-begin]")
            try waitFor("on", browser)
            try browser.open("/my/profile")
            try waitFor("on", browser)
            try browser.click("form[action='/push/deletion'] button")
            try waitFor("off", browser)
            #expect(try !browser.client().get("/my/profile").text.contains("알림을 받는 기기"))
            try browser.open("/chats")
            try browser.run("return navigator.serviceWorker.ready.then(() => true)")
            try browser.open("/my/profile")
            try waitFor("off", browser)
            #expect(try !browser.client().get("/my/profile").text.contains("알림을 받는 기기"))
            // It can be begun again, and goes on from then on.
            try browser.click("[data-begin]")
            try waitFor("on", browser)
            try browser.open("/my/profile")
            try waitFor("on", browser)
        }
    }

    @Test func aBrowserThatDoesNotSayWhatItHasIsOffered() throws {
        let browser = try browser("이슬", permission: "granted")
        try having(browser, say: "throw new Error('of a test');") {
            try browser.open("/my/profile")
            try waitFor("off", browser)
            try browser.run("return navigator.serviceWorker.ready.then(() => true)")
            try browser.click("[data-begin]")
            try browser.waitUntil("it is said that it has failed") {
                try states(browser) == ["off", "failed"]
            }
        }
        // It may say in its console that it has failed.
        try browser.forgetComplaints()
    }

    @Test func theButtonTurnsThemOnAndOff() throws {
        let browser = try browser("민지", permission: "granted")
        try browser.open("/my/profile")
        try waitFor("off", browser)
        try giveEndpoints(browser)
        try browser.click("[data-begin]")
        try waitFor("on", browser)
        #expect(try browser.client().get("/my/profile").text.contains("알림을 받는 기기 1대"))
        try browser.click("[data-end]")
        try waitFor("off", browser)
        #expect(try !browser.client().get("/my/profile").text.contains("알림을 받는 기기"))
        #expect(try browser.complaints() == [])
    }

    @Test func whoForbidsThemIsToldHowToAllowThem() throws {
        let browser = try browser("지수", permission: "denied")
        try browser.open("/my/profile")
        try waitFor("denied", browser)
        #expect(try browser.all("[data-begin]").allSatisfy { try !$0.isDisplayed })
    }

    @Test func theOfferAmongTheChatsIsMadeOnce() throws {
        let browser = try browser("하늘", permission: "granted")
        try browser.open("/chats")
        try browser.click("[data-dismiss]")
        try browser.waitUntil("it is gone") { try !browser.find("[data-offer]").isDisplayed }
        try browser.open("/chats")
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        #expect(try !browser.find("[data-offer]").isDisplayed)
    }

    @Test func withoutScriptsThereIsNothingToPress() throws {
        let browser = try Fixture.browser(.off)
        try browser.signUp("바다")
        try browser.open("/my/profile")
        #expect(try !browser.find("[data-push]").isDisplayed)
    }

    @Test func aPushShowsWhatIsNew() throws {
        let browser = try browser("나래", permission: "granted")
        let item = try browser.client().sell("원목 의자")
        let asker = try Fixture.client(keepsCookies: true)
        let form = FormBody.urlencoded(["nickname": "가람", "password": Browser.password])
        #expect(try asker.post("/signup", form).status == 200)
        let chat = try asker.submit(
            item + "/conversation", .urlencoded(["text": "아직 있나요?"]))
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        try deliverPush(to: browser)
        try browser.waitUntil("it is shown") {
            try notices(browser) == "새 메시지 · 가람|원목 의자: 아직 있나요?|\(chat)"
        }
        // Where the page is in sight, what was seen is not told again.
        try browser.open(chat)
        try browser.waitUntil("it is read") {
            try browser.client().get("/push/news").text.contains("\"isSeen\":true")
        }
        try browser.run(
            """
            return navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
                .then((all) => all.forEach((notice) => notice.close()))
            """)
        try deliverPush(to: browser)
        // As long as it would take to be shown.
        try browser.run("return new Promise((go) => setTimeout(go, 1_000))")
        #expect(try notices(browser).isEmpty)
    }

    /// A push does not say of what it tells, so that each shows what none before it has.
    @Test func eachPushShowsAnotherPieceOfNews() throws {
        let browser = try browser("가을", permission: "granted")
        let item = try browser.client().sell("접이식 책상")
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        for nickname in ["겨울", "여름"] {
            let asker = try Fixture.client(keepsCookies: true)
            let form = FormBody.urlencoded(["nickname": nickname, "password": Browser.password])
            #expect(try asker.post("/signup", form).status == 200)
            _ = try asker.submit(item + "/conversation", .urlencoded(["text": nickname]))
        }
        for count in 1...2 {
            try deliverPush(to: browser)
            try browser.waitUntil("\(count) are shown") {
                try notices(browser).matches(of: /접이식 책상/).count == count
            }
        }
        let shown = try notices(browser)
        #expect(shown.contains("새 메시지 · 겨울") && shown.contains("새 메시지 · 여름"))
    }

    /// To the first worker that the browser has got.
    private func deliverPush(to browser: Browser) throws {
        try browser.command("ServiceWorker.enable")
        try browser.command(
            "ServiceWorker.deliverPushMessage",
            [
                "origin": try browser.run("return location.origin"), "registrationId": "0",
                "data": "",
            ])
    }

    private func notices(_ browser: Browser) throws -> String {
        let script = """
            return navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
                .then((all) => all.map((notice) =>
                    `${notice.title}|${notice.body}|${notice.data.url}`).join())
            """
        return try browser.run(script) as? String ?? ""
    }
}
