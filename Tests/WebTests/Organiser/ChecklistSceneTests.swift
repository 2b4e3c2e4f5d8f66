import Fixtures
import Market
import Testing

@Blocking
final class ChecklistSceneTests: MemberSuite {
    @Test func theStepsAreEditedAndTold() throws {
        // Where a checklist is offered it is said what that is.
        let hint = "팔 때까지 할 일을 나의 장터에 담아드려요."
        #expect(try member.get("/items/new").page.texts.contains(hint))
        let before = try member.get("/my/checklist").page.value(of: "steps")
        #expect(before == "사진 찍기\n약속\n전달")
        let answer = try member.post("/my/checklist", ["steps": "닦기\r\n재기"])
        #expect(answer["Location"] == "/my/checklist")
        let page = try member.get("/my/checklist").page
        #expect(page.alert?.title == "수정 성공")
        #expect(page.value(of: "steps") == "닦기\n재기")
    }

    @Test func tooManyStepsComeBack() throws {
        let steps = (1...21).map { "\($0)" }.joined(separator: "\r\n")
        let answer = try member.post("/my/checklist", ["steps": steps])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 20줄까지 입력해주세요."])
    }

    @Test func anItemOfAnotherAccountGetsNoList() throws {
        let item = try site.post()
        #expect(try member.press(item + "/checklist").status == 404)
        #expect(try member.get("/my/lists/deletion").page.texts.contains("지울 목록이 없어요."))
    }
}
