import Fixtures
import Market
import Testing

@Blocking
final class ConversationSceneTests: ConversationSuite {
    @Test func bothWriteAndRead() throws {
        #expect(try seller.write("네, 있어요.\n언제 오세요?", in: path).redirection() == path)
        #expect(try asker.messages(in: path) == ["아직 있나요?", "네, 있어요.\n언제 오세요?"])
        let page = try seller.get(path).page
        #expect(page.texts.contains("지수"))
        #expect(page.links.contains(item))
    }

    @Test func aSellerSeesWhoHasAskedAboutOneItem() throws {
        let other = try seller.post()
        let asked = try asker.ask("이건요?", about: other)
        _ = try site.member("늦은 이웃").ask(about: other)
        let listing = try seller.get(other).page
        #expect(listing.links.contains(other + "/chats"))
        #expect(listing.texts.contains("안 읽은 문의 2개"))
        let received = try seller.get(other + "/chats").page
        #expect(received.texts.contains("받은 문의"))
        // The listing is named once, not for each of them.
        #expect(received.texts.filter { $0 == "북유럽풍 장스탠드" }.count == 1)
        #expect(received.links.contains(asked) && !received.links.contains(path))
        #expect(try seller.get("/chats").page.links.contains(path))
        // Anybody else only learns that there is no password.
        #expect(try !asker.get(other + "/chats").page.links.contains(asked))
    }

    @Test func messagesAreShownAsWritten() throws {
        _ = try seller.write("<b>3만원</b> & \"끝\" https://a.example/?a=1&b", in: path)
        let text = try asker.get(path).text
        #expect(text.contains("&lt;b&gt;3만원&lt;/b&gt; &amp; &quot;끝&quot;"))
        #expect(
            text.contains("<a href=\"https://a.example/?a=1&amp;b\" rel=\"nofollow ugc noopener\">")
        )
    }

    @Test func aQuickAnswerFillsTheFieldInWithoutAScript() throws {
        let page = try seller.get(path).page
        let answers = page.tags("button").filter { $0["name"] == "quick" }.compactMap {
            $0["value"]
        }
        #expect(answers == ["네, 아직 있어요.", "언제 만날 수 있을까요?", "어디서 만날까요?"])
        // Enter presses the first button of a form.
        let form = page.html.stretches(from: "<form class=\"form writing\"", to: "</form>").first
        let first = try #require(Page(html: form ?? "").tags("button").first)
        #expect(first["name"] == nil && first["type"] == nil)
        let parts: [FormBody.Part] = [
            .text("text", ""), .text("quick", answers[0]),
            .file("photos", named: "1.jpg", type: "image/jpeg", bytes: Picture.red),
        ]
        let filledIn = try seller.post(path + "/messages", .multipart(parts))
        #expect(filledIn.status == 200 && filledIn.page.alert == nil)
        #expect(filledIn.page.value(of: "text") == answers[0])
        // Photos chosen with it are kept, too.
        #expect(filledIn.page.values(of: "photos").count == 1)
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
        let askers = try asker.get(path).page.tags("button").filter { $0["name"] == "quick" }
        #expect(askers.map { $0["value"] } == ["거래할게요. 예약해주세요."])
    }

    @Test func theSameSentTwiceIsOneMessage() throws {
        let token = try #require(try seller.get(path).page.value(of: "token"))
        for _ in 1...2 { #expect(try seller.write("네", in: path, token: token).status == 303) }
        #expect(try asker.messages(in: path) == ["아직 있나요?", "네"])
    }

    @Test func aTokenThatNoFormHoldsIsNotKept() throws {
        let token = String(repeating: "x", count: 200_000)
        for _ in 1...2 { #expect(try seller.write("네", in: path, token: token).status == 303) }
        #expect(try asker.messages(in: path) == ["아직 있나요?", "네", "네"])
    }

    @Test func newMessagesAreCountedUntilRead() throws {
        _ = try asker.write("저기요", in: path)
        #expect(try seller.get("/").page.unreadMessages == "2")
        let list = try seller.get("/chats").page
        #expect(list.texts.contains("저기요") && list.texts.contains("안 읽은 메시지 2개"))
        #expect(try asker.get("/").page.unreadMessages == nil)
        #expect(try !asker.get(path).page.texts.contains("읽음"))
        #expect(try seller.get(path).page.unreadMessages == nil)
        #expect(try seller.get("/").page.unreadMessages == nil)
        #expect(try asker.get(path).page.texts.contains("읽음"))
    }

    @Test func prefetchedConversationsAreNotRead() throws {
        #expect(try seller.get(path, ["Sec-Purpose": "prefetch"]).status == 200)
        #expect(try seller.get("/").page.unreadMessages == "1")
        #expect(try site.head(path, as: seller).hasPrefix("HTTP/1.1 200 "))
        #expect(try seller.get("/").page.unreadMessages == "1")
    }

    @Test func aMessageIsTakenBackForBoth() throws {
        let form = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        #expect(try seller.press(form).status == 404)
        #expect(try asker.press(form)["Location"] == path)
        #expect(try seller.messages(in: path) == ["지운 메시지예요"])
        #expect(try !seller.get("/chats").text.contains("아직 있나요?"))
        #expect(try seller.get("/").page.unreadMessages == nil)
    }

    @Test func afterFiveMinutesAMessageStays() throws {
        let page = try asker.get(path).page
        let form = try #require(page.actions.first { $0.hasSuffix("/deletion") })
        site.clock.advance(by: 301)
        let answer = try asker.press(form)
        #expect(answer.status == 409)
        #expect(answer.page.alert?.lines == ["보낸 지 5분이 지난 메시지는 지울 수 없어요."])
        #expect(try seller.messages(in: path) == ["아직 있나요?"])
        #expect(
            !(try asker.get(path).page.tags("form").contains {
                $0["action"]?.hasSuffix("/deletion") == true
            }))
    }

    @Test(arguments: ["", " \n ", String(repeating: "가", count: 1_001)])
    func aMessageThatSaysNothingOrTooMuchComesBack(_ text: String) throws {
        let answer = try seller.write(text, in: path)
        #expect(answer.status == 422)
        #expect(answer.page.value(of: "text") == text)
        #expect(answer.page.messages == ["아직 있나요?"])
    }

    @Test func hostileFormsAreRefused() throws {
        let notText = FormBody(encoded: "text=%C3%28")
        #expect(try seller.post(path + "/messages", notText).status == 422)
        let long: FormBody = ["text": String(repeating: "a", count: 3 << 20)]
        #expect(try site.post(path + "/messages", [:]).status == 403)
        #expect([413, 422].contains(try seller.post(path + "/messages", long).status))
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
    }

    @Test func aStrangerFindsNothingWhereverTheyLook() throws {
        let stranger = try site.member("낯선 이웃")
        let guests = try site.post()
        _ = try stranger.ask("저는 다른 걸 물어요", about: guests)
        for base in [path, "/chats/99", item + "/chats/1", guests + "/chats/1"] {
            for client in [stranger, try site.visitor()] {
                let answers = [
                    try client.get(base), try client.get(base + "?before=99"),
                    try client.write("끼어들기", in: base),
                    try client.press(base + "/messages/1/deletion"),
                ]
                for answer in answers {
                    #expect(!answer.text.contains("아직 있나요?"), "\(base)")
                    #expect(answer.status >= 300 || base.hasPrefix(guests), "\(base)")
                }
            }
        }
        for id in ["1", "99"] {
            #expect(try stranger.get("/chats/\(id)").status == 404)
            #expect(try stranger.write("끼어들기", in: "/chats/\(id)").status == 404)
            #expect(try stranger.press("/chats/\(id)/messages/1/deletion").status == 404)
        }
        #expect(try stranger.get(item + "/chats").status == 404)
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
    }

    @Test func guestsAreLedToTheSignIn() throws {
        #expect(try site.get(path).redirection() == "/signin?return=/chats/1")
        let sent = try site.post(path + "/messages", ["text": "적던 것"])
        #expect(sent.status == 403)
        #expect(sent.page.value(of: "carried.text") == "적던 것")
        #expect(sent.page.alert?.lines.first?.hasPrefix("그사이 로그아웃됐어요.") == true)
        #expect(try site.get("/chats")["Location"] == "/signin?return=/chats")
    }

    @Test func anEditedItemShowsAsItIsNow() throws {
        let form = FilledForm.ownLamp.with("title", "고친 장스탠드")
        #expect(try seller.post(item + "/edit", form.multipart).status == 303)
        #expect(try asker.get(path).page.texts.contains("고친 장스탠드"))
    }

    @Test func aDeletedItemLeavesTheConversation() throws {
        #expect(try seller.press(item + "/deletion").status == 303)
        let page = try asker.get(path).page
        #expect(page.texts.contains("북유럽풍 장스탠드") && page.texts.contains("지워진 글"))
        #expect(try asker.write("그래도 고마워요", in: path).status == 303)
        #expect(try seller.messages(in: path).last == "그래도 고마워요")
    }

    @Test func aDeletedAccountIsToldPlainly() throws {
        let page = try asker.get(path).page
        #expect(page.actions.contains(path + "/messages"))
        let form: FormBody = ["password": ServedSite.password]
        #expect(try seller.post("/my/account/deletion", form).status == 303)
        let answer = try asker.write("거기 계세요?", in: path)
        #expect(answer.status == 409)
        #expect(answer.page.alert?.lines == ["상대가 탈퇴해서 더는 답을 받을 수 없어요."])
        #expect(answer.page.texts.contains("탈퇴한 사람"))
        #expect(answer.text.contains("거기 계세요?"))
        #expect(try asker.get("/chats").page.texts.contains("탈퇴한 사람"))
    }

    @Test func tooManyMessagesAMinuteAreToldToWait() throws {
        let site = try ServedSite { $0.messagesPerMinute = 2 }
        let item = try site.member("민지").post()
        let asker = try site.member("지수")
        let path = try asker.ask(about: item)
        #expect(try asker.write("둘", in: path).status == 303)
        let answer = try asker.write("셋", in: path)
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer.page.value(of: "text") == "셋")
    }

    @Test func messagesAreOnlyInTheTwoPeoplesExports() throws {
        let stranger = try site.member("낯선 이웃")
        for (client, isIn) in [(seller, true), (asker, true), (stranger, false)] {
            let texts = try client.exportedData()["chats"][0]["messages"].elements.map {
                $0["text"]
            }
            #expect(texts == (isIn ? ["아직 있나요?"] : []))
        }
    }

    @Test func conversationsArePaged() throws {
        for _ in 1...30 { _ = try asker.ask(about: try site.post()) }
        let page = try asker.get("/chats").page
        let next = try #require(page.link("next"))
        #expect(page.tags("a").count { $0["href"]?.hasPrefix("/chats/") == true } == 30)
        #expect(try asker.get(next).page.texts.contains("민지"))
    }
}
