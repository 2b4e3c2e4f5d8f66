import Fixtures
import Testing

/// What a browser does with pushes. The tests reach no push service, so they supply an endpoint themselves.
@Blocking @Suite(.fixture { _ in ["--push", "mailto:me@market.example"] })
struct PushInBrowserTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/of-a-test"

    /// The states of the profile's push section that are visible.
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

    /// Makes scripts see this subscription on every page opened meanwhile, but not on the current one.
    private func withSubscription(
        in browser: Browser, _ subscription: String, _ body: () throws -> Void
    ) throws {
        let source = """
            if (self.PushManager) {
                const say = async () => { \(subscription) };
                Object.assign(PushManager.prototype, { getSubscription: say, subscribe: say });
            }
            """
        let added = try browser.command(
            "Page.addScriptToEvaluateOnNewDocument", ["source": source])
        // Other tests use the same browser.
        let identifier = try #require(added["identifier"] as? String)
        defer {
            _ = try? browser.command(
                "Page.removeScriptToEvaluateOnNewDocument", ["identifier": identifier])
        }
        try body()
    }

    /// Differs from other tests' endpoints, because an endpoint belongs to one account.
    private static let known =
        "return { endpoint: '\(endpoint)-2', unsubscribe: async () => true };"

    @Test func pushesEndedEverywhereStayEnded() throws {
        let browser = try Fixture.browser(of: "노을", permission: "granted")
        try withSubscription(in: browser, Self.known) {
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
            // Pushes can be turned on again, and stay on from then on.
            try browser.click("[data-begin]")
            try waitFor("on", browser)
            try browser.open("/my/profile")
            try waitFor("on", browser)
        }
    }

    @Test func aBrowserThatDoesNotTellItsSubscriptionIsOfferedOne() throws {
        let browser = try Fixture.browser(of: "이슬", permission: "granted")
        try withSubscription(in: browser, "throw new Error('of a test');") {
            try browser.open("/my/profile")
            try waitFor("off", browser)
            try browser.run("return navigator.serviceWorker.ready.then(() => true)")
            try browser.click("[data-begin]")
            try browser.waitUntil("it is said that it has failed") {
                try states(browser) == ["off", "failed"]
            }
        }
    }

    @Test func theButtonTurnsThemOnAndOff() throws {
        let browser = try Fixture.browser(of: "민지", permission: "granted")
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

    @Test func forbiddenPushesSayHowToAllowThem() throws {
        let browser = try Fixture.browser(of: "지수", permission: "denied")
        try browser.open("/my/profile")
        try waitFor("denied", browser)
        #expect(try browser.all("[data-begin]").allSatisfy { try !$0.isDisplayed })
    }

    @Test func theOfferAmongTheChatsIsMadeOnce() throws {
        let browser = try Fixture.browser(of: "하늘", permission: "granted")
        try browser.open("/chats")
        try browser.click("[data-dismiss]")
        try browser.waitUntil("it is gone") { try !browser.find("[data-offer]").isDisplayed }
        try browser.open("/chats")
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        #expect(try !browser.find("[data-offer]").isDisplayed)
    }

    @Test func withoutScriptsThereIsNothingToPress() throws {
        let browser = try Fixture.browser(.off, of: "바다")
        try browser.open("/my/profile")
        #expect(try !browser.find("[data-push]").isDisplayed)
    }

    @Test func pushesGoOnAfterSigningInAgain() throws {
        let browser = try Fixture.browser(of: "여울", permission: "granted")
        try withSubscription(in: browser, Self.known) {
            try browser.open("/my/profile")
            try waitFor("off", browser)
            try browser.click("[data-begin]")
            try waitFor("on", browser)
            try browser.signOut()
            try browser.signIn("여울")
            try browser.arrive(at: "/my")
            try browser.waitUntil("it is told again") {
                try browser.client().get("/my/profile").text.contains("알림을 받는 기기 1대")
            }
            try browser.waitUntil("it is noted") {
                try browser.run("return 'push' in sessionStorage") as? Bool == true
            }
            // The next page has nothing left to send.
            try browser.open("/my")
            let script = """
                return navigator.serviceWorker.ready
                    .then(({ pushManager }) => pushManager.getSubscription())
                    .then(() => fetch('/my'))
                    .then(() => performance.getEntriesByType('resource')
                        .filter(({ name }) => name.endsWith('/push')).length)
                """
            #expect(try browser.run(script) as? Int == 0)
        }
    }

    @Test func aChatOffersPushesOnce() throws {
        let browser = try Fixture.browser(of: "바람", permission: "granted")
        let chat = try browser.client().ask(about: try Fixture.member("구름").sell("원목 의자"))
        try browser.open(chat)
        try browser.click("[data-dismiss]")
        try browser.waitUntil("it is gone") { try !browser.find("[data-offer]").isDisplayed }
        for path in [chat, "/chats"] {
            try browser.open(path)
            try browser.run("return navigator.serviceWorker.ready.then(() => true)")
            #expect(try !browser.find("[data-offer]").isDisplayed)
        }
        #expect(try browser.complaints() == [])
    }

    /// This site's server accepts only other services.
    @Test func aBrowserOfAnotherServiceIsToldSo() throws {
        let browser = try Fixture.browser(of: "안개", permission: "granted")
        let other = "return { endpoint: 'https://push.example/a', unsubscribe: async () => true };"
        try withSubscription(in: browser, other) {
            try browser.open("/my/profile")
            try waitFor("off", browser)
            try browser.click("[data-begin]")
            try browser.waitUntil("it is said") { try states(browser) == ["off", "unknown"] }
        }
    }
}

extension Fixture {
    /// A browser signed in to a new account, with this permission for notifications.
    static func browser(of nickname: String, permission: String) throws -> Browser {
        let browser = try browser(.on, of: nickname)
        try browser.command(
            "Browser.setPermission",
            [
                "permission": ["name": "notifications"], "setting": permission,
                "origin": try browser.run("return location.origin"),
            ])
        return browser
    }
}
