import Fixtures
import Market
import Storage
import Testing

@testable import Web

@Blocking
final class SavedSearchSceneTests: MemberSuite {
    /// Presses the button of a list and returns the path of the saved search.
    private func keep(
        _ list: String = "/?category=9", as member: Client? = nil
    ) throws -> String {
        let member = member ?? self.member
        let answer = try member.post("/my/searches", ["query": list])
        guard answer.status == 303 else { throw Failure("not kept: \(answer.status)") }
        return try #require(try paths(of: member.get("/my/searches").page).first)
    }

    private func paths(of page: Page) -> [String] {
        page.links.filter { $0.hasPrefix("/my/searches/") }
    }

    @Test func aSearchIsKeptShownAndDeleted() throws {
        let answer = try member.post("/my/searches", ["query": "/?category=9&view=grid"])
        #expect(answer["Location"] == "/?category=9&view=grid")
        let list = try member.get("/?category=9&view=grid").page
        #expect(list.alert?.title == "새 글이 올라오면 나의 장터에서 알려드릴게요")
        #expect(list.tags("form").contains { $0["action"] == "/my/searches" })
        let page = try member.get("/my/searches").page
        #expect(page.texts.contains("가구"))
        let path = try #require(paths(of: page).first)
        #expect(page.texts.contains("끄기"))
        #expect(page.actions.contains(path + "/deletion"))
        #expect(try member.get(path).page.texts.contains("이 알림 그만 받기"))
        let deleted = try member.press(path + "/deletion")
        #expect(deleted["Location"] == "/my/searches")
        #expect(try paths(of: member.get("/my/searches").page).isEmpty)
        #expect(try member.get(path).status == 404)
        #expect(try member.press(path + "/deletion").status == 404)
    }

    @Test func theListStaysAsTypedOnceItsSearchIsKept() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동"))
        let typed = "/?q=%EB%A7%9D%EC%9B%90%EB%8F%99%20%EC%9E%90%EC%A0%84%EA%B1%B0"
        let page = try member.get(typed).page
        let query = try #require(page.value(of: "query"))
        #expect(query == "/?q=%EC%9E%90%EC%A0%84%EA%B1%B0&place=1")
        let back = try #require(page.value(of: "return"))
        #expect(back == typed)
        let answer = try member.post("/my/searches", ["query": query, "return": back])
        #expect(answer["Location"] == typed)
        let kept = try member.get(typed).page
        #expect(kept.texts.contains("알림 받고 있어요"))
        #expect(kept.value(of: "q") == "망원동 자전거")
    }

    @Test func aSavedSearchSaysSoInItsListAndIsLinked() throws {
        let list = "/?q=%EC%9D%98%EC%9E%90&max=30000"
        let path = try keep(list)
        #expect(try paths(of: member.get(list).page) == [path])
        #expect(try member.get(list).page.texts.contains("알림 받고 있어요"))
        #expect(try paths(of: member.get("/?q=%EC%9D%98%EC%9E%90").page).isEmpty)
        #expect(try paths(of: site.member("초록이네").get(list).page).isEmpty)
        _ = try member.press(path + "/deletion")
        let page = try member.get(list).page
        #expect(paths(of: page).isEmpty && page.texts.contains("이 검색 알림 받기"))
    }

    @Test func aDeletedSearchIsOfferedBack() throws {
        let words = try keep("/?q=%EC%9D%98%EC%9E%90")
        let category = try keep("/?category=9")
        for path in [words, category] {
            _ = try member.press(path + "/deletion")
            let page = try member.get("/my/searches").page
            #expect(page.alert?.title == "알림을 껐어요")
            #expect(page.alert?.lines == [])
            let undo = try #require(page.undoPath)
            let answer = try member.press(undo)
            #expect(answer["Location"] == "/my/searches")
            #expect(try member.get(path).status == 200)
        }
        for path in [words, category] { _ = try member.press(path + "/deletion") }
        let texts = try member.get("/my/trash").page.texts
        #expect(texts.contains("검색 알림 ‘의자’") && texts.contains("검색 알림"))
    }

    @Test func aSearchIsRenamedMutedAndChanged() async throws {
        let path = try keep("/?category=9")
        #expect(try member.get(path).page.links.contains(path + "/edit"))
        let form = try member.get(path + "/edit").page
        #expect(form.value(of: "q") == "" && form.value(of: "category") == "9")
        let answer = try member.post(
            path + "/edit",
            ["name": "서재 <1>", "alerts": "off", "q": "책장 -철제", "category": "9", "max": "5만"])
        #expect(answer.status == 303 && answer["Location"] == path)
        let page = try member.get(path).page
        #expect(page.alert?.title == "수정 성공")
        #expect(page.texts.contains("서재 <1>"))
        try await site.add(1, title: "책장")
        #expect(try member.get("/").page.newNotices == nil)
        #expect(try member.get("/my/searches").page.texts.contains("새 글 1개"))
        // A form with only a name leaves everything else unchanged.
        _ = try member.post(path + "/edit", ["name": ""])
        let left = try member.get(path + "/edit").page
        #expect(left.value(of: "q") == "책장 -철제" && left.value(of: "max") == "50000")
        #expect(left.value(of: "alerts") == "off" && left.value(of: "name") == "")
    }

    @Test func aFormThatIsRefusedComesBackAsTyped() throws {
        let path = try keep("/?category=9")
        let answer = try member.post(path + "/edit", ["name": "서재", "q": "-철제", "min": "<싸게>"])
        #expect(answer.status == 422)
        #expect(answer.page.alert?.title == "실패" && answer.page.alert?.lines.count == 2)
        #expect(answer.page.value(of: "q") == "-철제" && answer.page.value(of: "min") == "<싸게>")
        #expect(answer.page.value(of: "name") == "서재")
        #expect(try member.get(path + "/edit").page.value(of: "category") == "9")
        #expect(try site.member("초록이네").get(path + "/edit").status == 404)
    }

    // MARK: - Saving

    @Test(arguments: [
        ("/?q=%EC%9D%98%EC%9E%90", ["‘의자’"]),
        ("/?q=%EC%9D%98%EC%9E%90+13&sort=price&view=grid", ["‘의자 13’"]),
        ("/?min=5000", ["5,000원부터"]), ("/?max=30000", ["30,000원까지"]),
        ("/?free=1", ["나눔"]),
        (
            "/?q=%EC%B1%85%EC%9E%A5&category=9&min=1000&max=50000&status=sold",
            ["‘책장’", "가구", "1,000원–50,000원"]
        ),
        ("/?q=%EC%B1%85&free=1", ["‘책’", "나눔"]),
    ])
    func wordsAndPricesAreKept(_ row: (query: String, texts: [String])) async throws {
        let path = try keep(row.query)
        let texts = try member.get("/my/searches").page.texts
        for text in row.texts {
            #expect(texts.contains { $0.contains(text) }, "\(text) in \(texts)")
        }
        #expect(try member.get(path).status == 200)
    }

    @Test func aCorrectedSearchIsSavedAsThePageShowsIt() async throws {
        try await site.add(title: "원목 의자")
        let (typed, meant) = ("/?q=%EC%9D%98%EC%9F%88", "/?q=%EC%9D%98%EC%9E%90")
        let page = try member.get(typed).page
        #expect(page.itemIDs == [1] && page.values(of: "query") == [meant])
        let path = try keep(meant)
        #expect(try paths(of: member.get(typed).page) == [path])
        #expect(try paths(of: member.get(meant).page) == [path])
        // The search is saved as typed from the page that shows it as typed.
        let exact = try member.get(typed + "&exact=1").page
        #expect(exact.values(of: "query") == [typed])
        #expect(paths(of: exact).isEmpty)
    }

    @Test func wordsWithPricesMatchItemsWithBoth() async throws {
        let cheap = try keep("/?q=%EC%B1%85%EC%9E%A5&max=30000")
        let free = try keep("/?q=%EC%B1%85%EC%9E%A5&free=1")
        try await site.add(title: "원목 책장", price: 30_000)
        try await site.add(title: "원목 책장", price: 30_001)
        try await site.add(title: "식탁", price: 10_000)
        try await site.add(title: "책장 나눔", price: 0)
        #expect(try member.get("/rules").page.newNotices == "새 알림 2개")
        #expect(try member.get(cheap).page.itemIDs == [4, 1])
        #expect(try member.get(free).page.itemIDs == [4])
        #expect(try member.get("/rules").page.newNotices == nil)
    }

    /// They are saved as far as possible, or refused, and break nothing.
    @Test func hostileSearchesBreakNothing() async throws {
        let long = String(repeating: "%EA%B0%80", count: 10_000)
        for (query, status) in [
            ("/?q=" + long, 303), ("/?q=%00", 422), ("/?q=%EA%B0%80%00%EB%82%98", 303),
            ("/?q=%22%2A%25%27%3B--", 422), ("/?q=%22%EC%9D%98%22+OR+NEAR%28a%29", 303),
            ("/?q=%FF%FE", 422), ("/?q=+++", 422), ("/?q=%F0%9F%98%80", 422),
            ("/?q=" + String(repeating: "a%20b%20", count: 5_000), 303),
            ("/?min=99999999999999999999", 422), ("/?max=-1", 422), ("/?min=%00", 422),
            ("/?q=%E3%85%87%E3%85%88&min=1&max=0", 303),
        ] {
            let answer = try member.post("/my/searches", ["query": query])
            #expect(answer.status == status, "\(query.prefix(40))")
        }
        let kept = try await site.storage.savedSearches(of: 1)
        #expect(kept.allSatisfy { ($0.filter.search?.text.count ?? 0) <= SearchQuery.longest })
        let all = String(repeating: "가", count: SearchQuery.longest) + " ab 가나 \"*%';"
        try await site.add(title: "나눔", description: all)
        for path in try paths(of: member.get("/my/searches").page) {
            #expect(try member.get(path).status == 200)
        }
    }

    @Test func aFormOfManyMegabytesIsRefused() throws {
        let query = "/?q=" + String(repeating: "a", count: 3_000_000)
        let answer = try member.post("/my/searches", ["query": query])
        #expect(answer.status == 413)
        #expect(try site.member("바다네").get("/my/searches").status == 200)
    }

    @Test(.timeLimit(.minutes(1)))
    func anotherProcessesPostsAreTold() async throws {
        let path = try keep()
        #expect(try member.get("/rules").page.newNotices == nil)
        let other = try SQLiteStorage(path: site.database)
        defer { other.close() }
        let item = NewItem(
            content: ItemContent(
                title: "책장", category: .furniture, price: try Price(1), stock: 1,
                description: "직거래해요."),
            photos: [], passwordHash: "none", datePosted: site.clock.now)
        _ = try await other.insert(item)
        // It is noticed within 50 ms.
        while try member.get("/rules").page.newNotices == nil {}
        #expect(try member.get("/rules").page.newNotices == "새 알림 1개")
        #expect(try member.get(path).page.itemIDs == [1])
    }

    @Test func aMatchIsToldEverywhereAndOnce() async throws {
        let path = try keep()
        #expect(try member.get("/rules").page.newNotices == nil)
        try await site.add(2)
        #expect(try member.get("/rules").page.newNotices == "새 알림 2개")
        let inbox = try member.get("/my/reminders").page
        #expect(inbox.texts.contains("새 소식") && inbox.texts.contains("새 글 2개"))
        #expect(paths(of: inbox) == [path])
        #expect(try member.get("/my/searches").page.texts.contains("새 글 2개"))
        let page = try member.get(path).page
        #expect(page.itemIDs == [2, 1])
        // The header of the same page is already up to date.
        #expect(page.newNotices == nil)
        #expect(try member.get("/rules").page.newNotices == nil)
        #expect(try !member.get("/my/reminders").page.texts.contains("새 소식"))
        #expect(try member.get(path).page.itemIDs == [2, 1])
    }

    @Test(arguments: ["prefetch", "prefetch;prerender"])
    func matchesOnAPageThatNobodySeesStayNew(_ purpose: String) async throws {
        let path = try keep()
        try await site.add(2)
        let cookie = try #require(member.cookie("session"))
        let prefetched = try site.get(
            path, ["Cookie": "session=\(cookie)", "Sec-Purpose": purpose])
        #expect(prefetched.status == 200 && prefetched.page.itemIDs == [2, 1])
        #expect(prefetched.page.newNotices == "새 알림 2개")
        let head = try site.everything(
            answering: "HEAD \(path) HTTP/1.1\r\nHost: \(site.host)\r\n"
                + "Cookie: session=\(cookie)\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        #expect(try member.get("/rules").page.newNotices == "새 알림 2개")
        #expect(try member.get(path).page.newNotices == nil)
    }

    @Test func matchesAreReadWhileNothingCanBeWritten() async throws {
        let site = try ServedSite(busyTimeout: 10)
        let member = try site.member("하늘이네")
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        let path = try #require(try paths(of: member.get("/my/searches").page).first)
        try await site.add(1)
        let other = try OtherProgram(opening: site.database)
        try other.run("BEGIN EXCLUSIVE")
        let answer = try member.get(path)
        #expect(answer.status == 200 && answer.page.itemIDs == [1])
        try other.run("COMMIT")
        #expect(try member.get("/rules").page.newNotices == "새 알림 1개")
        #expect(try member.get(path).page.itemIDs == [1])
        #expect(try member.get("/rules").page.newNotices == nil)
    }

    @Test func ownItemsAreNoNews() throws {
        let path = try keep()
        _ = try member.post()
        #expect(try member.get("/rules").page.newNotices == nil)
        #expect(try member.get(path).page.itemIDs.isEmpty)
    }

    @Test func matchesArePagedByKey() async throws {
        let path = try keep()
        try await site.add(45)
        var seen: [Item.ID] = []
        var next: String? = path
        while let path = next {
            let page = try member.get(path).page
            seen += page.itemIDs
            next = page.link("next")
        }
        #expect(seen == (1...45).reversed().map { Item.ID(rawValue: $0) })
        for key in ["x", "-1", "0", "99999999999999999999", "%00"] {
            #expect(try member.get("\(path)?before=\(key)").status == 200)
        }
    }

    @Test func aGuestIsLedThroughTheSignInAndBack() throws {
        _ = try member.press("/signout")
        let refused = try member.post("/my/searches", ["query": "/?category=9"])
        #expect(refused.status == 403)
        #expect(refused.page.alert?.isFailure != true)
        #expect(refused.page.texts.contains("로그인하거나 가입하면 이 검색의 알림을 받을 수 있어요."))
        let form = FilledForm.credentials(on: refused.page)
        #expect(try member.post("/signin", form.urlencoded).redirection() == "/?category=9")
        let alert = try member.get("/?category=9").page.alert
        #expect(alert?.title == "새 글이 올라오면 나의 장터에서 알려드릴게요")
        #expect(try paths(of: member.get("/my/searches").page) == ["/my/searches/1"])
    }

    @Test(arguments: ["/my/searches", "/my/searches/1", "/my/searches/1/deletion"])
    func aGuestSeesNone(_ path: String) throws {
        _ = try keep()
        #expect(try site.get(path)["Location"]?.hasPrefix("/signin?return=") == true)
    }

    @Test func nonsenseIsNotKept() throws {
        for query in [
            "", "/", "/?", "?", "/?category=99", "/?view=grid", "x", "\u{0}", "/?%%%=&&=",
        ] {
            let answer = try member.post("/my/searches", ["query": query])
            #expect(answer.status == 422, "\(query)")
            #expect(answer.page.alert?.title == "처리하지 못했어요")
        }
        #expect(try member.press("/my/searches").status == 422)
        #expect(try paths(of: member.get("/my/searches").page).isEmpty)
    }

    @Test(arguments: [
        "//evil.example/?category=9", "https://evil.example/?category=9", "?category=9",
    ])
    func noAddressLeadsElsewhere(_ query: String) throws {
        let answer = try member.post("/my/searches", ["query": query, "return": query])
        #expect(answer["Location"] == "/my/searches")
    }

    @Test func oneTooManyIsRefused() async throws {
        for number in 1...Limits.savedSearches {
            let filter = ItemFilter(minimumPrice: Int64(number))
            _ = try await site.storage.insert(filter, of: 1, at: site.clock.now)
        }
        let query = "/?category=9&q=%EC%9D%98%EC%9E%90&max=5000"
        let answer = try member.post("/my/searches", ["query": query])
        #expect(answer.status == 422)
        #expect(paths(of: answer.page).count == Limits.savedSearches)
        // It can be saved again once there is room.
        let inputs = answer.page.tags("input")
        #expect(inputs.contains { $0["name"] == "q" && $0["value"] == "의자" })
        let again = try #require(inputs.first { $0["name"] == "query" }?["value"])
        _ = try member.press("/my/searches/1/deletion")
        #expect(try member.post("/my/searches", ["query": again]).status == 303)
        let kept = try await site.storage.savedSearches(of: 1).first?.filter
        let sought = ItemFilter(
            category: .furniture, status: .unsold, maximumPrice: 5_000,
            search: SearchQuery("의자"))
        #expect(kept == sought)
    }

    @Test func othersSearchesAreNotThere() throws {
        let path = try keep()
        let other = try site.member("바다네")
        #expect(try other.get(path).status == 404)
        #expect(try other.press(path + "/deletion").status == 404)
        for path in ["/my/searches/0", "/my/searches/x", "/my/searches/-1", "/my/searches/01"] {
            #expect(try member.get(path).status == 404)
        }
        #expect(try member.get(path).status == 200)
    }
}
