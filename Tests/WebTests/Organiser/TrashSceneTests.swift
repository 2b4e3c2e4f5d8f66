import Fixtures
import Market
import Testing

@Blocking
final class TrashSceneTests: MemberSuite {
    @Test func theTrashHoldsWhatWasDeletedFor30Days() throws {
        let memo = try member.makeMemo()
        _ = try member.delete(memo)
        #expect(try member.get("/my/trash").page.texts.contains("메모 ‘의자 다리 길이 42cm’"))
        let undo = try #require(try member.get("/my/trash").page.undoPath)
        // The session lasts as long as it is used.
        for _ in 0..<30 {
            site.clock.advance(by: 86_400)
            _ = try member.get("/my")
        }
        #expect(
            try member.get("/my/trash").page.texts.contains("휴지통이 비어 있어요. 지운 것은 여기에 30일 동안 있어요."))
        #expect(try member.press(undo).status == 404)
    }

    @Test func restoringLeadsToTheRowBelow() throws {
        for text in ["하나", "둘"] { _ = try member.delete(try member.makeMemo(text)) }
        let rows = try member.get("/my/trash").page.tags("li").compactMap { $0["id"] }
        #expect(rows.count == 2)
        let forms = try member.get("/my/trash").page.actions
        let first = try #require(forms.first { $0.contains("/restoration?next=") })
        let answer = try member.press(first, on: "/my/trash")
        #expect(answer["Location"] == "/my/trash#" + rows[1])
    }

    @Test func restoringTwiceIs404AndReloadingLeadsToTheTrash() throws {
        let undo = try #require(try member.delete(try member.makeMemo()).page.undoPath)
        #expect(try member.press(undo).status == 303)
        #expect(try member.press(undo).status == 404)
        #expect(try member.get(undo)["Location"] == "/my/trash")
    }

    @Test func withoutRoomTheTrashSaysSo() async throws {
        let undo = try #require(try member.delete(try member.makeList()).page.undoPath)
        let list = TodoListContent(title: "장보기")
        for _ in 0..<200 { _ = try await site.storage.insert(list, of: 1, at: site.clock.now) }
        let answer = try member.press(undo)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["목록 200개가 다 차서 되돌릴 수 없어요. 쓰지 않는 것을 먼저 지워주세요."])
    }

    @Test func aDeletedListingComesBackByTheAlert() throws {
        let path = try member.post()
        let question = try member.get(path + "/deletion").page
        #expect(question.texts.contains("글이 지워져요. 30일 동안은 휴지통에서 되돌릴 수 있어요."))
        let list = try member.delete(path)
        #expect(list.page.alert?.title == "삭제 성공")
        #expect(list.page.alert?.lines == ["30일 동안 휴지통에 있어요."])
        #expect(list.page.itemIDs.isEmpty)
        #expect(try member.get(path).status == 404)
        #expect(try member.get("/my/items").page.itemIDs.isEmpty)
        let undo = try #require(list.page.undoPath)
        let other = try site.member("지수")
        #expect(try other.press(undo).status == 404)
        #expect(try member.press(undo, on: "/")["Location"] == path)
        #expect(try member.get(path).page.alert?.title == "되돌렸어요")
        #expect(try member.get("/").page.itemIDs.count == 1)
        // In the trash there may be more to restore.
        _ = try member.delete(path)
        let again = try #require(try member.get("/my/trash").page.undoPath)
        let answer = try member.press(again, on: "/my/trash")
        #expect(answer["Location"] == "/my/trash")
        #expect(try member.get(path).status == 200)
    }

    @Test func suspendedMembersReadWhyNothingIsRestored() async throws {
        let undo = try #require(try member.delete(try member.post()).page.undoPath)
        try await site.storage.setSuspended(true, 1, at: site.clock.now)
        let answer = try member.press(undo)
        #expect(answer.status == 409)
        #expect(answer.page.alert?.title == "지금은 쓸 수 없어요")
        #expect(answer.page.texts.contains("글 ‘북유럽풍 장스탠드’"))
    }

    @Test func thingsInTheTrashAreDeletedForGoodAfterAQuestion() throws {
        let path = try member.post()
        _ = try member.delete(path)
        let purge = try #require(
            try member.get("/my/trash").page.links.first { $0.hasSuffix("/purge") })
        let question = try member.get(purge).page
        #expect(question.texts.contains("글 ‘북유럽풍 장스탠드’. 완전히 지우면 되돌릴 수 없어요."))
        #expect(!question.texts.contains("지운 것은 30일 동안 되돌릴 수 있어요."))
        let other = try site.member("지수")
        #expect(try other.get(purge).status == 404)
        #expect(try other.press(purge).status == 404)
        #expect(try member.press(purge)["Location"] == "/my/trash")
        #expect(try member.press(purge).status == 404)
        #expect(try member.get(purge).status == 404)
        #expect(try member.get("/my/trash").page.undoPath == nil)
        #expect(try member.get(path).status == 404)
    }

    @Test func aForgedCookieLeadsNowhere() throws {
        for value in [
            "deleted.1/../../signout", "deleted.//evil.example", "deleted.-1", "deleted.1.2",
            "deleted.", "deleted.99999999999999999999", "posted\"><b>", "deleted.1%0d%0a",
        ] {
            let answer = try site.get("/categories", ["Cookie": "alert=\(value)"])
            #expect(answer.status == 200, "\(value)")
            #expect(answer.page.alert == nil, "\(value)")
            let actions = answer.page.actions
            #expect(actions.allSatisfy { $0 == "/" || $0.hasPrefix("/language?") }, "\(value)")
        }
    }

    @Test func aCookieOfAnotherDeletionOffersNothingButARestoration() throws {
        let page = try site.get("/categories", ["Cookie": "alert=deleted.77"]).page
        #expect(page.undoPath == "/my/deletions/77/restoration")
        #expect(try member.press("/my/deletions/77/restoration").status == 404)
    }
}
