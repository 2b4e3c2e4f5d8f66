import Fixtures
import Testing

@Blocking
struct SeveralPiecesSceneTests {
    private let site: ServedSite
    private let seller: Client
    private let asker: Client
    private let item: String
    private let path: String

    init() throws {
        site = try ServedSite()
        (seller, item, asker, path) = try site.asked(ofStock: 3)
    }

    private func form(_ answer: Answer, of path: String) throws -> Page {
        let form = answer.text.stretches(from: "action=\"\(path)/closing\"", to: "</form>").first
        return Page(html: try #require(form))
    }

    private func close(_ pieces: String, at price: String = "9만") throws -> Answer {
        try seller.post(path + "/closing", ["pieces": pieces, "price": price])
    }

    @Test func howManyIsAskedWithThePriceOfAll() throws {
        let several = try form(seller.get(path), of: path)
        #expect(several.value(of: "pieces") == "1" && several.value(of: "price") == "35,000")
        for text in ["몇 개", "3개까지 적을 수 있어요.", "모두 합한 가격 (옵션)"] {
            #expect(several.texts.contains(text), "\(text)")
        }
        let single = try asker.ask(about: seller.post(.ownLamp.with("stock", "1")))
        let one = try form(seller.get(single), of: single)
        #expect(one.value(of: "pieces") == nil && one.texts.contains("거래한 가격 (옵션)"))
        #expect(one.texts.contains("두 사람만 볼 수 있어요."))
        #expect(!one.texts.contains("몇 개") && !one.texts.contains("모두 합한 가격 (옵션)"))
    }

    @Test func bothAreToldHowMany() throws {
        #expect(try close("2", at: "6만")["Location"] == path)
        for (client, other, list) in [
            (asker, "민지님과", "/my/purchases"), (seller, "지수님과", "/my/sales"),
        ] {
            let chat = try client.get(path).page
            #expect(chat.texts.contains("\(other) 2개 거래를 마쳤어요"))
            #expect(chat.texts.contains("거래완료 2개"))
            #expect(chat.texts.contains("거래한 가격 60,000원"))
            #expect(chat.html.contains("<s>70,000원</s>"))
            #expect(try client.get(list).page.html.contains(" 2개 <b>60,000원</b>"))
            let chats = try client.get("/chats").page.texts
            #expect(chats.contains("거래완료 2개 · 거래한 가격 60,000원"))
        }
        // If only one is left, nothing is asked.
        #expect(try seller.get(item + "/sale")["Location"] == item)
        #expect(try seller.press(path + "/closing/deletion")["Location"] == path)
        #expect(try seller.get(item + "/sale").page.value(of: "left") == "2")
    }

    @Test func whenAllAreSoldTheSellerReadsHowMany() throws {
        #expect(try close("3").status == 303)
        let page = try seller.get(item + "/sale/deletion").page
        #expect(page.html.contains(" 3개 <b>90,000원</b>"))
    }

    @Test(arguments: ["0", "-2", "많이", "4"])
    func aWrongNumberComesBackAsTyped(_ typed: String) throws {
        let answer = try close(typed)
        #expect(answer.status == 422)
        let line =
            typed == "4"
            ? "3개 남았어요. 몇 개인지 다시 적어주세요." : "몇 개인지 1 이상의 숫자로 적어주세요."
        #expect(answer.page.alert?.lines == ["~ " + line])
        #expect(answer.page.tags("details").contains { $0.has("open") })
        let form = try form(answer, of: path)
        #expect(form.value(of: "pieces") == typed && form.value(of: "price") == "9만")
        #expect(form.texts.contains(line))
        #expect(try site.get(item).page.html.contains("잔여수량: 3"))
    }

    @Test func withOnePieceLeftTheFieldStaysAllTheSame() throws {
        let late = try site.member("늦은 이웃")
        let other = try late.ask("저도요", about: item)
        #expect(try seller.post(other + "/closing", ["pieces": "2", "price": ""]).status == 303)
        let answer = try close("3")
        #expect(answer.status == 422)
        let form = try form(answer, of: path)
        #expect(form.value(of: "pieces") == "3")
        #expect(form.texts.contains("1개 남았어요. 몇 개인지 다시 적어주세요."))
    }

    @Test func thePriceOfOneIsQuestionedForSeveral() throws {
        let asked = try close("3", at: "35,000")
        #expect(asked.status == 422)
        #expect(asked.page.alert?.lines == ["3개에 모두 35,000원이 맞나요? 올린 가격대로면 105,000원이에요."])
        let form = try form(asked, of: path)
        #expect(form.value(of: "pieces") == "3" && form.value(of: "price") == "35,000")
        let sure = try #require(form.tags("button").first { $0["name"] == "sure" }?["value"])
        let meant: FormBody = ["pieces": "3", "price": "35,000", "sure": sure]
        #expect(try seller.post(path + "/closing", meant).status == 303)
        #expect(try asker.get("/my/purchases").page.html.contains(" 3개 <b>35,000원</b>"))
    }

    @Test func theExportTellsHowMany() throws {
        #expect(try close("3").status == 303)
        for (client, name) in [(asker, "purchases"), (seller, "sales")] {
            let deals = try client.exportedData()[name].elements
            #expect(deals.map { $0["quantity"] } == [3])
            #expect(deals.map { $0["price"] } == [90_000])
        }
    }

    @Test func itIsReadInEnglishToo() throws {
        #expect(try close("3").status == 303)
        func page(_ path: String) throws -> Page {
            try seller.get(path, ["Accept-Language": "en"]).page
        }
        #expect(try page("/my/sales").html.contains(" 3 items <b>"))
        let chat = try page(path).texts
        #expect(
            chat.contains("The deal with 지수 is done: 3 items") && chat.contains("Sold: 3 items"))
    }
}
