import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Posting {
        @Test(arguments: Browser.Scripts.allCases)
        func anItemIsPostedSeenEditedAndDeleted(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let listing = Listing(title: "장스탠드 \(scripts)")
            try browser.open("/")
            try browser.find("a[href='/items/new']").click()
            try browser.add(photo: Fixture.picture("lamp"))
            try browser.fillIn(listing)
            try browser.submit()
            let path = try browser.arriveAtItem()
            #expect(try browser.alert() == ["성공", "글을 올렸어요."])
            #expect(try browser.text(of: "h1") == listing.title)
            #expect(try browser.all(".strip img").count == 1)

            try browser.open("/")
            #expect(try browser.titles.first == listing.title)
            #expect(try browser.find(".entries img").attribute("src")?.hasSuffix(".jpg") == true)
            try browser.find(".entries h2 a").click()
            #expect(try browser.address == path)
            #expect(try browser.all("dialog[open]").isEmpty)

            try edit(browser, listing, to: "장스탠드, 전구 포함")
            #expect(try browser.address == path)
            try delete(browser, at: path)
            try browser.expectNoComplaints()
        }

        @Test func theAlertStandsAboveItsWaysOn() throws {
            let browser = try Fixture.browser(.off)
            for title in ["원목 책장", "원목 의자"] { _ = try browser.post(Listing(title: title)) }
            #expect(try browser.all("dialog[open] form").count == 3)
            let room = try browser.run(
                """
                const [text, first] = document.querySelectorAll('dialog[open] > *');
                const [said, button] = [text, first].map(e => e.getBoundingClientRect());
                return button.top - said.bottom >= -1 && said.width > 240;
                """)
            #expect(room as? Bool == true)
        }

        /// Edits a listing, from its page back to its page.
        private func edit(_ browser: Browser, _ listing: Listing, to title: String) throws {
            try browser.chooseInMenu("edit")
            // The browser has just posted it.
            try browser.waitUntil("the form is filled in") {
                try browser.find("#title").value == listing.title
            }
            #expect(try browser.all("#password").isEmpty)
            #expect(try browser.find("#content").value == listing.content)
            #expect(try browser.photos.count == 1)
            try browser.find("#title").retype(title)
            try browser.submit()
            try browser.waitUntil("the title is changed") { try browser.text(of: "h1") == title }
            #expect(try browser.alert() == ["수정 성공", "고친 대로 바로 보여요."])
        }

        /// Deletes a listing, from its page to the list. The browser has just posted it, so that its
        /// password is not asked for.
        private func delete(_ browser: Browser, at path: String) throws {
            try browser.chooseInMenu("deletion")
            try browser.waitUntil("it is asked about") {
                try browser.all(".submit.danger").count == 1
            }
            #expect(try browser.all("#password").isEmpty)
            try browser.submit()
            try browser.waitUntil("the list is shown") { try browser.address == "/" }
            #expect(try browser.alert() == ["삭제 성공"])
            let link = ".entries a[href='\(path)']"
            #expect(try browser.all(link).isEmpty)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func posterInAnotherBrowserIsLedToThePassword(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let path = try browser.post(Listing(title: "다른 데서 올린 의자 \(scripts)"))
            try browser.forgetCookies()
            try browser.open(path)
            try browser.click("details.menu > summary")
            #expect(try browser.texts(of: "details.menu > ul > li > a") == ["신고하기"])
            // The actions for the guest who posted it are folded away for everybody else.
            let entries = "details.menu details > a"
            #expect(try browser.texts(of: entries) == ["", "", ""])
            try browser.click("details.menu details > summary")
            try browser.waitUntil("it is unfolded") {
                try browser.texts(of: entries) == ["받은 문의", "수정", "삭제"]
            }
            try browser.click(entries + "[href='\(path)/edit']")
            try browser.waitUntil("its password is asked for") {
                try browser.all("#password").count == 1
            }
            #expect(try browser.address == path + "/edit")
        }

        @Test(arguments: Browser.Scripts.allCases)
        func whoHasPostedItNeedsNoPasswordUntilTheyStop(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let listing = Listing(title: "손님이 관리하는 의자 \(scripts)")
            let path = try browser.post(listing)
            try browser.open(path)
            let (end, link) = ("\(path)/management/deletion", "a[href='\(path)/management']")
            try browser.click("[formaction='\(path)/reservation']")
            try browser.waitUntil("it is reserved") {
                try browser.all("[formaction='\(path)/reservation/deletion']").count == 1
            }
            #expect(try browser.text(of: ".facts").contains("까지 비밀번호 없이"))
            try browser.open(path)
            try browser.click("form[action='\(end)'] button")
            try browser.waitUntil("it is managed no more") {
                try browser.alert().first == "이 브라우저에서 그만 관리해요"
            }
            #expect(try browser.all("form[action='\(end)']").isEmpty)
            try browser.open(path)
            try browser.click(link)
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is managed again") {
                try browser.address == path && browser.all("form[action='\(end)']").count == 1
            }
            #expect(try browser.all(link).isEmpty)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aFormPressedTwiceMakesOneItem(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let listing = Listing(title: "두 번 누른 의자 \(scripts)")
            try browser.open("/items/new")
            try browser.fillIn(listing)
            let button = "document.querySelector('.send button')"
            try browser.run("\(button).click(); \(button).click()")
            _ = try browser.arriveAtItem()
            try browser.open("/")
            let titles = try browser.titles
            #expect(titles.filter { $0 == listing.title }.count == 1)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aFormGoneBackToHoldsWhatWasTypedAndIsTakenOnce(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let listing = Listing(title: "돌아간 글 \(scripts)")
            let path = try browser.post(listing)
            try browser.back()
            try browser.waitUntil("the form is back") {
                try browser.find("#title").value == listing.title
            }
            #expect(try browser.find("#content").value == listing.content)
            if try browser.find("#password").value.isEmpty {
                try browser.type(listing.password, into: "#password")
            }
            try browser.submit()
            #expect(try browser.arriveAtItem() == path)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aFormGoneBackToAndCorrectedCorrectsTheFirst(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            let listing = Listing(title: "고칠 글 \(scripts)")
            let path = try browser.post(listing)
            try browser.back()
            try browser.waitUntil("the form is back") {
                try browser.find("#title").value == listing.title
            }
            try browser.find("#title").retype("고친 글 \(scripts)")
            if try browser.find("#password").value.isEmpty {
                try browser.type(listing.password, into: "#password")
            }
            try browser.submit()
            #expect(try browser.alert().first == "이미 올린 글이 있어요")
            try browser.click("#earlier [name=arrange]")
            try browser.waitUntil("the first is to be corrected") {
                try browser.find("#item-form").attribute("action") == path + "/edit"
            }
            #expect(try browser.find("#title").value == "고친 글 \(scripts)")
            #expect(try browser.find("#content").value == listing.content)
            try browser.submit()
            #expect(try browser.arriveAtItem() == path)
        }

        @Test func withoutScriptsAPhotoGoesAlongWithTheForm() throws {
            let browser = try Fixture.browser(.off)
            try browser.open("/items/new")
            try browser.fillIn(Listing())
            try browser.find("#photos").choose(files: Fixture.picture("sofa"))
            try browser.submit()
            _ = try browser.arriveAtItem()
            #expect(try browser.all(".strip img").count == 1)
        }

        @Test func theCategoryChosenOnItsScreenIsShown() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.choose(category: 4)
            // The dialog reports that it has closed a moment later.
            try browser.waitUntil("the form shows the choice") {
                try browser.text(of: "#category-button").contains("유아/아동용품")
            }
            #expect(try browser.find("#category").value == "4")
        }

        @Test func aCategoryIsChosenByArrowKeys() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.run("document.querySelector('#category-button').focus()")
            func open(at name: String) throws {
                try browser.press(.enter)
                try browser.waitUntil("it opens at \(name)") { try browser.focused().text == name }
            }
            try open(at: "디지털/가전")
            try browser.press(.down)
            try browser.press(.down)
            try browser.press(.enter)
            try browser.waitUntil("the form shows the choice") {
                try browser.text(of: "#category-button") == "스포츠/레저"
            }
            try open(at: "스포츠/레저")
        }

        @Test func theAlertLosesEachLineWithItsFault() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            try browser.submit()
            let line = "~ 글 제목을 입력해주세요."
            let before = try browser.alert()
            #expect(before.contains(line))
            try browser.type("의자", into: "#title")
            try browser.waitUntil("the line is gone") {
                try browser.alert() == before.filter { $0 != line }
            }
            try browser.find("#title").retype(" ")
            try browser.waitUntil("the line is back") { try browser.alert() == before }
        }
    }
}
