import Fixtures
import Market
import Testing

/// An item that belongs to an account.
@Blocking
struct OwnItemSceneTests {
    private let site: ServedSite
    private let member: Client
    private let path: String

    init() throws {
        site = try ServedSite()
        member = try site.member()
        path = try member.post()
    }

    private func status() throws -> [String] {
        try site.get(path).page.texts.filter { ["판매중", "예약중", "거래완료"].contains($0) }
    }

    @Test(arguments: ServedSite.Backend.working)
    func postingAsksForNoPassword(_ backend: ServedSite.Backend) async throws {
        let site = try ServedSite(backend)
        let member = try site.member()
        let form = try member.get("/items/new").page
        #expect(!form.asksForPassword)
        #expect(form.value(of: "of_account") == "1")
        _ = try member.post()
        #expect(try await site.storage.item(1).seller != nil)
        await #expect(throws: StorageError.noPassword) {
            try await site.storage.passwordHash(of: 1)
        }
    }

    @Test func howManyOfSeveralAreReservedStandsInTheList() throws {
        #expect(try !member.get("/my/items").page.texts.contains("예약 1"))
        let conversation = try site.member("지수").ask(about: path)
        _ = try member.press(conversation + "/reservation")
        #expect(try member.get("/my/items").page.texts.contains("예약 1"))
    }

    /// Like the organiser's other pages, so that their headings all begin at the same edge.
    @Test(arguments: ["/my/interests", "/my/follows", "/my/items"])
    func anEmptyPageIsANarrowColumn(_ path: String) throws {
        let newcomer = try site.member("새 이웃")
        #expect(try newcomer.get(path).page.tags("body").first?["class"] == "narrow")
    }

    @Test func aStatusWithoutItemsKeepsThePlaceOfTheOthers() throws {
        for status in ["selling", "sold"] {
            let page = try member.get("/my/items?status=\(status)").page
            #expect(page.tags("body").first?["class"] == "")
        }
    }

    @Test func soldItemsOfferNoPullUp() throws {
        site.clock.advance(by: 86_400)
        #expect(try member.get(path).page.texts.contains("끌올"))
        _ = try member.press(path + "/sale/elsewhere")
        #expect(try !member.get(path).page.texts.contains("끌올"))
        let answer = try member.press(path + "/pull-up")
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["거래완료한 글은 끌올할 수 없어요."])
    }

    @Test func thePageOffersToEditInSightAndNoPullUpTooEarly() throws {
        let page = try member.get(path).page
        #expect(!page.texts.contains("끌올"))
        // Behind the dots, and among the buttons.
        #expect(page.links.count { $0 == path + "/edit" } == 2)
        #expect(try !site.get(path).page.links.contains(path + "/edit"))
    }

    @Test func faultsOfAPostComeBackWithoutAPasswordRow() throws {
        let answer = try member.post("/items", FilledForm.ownLamp.with("title", "").multipart)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 글 제목을 입력해주세요."])
        #expect(!answer.page.asksForPassword)
    }

    @Test func theSellerAndOtherItemsAreShown() throws {
        let other = try member.post(.ownLamp.with("title", "원목 책장"))
        _ = try site.post(.lamp.with("title", "비회원의 글"))
        let page = try site.get(path).page
        #expect(page.texts.contains("하늘이네"))
        #expect(page.texts.contains("하늘이네님의 다른 글"))
        #expect(page.itemPaths.contains(other))
        #expect(!page.texts.contains("비회원의 글"))
    }

    @Test func editingAsksForNoPassword() throws {
        #expect(try member.get(path + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
        let form = FilledForm.ownLamp.with("title", "바뀐 글")
        #expect(try member.post(path + "/edit", form.multipart)["Location"] == path)
        #expect(try member.get(path).page.alert?.title == "수정 성공")
        #expect(try site.get(path).page.texts.contains("바뀐 글"))
    }

    @Test func aStockBelowTheReservationsLeadsToTheChats() throws {
        let asker = try site.member("지수")
        _ = try member.press(asker.ask(about: path) + "/reservation")
        let form = FilledForm.ownLamp.with("stock", "0")
        let refused = try member.post(path + "/edit", form.multipart)
        #expect(refused.status == 422 && refused.page.value(of: "stock") == "0")
        #expect(refused.page.links.contains(path + "/chats"))
        // Any other fault is put right in the form.
        let other = try member.post(path + "/edit", form.with("stock", "많이").multipart)
        #expect(other.status == 422 && !other.page.links.contains(path + "/chats"))
    }

    @Test func deletingAsksFirstAndForNoPassword() throws {
        let page = try member.get(path + "/deletion").page
        #expect(page.tags("input").map { $0["type"] } == ["search"])
        #expect(page.actions.contains(path + "/deletion"))
        #expect(try member.press(path + "/deletion").status == 303)
        #expect(try site.get(path).status == 404)
    }

    @Test func theStagesOfASaleAreSetAndUndone() throws {
        #expect(try member.press(path + "/reservation")["Location"] == path)
        #expect(try status() == ["예약중"])
        #expect(try member.get(path).page.alert?.title == "예약중으로 바꿨어요")
        #expect(try member.press(path + "/reservation/deletion").status == 303)
        #expect(try status() == [])
        #expect(try member.press(path + "/sale/elsewhere").status == 303)
        #expect(try status() == ["거래완료"])
        _ = try member.get(path)
        // The outdated page of another window must not show a false alert.
        for stale in ["/reservation/deletion", "/reservation", "/reservation/elsewhere"] {
            #expect(try member.press(path + stale)["Location"] == path)
            #expect(try member.get(path).page.alert == nil)
        }
        #expect(try status() == ["거래완료"])
        #expect(try member.press(path + "/sale/deletion").status == 303)
        #expect(try status() == [])
    }

    @Test func pullingUpTellsHowLongToWait() throws {
        let newer = try site.post()
        let answer = try member.press(path + "/pull-up")
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["끌올은 2026년 11월 22일 오후 8:20부터 할 수 있어요."])
        #expect(try member.get(path + "/pull-up")["Location"] == path)
        site.clock.advance(by: 86_400)
        #expect(try member.press(path + "/pull-up")["Location"] == path)
        #expect(try member.get(path).page.alert?.title == "맨 위로 끌어올렸어요")
        #expect(try site.get("/").page.itemPaths == [path, newer])
    }

    @Test func aPulledUpItemIsAsOldAsItsPlaceInTheList() throws {
        _ = try site.get("/")
        site.clock.advance(by: 86_400)
        _ = try member.press(path + "/pull-up")
        site.clock.advance(by: 180)
        let list = try site.get("/").page
        #expect(list.texts.contains("끌올 3분 전"))
        #expect(list.tags("time").first?["datetime"]?.hasPrefix("2026-11-22T") == true)
        let page = try site.get(path).page
        #expect(page.texts.contains("끌올 3분 전") && !page.texts.contains("1일 전"))
        // The date below the description stays that of the posting.
        #expect(page.html.contains("<time datetime=\"2026-11-21T"))
    }

    @Test func aRowOffersWhatItsPageDoesAndLeadsBackToItsList() throws {
        let list = "/my/items?status=selling"
        func row() throws -> String {
            try member.get(list).page.html.stretches(from: "<li id=\"item-1\"", to: "</li>").first
                ?? ""
        }
        #expect(try row().contains("formaction=\"\(path)/reservation\""))
        #expect(try row().contains("formaction=\"\(path)/sale\""))
        #expect(try row().contains("href=\"\(path)/edit\""))
        #expect(try row().contains("href=\"\(path)/deletion\""))
        #expect(try !row().contains(">끌올<") && !row().contains("/chats"))
        #expect(try row().contains("끌올은 2026년 11월 22일 오후 8:20부터 할 수 있어요."))
        _ = try site.member("바다네").ask(about: path)
        site.clock.advance(by: 86_400)
        #expect(try row().contains(">끌올<") && row().contains("href=\"\(path)/chats\""))
        #expect(try !row().contains("끌올은"))
        let answer = try member.press(path + "/pull-up", on: list)
        #expect(answer["Location"] == list)
        #expect(try member.get(list).page.alert?.title == "맨 위로 끌어올렸어요")
    }

    @Test(arguments: ["/my/itemsx", "/my", "/items/1", "//evil.example/my/items"])
    func actionsFromElsewhereLeadToTheItemsPage(_ page: String) throws {
        let answer = try member.press(path + "/reservation", on: page)
        #expect(answer["Location"] == path)
    }

    @Test func anotherSitesListIsNotLedTo() throws {
        let answer = try member.press(path + "/reservation", on: "/my/items", host: "evil.example")
        #expect(answer.status == 403 || answer["Location"] == path)
    }

    @Test func onlyTheSellerSeesTheButtons() throws {
        let other = try site.member("바다네")
        for page in [try site.get(path).page, try other.get(path).page] {
            #expect(!page.html.contains("/pull-up"))
            #expect(!page.html.contains("/edit"))
            #expect(!page.html.contains("/deletion\""))
        }
        #expect(try member.get(path).page.html.contains(path + "/pull-up"))
    }

    @Test func aGuestsItemIsTakenOverByItsPassword() throws {
        let guests = try site.post()
        #expect(try member.get(guests).page.html.contains(guests + "/takeover"))
        #expect(try member.get(guests + "/takeover").status == 200)
        let wrong = try member.post(guests + "/takeover", ["password": "햇빛1234"])
        #expect(wrong.status == 403)
        #expect(wrong.page.alert?.title == "비밀번호가 틀렸습니다")
        let right: FormBody = ["password": "달빛1234"]
        #expect(try member.post(guests + "/takeover", right)["Location"] == guests)
        #expect(try member.get(guests).page.alert?.title == "내 글로 가져왔어요")
        #expect(try site.get(guests).page.texts.contains("하늘이네"))
        #expect(try site.post(guests + "/deletion", right).status == 403)
        #expect(try member.get(guests + "/takeover")["Location"] == guests)
        #expect(try member.get(guests + "/edit").page.value(of: "title") != nil)
    }

    @Test func triesAtATakeoverAreLimited() throws {
        let guests = try site.post()
        for _ in 0..<10 { _ = try member.post(guests + "/takeover", ["password": "햇빛"]) }
        let answer = try member.post(guests + "/takeover", ["password": "달빛1234"])
        #expect(answer.status == 429)
    }
}

/// Requests by others for what only the seller may do.
@Blocking @Suite(.sharing)
struct OwnItemPrivacyTests {
    /// Has one item, which tests leave unchanged.
    private let site: ServedSite
    private let path = "/items/1"

    init() async throws {
        site = try await .shared {
            let site = try ServedSite()
            _ = try site.member().post()
            return site
        }
    }

    private nonisolated static let actions = [
        "edit", "deletion", "authorization", "reservation", "reservation/deletion", "sale",
        "sale/deletion", "sale/elsewhere", "sale/again", "pull-up", "takeover",
    ]

    @Test(arguments: actions)
    func anotherAccountFindsNothingThere(action: String) async throws {
        let other = try await SharedValues.value("other") { try site.member("바다네") }
        let body = FilledForm.lamp.multipart
        #expect(try other.post("\(path)/\(action)", body).status == 404)
        #expect(try other.post("/items/99/\(action)", body).status == 404)
        if ["edit", "deletion", "sale", "sale/deletion", "takeover"].contains(action) {
            #expect(try other.get("\(path)/\(action)").status == 404)
        }
        let item = try await site.storage.item(1)
        #expect(item.status == .selling && item.content.title == "북유럽풍 장스탠드")
    }

    @Test(arguments: actions)
    func nobodyIsLedToTheSignIn(action: String) async throws {
        let answer = try site.post("\(path)/\(action)", FilledForm.lamp.multipart)
        #expect(answer.status == 403)
        #expect(answer.page.actions.contains("/signin"))
        if ["edit", "deletion", "sale", "sale/deletion", "takeover"].contains(action) {
            let page = try site.get("\(path)/\(action)")
            #expect(page["Location"] == "/signin?return=\(path)/\(action)")
        }
        #expect(try await site.storage.item(1).status == .selling)
    }
}
