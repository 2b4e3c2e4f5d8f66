import Fixtures
import Testing

@Blocking @Suite(.sharing)
struct TodoListDetailSceneTests {
    private let site: ServedSite
    private let member: Client
    /// Made for each test.
    private let list: String

    init() async throws {
        let site = try await ServedSite.shared { try ServedSite() }
        self.site = site
        member = try await SharedValues.value("member") { try site.member() }
        list = try member.makeList()
    }

    private func titles(_ page: Page) -> [String] {
        page.html.stretches(from: "<a href=\"/my/tasks/", to: "</a>").compactMap { link in
            Page(html: "<a href=\"" + link).texts.first
        }
    }

    @Test func theOrderIsKeptForAllLists() throws {
        // The browser remembers the order, and other tests share it.
        let member = try site.member("차례를 정한 이웃")
        let (list, other) = (try member.makeList(), try member.makeList())
        for path in [list, other] {
            for title in ["우유", "달걀"] { _ = try member.makeTodo(title, in: path) }
        }
        func ways(_ path: String) throws -> [String] {
            try member.get(path).page.links.filter { $0.contains("?sort=") }
        }
        #expect(try ways(list) == [list + "?sort=due"])
        let answer = try member.get(list + "?sort=due")
        func kept(_ answer: Answer) -> [String] {
            answer.all("Set-Cookie").filter { $0.hasPrefix("todo-order=") }
        }
        let cookies = kept(answer)
        #expect(cookies.count == 1 && cookies[0].hasPrefix("todo-order=due; Path=/my/lists; "))
        #expect(try ways(other) == [other + "?sort=new"])
        #expect(try kept(member.get(other)).isEmpty)
        // An unknown order is not remembered.
        #expect(try kept(member.get(list + "?sort=x")).isEmpty)
        _ = try member.get(other + "?sort=new")
        #expect(try ways(list) == [list + "?sort=due"])
    }

    @Test func deletingLeadsToTheRowBelowOrAbove() throws {
        let todos = try ["우유", "달걀", "빵"].map { try member.makeTodo($0, in: list) }
        let numbers = todos.map { String($0.split(separator: "/").last ?? "") }
        let forms = try member.get(list).page.actions.filter { $0.contains("/deletion?") }
        #expect(
            forms == [
                "\(todos[2])/deletion?next=\(numbers[1])",
                "\(todos[1])/deletion?next=\(numbers[0])",
                "\(todos[0])/deletion?next=\(numbers[1])",
            ])
        let answer = try member.press(try #require(forms.last), on: list)
        #expect(answer["Location"] == "\(list)#task-\(numbers[1])")
    }

    @Test(arguments: ["", "-", "7%0d%0aX:1", "%22%3E", "99999999999999999999"])
    func anInvalidRowIsNotLedTo(next: String) throws {
        let todo = try member.makeTodo(in: list)
        let answer = try member.press("\(todo)/deletion?next=\(next)", on: list)
        #expect(answer["Location"] == list)
    }

    @Test func aTodoIsCompletedAndReopenedWhereItIs() throws {
        let todo = try member.makeTodo(in: list)
        let done = try member.press(todo + "/completion")
        let place = try list + "#task-" + #require(todo.split(separator: "/").last)
        #expect(done["Location"] == place)
        let page = try member.getAgain(list).page
        #expect(page.texts.contains("남은 할 일 0개"))
        #expect(page.tags("button").contains { $0["aria-pressed"] == "true" })
        let anew = try member.get(list).page
        #expect(!anew.tags("button").contains { $0["aria-pressed"] == "true" })
        let back = try member.press(todo + "/completion/deletion")
        #expect(back["Location"] == place)
        #expect(try member.get(list).page.texts.contains("남은 할 일 1개"))
    }

    @Test func completedTodosAreOneLinkAway() throws {
        let todo = try member.makeTodo(in: list)
        let number = try #require(list.split(separator: "/").last)
        let path = "/my/completed?list=\(number)"
        #expect(try !member.get(list).page.links.contains(path))
        _ = try member.press(todo + "/completion")
        let page = try member.get(list).page
        #expect(page.texts.contains("완료 1개") && page.links.contains(path))
        #expect(!page.links.contains(todo))
        let completed = try member.get(path).page
        #expect(completed.links.contains(todo) && completed.links.contains(list))
        // This would also delete the completed to-dos of other lists.
        #expect(!completed.links.contains("/my/completed/deletion"))
        let answer = try member.press(todo + "/completion/deletion", on: path)
        #expect(answer["Location"]?.hasPrefix(path + "#task-") == true)
        #expect(try !member.get(path).page.links.contains(todo))
        #expect(try member.get("/my/completed?list=99999").status == 404)
        #expect(try member.get("/my/completed?list=zwei").status == 200)
    }

    @Test(arguments: ["/my/completed?before=9-9", "/my/tasks/1", "/my", "/items/1"])
    func aButtonLeadsBackToItsPage(page: String) throws {
        let todo = try member.makeTodo(in: list)
        let answer = try member.press(todo + "/completion", on: page)
        #expect(answer["Location"]?.hasPrefix(page + "#task-") == true)
    }

    @Test(arguments: [
        "//evil.example/my", "/signin", "/mystery", "/my/\\evil", ".evil.example/my", "@evil/my",
    ])
    func aButtonLeadsNowhereElse(page: String) throws {
        let todo = try member.makeTodo(in: list)
        let answer = try member.press(todo + "/completion", on: page)
        #expect(answer["Location"]?.hasPrefix(list + "#task-") == true)
    }

    @Test func aButtonPressedElsewhereLeadsToTheList() throws {
        let todo = try member.makeTodo(in: list)
        let answer = try member.press(todo + "/completion", on: "/my", host: "evil.example")
        #expect(answer["Location"]?.hasPrefix(list + "#task-") == true)
    }

    @Test func anAddedTodoLeadsBackToTheFieldOfTheNext() throws {
        let answer = try member.post(list + "/tasks", ["title": "우유"])
        #expect(answer["Location"] == list + "#title")
        #expect(try member.get(list).page.tags("input").contains { $0["id"] == "title" })
    }

    @Test func theTickThatIsLedBackToIsAButton() throws {
        let id = try #require(member.makeTodo(in: list).split(separator: "/").last)
        let ticks = try member.get(list).page.tags("button").filter { $0["id"] == "task-\(id)" }
        #expect(ticks.map { $0["aria-pressed"] } == ["false"])
    }

    @Test func aListIsRenamed() throws {
        _ = try member.makeTodo(in: list)
        let form = FilledForm(["name": "이사 <b>", "icon": "car"])
        #expect(try member.post(list, form.urlencoded).redirection() == list)
        let page = try member.get(list).page
        #expect(page.alert?.title == "수정 성공")
        #expect(page.texts.contains("이사 <b>"))
        #expect(page.value(of: "name") == "이사 <b>")
        #expect(titles(page) == ["우유 사기"])
    }

    @Test(arguments: [
        ("", "car", "~ 목록 이름을 입력해주세요."), ("\u{200B}", "car", "~ 목록 이름을 입력해주세요."),
        (String(repeating: "가", count: 101), "car", "~ 목록 이름을 100자까지 입력해주세요."),
        ("이사", "../car", "~ 아이콘을 골라주세요."),
    ])
    func aRefusedNameComesBackOpen(name: String, icon: String, line: String) throws {
        let answer = try member.post(list, ["name": name, "icon": icon])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == [line])
        #expect(answer.page.value(of: "name") == name)
        #expect(answer.page.tags("details").first?.has("open") == true)
        #expect(try member.get(list).page.value(of: "name") == "장보기")
    }

    @Test func aBlankTodoComesBackAndReloadingItLeadsToTheList() throws {
        let answer = try member.post(list + "/tasks", ["title": " "])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 할 일을 입력해주세요."])
        #expect(try member.get(list + "/tasks")["Location"] == list)
    }

    @Test func allTodosAreDeletedAndRestoredAtOnce() throws {
        for title in ["우유", "달걀"] { _ = try member.makeTodo(title, in: list) }
        let question = try member.get(list + "/tasks/deletion").page
        #expect(question.texts.contains("‘장보기’ 목록의 할 일 2개를 모두 지울까요?"))
        let page = try member.delete(list + "/tasks").page
        #expect(titles(page) == [])
        #expect(page.alert?.title == "삭제 성공")
        let undo = try #require(page.undoPath)
        let answer = try member.press(undo, on: list)
        #expect(answer["Location"] == list)
        #expect(titles(try member.get(list).page) == ["달걀", "우유"])
    }

    @Test(arguments: [
        "0", "-1", "01", "+1", "1.0", "abc", "99", "9223372036854775808", "1%20",
    ])
    func anUnknownListIs404(id: String) throws {
        for path in ["", "/tasks/deletion", "/deletion"] {
            #expect(try member.get("/my/lists/\(id)\(path)").status == 404)
        }
        for path in ["", "/tasks", "/tasks/deletion", "/deletion"] {
            let answer = try member.post("/my/lists/\(id)\(path)", ["title": "가"])
            #expect(answer.status == 404)
        }
    }
}
