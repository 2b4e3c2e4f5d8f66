import Fixtures
import Testing

/// How a guest deletes a listing, and takes that back.
@Blocking
struct GuestDeletionSceneTests {
    private let site: ServedSite
    private let guest: Client
    /// The guest's listing; its password is 달빛1234.
    private let item: String

    init() throws {
        site = try ServedSite()
        guest = try site.visitor()
        item = try guest.post(.lamp)
    }

    private func delete() throws -> Answer {
        try guest.post(item + "/deletion", ["password": "달빛1234"])
    }

    @Test func aListingIsRestoredFromTheAlert() throws {
        #expect(try delete()["Location"] == "/")
        #expect(try site.get(item).status == 404)
        let page = try guest.get("/").page
        #expect(page.alert?.title == "삭제 성공")
        #expect(!page.links.contains(item))
        let undo = try #require(page.undoPath)
        // Only the browser that has deleted it can restore it.
        #expect(try site.post(undo, [:]).status == 404)
        #expect(try guest.press(undo)["Location"] == item)
        #expect(try guest.get(item).page.alert?.title == "되돌렸어요")
        #expect(try site.get("/").page.links.contains(item))
        #expect(try guest.press(undo).status == 404)
    }

    @Test func afterAnHourItIsNotRestored() throws {
        _ = try delete()
        let undo = try #require(try guest.get("/").page.undoPath)
        site.clock.advance(by: 3_600)
        #expect(try guest.press(undo).status == 404)
        // Whoever reloads that answer by GET is not told that the address cannot be used like this.
        #expect(try guest.get(undo)["Location"] == item)
    }

    @Test func theQuestionSpeaksOfReviewsOnceSomebodyHasDealt() throws {
        let words = "글을 올릴 때 정한 비밀번호를 입력하면 글이 지워져요."
        let asker = try site.member("지수")
        let chat = try item + asker.ask(about: item)
        #expect(try guest.get(item + "/deletion").page.texts.contains(words))
        #expect(try guest.press(chat + "/closing").status == 303)
        let page = try guest.get(item + "/deletion").page
        #expect(page.texts.contains(words + " 거래한 분은 후기를 남길 수 없게 돼요."))
    }
}
