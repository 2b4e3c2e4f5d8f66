import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Organiser {
        @Test(arguments: Browser.Scripts.allCases)
        func aListIsMadeWithItsIcon(_ scripts: Browser.Scripts) throws {
            let browser = try member("목록", scripts)
            try browser.click(".ways a[href='/my/lists']")
            #expect(try browser.text(of: ".empty").contains("아직 목록이 없어요."))
            let path = try browser.makeListByForm("이사 준비", icon: "car")
            #expect(try browser.alert() == ["목록을 만들었어요"])
            #expect(try browser.text(of: "h1") == "이사 준비")
            #expect(try browser.all("h1 use[href$='#car']").count == 1)
            try browser.open("/my/lists")
            #expect(try browser.text(of: "a[href='\(path)']").contains("이사 준비"))
            #expect(try browser.all("a[href='\(path)'] use[href$='#car']").count == 1)
            try browser.expectNoComplaints()
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aTodoIsCompletedAndTakenBack(_ scripts: Browser.Scripts) throws {
            let browser = try member("할 일", scripts)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.add(task: "가스 끊기")
            #expect(try browser.tasks == ["가스 끊기", "상자 사기"])
            try browser.tick("상자 사기")
            _ = try browser.find(".done .tick[aria-pressed=true]")
            try browser.waitUntil("it is counted") {
                try browser.text(of: ".about") == "남은 할 일 1개"
            }

            try browser.open("/my/completed")
            #expect(try browser.tasks == ["상자 사기"])
            #expect(try browser.text(of: ".tasks small").hasPrefix("이사 준비 · "))
            try browser.tick("상자 사기")
            try browser.waitUntil("it is taken back") { try browser.tasks.isEmpty }
            try browser.open(list)
            #expect(try browser.all(".done").isEmpty)
            #expect(try browser.text(of: ".about") == "남은 할 일 2개")
            try browser.expectNoComplaints()
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aDeletedTodoComesBackFromTheAlert(_ scripts: Browser.Scripts) throws {
            let browser = try member("되돌린 일", scripts)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.delete(atOnceBy: ".tasks .delete")
            #expect(try browser.address == list)
            #expect(try browser.alert() == ["삭제 성공", "30일 동안 휴지통에 있어요."])
            #expect(try browser.tasks.isEmpty)
            try browser.bringBack()
            #expect(try browser.address == list)
            #expect(try browser.tasks == ["상자 사기"])
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aDeletedListComesBackFromTheTrashWithItsTodos(_ scripts: Browser.Scripts) throws {
            let browser = try member("되찾은 목록", scripts)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.click(".settings > summary")
            try browser.delete(by: ".danger[href='\(list)/deletion']")
            #expect(try browser.text(of: ".empty").contains("아직 목록이 없어요."))
            try browser.open("/my/trash")
            #expect(try browser.text(of: ".tasks").contains("이사 준비"))
            try browser.click(".tasks button")
            try browser.waitUntil("the trash is empty") {
                try browser.alert() == ["되돌렸어요"]
            }
            try browser.open(list)
            #expect(try browser.tasks == ["상자 사기"])
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aTodoIsEditedOnItsOwnPage(_ scripts: Browser.Scripts) throws {
            let browser = try member("고친 일", scripts)
            let list = try browser.makeList("이사 준비")
            try browser.add(task: "상자 사기")
            try browser.click(".tasks li > a > span")
            try browser.find("form[action^='/my/tasks/'] #title").retype("큰 상자 사기")
            try browser.click("form:has(#title) .submit")
            try browser.arrive(at: list)
            #expect(try browser.alert() == ["수정 성공"])
            #expect(try browser.tasks == ["큰 상자 사기"])
        }

        private func member(_ name: String, _ scripts: Browser.Scripts) throws -> Browser {
            let browser = try Fixture.browser(scripts)
            try browser.forgetComplaints()
            try browser.signUp("\(name) \(scripts)")
            return browser
        }
    }
}
