import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What an operator sees of reports while others keep reporting.
    @Blocking
    struct Reports {
        private static let seller = "가짜를 파는 이웃"

        /// A selector for the queue's entry about a listing.
        private func entry(of path: String) -> String {
            ".reviews li:has(.description a[href='\(path)'])"
        }

        private func report(_ path: String, by reporter: Client) throws {
            let number = String(path.dropFirst("/items/".count))
            try reporter.submit("/reports", ["item": number, "reason": "1"])
        }

        @Test func typedReasonsStayWhileOtherReportsComeAndAreSettled() throws {
            let seller = try Fixture.member(Self.seller)
            let reporter = try Fixture.member("가짜를 알리는 이웃")
            let paths = try ["가짜 의자", "가짜 책상"].map { try seller.sell($0) }
            let keeper = try Fixture.browser(.on)
            try keeper.forgetCookies()
            try keeper.comeBack(as: AllPages.operatorName, password: AllPages.operatorPassword)
            try keeper.open("/reports")
            try report(paths[0], by: reporter)
            try keeper.waitUntil("the first report is there") {
                try !keeper.all(entry(of: paths[0])).isEmpty
            }
            try report(paths[1], by: reporter)
            try keeper.waitUntil("the second report is there") {
                try !keeper.all(entry(of: paths[1])).isEmpty
            }
            let field = entry(of: paths[0]) + " form[action='\(paths[0])/hiding'] [name=reason]"
            try keeper.type("사진이 달라요", into: field)
            try keeper.click(entry(of: paths[1]) + " form[action$='/dismissal'] button")
            try keeper.waitUntil("the other one is settled") {
                try keeper.all(entry(of: paths[1])).isEmpty
            }
            try keeper.waitUntil("the reason is there") {
                try keeper.all(field).first?.value == "사진이 달라요"
            }
            // The page goes to the next case.
            try keeper.waitUntil("the next one is in focus") {
                try keeper.run("return document.activeElement.matches('.reviews > li')") as? Bool
                    == true
            }
            try keeper.click(entry(of: paths[0]) + " form[action='\(paths[0])/hiding'] button")
            try keeper.waitUntil("it is hidden") { try keeper.all(entry(of: paths[0])).isEmpty }
            let hidden = try keeper.client().get("/reports/hidden").text
            #expect(hidden.contains("사진이 달라요"))
            try keeper.forgetCookies()
        }

        /// The list does not change while the operator types, but says how many reports have arrived.
        @Test func reportsThatComeWhileTypingAreAnnounced() throws {
            let seller = try Fixture.member("시계를 세 번 파는 이웃")
            let reporter = try Fixture.member("시계를 알리는 이웃")
            let paths = try ["가짜 시계", "가짜 반지", "가짜 목걸이"].map { try seller.sell($0) }
            try report(paths[0], by: reporter)
            let keeper = try Fixture.browser(.on)
            try keeper.forgetCookies()
            try keeper.comeBack(as: AllPages.operatorName, password: AllPages.operatorPassword)
            try keeper.open("/reports")
            let field = entry(of: paths[0]) + " form[action='\(paths[0])/hiding'] [name=reason]"
            try keeper.type("사진이 달라요", into: field)
            for (path, told) in zip(paths.dropFirst(), ["새 신고 1건 보기", "새 신고 2건 보기"]) {
                try report(path, by: reporter)
                try keeper.waitUntil("it is told") {
                    try keeper.all("[data-cases]:not([hidden]) a").first?.text == told
                }
                try keeper.waitUntil("the list is as it was") {
                    try keeper.all(entry(of: path)).isEmpty
                }
            }
            try keeper.click("[data-cases] a")
            for path in paths {
                try keeper.waitUntil("all are listed") { try !keeper.all(entry(of: path)).isEmpty }
            }
            try keeper.waitUntil("what was typed is there, and nothing is told") {
                try keeper.all(field).first?.value == "사진이 달라요"
                    && keeper.all("[data-cases]:not([hidden])").isEmpty
            }
            // Leaves no open report for the next test.
            for path in paths {
                try keeper.click(entry(of: path) + " form[action$='/dismissal'] button")
                try keeper.waitUntil("it is settled") { try keeper.all(entry(of: path)).isEmpty }
            }
            try keeper.forgetCookies()
        }

        /// The same person can be suspended from each of their cases, with the same form.
        @Test func aReasonThatIsBegunInOneCaseIsInNoOther() throws {
            let seller = try Fixture.member("가방을 두 번 파는 이웃")
            let reporter = try Fixture.member("가방을 알리는 이웃")
            let paths = try ["가짜 가방", "가짜 지갑"].map { try seller.sell($0) }
            for path in paths { try report(path, by: reporter) }
            let keeper = try Fixture.browser(.on)
            try keeper.forgetCookies()
            try keeper.comeBack(as: AllPages.operatorName, password: AllPages.operatorPassword)
            try keeper.open("/reports")
            let fields = paths.map {
                entry(of: $0) + " form[action$='/suspension'] [name=reason]"
            }
            try keeper.click(entry(of: paths[0]) + " details.terms summary")
            try keeper.type("가짜만 팔아요", into: fields[0])
            try keeper.open("/reports")
            try keeper.waitUntil("the reason is in its own case alone") {
                try fields.map { try keeper.all($0).first?.value } == ["가짜만 팔아요", ""]
            }
            // Its form is open again, and the other one is not.
            try keeper.waitUntil("the reason is in sight") {
                try paths.map { try keeper.all(entry(of: $0) + " details.terms[open]").count }
                    == [1, 0]
            }
            // Leaves no open report for the next test.
            for path in paths {
                try keeper.click(entry(of: path) + " form[action$='/dismissal'] button")
                try keeper.waitUntil("it is settled") { try keeper.all(entry(of: path)).isEmpty }
            }
            try keeper.forgetCookies()
        }
    }
}
