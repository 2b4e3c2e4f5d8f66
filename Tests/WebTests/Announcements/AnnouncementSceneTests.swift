import Fixtures
import Market
import Testing

/// Announcements by operators.
@Blocking
struct AnnouncementSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let list = "/announcements"

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
    }

    /// Writes an announcement, and returns its path.
    private func announce(_ title: String, onTop: Bool = false) throws -> String {
        let answer = try keeper.post(
            list,
            [
                "title": title, "text": "밤 11시에 쉬어요.\nhttps://example.com",
                "on_top": onTop ? "1" : "",
            ])
        #expect(answer.status == 303)
        return try #require(answer["Location"])
    }

    /// The announcements above a list.
    private func lines(_ page: Page) -> [String] {
        page.html.stretches(from: "<div class=\"note announcement\">", to: "</div>")
    }

    @Test func everybodyReadsThem() throws {
        #expect(try site.get(list).page.texts.contains("아직 공지가 없어요."))
        let first = try announce("<b>점검</b>")
        let second = try announce("나눔 장터")
        let page = try site.get(list).page
        #expect(page.links.filter { $0.hasPrefix(list + "/") } == [second, first])
        #expect(page.texts.contains("<b>점검</b>") && !page.html.contains("<b>점검"))
        let detail = try site.get(first).page
        #expect(detail.texts.contains("<b>점검</b>"))
        #expect(detail.links.contains("https://example.com"))
        // Only operators see these actions.
        #expect(try keeper.get(first).page.links.contains(first + "/edit"))
        #expect(!detail.links.contains(first + "/edit"))
        #expect(detail.action(endingWith: "/ending") == nil)
        #expect(try site.get(list + "/77").status == 404)
    }

    @Test func theFooterLeadsThereWhereThereIsAny() throws {
        let member = try site.member("민지")
        for client in [member, try site.visitor()] {
            #expect(try !client.get("/rules").page.links.contains(list))
        }
        // Operators, who can write some, see the link.
        #expect(try keeper.get("/rules").page.links.contains(list))
        #expect(try keeper.get("/people").page.links.contains(list + "/new"))
        let path = try announce("점검")
        for client in [member, try site.visitor()] {
            for page in ["/", "/rules"] { #expect(try client.get(page).page.links.contains(list)) }
        }
        #expect(try keeper.press(path + "/deletion").status == 303)
        for _ in 1...3 { #expect(try !site.get("/").page.links.contains(list)) }
    }

    @Test func onlyOperatorsFindTheirForms() throws {
        let path = try announce("점검")
        let member = try site.member("민지")
        for page in [list + "/new", path + "/edit", path + "/deletion"] {
            #expect(try member.get(page).status == 404, "\(page)")
            #expect(try site.get(page).status == 303, "\(page)")
        }
        let form: FormBody = ["title": "가짜", "text": "가짜"]
        let actions = ["/edit", "/ending", "/ending/deletion", "/deletion"].map { path + $0 }
        for action in [list] + actions {
            #expect(try member.post(action, form).status == 404, "\(action)")
        }
        #expect(try member.press(path + "/restoration").status == 404)
        #expect(try site.get(path).page.texts.contains("점검"))
    }

    @Test func aRefusedFormKeepsWhatWasTyped() throws {
        let answer = try keeper.post(
            list, ["title": "", "text": "쉬어요", "last_day": "어제", "on_top": "1"])
        #expect(answer.status == 422)
        let page = answer.page
        #expect(page.alert?.lines == ["~ 제목을 입력해주세요.", "~ 마지막 날을 날짜로 입력해주세요."])
        #expect(page.value(of: "text") == "쉬어요" && page.value(of: "last_day") == "어제")
        #expect(page.tags("input").first { $0["name"] == "on_top" }?.has("checked") == true)
        // Each line links to its field.
        let ids = Set(page.tags("input").compactMap { $0["id"] })
        #expect(ids.isSuperset(of: ["title", "last_day"]))
    }

    @Test func theOneOnTopStandsOverTheFirstPageOfTheList() async throws {
        try await site.add(21)
        #expect(try lines(site.get("/").page).isEmpty)
        let path = try announce("오늘 밤 점검", onTop: true)
        let older = try #require(try site.get("/").page.link("next"))
        // Also from the cache.
        for _ in 1...3 {
            for shown in ["/", "/?category=9", "/?view=grid"] {
                let page = try site.get(shown).page
                #expect(lines(page).count == 1 && page.links.contains(path), "\(shown)")
                #expect(page.texts.contains("오늘 밤 점검"), "\(shown)")
            }
            for hidden in [older, "/?q=lamp"] {
                #expect(try lines(site.get(hidden).page).isEmpty, "\(hidden)")
            }
        }
        #expect(try lines(keeper.get("/").page).count == 1)
        // An edit shows at once.
        let edit: FormBody = ["title": "내일 점검", "text": "쉬어요", "on_top": "1"]
        #expect(try keeper.post(path + "/edit", edit).status == 303)
        #expect(try site.get("/").page.texts.contains("내일 점검"))
        #expect(try keeper.press(path + "/ending").status == 303)
        for _ in 1...3 { #expect(try lines(site.get("/").page).isEmpty) }
        #expect(try site.get(path).page.texts.contains("끝난 공지"))
    }

    @Test func itLeavesTheListWithItsLastDay() throws {
        let answer = try keeper.post(
            list, ["title": "점검", "text": "쉬어요", "last_day": "2026-11-21", "on_top": "1"])
        #expect(answer.status == 303)
        for _ in 1...3 { #expect(try lines(site.get("/").page).count == 1) }
        site.clock.advance(by: 13_199)
        for _ in 1...3 { #expect(try lines(site.get("/").page).count == 1) }
        site.clock.advance(by: 1)
        for _ in 1...3 { #expect(try lines(site.get("/").page).isEmpty) }
    }

    @Test func operatorsSeeTheEndOfEachAndWhichIsOnTop() throws {
        let (until, onTop) = ("2026년 11월 21일 (토)까지", "장터 목록 위에 있어요")
        func tells(_ client: Client, _ text: String) throws -> Int {
            try client.get(list).page.texts.filter { $0.contains(text) }.count
        }
        _ = try announce("점검")
        #expect(try tells(keeper, onTop) == 0 && tells(keeper, until) == 0)
        let answer = try keeper.post(
            list, ["title": "나눔 장터", "text": "와요", "last_day": "2026-11-21", "on_top": "1"])
        let path = try #require(answer["Location"])
        #expect(try tells(keeper, onTop) == 1 && tells(keeper, until) == 1)
        #expect(try tells(site.visitor(), onTop) == 0 && tells(site.visitor(), until) == 1)
        #expect(try keeper.press(path + "/ending").status == 303)
        #expect(try tells(keeper, onTop) == 0 && tells(keeper, "끝난 공지") == 1)
    }

    @Test(arguments: ["", "2026-11-21"])
    func anAnnouncementEndedByMistakeIsResumed(lastDay: String) throws {
        let answer = try keeper.post(
            list, ["title": "점검", "text": "쉬어요", "last_day": lastDay, "on_top": "1"])
        let path = try #require(answer["Location"])
        #expect(try keeper.press(path + "/ending").status == 303)
        #expect(try lines(site.get("/").page).isEmpty)
        let ended = try keeper.get(path).page
        #expect(ended.alert?.title == "공지를 끝냈어요" && ended.texts.contains("끝난 공지"))
        let actions = ended.actions
        let undo = try #require(actions.first { $0.hasPrefix(path + "/ending/deletion") })
        // A number of seconds that is no date is not stored, as no page could show it.
        let forged = path + "/ending/deletion?until=9223372036854775807"
        #expect(try keeper.press(forged).status == 400)
        #expect(try site.visitor().press(forged).status != 400)
        #expect(try keeper.press(undo)["Location"] == path)
        #expect(try lines(site.get("/").page).count == 1)
        let form = try keeper.get(path + "/edit").page
        #expect((form.value(of: "last_day") ?? "") == lastDay)
        let over = "끝난 공지예요. 마지막 날을 비우거나 뒤로 미루면 다시 보여요."
        #expect(!form.texts.contains(over))
        // There is nothing to undo if the announcement had already ended.
        for _ in 1...2 { #expect(try keeper.press(path + "/ending").status == 303) }
        #expect(try keeper.get(path + "/edit").page.texts.contains(over))
        #expect(try !keeper.get(path).page.html.contains(path + "/ending/deletion"))
    }

    @Test func dismissingItShowsTheNextOne() throws {
        let path = try announce("점검", onTop: true)
        for client in [try site.visitor(), try site.member("민지")] {
            let answer = try client.press(path + "/dismissal", on: "/?view=grid")
            #expect(answer.status == 303 && answer["Location"] == "/?view=grid")
            for _ in 1...3 { #expect(try lines(client.get("/").page).isEmpty) }
        }
        let visitor = try site.visitor()
        #expect(try visitor.press(path + "/dismissal")["Location"] == "/")
        // Others still see it, from a cached page of their own.
        for _ in 1...3 { #expect(try lines(site.get("/").page).count == 1) }
        _ = try announce("나눔 장터", onTop: true)
        #expect(try lines(visitor.get("/").page).count == 1)
    }

    /// Visitors who dismissed the announcement share one page; a cookie with an unknown id changes nothing.
    @Test func aCookieMakesNoPageOfItsOwn() throws {
        let path = try announce("점검", onTop: true)
        let id = path.dropFirst(list.count + 1)
        func tag(_ cookie: String) throws -> String? {
            try site.get("/", ["Cookie": cookie])["ETag"]
        }
        let usual = try tag("a=1")
        #expect(try tag("announcement=77") == usual && usual != nil)
        let bare = try tag("announcement=\(id)")
        #expect(bare != usual)
        #expect(try tag("announcement=\(id); a=1") == bare)
    }

    @Test func itIsDeletedAfterAQuestionAndComesBack() throws {
        let path = try announce("점검", onTop: true)
        let question = try keeper.get(path + "/deletion").page
        #expect(question.texts.contains("공지를 지울까요?"))
        #expect(question.texts.contains { $0.hasPrefix("30일 동안 공지 목록 아래에서") })
        #expect(question.action(endingWith: path + "/deletion") != nil)
        #expect(try site.get(path).status == 200)
        let deleted = try keeper.press(path + "/deletion")
        #expect(deleted["Location"] == list)
        let told = try keeper.get(list).page
        #expect(told.alert?.title == "삭제 성공")
        let undo = try #require(told.action(endingWith: path + "/restoration"))
        #expect(try site.get(path).status == 404)
        #expect(try lines(site.get("/").page).isEmpty)
        #expect(try keeper.press(undo)["Location"] == path)
        #expect(try site.get(path).status == 200)
        #expect(try lines(site.get("/").page).count == 1)
    }

    @Test func deletedOnesAreRestoredFromTheListForThirtyDays() throws {
        let (first, second) = (try announce("<b>점검</b>", onTop: true), try announce("나눔 장터"))
        #expect(try !keeper.get(list).page.texts.contains("지운 공지"))
        for path in [first, second] {
            #expect(try keeper.press(path + "/deletion").status == 303)
            site.clock.advance(by: 60)
        }
        // The alert of the last one is shown once.
        _ = try keeper.get(list)
        let page = try keeper.get(list).page
        let ways = page.actions.filter { $0.hasSuffix("/restoration") }
        #expect(ways == [second, first].map { $0 + "/restoration" })
        #expect(page.texts.contains("<b>점검</b>") && page.alert == nil)
        // Nobody else sees them, and there are none on a later page.
        for client in [try site.member("민지"), try site.visitor()] {
            let page = try client.get(list).page
            #expect(!page.texts.contains("지운 공지") && !page.html.contains("점검"))
        }
        #expect(try !keeper.get(list + "?before=9").page.texts.contains("지운 공지"))
        #expect(try keeper.press(first + "/restoration")["Location"] == first)
        let rest = try keeper.get(list).page
        #expect(rest.links.contains(first))
        #expect(!rest.html.contains(first + "/restoration"))
        #expect(rest.html.contains(second + "/restoration"))
        // In two steps, so that the operator stays signed in.
        for isThere in [true, false] {
            site.clock.advance(by: 16 * 86_400)
            let page = try keeper.get(list).page
            #expect(page.links.contains(list + "/new"))
            #expect(page.html.contains(second + "/restoration") == isThere)
        }
    }

    @Test func allDeletedOnesAreReached() async throws {
        for number in 1...21 {
            let content = AnnouncementContent(title: "공지 \(number)", text: "글", ends: nil)
            let id = try await site.storage.insert(content, at: site.clock.now)
            try await site.storage.deleteAnnouncement(id, at: site.clock.now)
        }
        let first = try keeper.get(list).page
        #expect(first.texts.contains("공지 21") && !first.texts.contains("공지 1"))
        let more = try #require(first.links.first { $0.hasPrefix(list + "?deleted=") })
        let rest = try keeper.get(String(more.prefix { $0 != "#" })).page
        #expect(rest.texts.contains("공지 1") && !rest.texts.contains("공지 2"))
        #expect(rest.links.contains(list + "#deleted"))
        #expect(!rest.links.contains { $0.hasPrefix(list + "?deleted=") })
        for client in [try site.member("민지"), try site.visitor()] {
            #expect(try !client.get(more).page.html.contains("공지 1"))
        }
    }

    @Test func searchEnginesAreToldOfThem() throws {
        func pages() throws -> String { try site.get("/sitemap/pages.xml").text }
        #expect(try !pages().contains("/announcements"))
        let path = try announce("점검")
        let origin = "http://\(site.host)"
        #expect(try pages().contains("<loc>\(origin)/announcements</loc>"))
        #expect(try pages().contains("<loc>\(origin)\(path)</loc><lastmod>2026-11-21T"))
    }

    @Test func theListGoesOnByKey() throws {
        for number in 1...21 { _ = try announce("공지 \(number)") }
        let first = try site.get(list).page
        let next = try site.get(try #require(first.link("next"))).page
        #expect(next.texts.contains("공지 1") && !first.texts.contains("공지 1"))
        #expect(next.link("next") == nil)
    }
}
