import Fixtures
import Testing

/// A member's notes about an item, on the item's page.
@Blocking
struct ItemNotesTests {
    private let site: ServedSite
    private let member: Client
    /// An item of a guest's.
    private let item: String

    init() throws {
        site = try ServedSite()
        member = try site.member()
        item = try site.post()
    }

    private var id: String { String(item.split(separator: "/").last ?? "") }

    private func pin() throws {
        #expect(try member.post("/my/memos", ["text": "값을 깎아 볼 것", "item": id]).status == 303)
        #expect(try member.post("/my/tasks", ["title": "전화하기", "item": id]).status == 303)
    }

    @Test func aMemberMayPinToAnyItem() throws {
        let links = try member.get(item).page.links
        #expect(links.contains("/my/tasks/new?item=\(id)"))
        #expect(links.contains("/my/memos/new?item=\(id)"))
        let guest = try site.get(item).page.links
        #expect(!guest.contains { $0.hasPrefix("/my/") })
    }

    @Test func pinnedNotesShowToTheirOwnerOnly() throws {
        let stranger = try site.member("바다네")
        // Later requests get the guest's page from the cache.
        for _ in 1...3 { _ = try site.get(item) }
        try pin()
        let texts = try member.get(item).page.texts
        #expect(texts.contains("값을 깎아 볼 것"))
        #expect(texts.contains("전화하기"))
        for _ in 1...3 {
            for answer in [try site.get(item), try stranger.get(item)] {
                #expect(!answer.text.contains("값을 깎아 볼 것"))
                #expect(!answer.text.contains("전화하기"))
            }
        }
    }

    @Test func aTodoIsCompletedOnTheItemsPage() throws {
        try pin()
        let answer = try member.press("/my/tasks/1/completion", on: item)
        #expect(answer["Location"] == item + "#task-1")
        #expect(try member.get(item).page.tags("button").contains { $0["aria-pressed"] == "true" })
    }

    @Test func anItemThatIsDeletedLeavesItsNotes() throws {
        try pin()
        #expect(try site.post(item + "/deletion", ["password": "달빛1234"]).status == 303)
        #expect(try member.get("/my/memos/1").page.texts.contains("값을 깎아 볼 것"))
        #expect(try member.get("/my/tasks/1").page.value(of: "title") == "전화하기")
    }

    @Test func aSellerMakesAChecklistOnce() throws {
        let path = try member.post(.lamp)
        let action = path + "/checklist"
        #expect(try member.get(path).page.actions.contains(action))
        let others = try member.get(item).page.actions
        #expect(!others.contains(item + "/checklist"))
        let list = try #require(try member.press(action)["Location"])
        let steps = try member.get(list).page.texts
        #expect(steps.contains("사진 찍기") && !steps.contains("올리기"))
        let page = try member.get(path).page
        #expect(page.texts.contains("사진 찍기"))
        #expect(!page.actions.contains(action))
    }

    @Test func postingMakesAChecklistWhenItsSellerWants() throws {
        let form = FilledForm.lamp.with("checklist", "1")
        let refused = try member.post("/items", form.with("title", " ").multipart)
        let box = refused.page.tags("input").first { $0["name"] == "checklist" }
        #expect(box?.has("checked") == true)
        let path = try member.post(form)
        #expect(try member.get(path).page.texts.contains("사진 찍기"))
        #expect(try member.get("/my/lists").page.texts.contains("남은 할 일 3개"))
    }

    @Test func aChecklistSaysNothingOfPhotosThatAreThere() throws {
        let form = FilledForm.lamp.with("checklist", "1").with(photo: Picture.red)
        let page = try member.get(try member.post(form)).page
        #expect(!page.texts.contains("사진 찍기") && page.texts.contains("약속"))
        #expect(try member.get("/my/lists").page.texts.contains("남은 할 일 2개"))
        // Steps that the member has set stay as they are.
        _ = try member.post("/my/checklist", ["steps": "사진 찍기\n닦기"])
        let own = try member.get(try member.post(form.with("title", "작은 장"))).page
        #expect(own.texts.contains("사진 찍기") && own.texts.contains("닦기"))
    }

    @Test func aGuestIsOfferedNoChecklistAndGetsNone() throws {
        let form = try site.get("/items/new").page
        #expect(!form.tags("input").contains { $0["name"] == "checklist" })
        #expect(try site.post(FilledForm.lamp.with("checklist", "1")) != item)
    }

    @Test func theRestOfAFormIsKeptThroughTheSignIn() throws {
        let answer = try site.post("/my/memos", ["text": "로그인하고 저장", "item": id])
        #expect(answer.status == 403)
        #expect(answer.page.tags("input").contains { $0["value"] == "로그인하고 저장" })
    }
}
