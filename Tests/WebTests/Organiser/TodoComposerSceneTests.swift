import Fixtures
import Testing

@Blocking
struct TodoComposerSceneTests {
    private let site: ServedSite
    private let member: Client
    private let item: String

    init() throws {
        site = try ServedSite()
        member = try site.member()
        item = try site.post()
    }

    @Test func aTodoIsPinnedToItsItem() throws {
        let id = item.split(separator: "/").last ?? ""
        let form = try member.get("/my/tasks/new?item=\(id)").page
        #expect(form.texts.contains("‘북유럽풍 장스탠드’에 붙이기"))
        #expect(form.value(of: "item") == String(id))
        // The listing is named below; what is typed does not begin with its title.
        #expect(form.value(of: "title") == "")
        let answer = try member.post("/my/tasks", ["title": "약속", "list": "", "item": String(id)])
        #expect(answer["Location"] == item)
        #expect(try member.get(item).page.alert?.title == "할 일을 추가했어요")
        #expect(try member.get("/my/lists").page.texts.contains("할 일"))
    }

    @Test(arguments: ["404", "-1", "<b>", "99999999999999999999", ""])
    func anUnknownItemIsLeftOut(item: String) throws {
        let path = "/my/tasks/new?item=" + (item == "<b>" ? "%3Cb%3E" : item)
        let page = try member.get(path).page
        #expect(!page.tags("input").contains { $0["name"] == "item" })
    }

    @Test func anItemThatIsGoneIsRefused() throws {
        let answer = try member.post("/my/tasks", ["title": "약속", "item": "404"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 붙이려던 글이 지워졌어요. 붙이지 않고 저장해주세요."])
        #expect(answer.page.value(of: "title") == "약속")
    }
}
