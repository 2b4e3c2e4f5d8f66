import Fixtures
import Testing

/// The clock stands at 20:20 on 21 November 2026.
@Blocking
final class ScheduleSceneTests: MemberSuite {
    private func makeTodo(_ title: String, _ reminder: String) throws -> String {
        let todo = try member.makeTodo(title, in: member.makeList())
        let rows = FilledForm(["title": title, "revision": "1", "reminder": reminder])
        #expect(try member.post(todo, rows.urlencoded).status == 303)
        return todo
    }

    @Test func theScheduleIsReadInBothLanguages() throws {
        let todo = try makeTodo("우유 <사기>", "2026-11-21T21:30")
        _ = try makeTodo("전화하기", "2027-01-02T09:00")
        let page = try member.get("/my/days").page
        #expect(page.links.contains(todo) && page.texts.contains("우유 <사기>"))
        for text in ["오늘 11월 21일 (토)", "오후 9:30", "2027년 1월 2일 (토)", "오전 9:00"] {
            #expect(page.texts.contains(text), "\(text)")
        }
        _ = try member.post("/language", ["language": "en"])
        let texts = try member.get("/my/days").page.texts
        for text in ["Schedule", "Today, Sat 21 November", "21:30", "Sat 2 January 2027"] {
            #expect(texts.contains(text), "\(text)")
        }
    }

    @Test func laterRepetitionsHaveNoTick() throws {
        let todo = try member.makeTodo("약", in: member.makeList())
        let rows = FilledForm([
            "title": "약", "revision": "1", "reminder": "2026-11-24T09:00", "repetition": "daily",
        ])
        #expect(try member.post(todo, rows.urlencoded).status == 303)
        let page = try member.get("/my/days?week=2026-11-23").page
        #expect(page.links.count { $0 == todo } == 6)
        #expect(page.tags("button").count { $0["class"] == "tick" } == 1)
        #expect(!page.html.contains("/reminder/dismissal"))
    }

    @Test func everyDayOfTheWeekAboveLeadsToWhatStandsBelow() throws {
        for time in ["2026-11-21T21:00", "2026-11-22T09:00", "2026-11-24T09:00"] {
            _ = try makeTodo("우유 사기", time)
        }
        for (path, days) in [
            ("/my/days", ["2026-11-21", "2026-11-22"]),
            ("/my/days?week=2026-11-25", ["2026-11-24"]),
        ] {
            let page = try member.get(path).page
            let anchors = page.links.filter { $0.hasPrefix("#") && $0 != "#main" }
            #expect(anchors == days.map { "#" + $0 })
            let ids = page.tags("h2").compactMap { $0["id"] }
            #expect(Set(ids).isSuperset(of: days))
        }
        site.clock.advance(by: 86_400)
        let page = try member.get("/my/days").page
        #expect(page.links.contains("#past") && page.tags("h2").contains { $0["id"] == "past" })
    }

    @Test func weeksAreTurnedByLinks() throws {
        let page = try member.get("/my/days").page
        #expect(page.link("prev") == "/my/days?week=2026-11-09")
        #expect(page.link("next") == "/my/days?week=2026-11-23")
        let next = try member.get("/my/days?week=2026-11-23").page
        #expect(next.link("prev") == "/my/days?week=2026-11-16")
        #expect(next.texts.contains("이 주에는 일정이 없어요.") && next.links.contains("/my/days"))
        #expect(next.texts.contains("오늘로") && !page.texts.contains("오늘로"))
    }

    @Test(arguments: ["", "%3Cscript%3E", "2026-02-30", "%00", "2026-11-23%27--", "%FF"])
    func aDayThatIsNoneIsAnswered(week: String) throws {
        let todo = try makeTodo("우유 사기", "2026-11-21T21:30")
        let answer = try member.get("/my/days?week=\(week)")
        #expect(answer.status == 200 && answer.page.links.contains(todo))
        #expect(answer.page.texts.contains("주소에 있는 날짜를 읽을 수 없어요. 대신 오늘부터 보여드려요."))
        #expect(!answer.text.contains("<script>"))
    }

    @Test func somebodyNewIsToldWhatToDo() throws {
        let page = try member.get("/my/days").page
        #expect(page.texts.contains { $0.hasPrefix("다가오는 일정이 없어요.") })
        #expect(page.links.contains("/my/tasks/new?day=2026-11-21"))
        #expect(page.links.contains("/chats"))
    }

    /// Each day has its own button, and the page one for the next to-do.
    @Test func aTodoIsWrittenForADayAndLeadsBackToItsWeek() throws {
        let path = "/my/days?week=2026-11-25"
        let page = try member.get(path).page
        let days = (23...29).map { "/my/tasks/new?day=2026-11-\($0)" }
        let ways = page.links.filter { $0.hasPrefix("/my/tasks/new") }
        #expect(ways == days + ["/my/tasks/new?day=2026-11-25"])
        let names = page.tags("a").filter { $0["href"] == days[4] }.map { $0["aria-label"] }
        #expect(names == ["11월 27일 (금) 할 일 적기"])
        let form = try member.get(days[4]).page
        #expect(form.value(of: "reminder") == "2026-11-27T09:00")
        #expect(form.links.contains("/my/days?week=2026-11-27"))
        let day = try #require(form.value(of: "day"))
        let answer = try member.post(
            "/my/tasks", ["title": "우유 사기", "reminder": "2026-11-27T09:00", "day": day])
        #expect(answer["Location"] == "/my/days?week=2026-11-27")
        let week = try member.get("/my/days?week=2026-11-27").page
        #expect(week.alert?.title == "할 일을 추가했어요")
        for text in ["11월 27일 (금)", "우유 사기", "오전 9:00"] {
            #expect(week.texts.contains(text), "\(text)")
        }
    }

    @Test(arguments: ["", "%3Cscript%3E", "2026-02-30", "%00", "//example.org", "%FF"])
    func anInvalidDayLeadsNowhere(day: String) throws {
        let answer = try member.get("/my/tasks/new?day=\(day)")
        #expect(answer.status == 200 && answer.page.value(of: "reminder") == "")
        #expect(!answer.page.tags("input").contains { $0["name"] == "day" })
        #expect(answer.page.links.contains("/my"))
        #expect(!answer.text.contains("<script>"))
    }

    /// The page of everything that is coming up shows only the next occurrence.
    @Test func aRepetitionsDayLeadsToItsWeek() throws {
        let todo = try makeTodo("약", "2026-11-21T21:00")
        let rows = FilledForm([
            "title": "약", "revision": "2", "reminder": "2026-11-21T21:00", "repetition": "daily",
        ])
        #expect(try member.post(todo, rows.urlencoded).status == 303)
        let page = try member.get("/my/days").page
        let link = "/my/days?week=2026-11-22#2026-11-22"
        #expect(page.links.contains("#2026-11-21") && page.links.contains(link))
        let week = try member.get("/my/days?week=2026-11-22").page
        #expect(week.tags("h2").contains { $0["id"] == "2026-11-22" })
    }

    /// A dismissed reminder no longer reminds, but the to-do is still open.
    @Test func dismissedTodosStayAmongPastOnes() throws {
        let todo = try makeTodo("전화하기", "2026-11-21T21:00")
        site.clock.advance(by: 86_400)
        let action = todo + "/reminder/dismissal"
        #expect(try member.get("/my/reminders").page.action(endingWith: action) != nil)
        _ = try member.press(action, on: "/my/reminders")
        #expect(try !member.get("/my/reminders").page.links.contains(todo))
        let page = try member.get("/my/days").page
        #expect(page.texts.contains("지난 일") && page.links.contains(todo))
        #expect(page.action(endingWith: todo + "/completion") != nil)
    }

    @Test(arguments: ["/my/days", "/my/days?week=2026-11-20"])
    func aTodoIsTickedWhereItStandsAndTakenBack(path: String) throws {
        let todo = try makeTodo("우유 사기", "2026-11-21T21:30")
        let id = try #require(todo.split(separator: "/").last)
        for (action, pressed) in [("/completion", "true"), ("/completion/deletion", "false")] {
            #expect(try member.get(path).page.action(endingWith: action) == todo + action)
            let answer = try member.press(todo + action, on: path)
            #expect(answer["Location"] == "\(path)#task-\(id)")
            let tick = try member.get(path).page.tags("button").first { $0["id"] == "task-\(id)" }
            #expect(tick?["aria-pressed"] == pressed)
        }
    }

    @Test func anAppointmentLeadsBothToTheirChat() throws {
        let (seller, _, asker, path) = try site.asked()
        _ = try seller.press(path + "/reservation")
        let typed = ["date": "2026-11-23", "time": "15:00", "spot": "역 3번 출구"]
        _ = try asker.post(
            path + "/appointment", .multipart(typed.map { .text($0.key, $0.value) }))
        let action = try #require(seller.get(path).page.action(endingWith: "/acceptance"))
        _ = try seller.press(action)
        for (client, other) in [(seller, "지수"), (asker, "민지")] {
            let page = try client.get("/my/days").page
            #expect(page.links.contains(path))
            for text in ["11월 23일 (월)", "북유럽풍 장스탠드", "역 3번 출구", other] {
                #expect(page.texts.contains(text), "\(text)")
            }
        }
        #expect(try !member.get("/my/days").text.contains("역 3번 출구"))
        site.clock.advance(by: 3 * 86_400)
        let page = try asker.get("/my/days").page
        #expect(page.texts.contains("지난 일") && page.links.contains(path))
    }
}
