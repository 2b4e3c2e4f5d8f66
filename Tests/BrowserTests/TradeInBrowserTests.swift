import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Two people at a window each, the seller's with scripts, the asker's without.
    @Blocking
    struct Trade {
        @Test func anOfferMeetsAnAnswer() throws {
            let (seller, asker) = (try Fixture.browser(.on), try Fixture.browser(.off))
            try seller.forgetComplaints()
            try seller.signUp("파는 이웃 하나")
            let item = try seller.sell("원목 책장")
            try seller.open("/chats")

            // Who asks opens an account on the way.
            try asker.open(item)
            try asker.click(".ask")
            try asker.type("아직 있나요?", into: "#text")
            try asker.submit()
            #expect(try asker.find("#text").value == "아직 있나요?")
            try asker.type("사는 이웃 하나", into: "#nickname")
            try asker.type(Browser.password, into: "#password")
            try asker.submit()
            _ = try asker.find(".codes")
            try asker.click(".send a")
            try asker.waitUntil("the conversation is shown") {
                try asker.messages == ["아직 있나요?"]
            }

            // The seller's list and count follow by themselves.
            try seller.waitUntil("it is counted") {
                try seller.all(".tabs .chats b > [aria-hidden]").first?.text == "1"
            }
            try seller.click(".talks a")
            try seller.waitUntil("the conversation is shown") {
                try seller.messages == ["아직 있나요?"]
            }
            #expect(try seller.all(".tabs .chats b").isEmpty)

            // What is written appears in the other window, once, and is read there.
            try asker.click(".fresh a")
            try asker.waitUntil("it is read") { try asker.all(".seen").count == 1 }
            try asker.type("내일 갈 수 있어요.", into: "#text")
            try asker.click(".writing button")
            try seller.waitUntil("it has come") {
                try seller.messages == ["아직 있나요?", "내일 갈 수 있어요."]
            }

            // With a script a message is sent where it is written.
            try seller.type("네, 3번 출구에서 봬요.", into: "#text")
            try seller.click(".writing button")
            try seller.waitUntil("it is sent") {
                try seller.messages.last == "네, 3번 출구에서 봬요."
            }
            try seller.waitUntil("the field is empty") {
                try seller.find("#text").value.isEmpty
            }
            try asker.click(".fresh a")
            try asker.waitUntil("it has come") { try asker.messages.count == 3 }
            try seller.waitUntil("it says so") { try seller.all(".own .seen").count == 1 }

            // What is taken back goes from both.
            try seller.click(".own form button")
            try seller.waitUntil("it is gone") {
                try seller.messages.last == "지운 메시지예요"
            }
            try asker.click(".fresh a")
            try asker.waitUntil("it is gone") { try asker.messages.last == "지운 메시지예요" }
            try seller.expectNoComplaints()
        }
    }
}

extension Browser {
    /// What the messages say that are shown, sent first first.
    fileprivate var messages: [String] {
        get throws { try texts(of: ".messages li p") }
    }
}
