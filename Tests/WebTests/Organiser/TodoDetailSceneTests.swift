import Fixtures
import Testing

@Blocking @Suite(.sharing)
struct TodoDetailSceneTests {
    private let site: ServedSite
    private let member: Client
    /// Made for each test.
    private let list: String
    private let todo: String

    init() async throws {
        let site = try await ServedSite.shared { try ServedSite() }
        self.site = site
        member = try await SharedValues.value("member") { try site.member() }
        list = try member.makeList()
        todo = try member.makeTodo(in: list)
    }

    private func edit(_ rows: KeyValuePairs<String, String>) throws -> Answer {
        try member.post(todo, .urlencoded(rows))
    }

    @Test func anEditIsSavedAndTold() throws {
        let form = try member.get(todo).page
        #expect(form.value(of: "title") == "우유 사기")
        #expect(form.value(of: "revision") == "1")
        let answer = try edit(["title": "우유 둘", "reminder": "2026-11-21T20:25", "revision": "1"])
        #expect(answer.status == 303)
        #expect(answer["Location"] == list)
        #expect(try member.get(list).page.alert?.title == "수정 성공")
        #expect(try member.get(todo).page.value(of: "reminder") == "2026-11-21T20:25")
    }

    @Test func everyFaultIsToldAndWhatWasTypedKept() throws {
        let answer = try edit(["title": " ", "reminder": "내일", "revision": "1"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 할 일을 입력해주세요.", "~ 알림 시각을 날짜와 시각으로 입력해주세요."])
        #expect(answer.page.value(of: "reminder") == "내일")
    }

    @Test func itMovesToAnotherListAndLeadsThere() throws {
        let other = try member.makeList("이사")
        let number = String(other.split(separator: "/").last ?? "")
        let own = String(list.split(separator: "/").last ?? "")
        #expect(try member.get(todo).page.value(of: "list") == own)
        let refused = try edit(["title": " ", "list": number, "revision": "1"])
        #expect(refused.status == 422 && refused.page.value(of: "list") == number)
        let gone = try edit(["title": "상자", "list": "99999", "revision": "1"])
        #expect(gone.status == 422 && gone.page.value(of: "title") == "상자")
        #expect(gone.page.alert?.lines == ["~ 목록이 지워졌으니 다른 목록을 골라주세요."])
        let answer = try edit(["title": "상자 사기", "list": number, "revision": "1"])
        #expect(answer["Location"] == other)
        #expect(try member.get(other).page.links.contains(todo))
        #expect(try !member.get(list).page.links.contains(todo))
    }

    @Test func aRepeatingTodoOpensTheNextAndTakesItBack() throws {
        #expect(try member.get(todo).page.value(of: "repetition") == "")
        let answer = try edit([
            "title": "분리수거", "reminder": "2026-11-27T20:00", "repetition": "weekly",
            "revision": "1",
        ])
        #expect(answer.status == 303)
        #expect(try member.get(todo).page.value(of: "repetition") == "weekly")
        #expect(try rows() == ["매주 금요일"])
        #expect(try member.press(todo + "/completion").status == 303)
        #expect(try !member.get(todo).page.html.contains("name=\"repetition\""))
        let page = try member.getAgain(list).page
        #expect(page.tags("button").filter { $0["class"] == "tick" }.count == 2)
        #expect(page.html.contains("2026-12-04T11:00:00Z"))
        #expect(try rows() == ["매주 금요일"])
        _ = try member.press(todo + "/completion/deletion")
        #expect(try member.get(todo).page.value(of: "repetition") == "weekly")
        #expect(try !member.get(list).page.html.contains("2026-12-04T11:00:00Z"))
    }

    @Test func aRepetitionReopenedByItselfIsSaidNotToRepeat() throws {
        let rows = FilledForm([
            "title": "약", "revision": "1", "reminder": "2026-11-22T09:00", "repetition": "daily",
        ])
        _ = try member.post(todo, rows.urlencoded)
        _ = try member.get(list)
        for isTouched in [false, true] {
            _ = try member.press(todo + "/completion")
            if isTouched {
                let links = try member.get(list).page.links
                let next = try #require(links.first { $0.hasPrefix("/my/tasks/") })
                _ = try member.press(next + "/completion")
            }
            let answer = try member.press(todo + "/completion/deletion", on: "/my/completed")
            #expect(answer["Location"]?.hasPrefix("/my/completed#task-") == true)
            let alert = try member.get("/my/completed").page.alert
            #expect(alert?.title == (isTouched ? "이날 할 일만 다시 열었어요" : nil))
        }
    }

    /// The repetitions shown on the list.
    private func rows() throws -> [String] {
        try member.get(list).page.html.matches(of: /매주 .요일/).map { String($0.0) }
    }

    @Test func aRepetitionWithoutATimeIsRefusedAndNothingTypedIsLost() throws {
        let answer = try edit(["title": "분리수거", "repetition": "monthly", "revision": "1"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 반복하려면 알림 시각을 입력해주세요."])
        #expect(answer.page.value(of: "title") == "분리수거")
        #expect(answer.page.value(of: "repetition") == "monthly")
        #expect(try member.get(todo).page.value(of: "title") == "우유 사기")
    }

    @Test func aStaleEditShowsBothAndMayBePressedAgain() throws {
        _ = try edit(["title": "다른 창에서", "revision": "1"])
        let answer = try edit(["title": "이 창에서", "revision": "1"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.title == "그사이 바뀌었어요")
        #expect(answer.page.texts.contains("다른 창에서"))
        #expect(answer.page.value(of: "title") == "이 창에서")
        let revision = try #require(answer.page.value(of: "revision"))
        #expect(try edit(["title": "이 창에서", "revision": revision]).status == 303)
        #expect(try member.get(todo).page.value(of: "title") == "이 창에서")
    }

    @Test(arguments: ["", "-1", "0", "zwei", "99999999999999999999"])
    func anEditOfNoRevisionOverwritesNothing(revision: String) throws {
        let answer = try edit(["title": "덮어쓰기", "revision": revision])
        #expect(answer.status == 422)
        #expect(answer.page.texts.contains("우유 사기"))
        #expect(try member.get(todo).page.value(of: "title") == "우유 사기")
    }

    @Test func deletingLeadsToTheListAndCanBeUndone() throws {
        #expect(try member.get(todo + "/deletion")["Location"] == todo)
        let deleted = try member.press(todo + "/deletion", on: todo)
        #expect(deleted["Location"] == list)
        let page = try member.get(list).page
        #expect(page.alert?.title == "삭제 성공")
        #expect(try member.get(todo).status == 404)
        _ = try member.press(try #require(page.undoPath))
        #expect(try member.get(todo).status == 200)
    }
}

/// The completed to-dos of all lists.
@Blocking
struct CompletedTodosSceneTests {
    @Test func completedTodosShowTheirListAndCanBeReopenedOrDeleted() throws {
        let site = try ServedSite()
        let member = try site.member()
        let todo = try member.makeTodo(in: member.makeList("장보기"))
        _ = try member.press(todo + "/completion")
        let page = try member.get("/my/completed").page
        #expect(page.texts.contains("우유 사기"))
        #expect(page.texts.contains { $0.hasPrefix("장보기") })
        for path in [todo, "/my/completed"] {
            let deleted = try member.press(path + "/deletion", on: "/my/completed")
            #expect(deleted["Location"] == "/my/completed")
            let after = try member.get("/my/completed").page
            #expect(after.texts.contains { $0.hasPrefix("완료한 일이 없어요.") })
            let answer = try member.press(try #require(after.undoPath), on: "/my/completed")
            #expect(answer["Location"] == "/my/completed")
            let restored = try member.get("/my/completed").page
            #expect(restored.alert?.title == "되돌렸어요")
            #expect(restored.texts.contains("우유 사기"))
        }
    }

    @Test func eachRepetitionSaysWhichDayItWasFor() throws {
        let site = try ServedSite()
        let member = try site.member()
        let list = try member.makeList()
        let todo = try member.makeTodo("약", in: list)
        let rows = FilledForm([
            "title": "약", "revision": "1", "reminder": "2026-11-22T09:00", "repetition": "daily",
        ])
        #expect(try member.post(todo, rows.urlencoded).status == 303)
        _ = try member.press(todo + "/completion")
        for path in ["/my/completed", list, todo] {
            let texts = try member.getAgain(path).page.texts
            #expect(texts.contains { $0.contains("11월 22일 (일) 몫") }, "\(path)")
        }
        let texts = try member.get("/my/completed").page.texts
        #expect(texts.contains { $0.contains("완료") })
        #expect(texts.contains("2026년 11월 21일 오후 8:20"))
        _ = try member.post("/language", ["language": "en"])
        let english = try member.get("/my/completed").page.texts
        #expect(english.contains { $0.contains("For Sun 22 November") })
        #expect(english.contains("21 November 2026, 20:20"))
    }

    @Test(arguments: [false, true])
    func pagesLeadOnAndBackToTheFirst(isOfOneList: Bool) throws {
        let site = try ServedSite()
        let member = try site.member()
        let list = try member.makeList()
        let number = try #require(list.split(separator: "/").last)
        let path = "/my/completed" + (isOfOneList ? "?list=\(number)" : "")
        for number in 1...51 {
            let todo = try member.makeTodo("할 일 \(number)", in: list)
            _ = try member.press(todo + "/completion")
            site.clock.advance(by: 1)
        }
        let first = try member.get(path).page
        #expect(first.texts.contains("할 일 51") && !first.texts.contains("할 일 1"))
        let last = try member.get(try #require(first.link("next"))).page
        #expect(last.texts.contains("할 일 1") && !last.texts.contains("할 일 2"))
        #expect(last.link("next") == nil)
        #expect(last.html.contains("<a class=\"button\" href=\"\(path)\">"))
    }
}
