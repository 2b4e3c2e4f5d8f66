import Fixtures
import Market
import Testing

@Blocking
final class PersonSceneTests: ConversationSuite {
    private let good: FormBody = ["rating": "3", "remarks": "1", "text": "<b>또 봬요</b>"]

    private func close() throws {
        _ = try seller.post(path + "/closing", ["price": ""])
    }

    @Test func pagesLeadToAPerson() throws {
        #expect(try site.get(item).page.links.contains("/people/1"))
        #expect(try asker.get(path).page.links.contains("/people/1"))
        #expect(try seller.get(path).page.links.contains("/people/2"))
        let page = try site.get("/people/1").page
        #expect(page.links.contains(item))
        #expect(try site.get("/people/1/items").page.links.contains(item))
    }

    @Test func aListingTellsInOneLineWhoSellsIt() throws {
        func facts() throws -> [String] {
            let html = try site.get(item).page.html
            let list = try #require(html.stretches(from: "<ul class=\"meta\">", to: "</ul>").first)
            return Page(html: list).texts
        }
        let new = ["2026년 11월 21일부터 함께하고 있어요"]
        for _ in 1...3 { #expect(try facts() == new) }
        try close()
        // The cached page has been replaced.
        for _ in 1...3 { #expect(try facts() == ["거래 1번", "2026년부터"]) }
        _ = try seller.press(path + "/closing/deletion")
        #expect(try facts() == new)
    }

    @Test(arguments: ["", "https://market.example"])
    func aPersonHasOneAddress(publicURL: String) throws {
        let site = try ServedSite { $0.publicURL = publicURL }
        _ = try site.member()
        let links = try site.get("/people/1?before=1-1").page.tags("link")
        #expect(links.first { $0["rel"] == "canonical" }?["href"] == publicURL + "/people/1")
    }

    @Test func aPersonsWantedItemsStandUnderTheirOwnHeading() throws {
        #expect(try !site.get("/people/1").page.texts.contains("구하는 것"))
        let wanted = try seller.post(.ownLamp.with("purpose", "request"))
        let html = try site.get("/people/1").page.html
        let parts = html.stretches(from: "<section class=\"others\"", to: "</section>")
            .map { Page(html: $0) }
        #expect(parts.map { $0.texts.first } == ["파는 것", "구하는 것", "받은 후기"])
        #expect(parts.map(\.itemPaths) == [[item], [wanted], []])
        let offers = try site.get("/people/1/items").page
        #expect(offers.itemPaths == [item] && offers.texts.contains("민지님이 파는 것"))
        let requests = try site.get("/people/1/items?purpose=request").page
        #expect(requests.itemPaths == [wanted] && requests.texts.contains("민지님이 구하는 것"))
        #expect(try site.get("/people/1/items?purpose=x").page.itemPaths == [item])
    }

    @Test(arguments: ["/people/3", "/people/0", "/people/01", "/people/x", "/people/3/items"])
    func unknownPeopleHaveNoPage(_ path: String) throws {
        #expect(try site.get(path).status == 404)
    }

    @Test(arguments: ["", "x", "1", "1-", "-1", "1-2-3", "99999999999999999999-1"])
    func aKeyThatIsNoneBeginsTheList(_ key: String) throws {
        #expect(try site.get("/people/1?before=" + key).status == 200)
    }

    @Test func aDeletedAccountHasNoPage() throws {
        _ = try seller.post("/my/account/deletion", ["password": ServedSite.password])
        #expect(try site.get("/people/1").status == 404)
        #expect(try !asker.get(path).page.links.contains("/people/1"))
    }

    @Test func aReviewIsReadByNobodyUntilBothHaveWritten() throws {
        #expect(try asker.get(path + "/review")["Location"] == path)
        #expect(try asker.post(path + "/review", good).status == 409)
        try close()
        #expect(try asker.get(path).page.links.contains(path + "/review"))
        #expect(try asker.post(path + "/review", good)["Location"] == path + "/review")
        #expect(try asker.get(path + "/review").page.texts.contains("<b>또 봬요</b>"))
        let others = try [
            seller.get(path), seller.get(path + "/review"), seller.get("/chats"),
            site.get("/people/1"), seller.get("/people/1"), seller.get("/my/export"),
        ]
        for answer in others {
            #expect(answer.status == 200)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("또 봬요"))
        }
        #expect(try site.get("/people/1").page.texts.contains("아직 받은 후기가 없어요."))
        #expect(try seller.post(path + "/review", ["rating": "1", "remarks": "9"]).status == 303)
        // The text is escaped, and the cached page has been replaced.
        #expect(try site.get("/people/1").page.texts.contains("<b>또 봬요</b>"))
        #expect(try site.get("/people/2").page.texts.contains("별로예요"))
        #expect(try asker.get(path + "/review").page.texts.contains("불친절해요"))
    }

    @Test func itOpensByItselfAfterTwoWeeks() throws {
        try close()
        _ = try asker.post(path + "/review", good)
        for _ in 1...3 { _ = try site.get("/people/1") }
        site.clock.advance(by: Review.writingTime)
        #expect(try site.get("/people/1").page.texts.contains("<b>또 봬요</b>"))
        let late = try seller.post(path + "/review", ["rating": "3", "text": "늦었네"])
        #expect(late.status == 409)
        #expect(late.text.contains("늦었네"))
        let answer: FormBody = ["answer": "고마워요"]
        #expect(try asker.post(path + "/review/answer", answer).status == 404)
        #expect(try seller.post(path + "/review/answer", answer).status == 303)
        #expect(try seller.post(path + "/review/answer", answer).status == 409)
        #expect(try site.get("/people/1").page.texts.contains("고마워요"))
    }

    @Test func theRatingsStandOnTopAndLeadToTheReviews() throws {
        try close()
        _ = try asker.post(path + "/review", good)
        #expect(try !site.get("/people/1").page.links.contains("#reviews"))
        site.clock.advance(by: Review.writingTime)
        let page = try site.get("/people/1").page
        #expect(page.html.contains("<li><a href=\"#reviews\">좋았어요 1</a></li>"))
        #expect(page.tags("h2").contains { $0["id"] == "reviews" })
    }

    @Test func aSecondOneAStrangersAndNonsenseAreRefused() throws {
        try close()
        let stranger = try site.member("낯선 이웃")
        for suffix in ["/review", "/review/answer"] {
            #expect(try stranger.post(path + suffix, good).status == 404)
            #expect(try site.post(path + suffix, good).status == 403)
        }
        #expect(try stranger.get(path + "/review").status == 404)
        let nonsense = try asker.post(
            path + "/review", ["rating": "3", "remarks": "99", "text": "그대로"])
        #expect(nonsense.status == 422)
        #expect(nonsense.text.contains("그대로"))
        #expect(nonsense.page.alert?.isFailure == true)
        #expect(try asker.press(path + "/review").status == 422)
        #expect(try asker.post(path + "/review", good).status == 303)
        #expect(try asker.post(path + "/review", good).status == 409)
    }

    @Test func reviewsWithAGuestAreReadByTheTwoAlone() throws {
        let item = try site.post()
        let conversation = try asker.ask(about: item)
        let guests = item + conversation
        let guest = try site.guest(of: item)
        #expect(try guest.post(guests + "/closing", ["price": ""]).status == 303)
        let note = "비회원이 올린 글의 후기라 두 사람에게만 보여요."
        #expect(try guest.get(guests + "/review").page.texts.contains("후기 보내기"))
        #expect(try guest.get(guests + "/review").page.texts.contains(note))
        #expect(try asker.get(conversation + "/review").page.texts.contains(note))
        #expect(try asker.post(conversation + "/review", good).status == 303)
        #expect(try guest.post(guests + "/review", good)["Location"] == guests + "/review")
        #expect(try guest.get(guests + "/review").page.texts.contains("<b>또 봬요</b>"))
        #expect(try asker.get(conversation + "/review").page.texts.contains(note))
        #expect(try !site.get("/people/2").page.texts.contains("<b>또 봬요</b>"))
        #expect(try site.get("/people/2").page.texts.contains("아직 받은 후기가 없어요."))
    }

    @Test func ownReviewsAreInTheExport() throws {
        try close()
        _ = try asker.post(path + "/review", good)
        let entries = try ZipEntry.all(in: try asker.get("/my/export").body)
        let data = try #require(entries.first { $0.name == "data.json" })
        let text = String(decoding: data.bytes, as: UTF8.self)
        #expect(text.contains("<b>또 봬요</b>") && text.contains("친절하고 매너가 좋아요"))
    }

    @Test func anEarlierDealingIsToldFirst() throws {
        try close()
        let next = try asker.ask("이것도요", about: try seller.post())
        let page = try asker.get(next).page
        #expect(page.links.contains(path))
    }
}
