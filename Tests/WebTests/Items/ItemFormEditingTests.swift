import Fixtures
import Foundation
import Market
import Testing

@Blocking
struct ItemFormEditingTests {
    private let site: ServedSite
    /// An item with the password 달빛1234.
    private let path: String

    init() throws {
        site = try ServedSite()
        path = try site.post()
    }

    private func password(_ text: String) -> FormBody {
        ["password": text]
    }

    /// The `edit` cookie that the right password earns, as name and value.
    private func grant(for path: String) throws -> String {
        let answer = try site.post(path + "/authorization", password("달빛1234"))
        let cookie = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("edit=") })
        return String(cookie.prefix { $0 != ";" })
    }

    private let changed = FilledForm.lamp.with("title", "장스탠드 (전구 포함)").with("password", "")

    @Test func anEditToATenthIsAskedBackOnce() throws {
        let form = FilledForm.lamp.with("price", "3,000").with("discounted_price", "")
            .with("sure", "")
        let asked = try site.post(path + "/edit", form.multipart)
        #expect(asked.status == 422 && asked.page.alert?.title == "확인해주세요")
        #expect(asked.page.alert?.lines == ["3,000원이 맞나요? 올린 가격은 30,000원이에요."])
        #expect(asked.page.texts.contains("이대로 수정"))
        #expect(try !site.get(path).page.texts.contains("3,000원"))
        let sure = try form.with("sure", #require(asked.page.value(of: "sure")))
        #expect(try site.post(path + "/edit", sure.multipart).status == 303)
        #expect(try site.get(path).page.texts.contains("3,000원"))
    }

    @Test func aPriceIsReadOutBesideItsFieldUnlessItHasAFault() throws {
        let member = try site.member()
        let own = try member.post()
        func hint(_ page: Page) -> String {
            page.html.stretches(from: "id=\"price-hint\"", to: "</p>").first ?? ""
        }
        let form = try hint(member.get(own + "/edit").page)
        #expect(form.hasSuffix(">35,000원") && !form.contains(" hidden"))
        for wrong in ["3,500", "열둘"] {
            let edit = FilledForm.ownLamp.with("price", wrong).with("sure", "")
            let refused = try member.post(own + "/edit", edit.multipart)
            #expect(refused.status == 422 && hint(refused.page).contains(" hidden>"), "\(wrong)")
        }
    }

    @Test func editingAsksForThePasswordFirst() throws {
        let answer = try site.get(path + "/edit")
        #expect(answer.status == 200)
        #expect(answer.page.texts.contains("북유럽풍 장스탠드"))
        #expect(answer.page.actions.contains(path + "/authorization"))
        #expect(answer.page.tags("input").map { $0["name"] } == ["q", "password"])
        #expect(answer.page.alert == nil)
    }

    @Test func aWrongPasswordIs403AndSaysSo() throws {
        let answer = try site.post(path + "/authorization", password("햇빛1234"))
        #expect(answer.status == 403)
        #expect(answer.page.alert?.title == "비밀번호가 틀렸습니다")
        #expect(answer.page.alert?.lines == ["다시 한번 확인해주세요"])
        #expect(answer.page.alert?.isFailure == true)
        #expect(answer.all("Set-Cookie").isEmpty)
        #expect(!answer.text.contains("햇빛1234"))
    }

    @Test(arguments: [FilledForm(["password": ""]), FilledForm()])
    func noPasswordIsAskedForAgain(form: FilledForm) throws {
        let answer = try site.post(path + "/authorization", form.urlencoded)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 입력해주세요."])
    }

    @Test func theRightPasswordOpensThatItemsPathAlone() throws {
        let answer = try site.post(path + "/authorization", password("달빛1234"))
        #expect(answer.status == 303)
        #expect(answer["Location"] == path + "/edit")
        let cookie = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("edit=") })
        let attributes = cookie.components(separatedBy: "; ").dropFirst()
        #expect(attributes == ["Path=\(path)", "Max-Age=3600", "HttpOnly", "SameSite=Lax"])
    }

    @Test func theFormIsFilledInWithTheItem() throws {
        let photographed = try site.post(.lamp.with(photo: Picture.red))
        let page = try site.get(
            photographed + "/edit", ["Cookie": try grant(for: photographed)]
        ).page
        #expect(page.actions.contains(photographed + "/edit"))
        #expect(page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(page.value(of: "category") == "9")
        #expect(page.value(of: "price") == "35,000")
        #expect(page.value(of: "discounted_price") == "30,000")
        #expect(page.value(of: "stock") == "3")
        #expect(page.value(of: "content") == "이사하면서 내놓습니다.\n직거래는 역 3번 출구에서요.")
        #expect(page.values(of: "photos").count == 1)
        #expect(page.values(of: "password").isEmpty)
        #expect(page.tags("button").count > 0)
        #expect(page.texts.contains("수정"))
    }

    @Test func aStockThatIsLeftAloneStaysWhatItIsByNow() async throws {
        let id = try #require(Item.ID(digits: path.dropFirst("/items/".count)))
        let cookie = try grant(for: path)
        let page = try site.get(path + "/edit", ["Cookie": cookie]).page
        let form = changed.with("former_stock", try #require(page.value(of: "former_stock")))
        let sold = form.with("stock", "2")
        #expect(try site.post(path + "/edit", sold.multipart, ["Cookie": cookie]).status == 303)
        let refused = try site.post(
            path + "/edit", form.with("title", "").multipart, ["Cookie": cookie])
        #expect(refused.page.value(of: "former_stock") == "3")
        #expect(try site.post(path + "/edit", form.multipart, ["Cookie": cookie]).status == 303)
        #expect(try await site.storage.item(id).content.stock == 2)
    }

    @Test func anEditFromAnOlderTabIsRefusedOnceAndSaysWhatItWouldUndo() throws {
        let cookie: KeyValuePairs = ["Cookie": try grant(for: path)]
        let older = try #require(try site.get(path + "/edit", cookie).page.value(of: "revision"))
        site.clock.advance(by: 60)
        let newer = changed.with("price", "20,000").with("discounted_price", "")
            .with("revision", older)
        #expect(try site.post(path + "/edit", newer.multipart, cookie).status == 303)
        let form = changed.with("title", "장스탠드").with("revision", older)
        let refused = try site.post(path + "/edit", form.multipart, cookie)
        #expect(refused.status == 409)
        #expect(refused.page.alert?.title == "그사이 바뀌었어요")
        #expect(
            refused.page.alert?.lines.dropFirst() == [
                "글 제목: 지금은 장스탠드 (전구 포함)", "가격: 지금은 20,000원",
                "할인가격: 지금은 비어 있어요",
            ])
        #expect(refused.page.value(of: "title") == "장스탠드")
        #expect(try site.get(path).page.texts.contains("20,000원"))
        let present = try #require(refused.page.value(of: "revision"))
        #expect(present != older)
        let knowingly = form.with("revision", present)
        #expect(try site.post(path + "/edit", knowingly.multipart, cookie).status == 303)
        #expect(try site.get(path).page.texts.contains("장스탠드"))
    }

    @Test(arguments: ["", "-1", "abc", "99999999999999999999"])
    func anInvalidRevisionIsIgnored(_ typed: String) throws {
        let form = changed.with("revision", typed)
        let cookie: KeyValuePairs = ["Cookie": try grant(for: path)]
        #expect(try site.post(path + "/edit", form.multipart, cookie).status == 303)
    }

    @Test func anEditIsShownAtOnceAndSaidOnce() throws {
        let visitor = try site.visitor()
        _ = try visitor.post(path + "/authorization", password("달빛1234"))
        site.clock.advance(by: 600)
        #expect(try visitor.post(path + "/edit", changed.multipart).redirection() == path)
        let page = try visitor.get(path).page
        #expect(page.alert?.title == "수정 성공")
        #expect(page.alert?.lines == ["고친 대로 바로 보여요."])
        #expect(page.alert?.isFailure == false)
        #expect(page.texts.contains("장스탠드 (전구 포함)"))
        #expect(page.tags("time").count == 2)
        #expect(try visitor.get("/").page.texts.contains("장스탠드 (전구 포함)"))
        #expect(try visitor.get(path).page.alert == nil)
    }

    @Test(arguments: [true, false])
    func afterAnEditThePasswordIsNotAskedForAgain(isGranted: Bool) throws {
        let visitor = try site.visitor()
        if isGranted { _ = try visitor.post(path + "/authorization", password("달빛1234")) }
        let form = isGranted ? changed : changed.with("password", "달빛1234")
        #expect(try visitor.post(path + "/edit", form.multipart).status == 303)
        #expect(try visitor.get(path + "/edit").page.value(of: "title") == "장스탠드 (전구 포함)")
        #expect(try visitor.press(path + "/reservation")["Location"] == path)
        #expect(try visitor.get(path).page.texts.contains("예약중"))
        let chats = try visitor.get(path + "/chats").page
        #expect(!chats.asksForPassword)
        #expect(try !visitor.get(path + "/deletion").page.asksForPassword)
        site.clock.advance(by: 3_600)
        let again = try visitor.get(path + "/edit").page
        #expect(again.actions.contains(path + "/authorization"))
    }

    @Test func faultsOfAnEditKeepItAsTyped() throws {
        let form = changed.with("title", " ").with("content", "\n<b>바꾼 글</b>")
        let answer = try site.post(
            path + "/edit", form.multipart, ["Cookie": try grant(for: path)])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 글 제목을 입력해주세요."])
        #expect(answer.page.value(of: "content") == "\n<b>바꾼 글</b>")
        #expect(answer.page.actions.contains(path + "/edit"))
        #expect(!answer.page.asksForPassword)
    }

    @Test func aGrantOpensNoOtherItem() async throws {
        let other = try site.post(.lamp.with("title", "다른 글"))
        let cookie = try grant(for: path)
        let form = try site.get(other + "/edit", ["Cookie": cookie]).page
        #expect(form.value(of: "title") == nil)
        let answer = try site.post(other + "/edit", changed.multipart, ["Cookie": cookie])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 입력해주세요."])
        #expect(try site.get(other).page.texts.contains("다른 글"))
    }

    @Test func anExpiredGrantIsNone() throws {
        let cookie = try grant(for: path)
        site.clock.advance(by: 3_599)
        #expect(try site.get(path + "/edit", ["Cookie": cookie]).page.value(of: "title") != nil)
        site.clock.advance(by: 1)
        #expect(try site.get(path + "/edit", ["Cookie": cookie]).page.value(of: "title") == nil)
    }

    @Test func aGrantThatWasTamperedWithIsNone() throws {
        let cookie = try grant(for: path)
        let dot = try #require(cookie.firstIndex(of: "."))
        let later = "edit=9999999999" + cookie[dot...]
        for forged in [
            later, cookie + "A", String(cookie.dropLast()), "edit=.", "edit=", "edit=9.9",
        ] {
            let page = try site.get(path + "/edit", ["Cookie": forged]).page
            #expect(page.value(of: "title") == nil, "\(forged)")
        }
    }

    @Test func aGrantOfAnotherServerIsNone() throws {
        let other = try ServedSite()
        let same = try other.post()
        #expect(same == path)
        let page = try other.get(path + "/edit", ["Cookie": try grant(for: path)]).page
        #expect(page.value(of: "title") == nil)
    }

    /// A listing keeps its password, so the storage changes it here.
    @Test func aChangedPasswordEndsTheGrant() throws {
        let cookie: KeyValuePairs = ["Cookie": try grant(for: path)]
        #expect(try site.get(path + "/edit", cookie).page.value(of: "title") != nil)
        try OtherProgram(opening: site.database).run(
            "UPDATE item SET password_hash = 'another' WHERE id = 1")
        #expect(try willBeAsked(cookie))
        #expect(try site.post(path + "/edit", changed.multipart, cookie).status == 422)
    }

    /// What another program wrote shows within a twentieth of a second, which is many requests.
    private func willBeAsked(_ cookie: KeyValuePairs<String, String>) throws -> Bool {
        for _ in 0..<100_000 {
            let page = try site.get(path + "/edit", cookie).page
            if page.value(of: "title") == nil { return true }
        }
        return false
    }

    @Test func anEditWithThePasswordInItNeedsNoGrant() throws {
        let form = changed.with("password", "달빛1234")
        #expect(try site.post(path + "/edit", form.multipart).status == 303)
        #expect(try site.get(path).page.texts.contains("장스탠드 (전구 포함)"))
    }

    @Test func aPasswordThatWasShortBeforeOpensItsItem() throws {
        let id = try site.postItem(HandmadeForm.item.with("password", "1"))
        let item = "/items/\(id)"
        let form = changed.with("password", "1")
        #expect(try site.post(item + "/edit", form.multipart).status == 303)
        #expect(try site.get(item).page.texts.contains("장스탠드 (전구 포함)"))
        #expect(try site.post(item + "/authorization", password("1")).status == 303)
        // The existing item's form accepts its short password, but a new item's form does not.
        for (form, isTooShort) in [(form, false), (form.with("draft", "key"), true)] {
            let answer = try site.post("/items/check", form.with("left", "password").urlencoded)
            #expect(answer.status == 200 && answer.text.contains("4자 이상") == isTooShort)
        }
    }

    @Test func anEditWithAWrongPasswordChangesNothing() throws {
        let form = changed.with("password", "햇빛1234").with(photo: Picture.red)
        let answer = try site.post(path + "/edit", form.multipart)
        #expect(answer.status == 403)
        #expect(answer.page.alert?.title == "비밀번호가 틀렸습니다")
        #expect(answer.page.alert?.lines == ["다시 한번 확인해주세요"])
        #expect(answer.page.value(of: "title") == "장스탠드 (전구 포함)")
        #expect(answer.page.value(of: "password") == "햇빛1234")
        #expect(answer.page.values(of: "photos").count == 1)
        #expect(try site.get(path).page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func aWrongPasswordIsRefusedEvenWithTheGrant() throws {
        let cookie: KeyValuePairs = ["Cookie": try grant(for: path)]
        let wrong = changed.with("password", "햇빛1234")
        #expect(try site.post(path + "/edit", wrong.multipart, cookie).status == 403)
        #expect(try site.post(path + "/sale", wrong.urlencoded, cookie).status == 403)
        #expect(try site.post(path + "/chats", wrong.urlencoded, cookie).status == 403)
        #expect(try site.get(path).page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func photosOfAnItemCanBeExchanged() throws {
        let photographed = try site.post(.lamp.with(photo: Picture.red))
        let form = FilledForm.lamp.with(photo: Picture.blue)
        #expect(try site.post(photographed + "/edit", form.multipart).status == 303)
        let photos = try site.get(photographed).page.tags("img").compactMap { $0["src"] }
            .filter { $0.hasPrefix("/photos/") }
        #expect(photos.count == 1)
        #expect(try site.get(try #require(photos.first)).status == 200)
    }

    @Test func arrangingWhileEditingChangesNothing() throws {
        let form = changed.with("arrange", "free-share")
        let answer = try site.post(
            path + "/edit", form.multipart, ["Cookie": try grant(for: path)])
        #expect(answer.status == 200)
        #expect(answer.page.value(of: "price") == "")
        #expect(answer.page.actions.contains(path + "/edit"))
        #expect(try site.get(path).page.texts.contains("북유럽풍 장스탠드"))
    }

    /// Otherwise the page would reveal whether somebody has offered a price.
    @Test func withoutThePasswordTheFixedPurposeIsNotRevealed() async throws {
        try await site.storage.setStatus(.reserved, of: 1, at: site.clock.now)
        let fixed = "바꿀 수 없어요"
        let wrong = changed.with("password", "햇빛1234")
        for form in [wrong, wrong.with("arrange", "add-photos")] {
            let answer = try site.post(path + "/edit", form.multipart)
            #expect(answer.page.value(of: "title") == "장스탠드 (전구 포함)")
            #expect(!answer.text.contains(fixed))
        }
        let cookie = try grant(for: path)
        #expect(try site.get(path + "/edit", ["Cookie": cookie]).text.contains(fixed))
        let arranged = changed.with("arrange", "add-photos").multipart
        let again = try site.post(path + "/edit", arranged, ["Cookie": cookie])
        #expect(again.text.contains(fixed))
    }

    @Test(arguments: ["/items/99", "/items/abc", "/items/-1"])
    func anUnknownItemCannotBeEdited(path: String) throws {
        #expect(try site.get(path + "/edit").status == 404)
        #expect(try site.post(path + "/edit", FilledForm.lamp.multipart).status == 404)
        #expect(try site.post(path + "/authorization", password("달빛1234")).status == 404)
    }
}
