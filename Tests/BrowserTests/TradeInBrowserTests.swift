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

        @Test func aDealIsMadeStepByStep() throws {
            let (seller, asker) = (try Fixture.browser(.on), try Fixture.browser(.off))
            try seller.forgetComplaints()
            try seller.signUp("파는 이웃 둘")
            let item = try seller.sell("원목 의자")
            try asker.signUp("사는 이웃 둘")
            let path = try asker.client().submit(
                item + "/conversation", .urlencoded(["text": "아직 있나요?"]))
            try seller.open(path)
            try asker.open(path)

            try asker.click(".steps summary")
            try asker.type("3만", into: "#price")
            try asker.click(".steps details .primary")
            try seller.waitUntil("the offer has come") {
                try seller.texts(of: ".offer strong") == ["30,000원"]
            }
            try seller.click(".answers button")
            try seller.waitUntil("it is accepted") {
                try seller.texts(of: ".offer span").last == "받아들였어요"
            }
            try seller.click("form[action$='/reservation'] button")
            try seller.waitUntil("it is reserved") { try seller.texts(of: ".steps b") == ["예약중"] }
            try asker.open(path)
            #expect(try asker.texts(of: ".told p").last == "예약했어요")
            try seller.click(".steps summary")
            try seller.type("30000", into: "#price")
            try seller.click(".steps details .primary")
            try seller.waitUntil("it is closed") { try seller.texts(of: ".steps b") == ["거래완료"] }
            try asker.open(item)
            #expect(try asker.text(of: ".marks .sold") == "거래완료")
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
