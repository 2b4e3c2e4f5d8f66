import Fixtures
import Testing

/// Which notifications a browser shows after a push, and until when.
@Blocking @Suite(.fixture { _ in ["--push", "mailto:me@market.example"] })
struct NoticesInBrowserTests {
    @Test func aPushShowsWhatIsNew() throws {
        let browser = try Fixture.browser(of: "나래", permission: "granted")
        let item = try browser.client().sell("원목 의자")
        let asker = try Fixture.member("가람")
        let chat = try asker.ask(about: item)
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        try deliverPush(to: browser, until: "it is shown") {
            try notices(browser) == "새 메시지 · 가람|원목 의자: 아직 있나요?|\(chat)"
        }
        // Nothing is shown again for what was seen on a page in view.
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
        // Waits as long as showing it would take.
        try browser.run("return new Promise((go) => setTimeout(go, 1_000))")
        #expect(try notices(browser).isEmpty)
    }

    /// A push carries no content, so each one shows what no earlier one has shown.
    @Test func eachPushShowsAnotherPieceOfNews() throws {
        let browser = try Fixture.browser(of: "가을", permission: "granted")
        let item = try browser.client().sell("접이식 책상")
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        for nickname in ["겨울", "여름"] {
            let asker = try Fixture.member(nickname)
            try asker.ask(nickname, about: item)
        }
        for count in 1...2 {
            try deliverPush(to: browser, until: "\(count) are shown") {
                try notices(browser).matches(of: /접이식 책상/).count == count
            }
        }
        let shown = try notices(browser)
        #expect(shown.contains("새 메시지 · 겨울") && shown.contains("새 메시지 · 여름"))
    }

    /// A notification for something read on another device is closed with the next page here.
    @Test func newsSeenElsewhereIsNoLongerShown() throws {
        let browser = try Fixture.browser(of: "새벽", permission: "granted")
        let item = try browser.client().sell("접이식 의자")
        try browser.run("return navigator.serviceWorker.ready.then(() => true)")
        var chats: [String] = []
        for nickname in ["아침", "저녁"] {
            chats.append(try Fixture.member(nickname).ask(nickname, about: item))
            try deliverPush(to: browser, until: "it is shown") {
                try notices(browser).contains(nickname)
            }
        }
        _ = try browser.client().get(chats[0])
        try browser.open("/")
        try browser.waitUntil("it is gone") { try !notices(browser).contains("아침") }
        #expect(try notices(browser).contains("저녁"))
        // In this browser, its page alone is enough.
        try browser.open(chats[1])
        try browser.waitUntil("it is gone") { try notices(browser).isEmpty }
    }

    /// A page without any input for minutes.
    @Test func aChatLeftOpenReadsNothing() throws {
        let browser = try Fixture.browser(of: "한낮", permission: "granted")
        let item = try browser.client().sell("책장")
        let asker = try Fixture.member("한밤")
        let chat = try asker.ask("있나요?", about: item)
        func isRead() throws -> Bool {
            try browser.client().get("/push/news").text.contains("\"isSeen\":true")
        }
        try browser.open(chat)
        try browser.waitUntil("it is read") { try isRead() }
        // People scroll by a mouse wheel, or by moving a screen reader's cursor.
        for (target, event) in [
            ("window", "pointermove"), ("window", "wheel"), ("window", "focusin"),
            ("document.querySelector('.pane')", "scroll"),
        ] {
            try letPass(121_000, in: browser)
            let form: FormBody = ["text": "되나요? \(event)", "token": ""]
            #expect(try asker.post(chat + "/messages", form).status == 303)
            try browser.waitUntil("it is shown") {
                try browser.text(of: ".messages").contains("되나요? \(event)")
            }
            #expect(try !isRead())
            // The new message itself has scrolled the page.
            try letPass(1_001, in: browser)
            try browser.run("\(target).dispatchEvent(new Event('\(event)'))")
            try browser.waitUntil("it is read") { try isRead() }
        }
    }

    /// Moves the clock that the page's scripts see.
    private func letPass(_ milliseconds: Int, in browser: Browser) throws {
        try browser.run("const now = Date.now; Date.now = () => now() + \(milliseconds)")
    }

    /// Delivers a push to the browser's first service worker. Repeats it, because a busy browser
    /// drops a push that arrives while its worker starts.
    private func deliverPush(
        to browser: Browser, until what: String, _ isShown: () throws -> Bool
    ) throws {
        for _ in 1...2 {
            try deliverPush(to: browser)
            do {
                return try browser.waitUntil(what, within: 8, isShown)
            } catch is Failure {}
        }
        try deliverPush(to: browser)
        try browser.waitUntil(what, isShown)
    }

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
