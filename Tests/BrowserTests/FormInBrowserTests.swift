import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Form {
        @Test(arguments: Browser.Scripts.allCases)
        func whatIsMissingIsSaidAndWhatWasTypedIsKept(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.forgetComplaints()
            try browser.open("/items/new")
            try browser.add(photo: Fixture.picture("kept"))
            try browser.type("열둘", into: "#price")
            try browser.find("#stock").retype("<3>")
            try browser.submit()
            #expect(
                try browser.alert() == [
                    "실패", "~ 글 제목을 입력해주세요.", "~ 카테고리를 선택해주세요.",
                    "~ 내용을 입력해주세요.", "~ 가격을 숫자로 입력해주세요.",
                    "~ 재고 수량을 0 이상의 숫자로 입력해주세요.", "~ 비밀번호를 입력해주세요.",
                ])
            #expect(try browser.find("#price").value == "열둘")
            #expect(try browser.find("#stock").value == "<3>")
            #expect(try browser.photos.count == 1)
            try browser.expectNoComplaints(besides: 422)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aLineOfTheAlertLeadsToItsField(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try refuseBlankForm(browser)
            try browser.find("dialog[open] a[href='#content']").click()
            try browser.waitUntil("the field has the focus") {
                try browser.focused().attribute("id") == "content"
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func theAlertIsDismissedByTheKeyboard(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try refuseBlankForm(browser)
            for _ in 0..<20 where try browser.focused().text != "닫기" {
                try browser.press(.tab)
            }
            try browser.press(.enter)
            try browser.waitUntil("the alert is gone") {
                try browser.all("dialog[open]").isEmpty
            }
        }

        @Test func escapeDismissesTheAlert() throws {
            let browser = try Fixture.browser(.on)
            try refuseBlankForm(browser)
            try browser.press(.escape)
            try browser.waitUntil("the alert is gone") {
                try browser.all("dialog[open]").isEmpty
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func photosAreMovedAndRemoved(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/items/new")
            for name in ["one", "two", "three"] {
                try browser.add(photo: Fixture.picture(name))
            }
            let chosen = try browser.photos
            try browser.find("button[value=later-1]").click()
            try browser.waitUntil("the photo is moved") {
                try browser.photos == [chosen[1], chosen[0], chosen[2]]
            }
            try browser.find("button[value=remove-2]").click()
            try browser.waitUntil("the photo is removed") {
                try browser.photos == [chosen[1], chosen[2]]
            }
        }

        @Test func atMostFivePhotosAreTaken() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            for number in 1...5 { try browser.add(photo: Fixture.picture("photo \(number)")) }
            #expect(try browser.text(of: "label[for=photos]").contains("5/5"))
            #expect(try browser.find("#photos").attribute("disabled") != nil)
        }

        @Test func whatIsNoPhotoIsRefusedBesideTheField() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            let drawing = try Fixture.file(Array("<svg/>".utf8), named: "icon.png")
            try browser.find("#photos").choose(files: drawing)
            try browser.waitUntil("the refusal is said") {
                try browser.text(of: "#photos-fault").contains("icon.png")
            }
            #expect(try browser.photos.isEmpty)
        }

        @Test func freeShareIsOfferedExactlyWithoutAPrice() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/items/new")
            let button = try browser.find("button[value=free-share]")
            let price = try browser.find("#price")
            #expect(try button.isDisplayed)
            try price.type("0")
            #expect(try button.isDisplayed)
            try price.type("5")
            #expect(try !button.isDisplayed)
            try price.retype("0")
            #expect(try button.isDisplayed)
            try button.click()
            #expect(try !button.isDisplayed)
            #expect(try price.value.isEmpty)
        }

        @Test func freeShareIsChosenWithoutScriptsToo() throws {
            let browser = try Fixture.browser(.off)
            try browser.open("/items/new")
            try browser.type("어린이 책", into: "#title")
            try browser.find("button[value=free-share]").click()
            try browser.waitUntil("the offer is taken") {
                try browser.all("button[value=free-share]").allSatisfy { try !$0.isDisplayed }
            }
            #expect(try browser.find("#title").value == "어린이 책")
        }

        private func refuseBlankForm(_ browser: Browser) throws {
            try browser.open("/items/new")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
        }
    }
}
