import Fixtures
import Testing

extension MarketInBrowserTests {
    /// Two people with a window each: the seller's with scripts, the asker's without.
    @Blocking
    struct Trade {
        @Test func anOfferMeetsAnAnswer() throws {
            let (seller, asker) = (try Fixture.browser(.on), try Fixture.browser(.off))
            try seller.signUp("파는 이웃 하나")
            let item = try seller.sell("원목 책장")
            try seller.open("/chats")

            try askOpeningAnAccount(asker, about: item)

            // The seller's list and count update by themselves.
            try seller.waitUntil("it is counted") {
                try seller.all(".tabs .chats b > [aria-hidden]").first?.text == "1"
            }
            try seller.click(".talks a")
            try seller.waitUntil("the conversation is shown") { try seller.messages == ["아직 있나요?"] }
            #expect(try seller.all(".tabs .chats b").isEmpty)

            // In the window without scripts, the way to new messages looks like a link.
            let line = try seller.run(
                "return getComputedStyle(document.querySelector('.fresh a')).textDecorationLine")
            #expect(line as? String == "underline")

            // A message appears once in the other window, and is marked as read there.
            try asker.click(".fresh a")
            try asker.waitUntil("it is read") { try asker.all(".seen").count == 1 }
            try asker.type("내일 갈 수 있어요.", into: "#text")
            try asker.click(".writing .primary")
            try seller.waitUntil("it has come") {
                try seller.messages == ["아직 있나요?", "내일 갈 수 있어요."]
            }

            // With scripts a message is sent without leaving the page.
            try seller.type("네, 3번 출구에서 봬요.", into: "#text")
            try seller.click(".writing .primary")
            try seller.waitUntil("it is sent") { try seller.messages.last == "네, 3번 출구에서 봬요." }
            try seller.waitUntil("the field is empty") { try seller.find("#text").value.isEmpty }
            try asker.click(".fresh a")
            try asker.waitUntil("it has come") { try asker.messages.count == 3 }
            try seller.waitUntil("it says so") { try seller.all(".own .seen").count == 1 }

            // A message that is taken back disappears for both.
            try takeBackTheLastMessage(seller)
            try asker.click(".fresh a")
            try asker.waitUntil("it is gone") { try asker.messages.last == "지운 메시지예요" }
            try seller.expectNoComplaints()
        }

        private func askOpeningAnAccount(_ asker: Browser, about item: String) throws {
            try asker.open(item)
            try asker.click(".ask")
            try asker.type("아직 있나요?", into: "#text")
            try asker.submit()
            _ = try asker.find("#nickname")
            #expect(try asker.find("#text").value == "아직 있나요?")
            try asker.type("사는 이웃 하나", into: "#nickname")
            try asker.type(Browser.password, into: "#password")
            try asker.submit()
            _ = try asker.find(".codes")
            try asker.click(".send a")
            try asker.waitUntil("the conversation is shown") { try asker.messages == ["아직 있나요?"] }
        }

        /// Presses the button beside the message, after which the page asks.
        private func takeBackTheLastMessage(_ browser: Browser) throws {
            #expect(
                try browser.run(
                    """
                    const form = document.querySelector('.own form');
                    return getComputedStyle(form).pointerEvents;
                    """) as? String == "none")
            try browser.run("document.querySelector('.own form button').focus()")
            try browser.click(".own form button")
            try browser.waitUntil("it is asked") { try browser.address.contains("/deletion") }
            try browser.submit()
            try browser.waitUntil("it is gone") { try browser.messages.last == "지운 메시지예요" }
        }

        @Test func aMessageIsFoundAndShownWhereItStands() throws {
            let browser = try Fixture.browser(.on, of: "찾아보는 이웃")
            let path = try Fixture.member("찾아지는 이웃").ask("제가 살게요", about: browser.sell("원목 찬장"))
            let client = try browser.client()
            let long = [String](repeating: "네", count: 60).joined(separator: "\n")
            try client.submit(path + "/messages", ["text": long, "token": "1"])
            try browser.open("/chats?q=" + "zebra")
            try browser.waitUntil("what was typed is kept") {
                try browser.all(".titles [name=q]").first?.value == "zebra"
            }
            try browser.find(".titles [name=q]").retype("살게요")
            try browser.click(".titles button")
            try browser.waitUntil("it is found and marked") {
                try browser.all(".talks mark").first?.text == "살게요"
            }
            try browser.click(".talks li > a")
            try browser.waitUntil("the message is in view, and not the end") {
                try browser.run(
                    """
                    const found = document.querySelector('.messages :target');
                    const pane = document.querySelector('.pane');
                    if (!found || !document.querySelector('.fresh').hidden) return false;
                    const [row, view] = [found, pane].map((part) => part.getBoundingClientRect());
                    return pane.scrollTop < -120 && row.top >= view.top && row.bottom <= view.bottom;
                    """) as? Bool == true
            }
            try browser.expectNoComplaints()
        }

        @Test func thereIsNoFormForUnreachablePeople() throws {
            let browser = try Fixture.browser(.on, of: "차단하는 이웃")
            let item = try browser.sell("원목 선반")
            let path = try Fixture.member("차단되는 이웃").ask("제가 살게요", about: item)
            try browser.open(path)
            let client = try browser.client()
            let block = try client.get(path).text.firstMatch(of: /href="(\/people\/\d+)"/)?.1
            let person = String(try #require(block))
            // Nothing has been typed yet.
            try browser.click("#text")
            try client.submit(person + "/block", [:])
            try browser.waitUntil("it says why") { try browser.all(".silence .note").count == 1 }
            try browser.waitUntil("the form is gone") { try !browser.find(".writing").isDisplayed }
            let focused = try browser.run("return document.activeElement.className")
            #expect(focused as? String == "pane")
            try client.submit(person + "/block/deletion", [:])
            try browser.waitUntil("the form is there again") {
                try browser.find(".writing").isDisplayed
            }
            #expect(try browser.all(".silence .note").isEmpty)
            // Text that is being typed is not taken away.
            try browser.type("내일은", into: "#text")
            try client.submit(person + "/block", [:])
            try browser.waitUntil("it says why") { try browser.all(".silence .note").count == 1 }
            #expect(try browser.find(".writing").isDisplayed)
            try browser.expectNoComplaints()
        }

        @Test func aRefusalIsShownUntilSomethingIsSent() throws {
            let browser = try Fixture.browser(.on, of: "긴 글 쓰는 이웃")
            let item = try browser.sell("원목 의자")
            try browser.open(try Fixture.member("짧은 글 쓰는 이웃").ask("제가 살게요", about: item))
            try browser.run("document.querySelector('#text').value = '가'.repeat(1001)")
            try browser.click(".writing .primary")
            try browser.waitUntil("it says why") { try browser.all("#text-fault").count == 1 }
            #expect(try browser.all("dialog[open].failure").count == 1)
            try browser.run("document.querySelector('#text').value = '짧게 쓸게요.'")
            try browser.click(".writing .primary")
            try browser.waitUntil("it is sent") { try browser.messages.last == "짧게 쓸게요." }
            try browser.waitUntil("nothing is wrong any more") {
                try browser.all("dialog[open], .fault, [aria-invalid]").isEmpty
            }
            try browser.expectNoComplaints(besides: 422)
        }

        @Test func anUnsentMessageWaitsInItsField() throws {
            let browser = try Fixture.browser(.on, of: "천천히 쓰는 이웃")
            let item = try browser.sell("원목 화분대")
            let paths = try ["먼저 묻는 이웃", "나중에 묻는 이웃"].map {
                try Fixture.member($0).ask("제가 살게요", about: item)
            }
            func comeBack(to path: String, finding text: String) throws {
                try browser.open("/chats")
                try browser.open(path)
                try browser.waitUntil("it waits") { try browser.find("#text").value == text }
            }
            try browser.open(paths[0])
            try browser.typeDraft("내일 저녁에")
            try comeBack(to: paths[0], finding: "내일 저녁에")
            try browser.open(paths[1])
            try browser.typeDraft("모레는")
            try comeBack(to: paths[0], finding: "내일 저녁에")
            try browser.click(".writing .primary")
            try browser.waitUntil("it is sent") { try browser.messages.last == "내일 저녁에" }
            try browser.waitUntil("nothing is kept of it") {
                try browser.keptDrafts?.contains("내일 저녁에") == false
            }
            try comeBack(to: paths[0], finding: "")
            try comeBack(to: paths[1], finding: "모레는")
            try browser.signOut()
            #expect(try browser.keptDrafts == nil)
            try browser.expectNoComplaints()
        }

        @Test func anUnsentMessageIsShownToNobodyElse() throws {
            let browser = try Fixture.browser(.on, of: "먼저 앉은 이웃")
            let item = try browser.sell("원목 찻상")
            let inquiry = try Fixture.member("찻상 묻는 이웃").sell("원목 쟁반") + "/conversation"
            try browser.open(inquiry)
            try browser.typeDraft("쟁반 아직 있나요?")
            try browser.type("9000", into: "#price")
            try browser.open(item)
            try browser.open(inquiry)
            try browser.waitUntil("it waits with the price offered") {
                try browser.find("#text").value == "쟁반 아직 있나요?"
                    && browser.find("#price").value == "9000"
            }
            // The session ends, and somebody else uses the browser.
            try browser.signUp("나중에 앉은 이웃")
            try browser.open(inquiry)
            try browser.waitUntil("it is forgotten") { try browser.keptDrafts == nil }
            #expect(try browser.find("#text").value.isEmpty)
            #expect(try browser.find("#price").value.isEmpty)
            try browser.typeDraft("저도 궁금해요.")
            try browser.submit()
            try browser.waitUntil("it is asked") { try browser.address.hasPrefix("/chats/") }
            #expect(try browser.keptDrafts == nil)
            try browser.expectNoComplaints()
        }

        @Test func photosAreShownBeforeTheyAreSentWithTheText() throws {
            let browser = try Fixture.browser(.on, of: "사진 보내는 이웃")
            let item = try browser.sell("원목 탁자")
            try browser.open(try Fixture.member("사진 받는 이웃").ask("제가 살게요", about: item))
            let files = try (1...3).map { try Fixture.picture("chat \($0)") }
            try browser.find(".writing [type=file]").choose(files: files[0], files[1])
            try browser.waitUntil("both are shown") { try browser.all(".attached li").count == 2 }
            // A file chosen twice is attached once.
            try browser.find(".writing [type=file]").choose(files: files[1], files[2])
            try browser.waitUntil("all are shown") { try browser.all(".attached li").count == 3 }
            try browser.click(".attached li:first-child button")
            #expect(try browser.all(".attached li").count == 2)
            #expect(try browser.all(".messages img").isEmpty)
            try browser.type("이런 색이에요.", into: "#text")
            try browser.click(".writing .primary")
            try browser.waitUntil("both are sent") { try browser.all(".messages img").count == 2 }
            try browser.waitUntil("the text is sent") { try browser.messages.last == "이런 색이에요." }
            try browser.waitUntil("nothing is left to be sent") {
                guard try browser.all(".attached li").isEmpty else { return false }
                return try browser.find("#text").value.isEmpty
            }
            try browser.expectNoComplaints()
        }

        @Test func withoutScriptsPhotosHaveARowOfTheirOwn() throws {
            let browser = try Fixture.browser(.off, of: "좁은 화면의 이웃")
            let item = try browser.sell("좁은 탁자")
            try browser.open(try Fixture.member("작은 이웃").ask("제가 살게요", about: item))
            try browser.resize(width: 320, height: 640)
            let hasOwnRow = try browser.run(
                """
                const [text, photos] = ['#text', '.writing [type=file]']
                    .map((selector) => document.querySelector(selector).getBoundingClientRect());
                return photos.bottom <= text.top && photos.width > 240
                    && document.documentElement.scrollWidth <= 320;
                """)
            try browser.resize(width: 390, height: 844)
            #expect(hasOwnRow as? Bool == true)
        }

        @Test func anUnfoldedFormFocusesItsFirstFieldAndClosesByEscape() throws {
            let (seller, asker) = (try Fixture.browser(.off), try Fixture.browser(.on))
            try seller.signUp("접어 두는 이웃")
            let item = try seller.sell("원목 옷장")
            try asker.signUp("펼쳐 보는 이웃")
            let path = try asker.client().ask(about: item)
            try asker.open(path)
            func unfold(_ field: String) throws {
                func isThere() throws -> Bool {
                    try asker.run("return document.activeElement.id") as? String == field
                }
                try asker.waitUntil("\(field) has the focus") {
                    // Before the script has loaded, a click only unfolds the form, or folds it again.
                    if try !isThere() { try asker.click(".steps summary:not(.icon)") }
                    return try isThere()
                }
                try asker.press(.escape)
                #expect(try asker.all(".steps details[open]").isEmpty)
                let focused = try asker.run("return document.activeElement.localName")
                #expect(focused as? String == "summary")
            }
            try unfold("price")
            // Forms that replace the steps later can be closed, too.
            try asker.run("document.activeElement.blur()")
            try seller.client().submit(path + "/reservation", ["term": ""])
            try asker.waitUntil("they may meet") {
                try asker.texts(of: ".steps summary").contains("약속 잡기")
            }
            try unfold("date")
            try asker.expectNoComplaints()
        }

        @Test func aPriceThatIsFilledInCallsForNoKeyboard() throws {
            let browser = try Fixture.browser(.on, of: "값을 아는 이웃")
            let item = try browser.client().submit(
                "/items",
                [
                    "title": "원목 화분대", "category": "9", "price": "30000", "currency": "KRW",
                    "stock": "1", "content": "이사하면서 내놓습니다.",
                ])
            try browser.open(try Fixture.member("화분을 둘 이웃").ask(about: item))
            try browser.waitUntil("the page is followed") {
                try browser.all(".fresh[hidden]").count == 1
            }
            try browser.click(".steps summary.button")
            try browser.waitUntil("the price is shown") {
                try browser.all(".steps details[open] #price").first?.value == "30,000"
            }
            // The focus would move after the click.
            let focused = try browser.run(
                """
                return new Promise((done) =>
                    setTimeout(() => done(document.activeElement.localName), 100));
                """)
            #expect(focused as? String == "summary")
        }

        @Test func aSpotIsChosenBelowItsField() throws {
            let browser = try Fixture.browser(.on, of: "만날 곳을 고르는 이웃")
            let item = try browser.sell("원목 신발장")
            let path = try Fixture.member("신발을 둘 이웃").ask(about: item)
            try browser.client().submit(path + "/reservation", ["term": ""])
            try browser.open(path)
            try browser.waitUntil("the page is followed") {
                try browser.all(".fresh[hidden]").count == 1
            }
            try browser.click(".steps summary.button")
            // The listing names no neighbourhood, whose spots the form would offer.
            _ = try browser.run(
                """
                document.querySelector('#spot').insertAdjacentHTML('afterend',
                    '<button class="button" name="quick" value="주민센터 앞">주민센터 앞</button>');
                """)
            try browser.click(".meeting [name=quick]")
            try browser.waitUntil("it stands in the field") {
                try browser.all("#spot").first?.value == "주민센터 앞"
            }
            #expect(try browser.address == path)
        }

        @Test func theStepsOfAReservationWithATermStandOnOneLine() throws {
            let browser = try Fixture.browser(.off, of: "기한을 두는 이웃")
            let item = try browser.sell("원목 협탁")
            let path = try Fixture.member("사흘 기다리는 이웃").ask(about: item)
            try browser.client().submit(path + "/reservation", ["term": "3"])
            try browser.open(path)
            #expect(try browser.texts(of: ".steps summary.button") == ["약속 잡기", "거래완료"])
            let lines = try browser.run(
                """
                return [...document.querySelectorAll('.steps > small, .steps summary.button')]
                    .map((part) => Math.round(part.getBoundingClientRect().bottom));
                """)
            let bottoms = try #require(lines as? [Double])
            #expect(bottoms.count == 3 && bottoms[0] < bottoms[1] && bottoms[1] == bottoms[2])
        }

        @Test func theListingComesBeforeHowItStandsAndNeitherIsCutOff() throws {
            let browser = try Fixture.browser(.off, of: "여럿과 이야기하는 이웃")
            let item = try browser.sell("원목 책장과 의자 한 벌")
            let kept = try Fixture.member("예약한 이웃").ask("제가 살게요", about: item)
            try Fixture.member("기다리는 이웃").ask("제가 살게요", about: item)
            try browser.client().submit(kept + "/reservation", ["term": ""])
            for width in [390, 1_280] {
                try browser.resize(width: width, height: 844)
                try browser.open("/chats")
                let lines = try browser.texts(of: ".talks li:last-child div > small").suffix(2)
                #expect(Array(lines) == ["원목 책장과 의자 한 벌", "다른 분과 예약중"])
                let areWhole = try browser.run(
                    """
                    return [...document.querySelectorAll('.talks small')]
                        .every((line) => line.scrollWidth <= line.clientWidth);
                    """)
                #expect(areWhole as? Bool == true, "\(width)")
            }
            try browser.resize(width: 390, height: 844)
        }

        /// From the first message to both reviews, with a competing neighbour.
        @Test(arguments: [Browser.Scripts.on, .off])
        func aDealIsMadeStepByStep(_ scripts: Browser.Scripts) throws {
            let (seller, asker) = (
                try Fixture.browser(scripts), try Fixture.browser(scripts.other)
            )
            try seller.signUp("파는 이웃 둘 \(scripts)")
            let item = try seller.sell("원목 의자")
            let first = try Fixture.member("더 빠른 이웃 \(scripts)").ask("제가 살게요", about: item)
            try seller.client().submit(first + "/reservation", ["term": ""])

            try asker.signUp("사는 이웃 둘 \(scripts)")
            try asker.open(item)
            try asker.click(".ask")
            try asker.type("아직 있나요?", into: "#text")
            try asker.submit()
            try asker.waitUntil("it is asked") { try asker.address.hasPrefix("/chats/") }
            let deal = Deal(seller: seller, asker: asker, path: try asker.address)
            try seller.open("/chats")
            try seller.click(".talks li:first-child a")
            try seller.waitUntil("the conversation is shown") { try seller.address == deal.path }

            try deal.waitForTheTurn(behind: first)
            try deal.agreeOnPrice()
            try deal.reserve()
            try deal.meet()
            try deal.close()
            try asker.open(item)
            #expect(try asker.text(of: ".marks .sold") == "거래완료")
            try deal.review()
            for browser in [seller, asker] { try browser.expectNoComplaints() }
        }
    }
}

/// The steps of a deal in two browsers, of which one runs scripts.
@Blocking
private struct Deal {
    let seller: Browser
    let asker: Browser
    let path: String

    /// Waits for what the other side's action shows: by itself with scripts, and after a reload without.
    private func wait(
        _ browser: Browser, until what: String, _ condition: () throws -> Bool
    ) throws {
        try browser.waitUntil(what, within: 30) {
            if browser.scripts == .off { try browser.open(path) }
            return try condition()
        }
    }

    /// The asker stands in line, until the seller releases what is reserved in another conversation.
    func waitForTheTurn(behind first: String) throws {
        try asker.click("form[action$='/line'] button")
        try wait(seller, until: "somebody waits") {
            try seller.texts(of: ".steps b").last == "대기 1번째"
        }
        try seller.client().submit(first + "/reservation/deletion", [:])
        try wait(asker, until: "it is their turn") {
            try asker.texts(of: ".told p").last?.hasPrefix("차례가 왔어요.") == true
        }
        try wait(asker, until: "it is reserved for nobody") {
            try asker.all(".subject b").isEmpty
        }
    }

    func agreeOnPrice() throws {
        try asker.open(path)
        try asker.click(".steps summary")
        try asker.type("3만", into: "#price")
        try asker.click(".steps details .primary")
        try wait(seller, until: "the offer has come") {
            try seller.texts(of: ".offer strong") == ["30,000원"]
        }
        try seller.click(".answers button")
        try wait(asker, until: "it is accepted") {
            try asker.texts(of: ".told p").last?.hasSuffix("님이 가격 제안을 수락했어요") == true
        }
        try wait(asker, until: "the head says so") {
            try asker.texts(of: ".subject strong") == ["합의한 가격 30,000원"]
        }
    }

    func reserve() throws {
        try seller.open(path)
        try seller.click("form[action$='/reservation'] button")
        try wait(asker, until: "it is reserved") {
            try asker.texts(of: ".steps b") == ["예약중"]
        }
    }

    /// The two agree on an appointment, and both say that they met.
    func meet() throws {
        try asker.open(path)
        try asker.click(".steps summary")
        try asker.type("역 3번 출구", into: "#spot")
        try asker.setMeetingTime()
        try asker.click(".meeting .primary")
        try wait(seller, until: "the appointment has come") {
            try seller.all(".answers button").count == 2
        }
        try seller.click(".answers button")
        try wait(asker, until: "it is accepted") {
            try asker.texts(of: ".steps b") == ["약속했어요"]
        }
        try wait(asker, until: "its time has come") {
            // A no-show cannot be reported so soon.
            try asker.all("form[action$='/arrival']").count == 1
        }
        try asker.click("form[action$='/arrival'] .primary")
        try wait(seller, until: "they have met") {
            try seller.texts(of: ".told p").last?.hasSuffix("님이 만났다고 했어요") == true
        }
        try seller.open(path)
        try seller.click("form[action$='/arrival'] .primary")
        // Waits without reloading, because a reload could arrive before the form is sent.
        try seller.waitUntil("it is said") { try seller.all("form[action$='/arrival']").isEmpty }
    }

    func close() throws {
        try seller.click(".steps summary")
        #expect(try seller.find("#price").value == "30,000")
        // Its button that unfolds the form is a primary one, too.
        try seller.click(".steps details form .primary")
        try seller.waitUntil("it is closed") { try seller.texts(of: ".steps b") == ["거래완료"] }
    }

    /// Both review it, and then read both reviews.
    func review() throws {
        for (browser, rating) in [(seller, 3), (asker, 2)] {
            try browser.open(path)
            try browser.click(".steps a.primary")
            try browser.click("[name=rating][value='\(rating)']")
            try browser.click(".send button")
            try browser.waitUntil("it is told") { try browser.all("[name=rating]").isEmpty }
        }
        for browser in [seller, asker] {
            try browser.open(path + "/review")
            #expect(try browser.texts(of: ".reviews .rating b").sorted() == ["보통이에요", "좋았어요"])
        }
    }
}

extension Browser {
    /// The message drafts kept by the browser; nil if there are none.
    var keptDrafts: String? {
        get throws { try run("return sessionStorage.messages ?? null") as? String }
    }

    /// Types a draft, and returns once it is kept.
    func typeDraft(_ text: String) throws {
        try waitUntil("it is kept") {
            try find("#text").retype(text)
            return try keptDrafts?.contains(text) == true
        }
    }

    /// The texts of the messages on the page, oldest first.
    var messages: [String] {
        get throws { try texts(of: ".messages li p") }
    }

    /// Fills in the minute that contains the time in 15 seconds: late enough to be accepted, and
    /// soon enough to pass while the test waits. The market's clocks are Seoul's.
    fileprivate func setMeetingTime() throws {
        try run(
            """
            const soon = new Date(Date.now() + (9 * 3600 + 15) * 1000).toISOString();
            document.querySelector('#date').value = soon.slice(0, 10);
            document.querySelector('#time').value = soon.slice(11, 16);
            """)
    }
}
