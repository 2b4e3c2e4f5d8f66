import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What a conversation that stays open keeps and shows.
    @Blocking
    struct Chat {
        @Test func whatIsSentAfterSigningInAgainIsKeptNoMore() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("오래 비운 이웃")
            let item = try browser.sell("원목 협탁")
            let asker = try Fixture.member("협탁 묻는 이웃")
            try browser.open(try asker.asks(about: item))
            try browser.begin("네, 있어요.")
            _ = try browser.client().post("/signout", .urlencoded([:]))
            try browser.click(".writing .primary")
            try browser.find("#nickname").retype("오래 비운 이웃")
            try browser.type(Browser.password, into: "#password")
            // Who goes no further finds it where they have typed it.
            #expect(try browser.kept?.contains("네, 있어요.") == true)
            try browser.submit()
            try browser.waitUntil("it is shown again") {
                try browser.text(of: "main").contains("네, 있어요.")
            }
            try browser.submit()
            try browser.waitUntil("it is sent") { try browser.messages.last == "네, 있어요." }
            #expect(try browser.kept == nil)
            #expect(try browser.find("#text").value.isEmpty)
        }

        @Test func whatIsSentWithThePasswordAgainIsKeptNoMore() throws {
            let browser = try Fixture.browser(.on)
            let listing = Listing(title: "손님이 내놓은 협탁")
            let item = try Fixture.client().post(listing)
            let path = try Fixture.member("손님에게 묻는 이웃").asks(about: item)
            try browser.open(item + path)
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is read") { try browser.messages.count == 1 }
            try browser.begin("네, 있어요.")
            try browser.forgetCookies()
            try browser.click(".writing .primary")
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is sent") { try browser.messages.last == "네, 있어요." }
            #expect(try browser.kept == nil)
            #expect(try browser.find("#text").value.isEmpty)
        }
    }
}

extension Client {
    /// Begins a conversation and answers its path.
    fileprivate func asks(about item: String) throws -> String {
        try submit(item + "/conversation", .urlencoded(["text": "아직 있나요?"]))
    }
}
