import Fixtures
import Testing

@Blocking
final class OrganiserHomeSceneTests: MemberSuite {
    private func home() throws -> Page {
        try member.get("/my").page
    }

    private func homeAgain() throws -> Page {
        try member.getAgain("/my").page
    }

    @Test func theOrganiserLeadsEverywhere() throws {
        let paths = [
            "lists", "completed", "memos", "profile", "reminders", "days", "searches", "interests",
            "trash", "checklist", "purchases", "sales",
        ]
        let links = try home().links
        for path in paths { #expect(links.contains("/my/" + path)) }
        #expect(links.contains("/people/1"))
        // The password, the language and leaving are behind it, too.
        #expect(try home().texts.contains("프로필·설정"))
    }

    @Test func aPageThatAHeadingLeadsToIsNotLinkedTwice() throws {
        _ = try member.makeMemo()
        let links = try home().links
        for path in ["/my/lists", "/my/memos"] {
            #expect(links.count { $0 == path } == 1, "\(path)")
        }
    }

    /// What waits for the member stands in one column, what they sell and plan in the other.
    @Test func salesStandAboveTheTodos() throws {
        _ = try member.post()
        let column = try #require(
            try home().html.stretches(
                from: "<div>\n<section aria-labelledby=\"sales\">", to: "</main>"
            ).first)
        for id in ["todos", "memos"] { #expect(column.contains("id=\"\(id)\"")) }
    }

    @Test func todosArePrintedByAStyleSheetOfTheirOwn() throws {
        for path in ["/my", "/my/days", try member.makeList()] {
            let page = try member.get(path).page
            let sheets = page.tags("link").compactMap { $0["href"] }
            let sheet = try #require(sheets.first { $0.hasPrefix("/organiser.css?v=") }, "\(path)")
            #expect(try site.get(sheet).text.contains("@media print"))
            #expect(page.tags("meta").contains { $0["content"] == "noindex" })
        }
    }

    @Test func somebodyNewIsToldWhatToDoFirst() throws {
        let page = try home()
        #expect(page.texts.contains("무엇부터 할까요?"))
        let links = page.links
        for path in ["/items/new", "/my/tasks/new", "/my/memos/new"] {
            #expect(links.contains(path))
        }
        _ = try member.makeMemo()
        #expect(try !home().texts.contains("무엇부터 할까요?"))
    }

    @Test func aTodoIsTickedWhereItStandsAndTakenBack() throws {
        let todo = try member.makeTodo("우유 <사기>", in: member.makeList("장보기 <b>"))
        let texts = try home().texts
        #expect(texts.contains("우유 <사기>"))
        #expect(texts.contains("장보기 <b>"))
        for (path, pressed) in [("/completion", "true"), ("/completion/deletion", "false")] {
            let answer = try member.press(todo + path, on: "/my")
            let id = try #require(todo.split(separator: "/").last)
            #expect(answer["Location"] == "/my#task-\(id)")
            let tick = try homeAgain().tags("button").first { $0["id"] == "task-\(id)" }
            #expect(tick?["aria-pressed"] == pressed)
            #expect(try home().texts.contains("우유 <사기>") == (pressed == "false"))
        }
    }

    @Test func whileATodoIsDueNotEverythingIsDone() throws {
        let todo = try member.makeTodo("우유 사기", in: member.makeList())
        let rows = FilledForm(["title": "우유 사기", "revision": "1"])
        _ = try member.post(todo, rows.with("reminder", "2026-11-21T20:30").urlencoded)
        #expect(try home().texts.contains("다른 할 일은 없어요."))
        _ = try member.press(todo + "/completion", on: "/my")
        #expect(try homeAgain().texts.contains("남은 할 일이 없어요."))
    }

    @Test func theNumberOfFurtherTodosLeadsToTheLists() throws {
        let list = try member.makeList()
        for number in 1...6 { _ = try member.makeTodo("할 일 \(number)", in: list) }
        #expect(try !home().texts.contains { $0.hasSuffix("개 더 보기") })
        _ = try member.makeTodo("할 일 7", in: list)
        let page = try home()
        #expect(page.texts.contains("할 일 1개 더 보기") && !page.texts.contains("할 일 1"))
        _ = try member.post("/language", ["language": "en"])
        #expect(try home().texts.contains("1 more to-do"))
    }

    @Test func aDueMemoIsDismissedInTheOrganiser() throws {
        let memo = try member.makeMemo("전화하기")
        let rows = FilledForm(["text": "전화하기", "revision": "1"])
        _ = try member.post(memo + "/edit", rows.with("reminder", "2026-11-21T20:20").urlencoded)
        #expect(try home().texts.contains("오늘 오후 8:20"))
        let answer = try member.press(memo + "/reminder/dismissal", on: "/my")
        #expect(answer["Location"] == "/my")
        let texts = try home().texts
        #expect(!texts.contains("오늘 오후 8:20"))
        #expect(texts.contains("전화하기"))
    }

    @Test func aChatStandsInTheOrganiserUntilItIsAnswered() throws {
        let (seller, _, asker, path) = try site.asked()
        // Reading it is not answering it.
        _ = try seller.get(path)
        let home = try seller.get("/my").page
        #expect(home.texts.contains("답할 채팅") && home.links.contains(path))
        #expect(home.links.contains("/chats/waiting"))
        let page = try seller.get("/chats/waiting").page
        #expect(page.texts.contains("답할 채팅") && page.links.contains(path))
        #expect(page.links.contains("/chats"))
        _ = try seller.write("네, 있어요.", in: path)
        #expect(try !seller.get("/my").page.texts.contains("답할 채팅"))
        let none = try seller.get("/chats/waiting").page
        #expect(none.texts.contains("지금 답할 채팅이 없어요.") && !none.links.contains(path))
        #expect(try asker.get("/my").page.links.contains(path))
    }

    @Test func wantedItemsStandUnderAHeadingOfTheirOwn() throws {
        #expect(try !home().texts.contains("구하는 것"))
        let wanted = try member.post(.ownLamp.with("purpose", "request"))
        let page = try home()
        #expect(page.texts.contains("구하는 것") && page.texts.contains("구해요"))
        #expect(page.texts.contains("지금 파는 물건이 없어요.") && !page.texts.contains("판매중"))
        let path = "/my/items?purpose=request&status=selling"
        #expect(page.links.contains(wanted) && page.links.contains(path))
        #expect(try member.get(path).page.itemPaths == [wanted])
        #expect(try !member.get(path).page.texts.contains("판매중 0"))
        let offers = try member.get("/my/items").page
        // Both rows have a chip for what is reserved; their beginnings tell them apart.
        let leads = offers.html.stretches(
            from: "<li class=\"purpose\" aria-hidden=\"true\">", to: "<")
        #expect(leads == ["파는 것", "구하는 것"])
        #expect(offers.itemPaths.isEmpty && offers.texts.contains("판매중 0"))
        #expect(offers.texts.contains("구해요 1") && offers.links.contains(path))
        #expect(try member.get("/my/profile").page.links.contains(path))
        _ = try member.press(wanted + "/sale/elsewhere")
        #expect(try !home().texts.contains("구하는 것"))
        let found = "/my/items?purpose=request&status=sold"
        #expect(try member.get(found).page.itemPaths == [wanted])
    }

    /// Items on sale and items sold have headings of their own.
    @Test(arguments: [
        ("ko", "파는 것", "판매 내역", "9개 가운데 8개 · 모두 보기"),
        ("en", "Selling now", "Sales", "8 of 9 · See all"),
    ])
    func salesLeadToAllOfThem(
        language: String, heading: String, deals: String, shown: String
    ) throws {
        for number in 1...9 { _ = try member.post(.ownLamp.with("title", "장스탠드 \(number)")) }
        _ = try member.post("/language", ["language": language])
        let page = try home()
        for text in [heading, deals, shown] { #expect(page.texts.contains(text), "\(text)") }
        #expect(page.links.filter { $0 == "/my/items" }.count == 2)
    }

    @Test func ownSalesStandInTheOrganiserByState() throws {
        let item = try member.post()
        #expect(try home().links.contains(item))
        _ = try member.press(item + "/reservation")
        let page = try home()
        #expect(page.texts.contains("예약중"))
        #expect(page.links.contains("/my/items?status=reserved"))
        _ = try member.press(item + "/sale/elsewhere")
        #expect(try !home().links.contains(item))
    }
}
