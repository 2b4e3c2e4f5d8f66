import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Memos {
        @Test(arguments: Browser.Scripts.allCases)
        func aNewMemoHasTheCursorInItsText(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "커서 \(scripts)")
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

        @Test func anUnsavedMemoIsThereAgain() throws {
            let browser = try Fixture.browser(.on, of: "쓰다 만 이웃")
            try browser.open("/my/memos/new")
            try browser.typeDraft("택배 찾기")
            try browser.open("/my/lists")
            try browser.open("/my/memos/new")
            try browser.waitUntil("what was begun is there") {
                try browser.find("#text").value == "택배 찾기"
            }
            try browser.submit()
            try browser.arrive(at: "/my/memos")
            #expect(try browser.memos.first?.hasPrefix("택배 찾기") == true)
            #expect(try browser.keptDrafts == nil)
            try browser.expectNoComplaints()
        }

        @Test func anUnsavedMemoWithoutAnItemIsNotPinned() throws {
            let browser = try Fixture.browser(.on, of: "메모하는 이웃")
            try browser.open("/my/memos/new")
            try browser.typeDraft("택배 찾기")
            try browser.open("/my/memos/new?item=1")
            // Text is saved only after the page has looked for an earlier draft.
            try browser.typeDraft("줄자 가져가기")
            #expect(try browser.find("#text").value == "줄자 가져가기")
            #expect(try browser.keptDrafts?.contains("택배 찾기") == true)
            for (path, text) in [("", "택배 찾기"), ("?item=1", "줄자 가져가기")] {
                try browser.open("/my/memos/new" + path)
                try browser.waitUntil("what was begun there is there") {
                    try browser.find("#text").value == text
                }
            }
        }
    }
}
