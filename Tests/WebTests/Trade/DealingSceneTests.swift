import Fixtures
import Market
import Testing

@Blocking
final class DealingSceneTests: ConversationSuite {
    /// What may be done about the listing: what each does with the chat for themselves is no step of it.
    private func actions(of client: Client) throws -> [String] {
        try client.get(path).page.actions
            .filter { $0.hasPrefix(path) && !$0.contains("/messages") }
            .map { String($0.dropFirst(path.count)) }
            .filter { !["/mute", "/archive"].contains($0) }
    }

    @Test func eachIsOfferedTheirOwnSteps() throws {
        #expect(try actions(of: seller) == ["/reservation", "/closing"])
        #expect(try actions(of: asker) == ["/offer"])
    }

    @Test func reservedItemsAreSoldInTheirConversation() throws {
        _ = try seller.press(path + "/reservation")
        let answer = try seller.press(item + "/sale/elsewhere")
        #expect(answer["Location"] == path)
        let page = try seller.get(path).page
        #expect(page.alert?.title == "예약한 분과 거래했나요?")
        let alert = try #require(page.html.stretches(from: "<dialog", to: "</dialog>").first)
        let release = path + "/reservation/deletion"
        #expect(Page(html: alert).action(endingWith: "/reservation/deletion") == release)
        #expect(try actions(of: seller).contains("/closing"))
        #expect(try site.get(item).page.texts.contains("예약중"))
    }

    @Test func anOfferIsTakenBackWhereItStands() throws {
        _ = try asker.post(path + "/offer", ["price": "29,000"])
        let page = try asker.get(path).page
        #expect(page.texts.contains("답을 기다려요"))
        let deletion = page.actions
            .last { $0.hasPrefix(path + "/messages/") && $0.hasSuffix("/deletion") }
        let acceptance = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        #expect(try asker.press(#require(deletion))["Location"] == path)
        let answer = try seller.get(path)
        #expect(answer.page.texts.contains("지운 메시지예요"))
        #expect(!answer.text.contains("29,000원"))
        let late = try seller.press(path + acceptance)
        #expect(late.status == 409)
        #expect(late.page.alert?.lines == ["상대가 지운 제안이에요."])
    }

    @Test func anOfferIsTakenReservedAndClosed() throws {
        #expect(try asker.post(path + "/offer", ["price": "3만원"])["Location"] == path)
        let answer = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        #expect(try asker.press(path + answer).status == 409)
        #expect(try seller.press(path + answer)["Location"] == path)
        let texts = try asker.get(path).page.texts
        let answers = Set(texts.filter { $0.contains("수락했어요") })
        #expect(answers == ["민지님이 가격 제안을 수락했어요"])
        #expect(try seller.get(path).page.value(of: "price") == "30,000")
        #expect(try asker.get(path).page.value(of: "price") == "")
        #expect(try seller.press(path + "/reservation")["Location"] == path)
        #expect(try site.get(item).page.texts.contains("예약중"))
        let reserved = try asker.get(path).page
        #expect(reserved.texts.contains("민지님이 예약해줬어요"))
        // Offering another price is behind the dots.
        #expect(!reserved.html.contains("<summary class=\"button\">가격 제안"))
        #expect(reserved.texts.contains("제안하기"))
        let doubtful = try asker.post(path + "/offer", ["price": ""])
        #expect(doubtful.status == 422)
        let dots = "<details class=\"menu\" open><summary class=\"icon\">"
        #expect(doubtful.page.html.contains(dots))
        let again = try seller.press(path + "/reservation")
        #expect(again.status == 409)
        #expect(again.page.alert?.isFailure == true)
        #expect(try seller.post(path + "/closing", ["price": "30000"])["Location"] == path)
        #expect(try site.get(item).page.texts.contains("거래완료"))
        #expect(try Set(actions(of: seller)) == ["/closing/deletion"])
        #expect(try actions(of: asker).isEmpty)
    }

    @Test func whoeverComesTooLateIsLedToSimilarItems() throws {
        let first = try site.member("하늘").ask(about: item)
        #expect(try !asker.get(path).page.links.contains(item + "/similar"))
        _ = try seller.press(first + "/closing")
        #expect(try asker.get(path).page.links.contains(item + "/similar"))
        #expect(try !seller.get(path).page.links.contains(item + "/similar"))
    }

    @Test func aClosingIsTakenBackByItsAlertOrByTheDots() throws {
        _ = try seller.press(path + "/reservation")
        let undo = path + "/closing/deletion"
        for _ in 1...2 {
            #expect(try seller.press(path + "/closing")["Location"] == path)
            let page = try seller.get(path).page
            #expect(page.alert?.isFailure == false && page.alert?.title == "거래완료로 바꿨어요")
            #expect(page.alert?.lines == ["24시간 안에, 후기를 남기기 전에 되돌릴 수 있어요."])
            #expect(page.tags("form").filter { $0["action"] == undo }.count == 2)
            #expect(try actions(of: seller) == ["/closing/deletion"])
            #expect(try seller.get(undo)["Location"] == path)
            #expect(try asker.press(undo).status == 409)
            #expect(try seller.press(undo)["Location"] == path)
            #expect(try seller.press(undo).status == 409)
            #expect(try site.get(item).page.texts.contains("예약중"))
            #expect(try asker.get("/").page.unreadMessages != nil)
            #expect(try asker.get(path).page.messages.last == "민지님이 거래완료를 되돌렸어요")
        }
    }

    @Test func afterADayOrAReviewTheClosingStands() throws {
        for isReviewed in [false, true] {
            let conversation = try asker.ask(about: try seller.post(.ownLamp.with("stock", "1")))
            _ = try seller.press(conversation + "/closing")
            // The alert is shown only once.
            _ = try seller.get(conversation)
            if isReviewed {
                _ = try asker.post(conversation + "/review", ["rating": "3"])
            } else {
                site.clock.advance(by: Dealing.Closing.reopeningTime + 1)
            }
            let page = try seller.get(conversation).page
            // The other's review is sealed, so a missing button must not reveal it.
            let isOffered = page.action(endingWith: "/closing/deletion") != nil
            #expect(isOffered == isReviewed)
            let refused = try seller.press(conversation + "/closing/deletion")
            #expect(refused.status == 409)
            #expect(refused.page.alert?.lines == ["24시간이 지났거나 후기를 남긴 거래완료는 되돌릴 수 없어요."])
        }
    }

    @Test func alertsNameClosingsByNumbersAlone() throws {
        for (cookie, path) in [
            ("sold.9", "/chats/9/closing/deletion"),
            ("sold.9.7", "/items/7/chats/9/closing/deletion"),
        ] {
            let page = try site.get("/categories", ["Cookie": "alert=\(cookie)"]).page
            #expect(page.action(endingWith: "/closing/deletion") == path)
        }
        for cookie in ["sold.", "sold.9.", "sold.9.7.1", "sold.x", "sold.-1", "deleted.9.7"] {
            let page = try site.get("/categories", ["Cookie": "alert=\(cookie)"]).page
            #expect(page.alert == nil, "\(cookie)")
        }
        #expect(try site.get("/categories", ["Cookie": "alert=sold"]).page.alert != nil)
    }

    @Test func theTwoDealAgainAboutRemainingPieces() throws {
        let path = try asker.ask(about: try seller.post(.ownLamp.with("stock", "3")))
        let closing: FormBody = ["price": "1만"]
        #expect(try asker.press(path + "/next-dealing").status == 409)
        #expect(try seller.post(path + "/closing", closing).status == 303)
        #expect(try asker.get(path).page.action(endingWith: "/next-dealing") != nil)
        #expect(try asker.get(path + "/next-dealing")["Location"] == path)
        #expect(try asker.press(path + "/next-dealing")["Location"] == path)
        #expect(try seller.get(path).page.messages.last == "지수님이 한 번 더 거래를 시작했어요")
        #expect(try seller.get("/my").page.links.contains(path))
        #expect(try seller.post(path + "/closing", closing).status == 303)
        #expect(try asker.get("/my/purchases").page.links.filter { $0 == path }.count == 2)
        // Each dealing is reviewed on its own, the latest first.
        #expect(try asker.post(path + "/review", ["rating": "3", "text": "두 번째"]).status == 303)
        let earlier = try #require(
            try asker.get(path).page.links.first { $0.hasPrefix(path + "/review?dealing=") })
        let page = try asker.get(earlier).page
        #expect(!page.texts.contains("두 번째"))
        let dealing = try #require(page.value(of: "dealing"))
        let saved = try asker.post(
            path + "/review", ["rating": "1", "text": "첫 번째", "dealing": dealing])
        #expect(saved["Location"] == earlier)
        #expect(try asker.get(earlier).page.texts.contains("첫 번째"))
        #expect(try asker.get(path + "/review?dealing=").page.texts.contains("두 번째"))
        for made in ["x", "-1", "0", "77", "99999999999999999999"] {
            let answer = try asker.get(path + "/review?dealing=" + made)
            #expect(answer.status == 404 && !answer.text.contains("두 번째"), "\(made)")
            let form: FormBody = ["answer": "네", "dealing": made]
            #expect(try seller.post(path + "/review/answer", form).status == 404, "\(made)")
        }
    }

    @Test func aReviewIsSentOnlyForTheDealingMeant() throws {
        let path = try asker.ask(about: try seller.post(.ownLamp.with("stock", "3")))
        _ = try seller.press(path + "/closing")
        _ = try asker.press(path + "/next-dealing")
        _ = try seller.press(path + "/closing")
        let earlier = try #require(
            try asker.get(path + "/review").page.links.first { $0.contains("?dealing=") })
        let dealing = try #require(try asker.get(earlier).page.value(of: "dealing"))
        #expect(try seller.post(path + "/closing/deletion", ["closing": dealing]).status == 303)
        let refused = try asker.post(
            path + "/review", ["rating": "1", "text": "늦었어요", "dealing": dealing])
        #expect(refused.status == 409 && refused.page.texts.contains("늦었어요"))
        // Nothing on that page may send it for the dealing that still stands.
        #expect(refused.page.action(endingWith: "/review") == nil)
        #expect(try asker.get(earlier).status == 404)
        #expect(try asker.get(path + "/review").page.action(endingWith: "/review") != nil)
    }

    @Test func aClosingBesideAnotherDealingIsNamedByItsTime() throws {
        let path = try asker.ask(about: try seller.post(.ownLamp.with("stock", "2")))
        _ = try seller.press(path + "/closing")
        func names() throws -> [String] {
            try seller.get(path).page.texts.filter { $0.contains("에 마친 거래: ") }
        }
        #expect(try names().isEmpty)
        _ = try asker.press(path + "/next-dealing")
        _ = try seller.press(path + "/reservation")
        #expect(try names().count == 1)
    }

    @Test func aClosingIsTakenBackByItsNumberWhateverHasBegunSince() throws {
        let path = try asker.ask(about: try seller.post(.ownLamp.with("stock", "2")))
        _ = try seller.press(path + "/closing")
        _ = try asker.press(path + "/next-dealing")
        let undo = path + "/closing/deletion"
        #expect(try seller.press(undo).status == 409)
        let closing = try #require(try seller.get(path).page.value(of: "closing"))
        let form: FormBody = ["closing": closing]
        #expect(try asker.post(undo, form).status == 409)
        #expect(try seller.post(undo, form)["Location"] == path)
        #expect(try seller.post(undo, form).status == 409)
        #expect(try asker.get("/my/purchases").page.links.contains(path) == false)
    }

    @Test func theAgreedPriceStandsInTheHeadAndInTheList() throws {
        _ = try asker.post(path + "/offer", ["price": "3만"])
        #expect(try !seller.get(path).text.contains("합의한 가격"))
        let answer = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        _ = try seller.press(path + answer)
        for client in [seller, asker] {
            let page = try client.get(path).page
            #expect(page.texts.contains("합의한 가격 30,000원"))
            #expect(page.html.contains("<s>35,000원</s>"))
            let list = try client.get("/chats").page.texts
            let title = try #require(list.firstIndex(of: "북유럽풍 장스탠드"))
            #expect(list[title + 1] == "합의한 가격 30,000원")
        }
    }

    @Test func theTypedClosingPriceIsShownAgain() throws {
        _ = try asker.post(path + "/offer", ["price": "3만원"])
        let answer = try #require(try actions(of: seller).first { $0.hasSuffix("/acceptance") })
        _ = try seller.press(path + answer)
        let refused = try seller.post(path + "/closing", ["price": "만원만"])
        #expect(refused.status == 422)
        #expect(refused.page.value(of: "price") == "만원만")
    }

    @Test func aPriceWithAZeroTooFewIsAskedBackAndSentAsItIs() throws {
        func form(_ answer: Answer, _ end: String) throws -> Page {
            let form = answer.text.stretches(from: "action=\"\(path)\(end)\"", to: "</form>").first
            return Page(html: try #require(form))
        }
        for (client, end) in [(asker, "/offer"), (seller, "/closing")] {
            let refused = try client.post(path + end, ["price": "3,000"])
            #expect(refused.status == 422)
            #expect(refused.page.alert?.title == "확인해주세요")
            #expect(refused.page.alert?.lines == ["3,000원이 맞나요? 올린 가격은 35,000원이에요."])
            let asked = try form(refused, end)
            #expect(asked.value(of: "price") == "3,000")
            let button = try #require(asked.tags("button").first { $0["name"] == "sure" })
            let sure = try #require(button["value"])
            // The button that Enter presses, and that stands out, sends the corrected price.
            let buttons = asked.tags("button").map { ($0["class"], $0["name"]) }
            #expect(buttons.first?.0 == "button primary" && buttons.first?.1 == nil)
            #expect(buttons.last?.0 == "button" && buttons.last?.1 == "sure")
            #expect(asked.texts.contains { $0.hasPrefix("3,000 그대로") })
            let other = try client.post(path + end, ["price": "300", "sure": sure])
            #expect(other.status == 422)
            let sent = try client.post(path + end, ["price": "3,000", "sure": sure])
            #expect(sent.status == 303)
        }
        #expect(try asker.get("/my/purchases").page.texts.contains("3,000원"))
    }

    @Test func theOtherReadsWhoTookAStep() throws {
        func last(_ client: Client, in language: String) throws -> String? {
            try client.get(path, ["Accept-Language": language]).page.messages.last
        }
        _ = try seller.press(path + "/reservation")
        #expect(try last(seller, in: "ko") == "지수님 앞으로 예약했어요")
        #expect(try last(seller, in: "en") == "You reserved it for 지수")
        #expect(try last(asker, in: "ko") == "민지님이 예약해줬어요")
        #expect(try last(asker, in: "en") == "민지 reserved it for you")
        _ = try asker.press(path + "/reservation/deletion")
        #expect(try last(asker, in: "en") == "You cancelled the reservation")
        #expect(try last(seller, in: "en") == "지수 cancelled the reservation")
        let form: FormBody = ["password": ServedSite.password]
        #expect(try asker.post("/my/account/deletion", form).status == 303)
        #expect(try last(seller, in: "ko") == "탈퇴한 사람이 예약을 취소했어요")
    }

    @Test func theSecondInLineGetsTheirTurn() throws {
        _ = try seller.press(path + "/reservation")
        let late = try site.member("늦은 이웃")
        let second = try late.ask("저도요", about: item)
        #expect(try late.press(second + "/line").status == 303)
        #expect(try late.get(second).page.texts.contains("대기 1번째"))
        let received = try seller.get(item + "/chats").page
        #expect(received.texts.contains("대기 1번째"))
        // Waiting in line is not an answer to their question.
        #expect(received.texts.contains("아직 답하지 않았어요"))
        #expect(try !seller.get("/chats").page.texts.contains("아직 답하지 않았어요"))
        #expect(received.texts.contains("돌아가기") && !received.texts.contains("취소"))
        #expect(try late.press(second + "/line").status == 409)
        #expect(try asker.press(path + "/reservation/deletion").status == 303)
        #expect(try late.get("/").page.unreadMessages == "1")
        #expect(try late.get(second).page.texts.contains("차례가 왔어요. 사고 싶으면 판매자에게 알려주세요."))
        let sellers = try seller.get(second).page
        #expect(sellers.texts.contains("대기하던 분께 차례가 왔다고 알렸어요"))
        #expect(!sellers.html.contains("told own"))
        #expect(try seller.press(second + "/reservation").status == 303)
    }

    @Test func howManyOfSeveralAreReservedIsSaid() throws {
        let item = try seller.post(.ownLamp.with("stock", "3"))
        let path = try asker.ask(about: item)
        #expect(try !site.get(item).page.texts.contains { $0.hasPrefix("예약 ") })
        #expect(try seller.press(path + "/reservation").status == 303)
        let texts = try site.get(item).page.texts
        #expect(texts.contains("잔여수량: 3") && texts.contains("예약 1"))
        let english = try site.get(item, ["Accept-Language": "en"]).page.texts
        #expect(english.contains("1 reserved"))
    }

    @Test func aStrangerTakesNoStep() throws {
        let stranger = try site.member("낯선 이웃")
        let steps = [
            "/offer", "/line", "/line/deletion", "/reservation", "/reservation/deletion",
            "/closing", "/closing/deletion", "/offers/1/acceptance", "/offers/1/rejection",
        ]
        for step in steps {
            #expect(try stranger.post(path + step, ["price": "1"]).status == 404)
            #expect(try site.post(path + step, ["price": "1"]).status == 403)
        }
        #expect(try asker.messages(in: path).count == 1)
    }

    @Test func guestsDealByThePassword() throws {
        let item = try site.post()
        let conversation = try asker.ask(about: item)
        let guests = item + conversation
        let guest = try site.visitor()
        #expect(try guest.press(guests + "/reservation").status == 200)
        _ = try guest.post(item + "/chats", ["password": "달빛1234"])
        #expect(try guest.press(guests + "/reservation")["Location"] == guests)
        #expect(try asker.get(conversation).page.texts.contains("비회원 글쓴이가 예약해줬어요"))
        #expect(try guest.post(guests + "/closing", ["price": ""]).status == 303)
        let undo = try #require(try guest.get(guests).page.action(endingWith: "/closing/deletion"))
        #expect(undo == guests + "/closing/deletion")
        #expect(try guest.get(undo)["Location"] == guests)
        #expect(try guest.press(undo)["Location"] == guests)
        #expect(try asker.get(conversation).page.messages.last == "비회원 글쓴이가 거래완료를 되돌렸어요")
    }
}
