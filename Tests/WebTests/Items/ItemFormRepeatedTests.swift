import Fixtures
import Market
import Testing

/// Posting, going back to the form, correcting something, and sending it again.
@Blocking
final class ItemFormRepeatedTests: SiteSuite {
    private let form = FilledForm.lamp.with("submission_key", "form")
    private let own = FilledForm.ownLamp.with("submission_key", "form").with("draft", "form")

    @Test(arguments: ["multipart", "urlencoded"])
    func theRepeatedFormAsksWhichIsMeantAndLosesNothing(_ kind: String) async throws {
        let path = try site.post(form)
        let again = form.with("title", "장스탠드 <고침>").with("discounted_price", "2만")
        let body = kind == "multipart" ? again.multipart : again.urlencoded
        let answer = try site.post("/items", body)
        #expect(answer.status == 409)
        let page = answer.page
        #expect(page.alert?.isFailure == true && page.alert?.title == "이미 올린 글이 있어요")
        #expect(page.alert?.lines == ["앞서 올린 글을 고칠지 새 글로 올릴지 골라주세요. 적은 내용은 그대로 있어요."])
        for (row, value) in [
            ("title", "장스탠드 <고침>"), ("discounted_price", "2만"), ("password", "달빛1234"),
            ("submission_key", "form"),
        ] {
            #expect(page.value(of: row) == value)
        }
        let buttons = page.tags("button")
        #expect(buttons.contains { $0["formaction"] == path + "/edit" && $0["name"] == "arrange" })
        #expect(buttons.contains { $0["name"] == "another" && $0["formaction"] == nil })
        // Enter presses neither of them.
        let rows = try #require(page.html.stretches(from: "id=\"item-form\"", to: "</form>").first)
        let first = try #require(Page(html: rows).tags("button").first)
        #expect(first["name"] == nil && first["formaction"] == nil)
        #expect(try await site.storedIDs() == [1])
    }

    @Test func theRepeatedFormIsPostedAsAnotherIfConfirmed() async throws {
        let path = try site.post(form)
        let another = form.with("title", "다른 스탠드").with("another", "1")
        let second = try site.post(another)
        #expect(second != path)
        #expect(try site.post(another) == second)
        #expect(try site.post(form) == path)
        #expect(try await site.storedIDs().count == 2)
    }

    @Test func aConfirmedRepetitionStaysOneWhileItIsMended() throws {
        let path = try site.post(form)
        let refused = try site.post(
            "/items", form.with("title", "").with("another", "1").multipart)
        #expect(refused.status == 422 && refused.page.value(of: "another") == "1")
        #expect(
            try site.post("/items", form.with("title", "").multipart).page.value(of: "another")
                == nil)
        #expect(try site.post(form.with("title", "다른 스탠드").with("another", "1")) != path)
    }

    @Test func aGuestCorrectsTheFirstByItsPassword() async throws {
        let path = try site.post(form)
        let again = form.with("title", "장스탠드 고침")
        let edit = try site.post(path + "/edit", again.with("arrange", "edit").multipart)
        #expect(edit.status == 200)
        #expect(edit["Cache-Control"]?.contains("no-store") == true)
        #expect(edit.page.actions.contains(path + "/edit"))
        #expect(edit.page.value(of: "title") == "장스탠드 고침")
        #expect(edit.page.value(of: "password") == "달빛1234")
        #expect(try await site.storage.item(1).content.title == "북유럽풍 장스탠드")
        let wrong = again.with("password", "햇빛1234")
        let refused = try site.post(path + "/edit", wrong.multipart)
        #expect(refused.status == 403 && refused.page.value(of: "title") == "장스탠드 고침")
        #expect(try site.post(path + "/edit", again.multipart)["Location"] == path)
        #expect(try await site.storage.item(1).content.title == "장스탠드 고침")
        #expect(try await site.storedIDs() == [1])
    }

    private func isDraftOffered(to member: Client) throws -> Bool {
        let sections = try member.get("/items/new").page.tags("section")
        let draft = try #require(sections.first { $0["class"] == "draft" })
        return !draft.has("hidden")
    }

    @Test func aMemberCorrectsTheFirstAndItsDraftGoes() async throws {
        let member = try site.member()
        let path = try member.post(own)
        let again = own.with("title", "장스탠드 고침")
        let answer = try member.post("/items", again.multipart)
        #expect(answer.status == 409)
        #expect(try isDraftOffered(to: member))
        let edit = try member.post(path + "/edit", again.with("arrange", "edit").multipart)
        #expect(edit.status == 200 && edit.page.value(of: "title") == "장스탠드 고침")
        #expect(edit.page.value(of: "draft") == "form")
        #expect(try member.post(path + "/edit", again.multipart)["Location"] == path)
        #expect(try await site.storage.item(1).content.title == "장스탠드 고침")
        #expect(try !isDraftOffered(to: member))
    }

    @Test func anotherPersonsItemFromTheFormIsIgnored() throws {
        let path = try site.member("민지").post(own)
        let second = try site.member("지수").post(own.with("title", "내 스탠드"))
        #expect(second != path)
    }

    @Test(arguments: ["edit", "add-photos", "", "nonsense"])
    func aButtonThatArrangesSavesNothing(_ button: String) async throws {
        let path = try site.post(form)
        let again = form.with("title", "장스탠드 고침").with("arrange", button)
        #expect(try site.post(path + "/edit", again.multipart).status == 200)
        #expect(try await site.storage.item(1).content.title == "북유럽풍 장스탠드")
    }
}
