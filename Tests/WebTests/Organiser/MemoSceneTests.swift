import Fixtures
import Testing

@Blocking
final class MemoSceneTests: MemberSuite {
    @Test func aNewMemoShowsInTheListAtOnce() throws {
        #expect(try member.get("/my/memos").page.texts.contains("아직 메모가 없어요. 첫 메모를 적어보세요."))
        let form = try member.get("/my/memos/new").page
        #expect(form.tags("textarea").contains { $0["name"] == "text" && $0.has("autofocus") })
        let memo = try member.makeMemo("첫 줄\r\n  <script>둘째</script>")
        let list = try member.get("/my/memos").page
        #expect(list.texts.contains("첫 줄") && list.texts.contains("<script>둘째</script>"))
        let page = try member.get(memo).page
        #expect(page.html.contains("첫 줄\n  &lt;script&gt;둘째&lt;/script&gt;"))
    }

    @Test func pagesLeadOnAndBackToTheFirst() throws {
        for number in 1...31 { _ = try member.makeMemo("메모 \(number)") }
        let first = try member.get("/my/memos").page
        #expect(first.texts.contains("메모 31") && !first.texts.contains("메모 1"))
        let last = try member.get(try #require(first.link("next"))).page
        #expect(last.texts.contains("메모 1") && !last.texts.contains("메모 2"))
        #expect(last.link("next") == nil)
        #expect(last.html.contains("<a class=\"button\" href=\"/my/memos\">"))
    }

    @Test func savingIsConfirmed() throws {
        _ = try member.post("/my/memos", ["text": "현관 번호"])
        #expect(try member.get("/my/memos").page.alert?.title == "메모를 저장했어요")
    }

    @Test func aMemoPastItsLimitIsKeptAndTheLimitNamed() throws {
        let text = String(repeating: "가", count: 10_001)
        let answer = try member.post("/my/memos", ["text": text])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 메모를 10,000자까지 입력해주세요."])
        #expect(answer.page.value(of: "text") == text)
    }

    @Test func aMemoOf300KBIs413() throws {
        let text = String(repeating: "x", count: 300_000)
        #expect(try member.post("/my/memos", ["text": text]).status == 413)
    }

    @Test func textThatIsNotUTF8Is422AndJSONIs415() throws {
        let body = FormBody(encoded: "text=%FF")
        #expect(try member.post("/my/memos", body).status == 422)
        let json = FormBody(contentType: "application/json", bytes: Array("{}".utf8))
        #expect(try member.post("/my/memos", json).status == 415)
    }

    @Test func anEditKeepsLineEndsAndTellsWhen() throws {
        let memo = try member.makeMemo()
        site.clock.advance(by: 60)
        let answer = try member.post(memo + "/edit", ["text": "하나\r\n둘", "revision": "1"])
        #expect(answer["Location"] == memo)
        let page = try member.get(memo).page
        #expect(page.alert?.title == "수정 성공")
        #expect(page.html.contains("하나\n둘"))
        #expect(page.texts.contains("수정"))
    }

    @Test func aStaleEditShowsBothAndMayBePressedAgain() throws {
        let memo = try member.makeMemo()
        _ = try member.post(memo + "/edit", ["text": "다른 창", "revision": "1"])
        let answer = try member.post(memo + "/edit", ["text": "이 창", "revision": "1"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.title == "그사이 바뀌었어요")
        #expect(answer.page.texts.contains("다른 창"))
        #expect(answer.page.value(of: "text") == "이 창")
        let revision = try #require(answer.page.value(of: "revision"))
        let again = try member.post(memo + "/edit", ["text": "이 창", "revision": revision])
        #expect(again.status == 303)
    }

    @Test func anEditOfADeletedMemoIs404AndKeepsWhatWasTyped() throws {
        let memo = try member.makeMemo()
        _ = try member.delete(memo)
        let answer = try member.post(memo + "/edit", ["text": "긴 글", "revision": "1"])
        #expect(answer.status == 404)
        #expect(answer.page.alert?.title == "없는 메모예요")
        #expect(answer.page.value(of: "text") == "긴 글")
        #expect(answer.page.actions.contains("/my/memos"))
    }

    @Test func deletingAsksNothingAndCanBeUndone() throws {
        let memo = try member.makeMemo()
        #expect(try member.get(memo + "/deletion")["Location"] == memo)
        #expect(try member.get(memo).status == 200)
        let list = try member.delete(memo).page
        #expect(list.alert?.title == "삭제 성공")
        #expect(try member.get(memo).status == 404)
        let answer = try member.press(try #require(list.undoPath))
        #expect(answer["Location"] == "/my/memos")
        #expect(try member.get(memo).status == 200)
    }

    @Test func buttonsThatNeedAScriptAreHiddenWithoutOne() throws {
        let page = try member.get(try member.makeMemo()).page
        let buttons = page.tags("button").filter { ["copy", "share"].contains($0["value"]) }
        #expect(buttons.count == 2)
        #expect(buttons.allSatisfy { $0.has("hidden") })
    }

    @Test func aMemoIsPinnedToItsItem() throws {
        let item = try site.post()
        let id = String(item.split(separator: "/").last ?? "")
        #expect(try member.get("/my/memos/new?item=\(id)").page.value(of: "item") == id)
        let answer = try member.post("/my/memos", ["text": "역 3번 출구", "item": id])
        #expect(answer["Location"] == item)
        for path in ["/my/memos", "/my"] {
            let texts = try member.get(path).page.texts
            #expect(texts.contains { $0.contains("글에 붙임") })
            #expect(texts.contains("북유럽풍 장스탠드"))
        }
    }
}
