import Fixtures
import Market
import Testing

@Blocking @Suite(.sharing)
final class ItemFormFaultsTests: SharedSiteSuite {
    @Test(arguments: ["multipart", "urlencoded"])
    func missingRowsAreNamedInTheFormsOrder(kind: String) async throws {
        let form = FilledForm([
            "title": "", "category": "", "content": " \r\n ", "password": "달빛12",
        ])
        let answer = try site.post("/items", kind == "multipart" ? form.multipart : form.urlencoded)
        #expect(answer.status == 422)
        let alert = try #require(answer.page.alert)
        #expect(alert.isFailure)
        #expect(alert.title == "실패")
        #expect(alert.lines == ["~ 글 제목을 입력해주세요.", "~ 카테고리를 선택해주세요.", "~ 내용을 입력해주세요."])
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func otherFaultsFollowInTheFormsOrder() throws {
        let form = FilledForm([
            "title": "", "category": "99", "price": "비싸요", "discounted_price": "1.5",
            "currency": "KRW", "stock": "-1", "content": "", "password": "",
        ]).with(photo: Array("메모".utf8), named: "메모.jpg")
        #expect(
            try site.post("/items", form.multipart).page.alert?.lines == [
                "~ 글 제목을 입력해주세요.", "~ 카테고리를 선택해주세요.", "~ 내용을 입력해주세요.",
                "~ ‘메모.jpg’: JPEG, PNG, WebP 사진만 올릴 수 있어요. 다른 사진을 골라주세요.",
                "~ 가격을 숫자로 입력해주세요.", "~ 할인가격을 소수점 없이 입력해주세요.",
                "~ 재고 수량을 0 이상의 숫자로 입력해주세요.", "~ 비밀번호를 입력해주세요.",
            ])
    }

    @Test(arguments: ["1", "123", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "한글셋"])
    func aNewPasswordHasFourLetters(password: String) throws {
        let site = try ServedSite()
        let hint = "4자 이상으로 정해주세요. 글을 수정하거나 삭제하고 문의에 답할 때 써요."
        #expect(try site.get("/items/new").page.texts.contains(hint))
        let short = FilledForm.lamp.with("password", password)
        let answer = try site.post("/items", short.multipart)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 4자 이상 입력해주세요."])
        let longer = short.with("password", password + "1234")
        #expect(try site.post("/items", longer.multipart).status == 303)
    }

    @Test func anEmptyBodyIsAnEmptyForm() throws {
        let answer = try site.post("/items", FilledForm().urlencoded)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines.count == 4)
    }

    @Test func eachLineLeadsToItsFieldWhichSaysTheSame() throws {
        let form = FilledForm([
            "price": "x", "discounted_price": "x", "currency": "x", "stock": "x",
        ])
        let page = try site.post("/items", form.urlencoded).page
        let lines = try #require(page.alert?.lines)
        let links = page.links.filter {
            $0.hasPrefix("#") && $0 != "#main"
        }
        let fields = ["title", "category", "content", "currency", "price", "stock", "password"]
        #expect(links == fields.map { "#\($0)" })
        for (field, line) in zip(fields, lines) {
            #expect(page.html.contains("id=\"\(field)\""))
            #expect(page.texts.contains(String(line.dropFirst(2))))
        }
    }

    @Test(arguments: [
        "\"><script>alert(1)</script>", "' onfocus='alert(1)", "A & B &amp; <C> &#39;", "  공백  ",
        "😀👨‍👩‍👧 ❤️", "{{title}} {{{content}}}", "\u{202E}뒤집기", "가\u{301}각", "</textarea>", "%00%FF+",
    ])
    func everyValueIsKeptAsTyped(text: String) throws {
        let fields = ["title", "price", "discounted_price", "stock", "content", "password"]
        var form = FilledForm(["category": ""])
        for field in fields { form = form.with(field, text) }
        for body in [form.multipart, form.urlencoded] {
            let page = try site.post("/items", body).page
            for field in fields { #expect(page.value(of: field) == text) }
        }
    }

    @Test(arguments: ["\n앞 빈 줄", "\n\n두 줄", "끝 빈 줄\n\n", "가운데\n\n빈 줄", "\t탭"])
    func lineBreaksOfTheContentAreKeptAsTyped(text: String) throws {
        let body = FilledForm.lamp.with("title", "").with("content", text).multipart
        #expect(try site.post("/items", body).page.value(of: "content") == text)
    }

    @Test func chosenCategoryAndCurrencyStayChosen() throws {
        let form = FilledForm.lamp.with("title", "").with("category", "4").with("currency", "EUR")
        let page = try site.post("/items", form.multipart).page
        #expect(page.value(of: "category") == "4")
        #expect(page.value(of: "currency") == "EUR")
    }

    @Test func theKeyOfTheFormStays() throws {
        let form = FilledForm.lamp.with("title", "").with("submission_key", "key-7")
        let page = try site.post("/items", form.multipart).page
        #expect(page.value(of: "submission_key") == "key-7")
    }

    @Test func aChosenFreeShareStaysChosen() throws {
        let form = FilledForm(["free": "1", "price": ""])
        let page = try site.post("/items", form.urlencoded).page
        #expect(page.value(of: "free") == "1")
        #expect(page.button("free-share")?.has("hidden") == true)
    }

    @Test func aRefusedFormWithAPasswordIsNotKeptByCaches() throws {
        #expect(try site.post("/items", ["password": "달빛1234"])["Cache-Control"] == "no-store")
    }

    @Test func aMendedFormIsTaken() throws {
        let site = try ServedSite()
        let page = try site.post("/items", FilledForm.lamp.with("title", "").multipart).page
        var form = FilledForm(["title": "장스탠드"])
        for field in ["category", "price", "currency", "stock", "content", "password"] {
            form = form.with(field, try #require(page.value(of: field)))
        }
        #expect(try site.get(try site.post(form)).page.texts.contains("장스탠드"))
    }
}
