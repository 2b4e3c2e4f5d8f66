import Fixtures
import Testing

@Blocking
final class TodoListsSceneTests: MemberSuite {
    @Test func withoutAListThePageSaysWhatToDo() throws {
        let page = try member.get("/my/lists").page
        #expect(page.texts.contains("할 일 목록"))
        #expect(page.texts.contains("아직 목록이 없어요. 아래에서 첫 목록을 만들어보세요."))
        #expect(page.tags("input").filter { $0["name"] == "icon" }.count == 23)
        #expect(!page.links.contains("/my/lists/deletion"))
    }

    @Test func aNewListIsShownWithItsIconAndOpenTodos() throws {
        let list = try member.makeList("이사 <b>준비</b>")
        #expect(try member.get(list).page.alert?.title == "목록을 만들었어요")
        _ = try member.makeTodo(in: list)
        let page = try member.get("/my/lists").page
        #expect(page.texts.contains("이사 <b>준비</b>"))
        #expect(page.texts.contains("1"))
        #expect(page.tags("use").contains { $0["href"]?.hasSuffix("#cart") == true })
    }

    @Test func everyIconIsDrawn() throws {
        let sprite = try site.get("/icons.svg")
        #expect(sprite.status == 200)
        #expect(sprite["Content-Type"]?.hasPrefix("image/svg+xml") == true)
        let drawn = Set(Page(html: sprite.text).tags("symbol").compactMap { $0["id"] })
        let offered = try member.get("/my/lists").page.tags("input")
            .filter { $0["name"] == "icon" }.compactMap { $0["value"] }
        #expect(drawn.isSuperset(of: offered))
    }

    @Test func aBlankTitleComesBackWithTheIconChosen() throws {
        let answer = try member.post("/my/lists", ["title": " \n ", "icon": "sun"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.title == "실패")
        #expect(answer.page.alert?.lines == ["~ 목록 이름을 입력해주세요."])
        #expect(answer.page.tags("input").contains { $0["value"] == "sun" && $0.has("checked") })
    }

    @Test func deletingAsksFirstAndCanBeUndone() throws {
        let list = try member.makeList()
        _ = try member.makeTodo(in: list)
        let question = try member.get(list + "/deletion").page
        #expect(question.texts.contains("‘장보기’ 목록과 그 안의 할 일 1개를 지울까요?"))
        #expect(try member.get(list).status == 200)
        let lists = try member.delete(list).page
        #expect(lists.alert?.title == "삭제 성공")
        #expect(try member.get(list).status == 404)
        let undo = try #require(lists.undoPath)
        #expect(try member.press(undo)["Location"] == "/my/lists")
        #expect(try member.get(list).page.texts.contains("우유 사기"))
    }

    @Test func allListsAreDeletedAndRestoredAtOnce() throws {
        let paths = [try member.makeList("하나"), try member.makeList("둘")]
        let lists = try member.delete("/my/lists").page
        #expect(lists.texts.contains("아직 목록이 없어요. 아래에서 첫 목록을 만들어보세요."))
        _ = try member.press(try #require(lists.undoPath))
        for path in paths { #expect(try member.get(path).status == 200) }
    }

    @Test func withoutAListNoneIsDeleted() throws {
        #expect(try member.get("/my/lists/deletion").page.texts.contains("지울 목록이 없어요."))
        #expect(try member.delete("/my/lists").page.alert == nil)
    }
}
