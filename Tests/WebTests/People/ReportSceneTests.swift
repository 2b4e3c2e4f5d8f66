import Fixtures
import Market
import Testing

@Blocking
struct ReportSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let asker: Client
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        (seller, item, asker, path) = try site.asked("계좌로 먼저 보내세요")
    }

    private let isSent = "신고했어요. 운영자가 확인해요."
    private let fraud: FormBody = ["reason": "1", "text": "<i>이상해요</i>"]

    private func report(
        _ name: String, _ id: String, by client: Client, _ text: String = "<i>이상해요</i>"
    ) throws -> Answer {
        try client.post("/reports", [name: id, "reason": "1", "text": text])
    }

    @Test func aReportIsReadByTheOperatorAlone() throws {
        #expect(try site.get(item).page.links.contains("/reports/new?item=1"))
        #expect(try asker.get("/reports/new?item=1").page.texts.contains("북유럽풍 장스탠드"))
        #expect(try report("item", "1", by: asker)["Location"] == item)
        let page = try asker.get(item).page
        #expect(page.texts.contains(isSent) && !page.links.contains("/reports/new?item=1"))
        #expect(!page.html.contains("<details class=\"menu\""))
        #expect(try !seller.get(item).page.texts.contains(isSent))
        #expect(try keeper.get("/reports").page.texts.contains("<i>이상해요</i>"))
        for client in [seller, asker] {
            #expect(try client.get("/reports").status == 404)
            #expect(try !client.get("/my").page.links.contains("/reports"))
            #expect(try client.press("/reports/1/dismissal").status == 404)
            #expect(try client.press("/people/2/suspension").status == 404)
            #expect(try !client.get(item).text.contains("이상해요"))
        }
        #expect(try !site.get("/reports").text.contains("이상해요"))
        #expect(try keeper.get("/my").page.links.contains("/reports"))
        #expect(try report("item", "1", by: asker).status == 409)
        #expect(try keeper.press("/reports/1/dismissal").status == 303)
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        #expect(try keeper.get("/reports?settled=1").page.texts.contains("<i>이상해요</i>"))
        #expect(try keeper.press("/reports/77/dismissal").status == 404)
    }

    @Test func aReportedPersonsPageSaysSoToTheReporter() throws {
        #expect(try asker.get("/people/2").page.links.contains("/reports/new?person=2"))
        #expect(try report("person", "2", by: asker)["Location"] == "/people/2")
        let page = try asker.get("/people/2").page
        #expect(page.texts.contains(isSent) && !page.links.contains("/reports/new?person=2"))
        for client in [seller, keeper] {
            #expect(try !client.get("/people/2").page.texts.contains(isSent))
        }
        _ = try keeper.press("/reports/1/dismissal")
        let settled = try asker.get("/people/2").page
        #expect(
            !settled.texts.contains(isSent) && settled.links.contains("/reports/new?person=2"))
    }

    @Test func theOperatorIsToldHowManyWait() throws {
        func told(_ client: Client, _ path: String = "/my") throws -> [String] {
            try client.get(path).page.texts.filter { $0.hasPrefix("살펴볼 신고 ") }
        }
        #expect(try told(keeper).isEmpty)
        _ = try report("item", "1", by: asker)
        // A line on the organiser's main page, and one beside the link in every footer.
        #expect(try told(keeper) == ["살펴볼 신고 1건", "살펴볼 신고 1건"])
        #expect(try told(keeper, "/") == ["살펴볼 신고 1건"])
        for client in [seller, asker] { #expect(try told(client).isEmpty) }
        _ = try keeper.press("/reports/1/dismissal")
        #expect(try told(keeper).isEmpty)
        for number in 0..<11 {
            let other = try site.member("알리는 이웃 \(number)")
            _ = try report("person", "2", by: other)
        }
        #expect(try told(keeper, "/") == ["살펴볼 신고 9+건"])
    }

    @Test func onlyReadersOfAMessageReportIt() throws {
        let link = try #require(try seller.get(path).page.action(endingWith: "/report"))
        #expect(try asker.get(path).page.action(endingWith: "/report") == nil)
        let form = try seller.get(link).page
        #expect(form.texts.contains("계좌로 먼저 보내세요"))
        #expect(form.action(endingWith: "/report") == link)
        for client in [keeper, asker] {
            #expect(try client.get(link).status == 404)
            #expect(try client.post(link, fraud).status == 404)
        }
        let refused = try seller.post(link, ["text": "그대로"])
        #expect(refused.status == 422 && refused.page.value(of: "text") == "그대로")
        #expect(try seller.post(link, fraud)["Location"] == path)
        #expect(try seller.post(link, fraud).status == 409)
        #expect(try keeper.get("/reports").page.texts.contains("계좌로 먼저 보내세요"))
        #expect(try !export(of: asker).contains("<i>이상해요</i>"))
        #expect(try export(of: seller).contains("<i>이상해요</i>"))
    }

    @Test func aReportedPhotoIsSeenByTheOperator() throws {
        _ = try asker.send([("등.jpg", Picture.red)], in: path)
        let link = try #require(try seller.get(path).page.action(endingWith: "/report"))
        #expect(try seller.get(link).page.texts.contains("보낸 사진"))
        #expect(try seller.post(link, fraud)["Location"] == path)
        let photo = try #require(
            try keeper.get("/reports").page.sources(below: "/reports/").first)
        let answer = try keeper.get(photo)
        #expect(answer["Content-Type"] == "image/jpeg" && answer["Cache-Control"] == "no-store")
        #expect(Picture.size(of: answer.body) == [48, 32])
        for client in [seller, asker] { #expect(try client.get(photo).status == 404) }
        #expect(try site.get(photo).status == 303)
        let deletion = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        #expect(try asker.press(deletion).status == 303)
        #expect(try keeper.get(photo).status == 404)
        #expect(try keeper.get("/reports").page.sources(below: "/reports/").isEmpty)
        #expect(try keeper.get("/reports").page.texts.contains("보낸 사진"))
    }

    @Test func guestsReportMessagesWrittenToThem() throws {
        let item = try site.post()
        let asked = try asker.ask("욕설이에요", about: item)
        let received = item + asked
        let guest = try site.guest(of: item)
        let link = try #require(try guest.get(received).page.action(endingWith: "/report"))
        #expect(link.hasPrefix(received))
        #expect(try guest.get(link).page.texts.contains("욕설이에요"))
        let prompt = try site.post(link, fraud)
        #expect(!prompt.text.contains("욕설이에요") && prompt.page.action(endingWith: "/report") == nil)
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        #expect(try !guest.get(received).page.texts.contains(isSent))
        #expect(try guest.post(link, fraud)["Location"] == received)
        #expect(try guest.post(link, fraud).status == 409)
        let queue = try keeper.get("/reports").page
        #expect(queue.texts.contains("욕설이에요") && queue.links.contains("/people/3"))
        // The page says that the message was reported, and no longer offers it, until it was looked at.
        let page = try guest.get(received).page
        #expect(page.texts.contains(isSent) && !page.html.contains("/report\""))
        #expect(try !asker.get(asked).page.texts.contains(isSent))
        _ = try asker.write("또 욕설이에요", in: asked)
        let next = try guest.get(received).page
        #expect(next.action(endingWith: "/report").map { $0 != link } == true)
        _ = try keeper.press("/reports/1/dismissal")
        #expect(try !guest.get(received).page.texts.contains(isSent))
        // The guest is not the reader of another conversation.
        let own = try #require(try seller.get(path).page.action(endingWith: "/report"))
        let other = received + "/messages" + own.dropFirst((path + "/messages").count)
        #expect(try guest.post(other, fraud).status == 404)
    }

    private func export(of client: Client) throws -> String {
        let entries = try ZipEntry.all(in: try client.get("/my/export").body)
        let data = try #require(entries.first { $0.name == "data.json" })
        return String(decoding: data.bytes, as: UTF8.self)
    }

    @Test(arguments: ["", "?item=", "?item=77", "?person=0", "?message=1", "?item=-1"])
    func missingThingsAreNotReported(_ query: String) throws {
        #expect(try asker.get("/reports/new" + query).status == 404)
    }

    @Test func aReportWithoutAReasonComesBack() throws {
        let answer = try asker.post("/reports", ["item": "1", "text": "그대로"])
        #expect(answer.status == 422)
        #expect(answer.text.contains("그대로") && answer.page.alert?.isFailure == true)
        #expect(try asker.post("/reports", ["reason": "1"]).status == 404)
        #expect(try site.post("/reports", ["item": "1", "reason": "1"]).status == 403)
    }

    @Test func suspendedPeopleAreToldPlainly() throws {
        #expect(try keeper.press("/people/3/suspension").status == 303)
        let answer = try asker.write("저예요", in: path)
        #expect(answer.status == 409)
        #expect(answer.text.contains("저예요"))
        #expect(answer.page.alert?.lines.joined().contains("운영자") == true)
        let posted = try asker.post("/items", FilledForm.ownLamp.multipart)
        #expect(posted.status == 409)
        #expect(posted.page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try keeper.press("/people/3/suspension/deletion").status == 303)
        #expect(try asker.write("저예요", in: path).status == 303)
    }

    @Test func hiddenItemsAreSeenByTheirSellerAndOperatorsAlone() throws {
        let hidden = "북유럽풍 장스탠드"
        let pages = [
            "/", "/?view=grid", "/?category=9", "/feed.atom", "/people/2", "/people/2/items",
            "/api/items/1",
            "/api/products?page_no=1&items_per_page=20",
        ]
        let search = "/?q=%EC%9E%A5%EC%8A%A4%ED%83%A0%EB%93%9C"
        for path in pages { #expect(try site.get(path).text.contains(hidden), "\(path)") }
        #expect(try site.get(search).page.itemIDs == [1])
        _ = try asker.press(item + "/interest")
        _ = try report("item", "1", by: asker)
        #expect(try seller.press(item + "/hiding").status == 404)
        #expect(try keeper.press(item + "/hiding").status == 303)
        for client in [keeper, seller] {
            #expect(try client.get(item).page.texts.contains("운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."))
        }
        #expect(try keeper.get("/reports").page.texts.contains("살펴볼 신고가 없어요."))
        #expect(try seller.get("/my/items").text.contains(hidden))
        for path in pages {
            let answer = try site.get(path)
            #expect(answer.status == 200 && !answer.text.contains(hidden), "\(path)")
        }
        #expect(try site.get(search).page.itemIDs.isEmpty)
        for path in [item, item + "/conversation", "/api/item/1", "/api/products/1"] {
            #expect(try site.get(path).status == 404, "\(path)")
            #expect(try asker.get(path).status != 200, "\(path)")
        }
        #expect(try !site.get("/sitemap/1.xml").text.contains("/items/1<"))
        #expect(try !asker.get("/my/interests").text.contains(hidden))
        // The two people continue their conversation.
        #expect(try asker.write("아직 사고 싶어요.", in: path).status == 303)
        #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        for path in pages { #expect(try site.get(path).text.contains(hidden), "\(path)") }
        #expect(try site.get(search).page.itemIDs == [1])
        #expect(try site.get(item).status == 200)
    }

    @Test func peopleDealingWithAHiddenItemAreToldSo() throws {
        #expect(try keeper.press(item + "/hiding").status == 303)
        let hidden = "운영자가 가린 글"
        for client in [seller, asker] {
            let page = try client.get(path).page
            #expect(page.texts.contains(hidden) && page.links.contains(item))
            #expect(page.action(endingWith: "/offer") == nil)
            #expect(page.action(endingWith: "/reservation") == nil)
        }
        let answer = try asker.get(item)
        #expect(answer.status == 403 && answer.page.texts.contains("운영자가 가린 글이에요"))
        #expect(!answer.text.contains("북유럽풍 장스탠드"))
        for client in [try site.visitor(), try site.member("낯선 이웃")] {
            let answer = try client.get(item)
            #expect(answer.status == 404 && !answer.text.contains("운영자"))
        }
        for path in ["/my", "/my/items"] {
            #expect(try seller.get(path).page.texts.contains(hidden), "\(path)")
        }
        #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        #expect(try asker.get(item).status == 200)
        #expect(try !seller.get("/my/items").page.texts.contains(hidden))
    }

    @Test func photosOfHiddenItemsAreHidden() throws {
        let item = try seller.post(.lamp.with(photo: Picture.red))
        let photo = try #require(try site.get(item).page.sources(below: "/photos/").first)
        _ = try asker.ask(about: item)
        #expect(try keeper.press(item + "/hiding").status == 303)
        for client in [try site.visitor(), asker] {
            #expect(try client.get(photo).status == 404)
        }
        for client in [seller, keeper] {
            let answer = try client.get(photo)
            #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
            #expect(Picture.size(of: answer.body) != nil)
        }
        #expect(try asker.get("/chats").page.sources(below: "/photos/").isEmpty)
        for tag in ["*", try #require(seller.get(photo)["ETag"])] {
            #expect(try site.get(photo, ["If-None-Match": tag]).status == 404)
        }
        // Knowing the photo's address does not help to post it again.
        let id = String(photo.split(separator: "/")[1])
        let taken = try asker.post(
            "/items", FilledForm.lamp.with("photos", id).with("title", "가져온 사진").urlencoded)
        #expect(taken.status == 422)
        #expect(taken.page.alert?.lines == ["~ 쓸 수 없는 사진이에요. 다른 사진을 골라주세요."])
        #expect(taken.page.value(of: "photos") == nil)
        let again = FilledForm(["nickname": "지수"]).with(keptPhoto: id)
        let picture = try asker.post("/my/profile", again.urlencoded)
        #expect(picture.page.alert?.lines == ["~ 쓸 수 없는 사진이에요. 다른 사진을 골라주세요."])
        #expect(try site.get(photo).status == 404)
        let edited = try seller.post(
            item + "/edit", FilledForm.ownLamp.with(keptPhoto: id).urlencoded)
        #expect(edited.status == 303)
        #expect(try seller.get(item).page.sources(below: "/photos/").contains(photo))
        #expect(try keeper.press(item + "/hiding/deletion").status == 303)
        let answer = try site.get(photo)
        #expect(answer.status == 200)
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
    }

    /// Posts a guest's item and hides it; returns its path and its photo's path.
    private func hiddenItem(_ bytes: [UInt8]) throws -> (path: String, photo: String) {
        let item = try site.post(.lamp.with(photo: bytes))
        let photo = try #require(site.get(item).page.sources(below: "/photos/").first)
        #expect(try keeper.press(item + "/hiding").status == 303)
        return (item, photo)
    }

    @Test func thePasswordOfAHiddenListingShowsItsPhotosOnly() throws {
        let (own, other) = (try hiddenItem(Picture.red), try hiddenItem(Picture.blue))
        let guest = try site.visitor()
        #expect(try guest.get(own.photo).status == 404)
        let opened = try guest.post(own.path + "/authorization", ["password": "달빛1234"])
        let cookie = try #require(opened.all("Set-Cookie").first { $0.hasPrefix("photos=") })
        #expect(cookie.hasSuffix("; Path=/photos; Max-Age=3600; HttpOnly; SameSite=Lax"))
        let tiles = try guest.get(own.path + "/edit").page.sources(below: "/photos/")
        #expect(!tiles.isEmpty)
        for photo in tiles + [own.photo] {
            let answer = try guest.get(photo)
            #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
            #expect(Picture.size(of: answer.body) != nil)
        }
        #expect(try guest.get(other.photo).status == 404)
        for client in [try site.visitor(), asker] {
            #expect(try client.get(own.photo).status == 404)
        }
        // A grant for one item does not open another, whatever it claims to be for.
        let token = try #require(guest.cookie("photos")?.split(separator: ".", maxSplits: 1).last)
        let number = other.path.dropFirst("/items/".count)
        for forged in ["\(number).\(token)", "\(token)", ".\(token)", "2.", "2", ""] {
            let fields: KeyValuePairs = ["Cookie": "photos=\(forged)"]
            for photo in [own.photo, other.photo] {
                #expect(try site.get(photo, fields).status == 404, "\(forged)")
            }
        }
        site.clock.advance(by: 3_600)
        #expect(try guest.get(own.photo).status == 404)
    }

    @Test func theEditOfAHiddenListingLeavesItsPhotosForAsLongAsItsGrant() throws {
        let (path, photo) = try hiddenItem(Picture.red)
        let guest = try site.visitor()
        _ = try guest.post(path + "/authorization", ["password": "달빛1234"])
        #expect(try guest.get(photo).status == 200)
        let id = String(photo.split(separator: "/")[1])
        let form = FilledForm.lamp.with("password", "").with(keptPhoto: id)
        #expect(try guest.post(path + "/edit", form.urlencoded).status == 303)
        #expect(try guest.get(photo).status == 200)
        site.clock.advance(by: 3_600)
        #expect(try guest.get(photo).status == 404)
    }

    @Test func stoppingToManageOneListingLeavesTheHiddenPhotosOfAnother() throws {
        let (first, second) = (try hiddenItem(Picture.red), try hiddenItem(Picture.blue))
        let guest = try site.visitor()
        for path in [first.path, second.path] {
            _ = try guest.post(path + "/authorization", ["password": "달빛1234"])
        }
        _ = try guest.press(first.path + "/management/deletion")
        #expect(try guest.get(second.photo).status == 200)
        _ = try guest.press(second.path + "/management/deletion")
        #expect(try guest.get(second.photo).status == 404)
    }

    /// It opens nothing, so the last grant is still that for the hidden listing.
    @Test func aFormSentAgainLeavesNoHiddenPhotosOpenBehind() throws {
        let hidden = try hiddenItem(Picture.red)
        let guest = try site.visitor()
        let form = FilledForm.lamp.with("submission_key", "key")
        let posted = try guest.post(form)
        _ = try guest.post(hidden.path + "/authorization", ["password": "달빛1234"])
        #expect(try guest.get(hidden.photo).status == 200)
        #expect(try guest.post(form) == posted)
        #expect(try guest.get(hidden.photo).status == 200)
        _ = try guest.press(hidden.path + "/management/deletion")
        #expect(try guest.get(hidden.photo).status == 404)
    }

    @Test func aPhotoThatIsNotFoundLeavesTheSession() throws {
        site.clock.advance(by: 25 * 3_600)
        #expect(
            try seller.get("/photos/" + String(repeating: "z", count: 32) + "/full.jpg").status
                == 404)
        site.clock.advance(by: 3_600)
        #expect(try seller.get("/my").status == 200)
    }

    @Test func aGuestsHiddenListingIsTheirsByItsPasswordAlone() throws {
        let item = try site.post()
        let asked = try asker.ask(about: item)
        #expect(try keeper.press(item + "/hiding").status == 303)
        for path in ["", "/edit", "/deletion", "/takeover", "/chats"] {
            #expect(try !site.get(item + path).text.contains("북유럽풍 장스탠드"), "\(path)")
            #expect(try !asker.get(item + path).text.contains("북유럽풍 장스탠드"), "\(path)")
        }
        let guest = try site.guest(of: item)
        let received = item + asked
        #expect(try guest.messages(in: received) == ["아직 있나요?"])
        #expect(try guest.get(item + "/edit").page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try guest.get(item).page.texts.contains("운영자가 가린 글이에요"))
    }

    @Test func blockedPeopleAreNotToldSo() throws {
        let before = try asker.get("/people/2").page.texts
        #expect(try seller.press("/people/3/block")["Location"] == "/people/3")
        #expect(try seller.get("/my/blocks").page.links.contains("/people/3"))
        #expect(try export(of: seller).contains("\"blocks\":[{\"id\":3,\"nickname\":\"지수\"}]"))
        #expect(try export(of: asker).contains("\"blocks\":[]"))
        #expect(try asker.get("/people/2").page.texts == before)
        let answer = try asker.write("계세요?", in: path)
        #expect(answer.status == 409)
        #expect(answer.text.contains("계세요?"))
        #expect(answer.page.texts.filter { $0.contains("차단") } == ["차단하기"])
        let other = try seller.post()
        let asked = try asker.post(other + "/conversation", ["text": "이건요?"])
        #expect(asked.status == 409)
        #expect(asked.text.contains("이건요?") && !asked.text.contains("차단"))
        #expect(try asker.post(path + "/offer", ["price": "10000"]).status == 409)
        #expect(try seller.messages(in: path) == ["계좌로 먼저 보내세요"])
        #expect(try seller.press("/people/3/block/deletion")["Location"] == "/people/3")
        #expect(try asker.write("계세요?", in: path).status == 303)
        #expect(try seller.press("/people/2/block").status == 404)
        #expect(try site.post("/people/3/block", [:]).status == 403)
    }

    @Test func nobodyAsksAboutABlockedPersonsItems() throws {
        let item = try seller.post()
        let asking = item + "/conversation"
        #expect(try asker.get(item).page.links.contains(asking))
        _ = try asker.press("/people/2/block")
        let page = try asker.get(item).page
        #expect(!page.links.contains(asking))
        #expect(page.texts.contains("내가 차단한 사람이에요. 차단을 풀면 쓸 수 있어요."))
        _ = try asker.press("/people/2/block/deletion")
        #expect(try asker.get(item).page.links.contains(asking))
    }

    @Test func aBlockIsLiftedInTheConversation() throws {
        let writing = path + "/messages"
        #expect(try asker.get(path).page.action(endingWith: writing) != nil)
        _ = try seller.press("/people/3/block")
        let blocked = try seller.get(path).page
        #expect(blocked.texts.contains("내가 차단한 사람이에요. 차단을 풀면 쓸 수 있어요."))
        #expect(blocked.action(endingWith: writing) == nil)
        #expect(try asker.get(path).page.action(endingWith: writing) == nil)
        let deletion = try #require(blocked.action(endingWith: "/block/deletion"))
        let conversation = try #require(blocked.value(of: "conversation"))
        for (number, next) in [(conversation, path), ("9x", "/people/3")] {
            let answer = try seller.post(deletion, ["conversation": number])
            #expect(answer["Location"] == next)
        }
        #expect(try seller.get(path).page.action(endingWith: writing) != nil)
    }
}
