import Fixtures
import Testing

@Blocking
final class ReminderInboxSceneTests: MemberSuite {
    @Test func aDueReminderIsShownCountedAndDismissed() throws {
        let memo = try member.makeMemo("전화하기")
        let rows = FilledForm(["text": "전화하기", "revision": "1"])
        _ = try member.post(memo + "/edit", rows.with("reminder", "2026-11-21T20:20").urlencoded)
        let page = try member.get("/my/reminders").page
        #expect(page.texts.contains("지금 확인할 알림") && page.texts.contains("달력 앱에 연결"))
        #expect(try member.get("/my").page.texts.contains("새 알림 1개"))
        let action = page.actions.first { $0.hasSuffix("/reminder/dismissal") }
        let answer = try member.press(try #require(action))
        #expect(answer["Location"] == "/my/reminders")
        #expect(try !member.get("/my/reminders").page.texts.contains("지금 확인할 알림"))
        #expect(try member.get(memo).status == 200)
    }

    @Test func repeatingTodosArePutOffToTheirNextTime() throws {
        let todo = try member.makeTodo("약", in: member.makeList())
        let rows = FilledForm([
            "title": "약", "revision": "1", "reminder": "2026-11-21T20:20", "repetition": "daily",
        ])
        #expect(try member.post(todo, rows.urlencoded).status == 303)
        let page = try member.get("/my/reminders").page
        #expect(page.texts.contains("다음으로 미루기") && !page.texts.contains("끄기"))
        #expect(page.tags("button").contains { $0["aria-label"] == "‘약’ 다음으로 미루기" })
        _ = try member.press(todo + "/reminder/dismissal")
        #expect(try member.get("/my/reminders").page.html.contains("2026-11-22T11:20:00Z"))
    }

    /// Messages and deals are told in chats, not here.
    @Test func itLeadsToWhatHasHappenedInChats() throws {
        let (seller, _, asker, _) = try site.asked()
        let unread = "안 읽은 메시지 1개"
        for (client, count) in [(seller, 2), (asker, 0)] {
            let page = try client.get("/my/reminders").page
            #expect(page.texts.contains("메시지와 가격 제안, 예약, 후기 소식은 채팅으로 와요."))
            // Once in the tabs, once beside the sentence.
            #expect(page.texts.count { $0 == unread } == count)
        }
    }

    @Test func aReminderInThePastIsRefusedBesideItsField() throws {
        let memo = try member.makeMemo("전화하기")
        let rows = FilledForm(["text": "고침", "revision": "1", "reminder": "2026-11-21T20:19"])
        for path in [memo + "/edit", "/my/memos"] {
            let answer = try member.post(path, rows.urlencoded)
            #expect(answer.status == 422)
            #expect(answer.page.alert?.lines == ["~ 알림 시각이 이미 지났어요. 앞으로 올 시각을 골라주세요."])
            #expect(answer.page.value(of: "text") == "고침")
            let field = answer.page.tags("input").first { $0["name"] == "reminder" }
            #expect(field?["value"] == "2026-11-21T20:19")
            #expect(field?["min"] == "2026-11-21T20:20")
        }
    }

    @Test func anUpcomingReminderIsNotDue() throws {
        let list = try member.makeList()
        let todo = try member.makeTodo("나중", in: list)
        let rows = FilledForm(["title": "나중", "revision": "1"])
        _ = try member.post(todo, rows.with("reminder", "9999-12-31T23:59").urlencoded)
        let page = try member.get("/my/reminders").page
        #expect(page.texts.contains("다가오는 알림"))
        #expect(!page.texts.contains("지금 확인할 알림"))
    }
}
