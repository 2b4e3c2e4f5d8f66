import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Memos {
        @Test(arguments: Browser.Scripts.allCases)
        func aNewMemoHasTheCursorInItsText(_ scripts: Browser.Scripts) throws {
            let browser = try member("커서", scripts)
            try browser.open("/my/memos")
            try browser.click(".empty a")
            try browser.arrive(at: "/my/memos/new")
            try browser.waitUntil("the cursor is in the text") {
                try browser.focused().attribute("id") == "text"
            }
            try browser.focused().type("현관 비밀번호 바꾸기")
            try browser.submit()
            try browser.arrive(at: "/my/memos")
            #expect(try browser.alert() == ["메모를 저장했어요"])
            #expect(try browser.memos.first?.hasPrefix("현관 비밀번호 바꾸기") == true)
            try browser.expectNoComplaints()
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aMemoIsReadAndEdited(_ scripts: Browser.Scripts) throws {
            let browser = try member("고친 메모", scripts)
            try browser.write(memo: "사다리차 3시")
            try browser.click(".rows a")
            #expect(try browser.text(of: ".shared") == "사다리차 3시")
            try browser.click("a[href$='/edit']")
            try browser.find("#text").retype("사다리차 4시\n관리실에 말해두기")
            try browser.submit()
            try browser.waitUntil("the memo is changed") {
                try browser.text(of: ".shared") == "사다리차 4시\n관리실에 말해두기"
            }
            #expect(try browser.alert() == ["수정 성공"])
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aDeletedMemoComesBackFromTheAlert(_ scripts: Browser.Scripts) throws {
            let browser = try member("되돌린 메모", scripts)
            try browser.write(memo: "사다리차 3시")
            try browser.click(".rows a")
            try browser.delete(atOnceBy: ".back .danger")
            #expect(try browser.address == "/my/memos")
            #expect(try browser.memos.isEmpty)
            try browser.bringBack()
            #expect(try browser.memos.first?.hasPrefix("사다리차 3시") == true)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aMemoChangedMeanwhileIsShownBesideWhatWasTyped(
            _ scripts: Browser.Scripts
        ) throws {
            let browser = try member("두 창", scripts)
            let window = try Fixture.browser(scripts.other)
            try browser.write(memo: "사다리차 3시")
            try browser.click(".rows a")
            try browser.click("a[href$='/edit']")
            try window.signIn("두 창 \(scripts)")
            try window.arrive(at: "/my")
            try window.open(try browser.address)
            try window.find("#text").retype("사다리차 5시")
            try window.submit()
            _ = try window.find(".shared")
            try browser.find("#text").retype("사다리차 4시")
            try browser.submit()
            #expect(try browser.text(of: ".current").contains("사다리차 5시"))
            #expect(try browser.find("#text").value == "사다리차 4시")
        }

        private func member(_ name: String, _ scripts: Browser.Scripts) throws -> Browser {
            let browser = try Fixture.browser(scripts)
            try browser.forgetComplaints()
            try browser.signUp("\(name) \(scripts)")
            return browser
        }
    }
}
