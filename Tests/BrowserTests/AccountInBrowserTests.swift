import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Accounts {
        @Test(arguments: Browser.Scripts.allCases)
        func somebodySignsUpSellsAndSignsOut(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/")
            try browser.click("a.member")
            try browser.click(".choices a[href^='/signup']")
            try fillIn(browser, "하늘이네 \(scripts)")
            let codes = try browser.text(of: ".codes").split(whereSeparator: \.isWhitespace)
            #expect(codes.count == 10)
            let copying = try browser.all("button[value=copy]:not([hidden])")
            #expect(copying.count == (scripts == .on ? 1 : 0))
            try browser.click(".send a")
            try browser.waitUntil("the list is shown") { try !browser.titles.isEmpty }
            #expect(try browser.signedInAs == "하늘이네 \(scripts)")
            try browser.open("/my/feeds")
            let addresses = try browser.all("button[value=copy]:not([hidden])")
            #expect(addresses.count == (scripts == .on ? 2 : 0))

            try browser.open("/items/new")
            #expect(try browser.all("#password").isEmpty)
            try fillInListing(browser, "장스탠드 \(scripts)")
            try browser.submit()
            _ = try browser.arriveAtItem()
            try browser.click("button[formaction$='/reservation']")
            try browser.waitUntil("the status is changed") {
                try browser.text(of: ".marks li") == "예약중"
            }
            try browser.chooseInMenu("deletion")
            try browser.submit()
            try browser.arrive(at: "/")
            try signOut(browser)
            try browser.expectNoComplaints()
        }

        @Test func whatWasTypedOutlastsTheSession() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/signup")
            try fillIn(browser, "바다네")
            _ = try browser.find(".codes")
            try browser.open("/items/new")
            try fillInListing(browser, "오래 적은 글")
            try browser.run("return fetch('/signout', {method: 'POST'}).then(r => r.status)")
            try browser.submit()
            #expect(try browser.alert().first == "로그인이 필요해요")
            try fillIn(browser, "바다네")
            try browser.waitUntil("what was typed is shown again") {
                try browser.text(of: "main").contains("오래 적은 글")
            }
            try browser.submit()
            _ = try browser.arriveAtItem()
            #expect(try browser.text(of: "h1") == "오래 적은 글")
            try signOut(browser)
        }

        @Test func theProfileIsShownWithItsItems() throws {
            let browser = try Fixture.browser(.on, of: "알린 이")
            let path = try browser.sell("소개 붙은 책장")
            try browser.open("/my/profile")
            try browser.find("#picture").choose(files: Fixture.picture("face"))
            try browser.waitUntil("the picture is shown before it is saved") {
                try browser.find(".portrait canvas").isDisplayed
            }
            try browser.type("주말에만 만날 수 있어요.", into: "#about")
            try browser.submit()
            #expect(try browser.alert() == ["프로필을 저장했어요"])
            try browser.open(path)
            #expect(try browser.text(of: ".seller").contains("주말에만 만날 수 있어요."))
            #expect(try browser.all(".seller img").count == 1)
        }

        @Test func aChosenPictureIsSentNoLargerThanNeededAndClearsTheFaultOfTheOneBefore() throws {
            let browser = try Fixture.browser(.on, of: "사진 고르는 이")
            try browser.open("/my/profile")
            let text = try Fixture.file(Array("no picture".utf8), named: "note.png")
            try browser.find("#picture").choose(files: text)
            try browser.submit()
            try browser.waitUntil("the picture is refused") {
                try browser.alert().first == "실패" && browser.all("#picture-fault").count == 1
            }
            try browser.find("#picture").choose(files: Fixture.picture("face"))
            try browser.waitUntil("a smaller picture takes its place") {
                try browser.run("return document.querySelector('#picture').files[0].type")
                    as? String == "image/jpeg"
            }
            #expect(try browser.all(".portrait .fault, .portrait [aria-invalid]").isEmpty)
            #expect(try browser.all("dialog[open]").isEmpty)
            try browser.submit()
            #expect(try browser.alert() == ["프로필을 저장했어요"])
        }

        @Test(arguments: ["/signin", "/signup", "/items/1/deletion", "/items/new"])
        func thePasswordIsShownOnRequest(_ path: String) throws {
            let browser = try Fixture.browser(.on)
            try browser.open(path)
            try browser.type("달빛", into: "#password")
            for (type, isPressed) in [("text", "true"), ("password", "false")] {
                try browser.click(".reveal")
                #expect(try browser.find("#password").attribute("type") == type)
                #expect(try browser.find(".reveal").attribute("aria-pressed") == isPressed)
                #expect(try browser.find("#password").value == "달빛")
            }
            let plain = try Fixture.browser(.off)
            try plain.open(path)
            #expect(try !plain.find(".reveal").isDisplayed)
        }

        /// Password managers look at the field when the form is sent.
        @Test func aPasswordThatIsShownIsSentAsOne() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/signin")
            try browser.type("x", into: "#nickname")
            try browser.type("달빛", into: "#password")
            try browser.click(".reveal")
            try browser.run(
                """
                document.addEventListener('submit', (event) => {
                    event.preventDefault();
                    document.title = document.querySelector('#password').type;
                });
                """)
            try browser.submit()
            try browser.waitUntil("it is sent") {
                try browser.run("return document.title") as? String == "password"
            }
        }

        @Test func theCursorStandsInTheFirstEmptyFieldAndTheNicknameComesAlong() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/signin?return=/my/memos")
            #expect(try browser.focused().attribute("id") == "nickname")
            try browser.type("하늘 & 바다", into: "#nickname")
            try browser.click(".choices a[href^='/recovery']")
            try browser.waitUntil("the nickname is there") {
                try browser.find("#nickname").value == "하늘 & 바다"
            }
            #expect(try browser.focused().attribute("id") == "code")
            try browser.open("/signin?return=/my/memos")
            try browser.type("하늘이", into: "#nickname")
            try browser.click(".choices a[href^='/signup']")
            try browser.waitUntil("the cursor is in the password") {
                try browser.focused().attribute("id") == "password"
            }
            #expect(try browser.find("[name=return]").attribute("value") == "/my/memos")
        }

        private func fillIn(_ browser: Browser, _ nickname: String) throws {
            try browser.type(nickname, into: "#nickname")
            try browser.type(Browser.password, into: "#password")
            try browser.submit()
        }

        private func fillInListing(_ browser: Browser, _ title: String) throws {
            try browser.type(title, into: "#title")
            try browser.choose(category: 9)
            try browser.type("이사하면서 내놓습니다.", into: "#content")
        }

        private func signOut(_ browser: Browser) throws {
            try browser.open("/my/profile")
            try browser.click("form[action='/signout'] button")
            try browser.waitUntil("the visitor is a guest") {
                try browser.all("a.member[href='/signin']").count == 1
            }
        }
    }
}
