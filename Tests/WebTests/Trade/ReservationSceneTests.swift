import Fixtures
import Testing

@Blocking
final class ReservationSceneTests: ConversationSuite {
    private func isReserved() throws -> Bool {
        try site.get(item).page.texts.contains("예약중")
    }

    @Test func theSellerChoosesForWhomItIsReserved() throws {
        #expect(try seller.press(item + "/reservation")["Location"] == item + "/reservation")
        #expect(try !isReserved())
        let page = try seller.get(item + "/reservation").page
        for text in ["누구와 예약할까요?", "지수", "아직 있나요?", "다른 곳에서 약속했어요"] {
            #expect(page.texts.contains(text), "\(text)")
        }
        #expect(page.links.contains(path))
        _ = try seller.press(path + "/reservation")
        #expect(try isReserved())
        #expect(try seller.get(item + "/reservation")["Location"] == item)
    }

    @Test func anItemPromisedElsewhereIsMarkedWithOnePress() throws {
        let elsewhere = try #require(
            try seller.get(item + "/reservation").page.action(endingWith: "/elsewhere"))
        #expect(try seller.press(elsewhere)["Location"] == item)
        let alert = try #require(try seller.get(item).page.alert)
        #expect(alert.title == "예약중으로 바꿨어요")
        // What happens next: anybody may still ask.
        #expect(alert.lines == ["글은 목록에 그대로 보이고, 다른 분도 문의할 수 있어요."])
        #expect(try isReserved())
        #expect(try seller.get(elsewhere)["Location"] == item)
        #expect(try !asker.get(path).page.texts.contains("나와 예약중"))
    }

    @Test func withoutAskersOnePressIsEnough() throws {
        let other = try seller.post(.ownLamp.with("stock", "1"))
        #expect(try seller.get(other + "/reservation")["Location"] == other)
        #expect(try seller.press(other + "/reservation")["Location"] == other)
        #expect(try site.get(other).page.texts.contains("예약중"))
    }
}

/// A guest sells with the item's password.
@Blocking
struct GuestSaleTests {
    private let site: ServedSite
    private let guest: Client
    private let item: String
    private let password: FormBody = ["password": "달빛1234"]

    init() throws {
        site = try ServedSite()
        guest = try site.visitor()
        item = try guest.post(.lamp.with("stock", "1"))
        // The alert of the posting has been shown.
        _ = try guest.get(item)
        // Until then, the browser that has posted it needs no password.
        site.clock.advance(by: 3_600)
    }

    private func status() throws -> [String] {
        try site.get(item).page.texts.filter { ["예약중", "거래완료"].contains($0) }
    }

    private func buttons(_ client: Client) throws -> [String] {
        try client.get(item).page.tags("button").compactMap { $0["formaction"] }
            .filter { $0.hasPrefix(item) }
    }

    @Test func thePostersPageHasTheSellersButtons() throws {
        #expect(try buttons(guest) == ["/reservation", "/sale"].map { item + $0 })
        #expect(try buttons(site.visitor()).isEmpty)
        #expect(try buttons(site.member("지수")).isEmpty)
    }

    @Test func afterADayItIsPulledUpByThePassword() throws {
        let newer = try site.post()
        site.clock.advance(by: 86_400)
        #expect(try buttons(guest) == ["/reservation", "/sale", "/pull-up"].map { item + $0 })
        #expect(try buttons(site.visitor()).isEmpty)
        #expect(try guest.press(item + "/pull-up").status == 200)
        #expect(try site.get("/").page.itemPaths == [newer, item])
        #expect(try guest.post(item + "/pull-up", password)["Location"] == item)
        #expect(try guest.get(item).page.alert?.title == "맨 위로 끌어올렸어요")
        #expect(try site.get("/").page.itemPaths == [item, newer])
        #expect(try buttons(guest) == ["/reservation", "/sale"].map { item + $0 })
        #expect(try guest.press(item + "/pull-up").status == 422)
        site.clock.advance(by: 86_400)
        _ = try guest.post(item + "/sale", password)
        #expect(try buttons(guest) == [item + "/sale/deletion"])
    }

    @Test func thePasswordIsAskedForOnceAndItIsDoneWithThat() throws {
        let asked = try guest.press(item + "/reservation")
        #expect(asked.status == 200 && asked.page.alert == nil)
        #expect(asked.page.action(endingWith: "/reservation") == item + "/reservation")
        #expect(try status().isEmpty)
        #expect(try guest.post(item + "/reservation", password)["Location"] == item)
        #expect(try guest.get(item).page.alert?.title == "예약중으로 바꿨어요")
        #expect(try status() == ["예약중"])
        // The password has earned the grant.
        #expect(try guest.press(item + "/reservation/deletion")["Location"] == item)
        #expect(try status().isEmpty)
        #expect(try guest.press(item + "/sale")["Location"] == item)
        #expect(try status() == ["거래완료"])
        #expect(try buttons(guest) == [item + "/sale/deletion"])
        #expect(try guest.press(item + "/sale/deletion")["Location"] == item)
        #expect(try status().isEmpty)
    }

    @Test(arguments: [
        "reservation", "reservation/elsewhere", "reservation/deletion", "sale", "sale/elsewhere",
        "sale/deletion", "sale/again", "pull-up",
    ])
    func withoutThePasswordNothingIsDone(action: String) throws {
        let path = "\(item)/\(action)"
        for client in [guest, try site.visitor(), try site.member("지수")] {
            #expect(try client.press(path).page.asksForPassword)
            let wrong = try client.post(path, ["password": "햇빛1234"])
            #expect(wrong.status == 403)
            #expect(try client.post(path, ["password": ""]).status == 422)
            #expect(try status().isEmpty)
        }
    }

    @Test func theBuyerIsChosenInTheChatsOfTheItem() throws {
        let asker = try site.member("지수")
        let asked = try asker.ask(about: item)
        let chat = item + asked
        for (name, suffix) in [("/reservation", ""), ("/sale", "?closing=1")] {
            #expect(try guest.post(item + name, password)["Location"] == item + name)
            let page = try guest.get(item + name).page
            #expect(page.texts.contains("지수") && page.links.contains(chat + suffix))
            #expect(try site.get(item + name).page.texts.allSatisfy { $0 != "지수" })
        }
        _ = try guest.press(chat + "/closing")
        #expect(try guest.press(item + "/sale/deletion")["Location"] == item + "/sale/deletion")
        let gone = try guest.get(item + "/sale/deletion").page
        #expect(gone.texts.contains("지수") && gone.links.contains(chat))
        let undo = try #require(gone.action(endingWith: "/closing/deletion"))
        let closing = try #require(gone.value(of: "closing"))
        #expect(try guest.post(undo, ["closing": closing])["Location"] == chat)
        #expect(try status().isEmpty)
    }

    @Test func theSellerReadsWhoComesFirst() throws {
        let first = try site.member("지수").ask(about: item)
        let second = try site.member("하늘").ask(about: item)
        func chat(_ path: String) -> String { item + path }
        _ = try guest.post(item + "/chats", password)
        _ = try guest.press(chat(first) + "/reservation")
        let page = try guest.get(chat(second)).page
        #expect(page.texts.contains("지수님과 예약중이에요.") && page.links.contains(chat(first)))
    }
}
