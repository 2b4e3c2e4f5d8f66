import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Using the site without a pointer.
    @Blocking
    struct Keyboard {
        @Test(arguments: Browser.Scripts.allCases)
        func theTabKeyFollowsTheForm(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/signin")
            var stops: [String] = []
            #expect(try browser.focused().attribute("id") == "nickname")
            for _ in 0..<7 {
                try browser.press(.tab)
                let focused = try browser.focused()
                let id = try focused.attribute("id") ?? ""
                stops.append(id.isEmpty ? try focused.text : id)
            }
            // The button that shows the password has no text.
            #expect(
                stops.filter { !$0.isEmpty }.prefix(6) == [
                    "password", "로그인", "처음이에요. 가입하기", "비밀번호를 잊었어요",
                    "비회원으로 올린 글", "이용 규칙",
                ])
        }

        @Test(arguments: Browser.Scripts.allCases)
        func theWayPastTheHeaderLeadsIntoThePage(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/")
            try browser.press(.tab)
            try browser.press(.enter)
            try browser.press(.tab)
            try browser.waitUntil("the first link of the page has the focus") {
                try browser.focused().attribute("href")?.hasSuffix("/categories") == true
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aListIsMadeAndFilledByTheKeyboardAlone(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "키보드 \(scripts)")
            try browser.open("/my/lists")
            try tab(browser, to: "title")
            try browser.focused().type("이사 준비")
            try browser.press(.tab)
            try browser.press(.enter)
            try browser.press(.tab)
            try browser.press(.right)
            try browser.press(.enter)
            try browser.waitUntil("the list is shown") { try browser.text(of: "h1") == "이사 준비" }
            #expect(try browser.all("h1 use[href$='#cart']").count == 1)
            try tab(browser, to: "title")
            try browser.focused().type("상자 사기")
            try browser.press(.enter)
            try browser.waitUntil("the task is there") { try browser.tasks == ["상자 사기"] }
            try tab(browser, toLabel: "‘상자 사기’ 완료")
            try browser.press(.space)
            _ = try browser.find(".done .tick[aria-pressed=true]")
        }

        @Test(arguments: Browser.Scripts.allCases)
        func whatIsBroughtBackIsSaidAndReachedByTheKeyboard(
            _ scripts: Browser.Scripts
        ) throws {
            let browser = try Fixture.browser(scripts, of: "되돌림 \(scripts)")
            _ = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.delete(atOnceBy: ".tasks .delete")
            #expect(try browser.all("dialog[open] [role=status]").count == 1)
            try tab(browser, toText: "되돌리기")
            try browser.press(.enter)
            try browser.waitUntil("the task is back") { try browser.tasks == ["상자 사기"] }
            try tab(browser, toText: "닫기")
            try browser.press(.enter)
            try browser.waitUntil("the alert is gone") { try browser.all("dialog[open]").isEmpty }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aQuestionIsAnsweredByTheKeyboardAlone(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "답하는 이 \(scripts)")
            let item = try browser.sell("원목 의자")
            try Fixture.member("묻는 이 \(scripts)").ask(about: item)
            try browser.open("/chats")
            try tab(browser) { try $0.attribute("href")?.contains("/chats/") == true }
            // A ring outside the row would be cut off by the list.
            let offset = "return getComputedStyle(document.activeElement).outlineOffset"
            #expect(try browser.run(offset) as? String == "-3px")
            try browser.press(.enter)
            _ = try browser.find(".writing")
            try tab(browser, to: "text")
            try browser.focused().type("네, 있어요.")
            try browser.press(.tab)
            try browser.press(.enter)
            try browser.waitUntil("it is sent") {
                try browser.texts(of: ".messages .own p") == ["네, 있어요."]
            }
        }

        @Test(arguments: [
            "/my", "/my/lists", "/my/memos/new", "/my/profile", "/my/password", "/items/new",
            "/my/checklist",
        ])
        func whereTheKeysGoIsSeen(_ path: String) throws {
            let browser = try Fixture.browser(.on, of: "보는 이 \(path)")
            try browser.open(path)
            try browser.run("document.activeElement.blur()")
            for _ in 0..<60 {
                try browser.press(.tab)
                let unseen = try browser.run(Self.unseenFocus) as? String
                if unseen == "the page itself" { return }
                #expect(unseen == nil)
            }
        }

        @Test func thePhotosShowWhereTheKeysGo() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.add(photo: Fixture.picture("ringed"))
            try browser.fillIn(Listing())
            try browser.submit()
            try browser.open(browser.arriveAtItem())
            try tab(browser) { try $0.attribute("href")?.hasSuffix("/full.jpg") == true }
            // The first photo is drawn above the ring of its link.
            let ring = try browser.run(
                """
                const style = getComputedStyle(document.querySelector('.strip img'));
                return `${style.outlineStyle} ${style.outlineOffset}`;
                """)
            #expect(ring as? String == "solid -3px")
            try browser.press(.enter)
            try browser.waitUntil("the photo is large") {
                try browser.all("dialog.viewer[open]").count == 1
            }
            let colour = try browser.run(
                """
                document.querySelector('.shut').focus();
                return getComputedStyle(document.activeElement).outlineColor;
                """)
            #expect(colour as? String == "rgb(255, 255, 255)")
        }

        /// The focused element, if neither it nor the label drawn in its place has an outline.
        private static let unseenFocus = """
            const focused = document.activeElement;
            if (focused === document.body) return 'the page itself';
            const labels = focused.type === 'file' ? focused.labels : [];
            const isOutlined = [focused, focused.closest('label'), ...labels].some(
                element => element && ['', '::after'].some(part => {
                    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
                    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
                }));
            return isOutlined ? null : focused.outerHTML;
            """

        private func tab(_ browser: Browser, to id: String) throws {
            try tab(browser) { try $0.attribute("id") == id }
        }

        private func tab(_ browser: Browser, toLabel label: String) throws {
            try tab(browser) { try $0.attribute("aria-label") == label }
        }

        private func tab(_ browser: Browser, toText text: String) throws {
            try tab(browser) { try $0.text == text }
        }

        /// Presses the tab key until `isThere` accepts the focused element.
        private func tab(_ browser: Browser, _ isThere: (Element) throws -> Bool) throws {
            for _ in 0..<60 {
                try browser.press(.tab)
                // The focused element may be replaced while it is inspected; it then no longer has the focus.
                if (try? isThere(browser.focused())) == true { return }
            }
            throw Failure("the tab key does not lead there, at \(try browser.address)")
        }
    }
}
