import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What is done in one window shows in another without touching it. The window in which it is
    /// done runs no scripts.
    @Blocking
    struct Live {
        @Test func aMemoWrittenElsewhereAppears() throws {
            let (watcher, writer) = try windows("메모 둘")
            try watcher.open("/my/memos")
            try writer.write(memo: "사다리차 3시")
            try watcher.waitUntil("the memo is there") {
                try watcher.memos.first?.hasPrefix("사다리차 3시") == true
            }
            try watcher.expectNoComplaints()
        }

        @Test func aTodoCompletedElsewhereIsCompletedHere() throws {
            let (watcher, writer) = try windows("할 일 둘")
            let list = try watcher.makeList("이사 준비")
            try watcher.add(task: "상자 사기")
            try writer.open(list)
            try writer.tick("상자 사기")
            _ = try watcher.find(".done .tick[aria-pressed=true]")
            #expect(try watcher.text(of: ".about") == "남은 할 일 0개")
        }

        @Test func changesElsewhereShowInTheOrganiser() throws {
            let (watcher, writer) = try windows("책상")
            try watcher.open("/my")
            try writer.write(memo: "사다리차 3시")
            try watcher.waitUntil("the memo is there") {
                try watcher.memos.first?.hasPrefix("사다리차 3시") == true
            }
            _ = try writer.makeList("이사 준비")
            try writer.add(task: "상자 사기")
            try watcher.waitUntil("the task is there") { try watcher.tasks == ["상자 사기"] }
            try writer.tick("상자 사기")
            _ = try watcher.find(".done .tick[aria-pressed=true]")
        }

        @Test func settingsThatAreOpenStayOpen() throws {
            let (watcher, writer) = try windows("설정")
            let list = try watcher.makeList("이사 준비")
            try watcher.click(".settings > summary")
            try watcher.click("#icon")
            try writer.open(list)
            try writer.add(task: "가스 끊기")
            try watcher.waitUntil("the task is there") { try watcher.tasks == ["가스 끊기"] }
            #expect(try watcher.find(".icons").isDisplayed)
        }

        @Test func whatIsBeingTypedIsLeftAlone() throws {
            let (watcher, writer) = try windows("적는 중")
            let list = try watcher.makeList("이사 준비")
            try watcher.type("상자 사", into: "#title")
            try writer.open(list)
            try writer.add(task: "가스 끊기")
            try watcher.waitUntil("the task is there") { try watcher.tasks == ["가스 끊기"] }
            #expect(try watcher.find("#title").value == "상자 사")
            #expect(try watcher.focused().attribute("id") == "title")
            try watcher.focused().type("기")
            try watcher.click(".adding .submit")
            try watcher.waitUntil("both are there") { try watcher.tasks == ["상자 사기", "가스 끊기"] }
        }

        @Test func aNewItemReachesAnOpenList() throws {
            let (watcher, writer) = try windows("새 글")
            try watcher.open("/")
            let path = try writer.sell("방금 올린 책장")
            try watcher.click(".news button")
            try watcher.waitUntil("the listing is there") { try watcher.titles.first == "방금 올린 책장" }
            #expect(try watcher.all(".entries a[href='\(path)']").count == 1)
        }

        @Test func aMatchOfAKeptSearchCountsInTheHeader() throws {
            let (watcher, writer) = try windows("검색 알림")
            try watcher.client().submit("/my/searches", ["query": "/?category=9"])
            try watcher.open("/my/searches")
            #expect(try watcher.all("a.member b").isEmpty)
            try writer.signUp("파는 이웃")
            let path = try writer.sell("방금 올린 책장")
            try watcher.waitUntil("it is counted") {
                try watcher.all("a.member b > [aria-hidden]").first?.text == "1"
            }
            #expect(try watcher.text(of: ".tasks small") == "새 글 1개")
            try watcher.click(".tasks a")
            _ = try watcher.find(".entries a[href='\(path)']")
            #expect(try watcher.all("a.member b").isEmpty)
            try watcher.expectNoComplaints()
        }

        /// One member in two windows, of which only the first runs scripts.
        private func windows(_ nickname: String) throws -> (watcher: Browser, writer: Browser) {
            let watcher = try Fixture.browser(.on, of: nickname)
            let writer = try Fixture.browser(.off)
            try writer.comeBack(as: nickname)
            return (watcher, writer)
        }
    }
}
