import Fixtures
import Market
import Testing

@Blocking
final class SaleSceneTests: ConversationSuite {
    @Test func theSellerChoosesWhoHasBoughtIt() throws {
        #expect(try seller.press(item + "/sale")["Location"] == item + "/sale")
        // Nothing has changed for anybody else.
        #expect(try !site.get(item).page.texts.contains("거래완료"))
        let asked = try seller.get(item + "/sale")
        #expect(asked["Cache-Control"] == "no-store")
        let page = asked.page
        // All conversations on the page are about one item, so it is named once, above them.
        #expect(page.texts.filter { $0 == "북유럽풍 장스탠드" }.count == 1)
        for text in ["누구와 거래했나요?", "지수", "아직 있나요?", "다른 곳에서 팔았어요"] {
            #expect(page.texts.contains(text), "\(text)")
        }
        let link = try #require(page.links.first { $0.hasPrefix("/chats/") })
        let chat = try seller.get(link).page
        let menu = try #require(chat.tags("details").first { $0.has("open") })
        #expect(menu["class"] == "menu")
        let closing = try #require(chat.action(endingWith: "/closing"))
        #expect(try seller.post(closing, ["price": "3만"])["Location"] == path)
        #expect(try site.get(item).page.texts.contains("거래완료"))
        #expect(try asker.get("/my/purchases").page.links.contains(path))
        #expect(try seller.get(item + "/sale")["Location"] == item)
    }

    @Test func anItemSoldElsewhereIsMarkedAtOnce() throws {
        _ = try seller.press(item + "/sale")
        let form = try #require(
            try seller.get(item + "/sale").page.action(endingWith: "/elsewhere"))
        #expect(try seller.press(form)["Location"] == item)
        #expect(try seller.get(item).page.alert?.title == "거래완료로 바꿨어요")
        #expect(try site.get(item).page.texts.contains("거래완료"))
        #expect(try asker.get("/my/purchases").page.links.allSatisfy { $0 != path })
    }

    @Test func anItemSoldToSomebodyIsOfferedAgainOnlyExplicitly() throws {
        let again = item + "/sale/deletion"
        #expect(try seller.get(again)["Location"] == item)
        _ = try seller.press(path + "/closing")
        #expect(try seller.press(again)["Location"] == again)
        #expect(try site.get(item).page.texts.contains("거래완료"))
        let page = try seller.get(again).page
        #expect(page.texts.contains("지수") && page.links.contains(path))
        // Another piece is sold, and the dealing stays as both see it.
        #expect(page.texts.contains("거래는 그대로 두고 하나 더 팔기"))
        let another = try #require(page.action(endingWith: "/sale/again"))
        #expect(try seller.press(another)["Location"] == item)
        #expect(try seller.get(item).page.alert?.title == "다시 판매중이에요")
        #expect(try !site.get(item).page.texts.contains("거래완료"))
        #expect(try asker.get("/my/purchases").page.links.contains(path))
    }

    @Test func aSaleThatFellThroughIsTakenBackOnTheSamePage() throws {
        _ = try seller.press(path + "/closing")
        let page = try seller.get(item + "/sale/deletion").page
        let undo = try #require(page.action(endingWith: "/closing/deletion"))
        let closing = try #require(page.value(of: "closing"))
        #expect(try asker.press(item + "/sale/again").status == 404)
        #expect(try seller.post(undo, ["closing": closing])["Location"] == path)
        #expect(try !site.get(item).page.texts.contains("거래완료"))
        #expect(try !asker.get("/my/purchases").page.links.contains(path))
        // After the time limit only selling another piece is offered, once the alert with its undo
        // button is gone.
        _ = try seller.press(path + "/closing")
        _ = try seller.get(item)
        site.clock.advance(by: Dealing.Closing.reopeningTime + 1)
        let late = try seller.get(item + "/sale/deletion").page
        #expect(late.action(endingWith: "/closing/deletion") == nil)
        #expect(late.action(endingWith: "/sale/again") != nil)
    }

    @Test func withoutAskersNothingIsAsked() throws {
        let other = try seller.post(.ownLamp.with("stock", "1"))
        #expect(try seller.get(other + "/sale")["Location"] == other)
        #expect(try seller.press(other + "/sale")["Location"] == other)
        #expect(try site.get(other).page.texts.contains("거래완료"))
    }

    @Test(arguments: ["offer", "request"])
    func withSeveralPiecesItIsAskedHowManyAreLeft(_ purpose: String) throws {
        let several = try seller.post(.ownLamp.with("purpose", purpose))
        #expect(try seller.press(several + "/sale")["Location"] == several + "/sale")
        #expect(try !site.get(several).page.texts.contains("거래완료"))
        let page = try seller.get(several + "/sale").page
        #expect(page.value(of: "left") == "2")
        // Nobody has written about it, so there is nobody to choose.
        #expect(!page.texts.contains("누구와 거래했나요?"))
        #expect(page.texts.contains("북유럽풍 장스탠드"))
        // Nor is "elsewhere" anything to tell apart.
        let isOffer = purpose == "offer"
        #expect(!page.html.contains("다른 곳에서"))
        #expect(page.texts.count { $0 == (isOffer ? "거래완료" : "구했어요") } >= 2)
        let form = try #require(page.action(endingWith: "/elsewhere"))
        func leave(_ left: String) throws -> Answer {
            try seller.post(form, ["left": left])
        }
        let status = isOffer ? "거래완료" : "구했어요"
        for wrong in ["4", "-1", "많이", ""] {
            let answer = try leave(wrong)
            #expect(answer.status == 422)
            #expect(answer.page.alert?.lines == ["~ 남은 수량을 0부터 3까지의 숫자로 적어주세요."])
            // The field is there again, with what was typed.
            #expect(answer.page.value(of: "left") == wrong)
            #expect(answer.page.tags("input").contains { $0["aria-invalid"] == "true" })
            #expect(answer.page.action(endingWith: "/elsewhere") == form)
        }
        #expect(try seller.get(form)["Location"] == several + "/sale")
        // Pressing twice makes one sale.
        for _ in 1...2 { #expect(try leave("2개")["Location"] == several) }
        let alert = try #require(try seller.get(several).page.alert)
        #expect(alert.title == "남은 수량을 바꿨어요" && alert.lines == ["이제 2개 남았어요."])
        #expect(try !site.get(several).page.texts.contains(status))
        #expect(try seller.get(several + "/sale").page.value(of: "left") == "1")
        #expect(try leave("0")["Location"] == several)
        #expect(try seller.get(several + "/sale")["Location"] == several)
        #expect(try site.get(several).page.texts.contains(status))
    }

    @Test(arguments: [("offer", "모두 거래됐어요", "거래완료"), ("request", "모두 구했어요", "구했어요")])
    func allOfSeveralGoByAButtonOfTheirOwn(
        _ purpose: String, button: String, status: String
    ) throws {
        let several = try seller.post(.ownLamp.with("purpose", purpose))
        let page = try seller.get(several + "/sale").page
        #expect(page.texts.contains(button))
        #expect(page.tags("button").contains { $0["name"] == "all" && $0["value"] == "1" })
        #expect(!page.html.contains("0을 적으면"))
        // The field beside it is sent along, with the number that it began with.
        let all: FormBody = ["left": "2", "all": "1"]
        let list = "/my/items?purpose=\(purpose)&status="
        #expect(try seller.get(list + "selling").page.html.contains("잔여수량"))
        #expect(try seller.post(several + "/sale/elsewhere", all)["Location"] == several)
        #expect(try site.get(several).page.texts.contains(status))
        let sold = try seller.get(list + "sold").page
        #expect(sold.links.contains(several) && !sold.html.contains("잔여수량"))
    }

    @Test func aGuestWithoutTheGrantIsNotAskedAgainWhenAllAreGone() throws {
        let several = try site.post()
        let guest = try site.visitor()
        let asked = try guest.post(several + "/sale/elsewhere", ["left": "2", "all": "1"])
        let form = try #require(asked.page.action(endingWith: "/sale/elsewhere"))
        #expect(try guest.post(form, ["password": "달빛1234"])["Location"] == several)
        #expect(try site.get(several).page.texts.contains("거래완료"))
    }

    @Test func aGuestWithoutTheGrantIsAskedAgainHowManyAreLeft() throws {
        let several = try site.post()
        let guest = try site.visitor()
        let asked = try guest.post(several + "/sale/elsewhere", ["left": "2"])
        #expect(asked.page.actions.contains(several + "/sale"))
        let password: FormBody = ["password": "달빛1234"]
        #expect(try guest.post(several + "/sale", password)["Location"] == several + "/sale")
        #expect(try guest.post(several + "/sale/elsewhere", ["left": "2"])["Location"] == several)
        #expect(try guest.get(several + "/sale").page.value(of: "left") == "1")
    }

    @Test func aChatSellsOnePieceUnlessMoreAreNamed() throws {
        let several = try seller.post(.ownLamp.with("stock", "2"))
        let chat = try asker.ask(about: several)
        let page = try seller.get(several + "/sale").page
        for text in ["다른 곳에서 거래했나요?", "다른 곳에서 팔았어요"] {
            #expect(page.texts.contains(text), "\(text)")
        }
        #expect(page.html.contains("여러 개라면 거래를 마칠 때 몇 개인지 적어주세요."))
        #expect(page.links.contains(chat + "?closing=1"))
        #expect(try seller.press(chat + "/closing")["Location"] == chat)
        #expect(try !site.get(several).page.texts.contains("거래완료"))
        // The last piece is sold like a single item.
        #expect(try seller.press(several + "/sale")["Location"] == several)
        #expect(try site.get(several).page.texts.contains("거래완료"))
    }

    @Test func reservationsComeFirstAndAreReleasedFirst() throws {
        let late = try site.member("늦은 이웃")
        let second = try late.ask("저도요", about: item)
        func chats() throws -> [String] {
            try seller.get(item + "/sale").page.links.filter { $0.hasPrefix("/chats/") }
        }
        #expect(try chats() == [second, path].map { $0 + "?closing=1" })
        _ = try seller.press(path + "/reservation")
        // Somebody for whom none would be left has no link, and the page says why.
        #expect(try chats() == [path + "?closing=1"])
        let page = try seller.get(item + "/sale").page
        #expect(page.texts.contains("늦은 이웃"))
        #expect(page.tags("a").contains { $0["aria-disabled"] == "true" })
        #expect(page.texts.contains("예약한 분이 아니라면 그 채팅에서 예약을 먼저 취소해주세요."))
        #expect(page.html.contains("다른 분과 예약중"))
        let chat = try seller.get(second + "?closing=1").page
        #expect(chat.texts.contains("지수님과 예약중이에요.") && chat.links.contains(path))
        #expect(try !late.get(second).text.contains("지수님과"))
        #expect(try seller.get(item).page.texts.contains("지수님과 예약중이에요."))
        #expect(try !late.get(item).text.contains("지수님과"))
    }

    @Test func wantedItemsUseOtherWords() throws {
        let wanted = try seller.post(.ownLamp.with("purpose", "request").with("stock", "1"))
        _ = try asker.ask("저 있어요", about: wanted)
        #expect(try seller.press(wanted + "/sale")["Location"] == wanted + "/sale")
        let page = try seller.get(wanted + "/sale").page
        #expect(page.texts.contains("누구에게서 구했나요?"))
        #expect(page.texts.contains("다른 곳에서 구했어요"))
        _ = try seller.press(wanted + "/sale/elsewhere")
        #expect(try seller.get(wanted).page.alert?.title == "구했다고 표시했어요")
    }
}
