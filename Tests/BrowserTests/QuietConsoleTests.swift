import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Neither the console nor the security policy complains.
    @Blocking
    struct QuietConsole {
        @Test(
            arguments: Browser.Scripts.allCases,
            [
                "/", "/?view=grid", "/?view=list", "/categories", "/items/1", "/items/new",
                "/items/1/edit", "/items/1/deletion", "/signin", "/signup", "/recovery",
            ])
        func aPageUpsetsNothing(_ scripts: Browser.Scripts, _ path: String) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open(path)
            _ = try browser.find("main h1, main h2")
            try browser.expectNoComplaints()
        }

        /// Proves that complaints are noticed.
        @Test func policyViolationsAreNoticed() throws {
            let browser = try Fixture.browser(.on)
            try browser.open("/")
            try browser.forgetComplaints()
            try browser.run(
                "document.head.append(Object.assign(document.createElement('script'), {text: '1'}))"
            )
            let complaints = try browser.complaints()
            #expect(complaints.contains { $0.contains("Content Security Policy") })
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aMissingPageIsToldAndUpsetsNothingElse(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts)
            try browser.open("/nowhere")
            #expect(try browser.text(of: "main").contains("404"))
            try browser.expectNoComplaints(besides: 404)
        }
    }
}
