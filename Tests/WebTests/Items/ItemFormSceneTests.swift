import Fixtures
import Market
import Testing

@Blocking
final class ItemFormSceneTests: SiteSuite {
    @Test func theBlankFormHasItsRowsInOrder() throws {
        let page = try site.get("/items/new").page
        // The search field is in every header.
        let rows = ["input", "select", "textarea"].flatMap(page.tags)
            .filter { $0["name"] != "q" }.compactMap { $0["placeholder"] }
        #expect(
            rows == ["글 제목", "￦ 가격 (Optional)", "할인가격 (옵션)", "재고 수량", "비밀번호를 입력해주세요", "내용을 입력하세요."])
        #expect(page.value(of: "currency") == "KRW")
        #expect(page.value(of: "stock") == "1")
        #expect(page.value(of: "category") == "")
        #expect(page.value(of: "content") == "")
        #expect(page.texts.contains("카테고리 선택"))
        #expect(page.button("free-share")?.has("hidden") == false)
        #expect(page.alert == nil)
    }

    @Test func theBlankFormIsTheVisitorsOwnAndThereToGoBackTo() throws {
        #expect(try site.get("/items/new")["Cache-Control"] == "private, no-cache")
    }

    @Test(arguments: ServedSite.Backend.working, ["multipart", "urlencoded"])
    func aFilledFormMakesAnItem(backend: ServedSite.Backend, kind: String) async throws {
        let site = try ServedSite(backend)
        let form = FilledForm.lamp
        let answer = try site.post("/items", kind == "multipart" ? form.multipart : form.urlencoded)
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/items/1")
        let content = try await site.storage.item(1).content
        #expect(content.title == "북유럽풍 장스탠드")
        #expect(content.category == .furniture)
        #expect(content.price == (try Price(35_000, discountedTo: 30_000)))
        #expect(content.stock == 3)
        #expect(content.description == "이사하면서 내놓습니다.\n직거래는 역 3번 출구에서요.")
    }

    @Test func successIsSaidOnceOnTheNewItem() throws {
        let visitor = try site.visitor()
        let path = try visitor.post(.lamp)
        let page = try visitor.get(path).page
        let alert = page.alert
        #expect(alert?.title == "성공")
        #expect(alert?.lines == ["글을 올렸어요."])
        #expect(page.action(endingWith: "/new") == "/items/new")
        #expect(alert?.isFailure == false)
        #expect(try visitor.get(path).page.alert == nil)
    }

    @Test func anAlertThatNobodyLeftIsNotShown() throws {
        #expect(try site.get("/", ["Cookie": "alert=<b>성공</b>"]).page.alert == nil)
    }

    @Test func theListShowsANewItemAtOnce() throws {
        _ = try site.get("/")
        _ = try site.post()
        #expect(try site.get("/").page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test(arguments: [("", "", "가격 제안"), ("", "1", "나눔"), ("0", "", "나눔")])
    func withoutAPriceOffersAreWelcomeUnlessItIsGivenAway(
        price: String, free: String, text: String
    ) throws {
        var form = FilledForm.lamp.with("price", price).with("discounted_price", "")
        if !free.isEmpty { form.add("free", free) }
        let path = try site.post(form)
        for page in [try site.get(path).page, try site.get("/").page] {
            #expect(page.texts.contains(text))
        }
        #expect(try site.get("/feed.atom").text.contains("<summary>\(text) · "))
    }

    @Test func aStockMayBeTypedWithItsUnit() throws {
        let path = try site.post(.lamp.with("stock", "두 개"))
        #expect(try site.get(path).page.texts.contains("잔여수량: 2"))
        let refused = try site.post("/items", FilledForm.lamp.with("stock", "여러 개").multipart)
        #expect(refused.status == 422 && refused.page.value(of: "stock") == "여러 개")
    }

    @Test func aPriceThatWasLikelyMistypedIsAskedBackOnce() throws {
        #expect(try site.get("/items/new").page.value(of: "sure") == "")
        let form = FilledForm.lamp.with("price", "99,999,999,999,999").with("discounted_price", "")
            .with("sure", "")
        let asked = try site.post("/items", form.multipart)
        #expect(asked.status == 422 && asked.page.alert?.title == "확인해주세요")
        #expect(asked.page.alert?.lines == ["99조 9,999억 9,999만 9,999원이 맞나요?"])
        // The title does not ask what the line asks.
        let english = try site.post("/items", form.multipart, ["Accept-Language": "en"])
        #expect(english.page.alert?.title == "Please check this")
        #expect(asked.page.value(of: "price") == "99,999,999,999,999")
        #expect(asked.page.texts.contains("이대로 올리기"))
        let path = try site.post(form.with("sure", #require(asked.page.value(of: "sure"))))
        #expect(try site.get(path).page.texts.contains("99,999,999,999,999원"))
    }

    @Test func whoSendsNoPlaceForAnAnswerIsNotAsked() throws {
        let path = try site.post(.lamp.with("price", "5").with("discounted_price", ""))
        #expect(try site.get(path).page.texts.contains("5원"))
    }

    @Test(arguments: ["<b>\"", "5 KRW", "' OR 1=1", String(repeating: "9", count: 5_000)])
    func aMadeUpAnswerIsNoConfirmation(answer: String) throws {
        var form = FilledForm.lamp.with("price", "5").with("discounted_price", "")
        form.add("sure", answer)
        let asked = try site.post("/items", form.multipart)
        #expect(asked.status == 422 && asked.page.alert?.lines == ["5원이 맞나요?"])
        #expect(!asked.text.contains("value=\"\(answer)\""))
    }

    @Test func theFormSaysWhatAnEmptyPriceMeans() throws {
        let hint = "비워두면 가격 제안으로 올라가요."
        #expect(try site.get("/items/new").page.texts.contains(hint))
        let priced = FilledForm(["price": "35000", "arrange": "add-photos"])
        #expect(try !site.post("/items", priced.urlencoded).page.texts.contains(hint))
        let free = FilledForm(["price": "35000", "arrange": "free-share"])
        let page = try site.post("/items", free.urlencoded).page
        #expect(page.texts.contains("나눔으로 올라가요."))
        #expect(!page.texts.contains(hint))
    }

    @Test(arguments: [
        ("stock", "1", false), ("stock", "3", true), ("discounted_price", "30000", true),
        ("currency", "USD", true), ("stock", "", true),
    ])
    func rareFieldsAreInSightOnceChanged(
        row: String, value: String, isInSight: Bool
    ) throws {
        let form = FilledForm(["title": "", row: value])
        let page = try site.post("/items", form.urlencoded).page
        #expect(page.tags("details").first?.has("open") == isInSight)
    }

    @Test func theSameFormSentTwiceMakesOneItem() async throws {
        let key = try #require(try site.get("/items/new").page.value(of: "submission_key"))
        let form = FilledForm.lamp.with("submission_key", key)
        #expect(try site.post(form) == (try site.post(form)))
        #expect(try await site.storedIDs().count == 1)
    }

    @Test func theSameFormSentTwentyTimesAtOnceMakesOneItem() async throws {
        let body = FilledForm.lamp.with("submission_key", "key").multipart
        let visitors = try (0..<20).map { _ in try site.visitor() }
        for visitor in visitors {
            try visitor.send(visitor.head("POST", "/items", body) + "\r\n")
            try visitor.send(body.bytes)
        }
        let answers = try visitors.map { try $0.readAnswer() }
        #expect(Set(answers.map(\.status)) == [303])
        #expect(Set(answers.compactMap { $0["Location"] }) == ["/items/1"])
        #expect(try await site.storedIDs() == [1])
    }

    @Test func everyBlankFormHasAKeyOfItsOwn() throws {
        let keys = try (0..<3).compactMap { _ in
            try site.get("/items/new").page.value(of: "submission_key")
        }
        #expect(Set(keys).count == 3)
    }
}
