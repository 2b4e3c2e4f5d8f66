import Fixtures
import Testing

extension MarketInBrowserTests {
    /// What an open conversation keeps and shows.
    @Blocking
    struct Chat {
        @Test func aMessageSentAfterSigningInAgainIsNoLongerKept() throws {
            let browser = try Fixture.browser(.on, of: "오래 비운 이웃")
            let item = try browser.sell("원목 협탁")
            let asker = try Fixture.member("협탁 묻는 이웃")
            try browser.open(try asker.ask(about: item))
            try browser.typeDraft("네, 있어요.")
            _ = try browser.client().post("/signout", [:])
            try browser.click(".writing .primary")
            try browser.find("#nickname").retype("오래 비운 이웃")
            try browser.type(Browser.password, into: "#password")
            // The text is still kept, in case the visitor does not go on with the sign-in.
            #expect(try browser.keptDrafts?.contains("네, 있어요.") == true)
            try browser.submit()
            try browser.waitUntil("it is shown again") {
                try browser.text(of: "main").contains("네, 있어요.")
            }
            try browser.submit()
            try browser.waitUntil("it is sent") { try browser.messages.last == "네, 있어요." }
            #expect(try browser.keptDrafts == nil)
            #expect(try browser.find("#text").value.isEmpty)
        }

        @Test func aMessageSentWithThePasswordAgainIsNoLongerKept() throws {
            let browser = try Fixture.browser(.on)
            let listing = Listing(title: "손님이 내놓은 협탁")
            let item = try Fixture.client().post(listing)
            let path = try Fixture.member("손님에게 묻는 이웃").ask(about: item)
            try browser.open(item + path)
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is read") { try browser.messages.count == 1 }
            try browser.typeDraft("네, 있어요.")
            try browser.forgetCookies()
            try browser.click(".writing .primary")
            try browser.type(listing.password, into: "#password")
            try browser.submit()
            try browser.waitUntil("it is sent") { try browser.messages.last == "네, 있어요." }
            #expect(try browser.keptDrafts == nil)
            #expect(try browser.find("#text").value.isEmpty)
        }

        @Test func changesOnAnEarlierPageStayThere() throws {
            let browser = try Fixture.browser(.on, of: "오래 이야기한 이웃")
            let item = try browser.sell("원목 이층 침대")
            let (seller, asker) = (try browser.client(), try Fixture.member("많이 묻는 이웃"))
            let path = try asker.ask(about: item)
            let first = try #require(try asker.messages(in: path).first)
            for number in 1...26 {
                try asker.writes("질문 \(number)", in: path)
                try seller.writes("대답 \(number)", in: path)
            }
            try browser.open(path)
            try browser.waitUntil("the last ones are shown") {
                try browser.all(".messages p").count == 50
            }
            try remove(first, in: path, reportedBy: seller)
            try asker.writes("내일 봬요.", in: path)
            try browser.waitUntil("it has come") {
                try browser.texts(of: ".messages li:last-child p") == ["내일 봬요."]
            }
            #expect(try browser.all(".messages p").count == 51)
            #expect(try browser.all("#message-\(first)").isEmpty)
        }

        @Test func onlyTheLastReadMessageSaysSoWhenAnEarlierOneChanges() throws {
            let browser = try Fixture.browser(.on, of: "두 번 대답한 이웃")
            let item = try browser.sell("원목 의자")
            let (seller, asker) = (try browser.client(), try Fixture.member("대답 읽은 이웃"))
            let path = try asker.ask(about: item)
            try seller.writes("네, 있어요.", in: path)
            try seller.writes("언제 오세요?", in: path)
            let messages = try asker.messages(in: path)
            try #require(messages.count == 3)
            try browser.open(path)
            try browser.waitUntil("it is read") {
                try browser.all("#message-\(messages[2]) .seen").count == 1
            }
            try remove(messages[1], in: path, reportedBy: asker)
            try browser.waitUntil("it is removed") {
                try browser.messages.contains("운영자가 지운 메시지예요")
            }
            #expect(try browser.all(".seen").count == 1)
            #expect(try browser.all("#message-\(messages[2]) .seen").count == 1)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aQuickAnswerIsPutIntoTheFieldAndSent(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "빨리 답하는 이웃 \(scripts)")
            let item = try browser.sell("원목 스툴")
            try browser.open(try Fixture.member("스툴 묻는 이웃 \(scripts)").ask(about: item))
            try browser.click(".quick-answers button")
            try browser.waitUntil("it stands in the field") {
                try browser.all("#text").first?.value == "네, 아직 있어요."
            }
            try browser.click(".writing .primary")
            try browser.waitUntil("it is sent") { try browser.messages.last == "네, 아직 있어요." }
        }

        @Test func aQuickAnswerThatIsPressedBeforeItsScriptIsThereSendsNothing() throws {
            let browser = try Fixture.browser(.on, of: "먼저 누르는 이웃")
            let item = try browser.sell("원목 옷걸이")
            try browser.open(try Fixture.member("옷걸이 묻는 이웃").ask(about: item))
            try browser.waitUntil("the page is followed") {
                try browser.all(".fresh[hidden]").count == 1
            }
            _ = try browser.run(
                """
                const form = document.querySelector('.writing');
                form.requestSubmit(form.querySelector('[name=quick]'));
                """)
            try browser.waitUntil("it stands in the field, unsent") {
                try browser.all("#text").first?.value == "네, 아직 있어요."
                    && browser.messages.count == 1
            }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aChatIsMutedAndPutAwayUntilTheOtherWrites(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "채팅 많은 이웃 \(scripts)")
            let item = try browser.sell("원목 발판")
            let asker = try Fixture.member("발판 묻는 이웃 \(scripts)")
            let path = try asker.ask(about: item)
            try browser.open(path)
            try browser.press(tool: "/mute")
            try browser.waitUntil("the alert says so") {
                try browser.alert().first == "이 채팅의 알림을 껐어요"
            }
            // With scripts, the open chat would read the message.
            try browser.open("/rules")
            try asker.writes("오늘 볼 수 있나요?", in: path)
            try browser.open("/chats")
            try browser.waitUntil("it is marked, and not counted") {
                try browser.text(of: ".talks li").contains("알림 꺼짐")
                    && browser.all(".talks .badge").count == 1
                    && browser.all(".tabs .chats b").isEmpty
            }
            try browser.open(path)
            try browser.press(tool: "/archive")
            try browser.arrive(at: "/chats")
            #expect(try browser.all(".talks li").isEmpty)
            try browser.click(".note a[href='/chats?archived=1']")
            try browser.waitUntil("it is there") { try browser.all(".talks li").count == 1 }
            try asker.writes("여기 있어요.", in: path)
            try browser.open("/chats")
            try browser.waitUntil("it is back") { try browser.all(".talks li").count == 1 }
            #expect(try browser.all("a[href='/chats?archived=1']").isEmpty)
        }

        @Test func anOpenChatFollowsWhatIsDoneWithItElsewhere() throws {
            let browser = try Fixture.browser(.on, of: "창 두 개 연 이웃")
            let item = try browser.sell("원목 시계")
            let path = try Fixture.member("시계 묻는 이웃").ask(about: item)
            try browser.open(path)
            try browser.waitUntil("the page is followed") {
                try browser.all(".fresh[hidden]").count == 1
            }
            let elsewhere = try browser.client()
            try elsewhere.submit(path + "/mute", [:])
            try browser.waitUntil("the menu offers the reverse, and the head says so") {
                try browser.all("[data-tidying] [action$='/mute/deletion']").count == 1
                    && browser.all("[data-tidying]").count == 2
                    && browser.all(".tidied [action$='/mute/deletion']").count == 1
            }
            try elsewhere.submit(path + "/reservation", [:])
            try browser.waitUntil("the quick answers are those of the next step") {
                try browser.all(".quick-answers [value='어디서 만날까요?']").count == 1
                    && browser.all(".quick-answers [value='네, 아직 있어요.']").isEmpty
            }
        }

        @Test func anOpenChatThatIsListedAgainElsewhereLeadsBackToAllOthers() throws {
            let browser = try Fixture.browser(.on, of: "치워 둔 채팅 연 이웃")
            let item = try browser.sell("원목 우산꽂이")
            let path = try Fixture.member("우산꽂이 묻는 이웃").ask(about: item)
            // What is unread cannot be archived.
            try browser.open(path)
            let elsewhere = try browser.client()
            try elsewhere.submit(path + "/archive", [:])
            try browser.open(path)
            try browser.waitUntil("the page is followed") {
                try browser.all(".fresh[hidden]").count == 1
            }
            let back = """
                const [up, beside] = ['.up', '.beside h2'].map(part => document.querySelector(part));
                return [up.pathname + up.search, up.textContent.trim(), beside.textContent.trim()];
                """
            let before = try browser.run(back) as? [String]
            #expect(before == ["/chats?archived=1", "치워 둔 채팅", "치워 둔 채팅"])
            try elsewhere.submit(path + "/archive/deletion", [:])
            try browser.waitUntil("it leads back to all others, and says so") {
                try browser.run(back) as? [String] == ["/chats", "채팅", "채팅"]
            }
        }

        @Test func leavingUnsentPhotosAsksFirst() throws {
            let browser = try Fixture.browser(.on, of: "사진 고르는 이웃")
            let item = try browser.sell("원목 거울")
            try browser.open(try Fixture.member("거울 묻는 이웃").ask(about: item))
            func isAsked() throws -> Bool {
                let leaving = "new Event('beforeunload', { cancelable: true })"
                return try browser.run("return !dispatchEvent(\(leaving))") as? Bool == true
            }
            #expect(try !isAsked())
            try browser.waitUntil("one is shown") {
                // A file chosen before the script has loaded is not shown.
                try browser.find(".writing [type=file]").choose(files: Fixture.picture("mirror"))
                return try browser.all(".attached li").count == 1
            }
            #expect(try isAsked())
            try browser.click(".attached li button")
            #expect(try !isAsked())
        }
    }
}

/// Removes a message as an operator, after somebody has reported it.
@Blocking
private func remove(_ message: String, in path: String, reportedBy reader: Client) throws {
    try reader.submit("\(path)/messages/\(message)/report", ["reason": "3"])
    let keeper = try Fixture.client(keepsCookies: true)
    _ = try keeper.post(
        "/signin", ["nickname": AllPages.operatorName, "password": AllPages.operatorPassword])
    // The latest report comes first.
    let reports = try keeper.get("/reports").text
    let removal = reports.firstMatch(of: /action="(\/reports\/\d+\/removal)"/)?.1
    try keeper.submit(String(try #require(removal)), [:])
}

extension Browser {
    /// Presses what is behind the dots of a chat.
    fileprivate func press(tool action: String) throws {
        try click(".tools summary")
        try click(".tools [action$='\(action)'] button")
    }
}

extension Client {
    fileprivate func writes(_ text: String, in path: String) throws {
        try submit(path + "/messages", ["text": text])
    }

    /// The ids of the messages on the page, oldest first; reading the page marks them as read.
    fileprivate func messages(in path: String) throws -> [String] {
        try get(path).text.matches(of: /id="message-(\d+)"/).map { String($0.1) }
    }
}
