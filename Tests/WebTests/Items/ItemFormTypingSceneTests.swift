import Fixtures
import Foundation
import Market
import Testing

@Blocking
final class ItemFormTypingSceneTests: SiteSuite {
    // MARK: - Faults of completed rows

    private func answer(_ form: FilledForm, left: [String]) throws -> [String: Any] {
        var form = form
        for row in left { form.add("left", row) }
        let answer = try site.post("/items/check", form.urlencoded)
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return try #require(json)
    }

    private func faults(_ form: FilledForm, left: [String]) throws -> [String: String?] {
        let faults = try answer(form, left: left)["faults"] as? [String: Any]
        return try #require(faults).mapValues { $0 as? String }
    }

    @Test func aPriceIsReadBackWhileItIsTyped() throws {
        let form = FilledForm(["price": "7만5천원"])
        for left in [[], ["title"], ["price"]] {
            #expect(try answer(form, left: left)["price"] as? String == "75,000원")
        }
        let wrong = FilledForm(["price": "</script>"])
        #expect(try answer(wrong, left: ["price"])["price"] is NSNull)
    }

    @Test func theCategoryThatATitleNamesIsSuggestedByName() async throws {
        let suggestion = try answer(FilledForm(["title": "무선 청소기"]), left: ["title"])
        #expect(suggestion["category"] as? Int == 1)
        #expect(suggestion["categoryName"] as? String == "디지털/가전")
        let none = try answer(FilledForm(["title": "무선 청소기", "category": "8"]), left: [])
        #expect(none["category"] is NSNull && none["categoryName"] is NSNull)
        // It is only suggested: the form is refused without a category, and still suggests it.
        let refused = try site.post("/items", FilledForm.lamp.with("category", "").multipart)
        #expect(refused.status == 422)
        #expect(refused.page.alert?.lines == ["~ 카테고리를 선택해주세요."])
        let button = refused.page.tags("button").first { $0["id"] == "likely-category" }
        #expect(button?["value"] == "9" && button?.has("hidden") == true)
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func rowsThatWereLeftAreLookedThrough() throws {
        let form = FilledForm(["title": " ", "price": "열둘", "content": ""])
        #expect(
            try faults(form, left: ["price", "title", "stock", "nonsense", "price"]) == [
                "title": "글 제목을 입력해주세요.", "price": "가격을 숫자로 입력해주세요.",
                "stock": nil,
            ])
        #expect(try faults(form, left: []) == [:])
    }

    @Test func aFormFullOfNonsenseIsLookedThrough() throws {
        let form = FilledForm([
            "title": "</script>\u{0}\"", "photos": "../..", "category": "-1", "stock": "1e9",
        ])
        let found = try faults(form, left: ["title", "category", "stock", "photos"])
        #expect(found["title"] == .some(nil))
        #expect(found["photos"] == .some(nil))
        #expect(found["category"] == "카테고리를 선택해주세요.")
        #expect(found["stock"] == "재고 수량을 0 이상의 숫자로 입력해주세요.")
    }

    @Test func lookingThroughPostsAndStoresNothing() async throws {
        let form = FilledForm.lamp.with(photo: Picture.red)
        #expect(try site.post("/items/check", form.multipart).status == 200)
        #expect(try await site.storedIDs().isEmpty)
        #expect(try site.get("/items/check").status == 405)
    }

    // MARK: - Drafts

    private let draft = FilledForm(["title": "<의자>", "price": "3만", "content": "첫 줄\r\n둘째 줄"])

    @Test func aMembersDraftIsOfferedGoneOnWithAndGoneOncePosted() throws {
        let member = try site.member()
        #expect(try member.post("/items/draft", draft.urlencoded).status == 204)
        let page = try member.get("/items/new").page
        #expect(page.texts.contains("쓰다 만 글: <의자>"))
        #expect(page.value(of: "title") == "")
        let again = try member.get("/items/new?draft=1").page
        #expect(again.value(of: "title") == "<의자>")
        #expect(again.value(of: "price") == "3만")
        #expect(again.value(of: "content") == "첫 줄\r\n둘째 줄")
        #expect(again.tags("section").first?.has("hidden") == true)
        let form = FilledForm.ownLamp.with("draft", try #require(again.value(of: "draft")))
        #expect(try member.post("/items", form.urlencoded).status == 303)
        #expect(try isOffered(to: member) == false)
    }

    @Test(arguments: ["/my", "/my/items"])
    func aMembersDraftIsLedToFromWhatIsTheirs(path: String) throws {
        let (member, other) = (try site.member(), try site.member("바다네"))
        let link = "/items/new?draft=1"
        #expect(try !member.get(path).page.links.contains(link))
        _ = try member.post("/items/draft", draft.urlencoded)
        let page = try member.get(path).page
        #expect(page.links.contains(link) && page.texts.contains("쓰다 만 글: <의자>"))
        #expect(try !other.get(path).page.links.contains(link))
        _ = try member.post("/items/draft", draft.with("title", " ").urlencoded)
        #expect(try member.get(path).page.texts.contains("쓰다 만 글이 있어요"))
        _ = try member.press("/items/draft/deletion")
        #expect(try !member.get(path).page.links.contains(link))
    }

    @Test func aWaitingDraftSurvivesAnotherPost() throws {
        let member = try site.member()
        let first = try #require(try member.get("/items/new").page.value(of: "draft"))
        let chair = draft.with("draft", first)
        #expect(try member.post("/items/draft", chair.urlencoded).status == 204)
        let page = try member.get("/items/new").page
        let second = try #require(page.value(of: "draft"))
        #expect(second != first)
        let other = draft.with("title", "책상").with("draft", second)
        #expect(try member.post("/items/draft", other.urlencoded).status == 409)
        let nothing = FilledForm(["title": " ", "draft": second])
        #expect(try member.post("/items/draft", nothing.urlencoded).status == 204)
        let posted = FilledForm.ownLamp.with("draft", second)
        #expect(try member.post("/items", posted.urlencoded).status == 303)
        #expect(try isOffered(to: member))
        let again = try member.get("/items/new?draft=1").page
        #expect(again.value(of: "title") == "<의자>")
        #expect(again.value(of: "draft") == first)
    }

    @Test func aRefusedFormIsKeptWhereNoOtherDraftWaits() throws {
        let member = try site.member()
        let refused = FilledForm.ownLamp.with("category", "").with("draft", "first")
        let page = try member.post("/items", refused.urlencoded)
        #expect(page.status == 422)
        #expect(page.page.value(of: "draft") == "first")
        #expect(page.page.tags("section").first?.has("hidden") == true)
        #expect(try member.get("/items/new?draft=1").page.value(of: "title") == "북유럽풍 장스탠드")
        let other = refused.with("title", "책상").with("draft", "second")
        let again = try member.post("/items", other.urlencoded).page
        #expect(again.value(of: "title") == "책상")
        #expect(again.tags("section").first?.has("hidden") == false)
        #expect(try member.get("/items/new?draft=1").page.value(of: "title") == "북유럽풍 장스탠드")
    }

    private func isOffered(to visitor: Client) throws -> Bool {
        try visitor.get("/items/new").page.tags("section").first?.has("hidden") == false
    }

    @Test func aDraftIsForgottenByItsButton() throws {
        let member = try site.member()
        _ = try member.post("/items/draft", draft.urlencoded)
        #expect(try isOffered(to: member))
        let answer = try member.press("/items/draft/deletion")
        #expect(answer["Location"] == "/items/new")
        #expect(try !isOffered(to: member))
    }

    @Test func withoutScriptsWhatIsTypedTakesThePlaceOfTheDraftThatIsForgotten() throws {
        let member = try site.member()
        _ = try member.post("/items/draft", draft.with("draft", "first").urlencoded)
        let page = try member.get("/items/new").page
        for choice in ["이어서 쓰기", "지우고 새로 쓰기"] { #expect(page.texts.contains(choice)) }
        let form = try #require(page.html.stretches(from: "id=\"item-form\"", to: "</form>").first)
        let buttons = Page(html: form).tags("button").map { $0["formaction"] }
        // Enter presses the first one, which forgets nothing.
        #expect(buttons.first == .some(nil) && buttons.contains("/items/draft/deletion"))
        let typed = FilledForm(["title": "책상", "content": "새 글"])
            .with("draft", try #require(page.value(of: "draft"))).with(photo: Picture.red)
        let answer = try member.post("/items/draft/deletion", typed.multipart)
        #expect(answer["Location"] == "/items/new?draft=1")
        let again = try member.get("/items/new?draft=1").page
        #expect(again.value(of: "title") == "책상" && again.value(of: "content") == "새 글")
        #expect(again.values(of: "photos").count == 1)
        #expect(again.tags("section").first?.has("hidden") == true)
    }

    @Test(arguments: ["/items/draft", "/items/draft/deletion"])
    func aDraftThatIsTooLongLeavesTheOneBefore(_ path: String) throws {
        let member = try site.member()
        _ = try member.post("/items/draft", draft.with("draft", "first").urlencoded)
        let long = draft.with("content", String(repeating: "가", count: 30_000))
        #expect(try member.post(path, long.multipart).status == 413)
        let page = try member.get("/items/new?draft=1").page
        #expect(page.value(of: "content") == "첫 줄\r\n둘째 줄")
    }

    @Test func aGuestHasNoDraftHere() throws {
        #expect(try site.post("/items/draft", draft.urlencoded).status == 403)
        let answer = try site.post("/items/draft/deletion", [:])
        #expect(answer.status == 403)
        #expect(try !isOffered(to: try site.visitor()))
    }

    @Test func aDraftIsItsAccountsOnly() throws {
        let (member, other) = (try site.member(), try site.member("지수"))
        _ = try member.post("/items/draft", draft.urlencoded)
        #expect(try !isOffered(to: other))
        #expect(try other.get("/items/new?draft=1").page.value(of: "title") == "")
    }
}
