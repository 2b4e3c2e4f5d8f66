import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Two people with a window each: the seller's with scripts, the asker's without.
    @Blocking
    struct Reviews {
        @Test func bothTellWhatItWasLike() throws {
            let (seller, asker) = (try Fixture.browser(.on), try Fixture.browser(.off))
            try seller.signUp("파는 이웃 셋")
            let item = try seller.sell("원목 탁자")
            try asker.signUp("사는 이웃 셋")
            let path = try asker.client().ask(about: item)
            try seller.open(path)
            try seller.click(".steps summary")
            try seller.click(".steps details .primary")
            try seller.waitUntil("it may be reviewed") {
                try seller.texts(of: ".steps a.primary") == ["후기 남기기"]
            }

            // The remarks on offer depend on the rating.
            try seller.click(".steps a.primary")
            #expect(try seller.texts(of: ".ratings ul label").allSatisfy(\.isEmpty))
            // A fault disappears as soon as it is corrected.
            try seller.click(".send button")
            try seller.waitUntil("a rating is asked for") {
                try seller.texts(of: "#rating-fault") == ["거래가 어땠는지 골라주세요."]
            }
            try seller.click("dialog.alert a")
            #expect(try seller.run("return document.activeElement.id") as? String == "rating")
            try seller.click("[name=rating][value='3']")
            try seller.waitUntil("it is asked for no more") {
                try seller.texts(of: "#rating-fault") == [""]
                    && seller.all("dialog.alert[open]").isEmpty
            }
            try seller.click("[name=remarks][value='4']")
            try seller.type("약속을 잘 지켜요.", into: "#text")
            try seller.click(".send button")
            try seller.waitUntil("it is sealed") {
                try seller.texts(of: ".note").contains { $0.hasPrefix("상대도 후기를 쓰거나") }
            }

            try asker.open(path)
            try asker.click(".steps a.primary")
            #expect(try asker.texts(of: ".reviews").isEmpty)
            try asker.click(".send button")
            try asker.waitUntil("it is refused") {
                try asker.texts(of: "#rating-fault") == ["거래가 어땠는지 골라주세요."]
            }
            try asker.click("[name=rating][value='2']")
            try asker.click(".send button")
            try asker.waitUntil("both are read") {
                try asker.texts(of: ".reviews .rating b") == ["좋았어요", "보통이에요"]
            }
            try asker.type("저도요.", into: "#answer")
            try asker.click("form[action$='/answer'] button")
            try asker.waitUntil("the answer is read") {
                try asker.texts(of: ".reviews .note") == ["저도요."]
            }

            // The reviews show on their pages.
            try asker.open(item)
            try asker.click(".seller a")
            let facts = ["거래 1번", "안 나온 약속 0번", "보통이에요 1"]
            #expect(try asker.texts(of: ".seller .rating li") == facts)
            #expect(try asker.texts(of: ".others > .rating span").first == "보통이에요 1")
            try seller.expectNoComplaints(besides: 422)
        }
    }
}
