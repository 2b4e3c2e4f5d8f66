import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Memos {
        @Test(arguments: Browser.Scripts.allCases)
        func aNewMemoHasTheCursorInItsText(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.forgetComplaints()
            try browser.signUp("커서 \(scripts)")
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
    }
}
