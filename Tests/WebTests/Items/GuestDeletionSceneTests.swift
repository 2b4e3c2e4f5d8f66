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

    /// For an hour, this browser's user has proved that the listing is theirs.
    @Test func whoeverManagesItDeletesItWithoutThePassword() throws {
        let question = try guest.get(item + "/deletion").page
        #expect(question.tags("input").allSatisfy { $0["name"] != "password" })
        #expect(question.texts.contains("글이 지워져요. 이어서 나오는 ‘되돌리기’로 한 시간 동안 되돌릴 수 있어요."))
        // A password that is sent along must be right.
        let wrong = try guest.post(item + "/deletion", .urlencoded(["password": "햇빛"]))
        #expect(wrong.status == 403)
        #expect(try site.post(item + "/deletion", .urlencoded([:])).status == 422)
        #expect(try guest.press(item + "/deletion")["Location"] == "/")
        #expect(try site.get(item).status == 404)
        let undo = try #require(try guest.get("/").page.undoPath)
        #expect(try guest.press(undo)["Location"] == item)
    }

    /// Otherwise whoever uses the browser next could go on for ever without the password.
    @Test func deletingAndRestoringDoesNotRenewTheHour() throws {
        func deleteAndRestore(after seconds: Int64) throws {
            #expect(try guest.press(item + "/deletion")["Location"] == "/")
            let undo = try #require(try guest.get("/").page.undoPath)
            site.clock.advance(by: seconds)
            #expect(try guest.press(undo)["Location"] == item)
        }
        site.clock.advance(by: 1_800)
        try deleteAndRestore(after: 0)
        #expect(try !guest.get(item + "/edit").page.asksForPassword)
        // What was deleted can be restored for a whole hour all the same.
        try deleteAndRestore(after: 3_599)
        for path in ["/edit", "/deletion"] {
            #expect(try guest.get(item + path).page.asksForPassword, "\(path)")
        }
    }

    @Test func aHiddenListingIsRestoredTooAndStaysHidden() async throws {
        try await site.storage.setHidden(true, 1, because: "광고", by: nil, at: site.clock.now)
        #expect(try guest.get(item).status == 403)
        #expect(try guest.press(item + "/deletion")["Location"] == "/")
        let undo = try #require(try guest.get("/").page.undoPath)
        #expect(try guest.get(item).status == 404)
        #expect(try guest.press(undo)["Location"] == item)
        #expect(try guest.get(item).status == 403 && site.get(item).status == 404)
    }

    /// Only whoever has posted it learns from the question whether there was a deal.
    @Test func theQuestionTellsNobodyElseOfADeal() throws {
        let words = "거래한 분이 있으면 그분은 후기를 남길 수 없게 돼요."
        let asker = try site.member("지수")
        let chat = try item + asker.ask(about: item)
        func texts(_ client: Client) throws -> [String] {
            try client.get(item + "/deletion").page.texts
        }
        let stranger = try site.visitor()
        let before = try texts(stranger)
        #expect(try before.contains(words) && !texts(guest).contains(words))
        #expect(try guest.press(chat + "/closing").status == 303)
        #expect(try texts(guest).contains(words) && texts(stranger) == before)
    }
}
