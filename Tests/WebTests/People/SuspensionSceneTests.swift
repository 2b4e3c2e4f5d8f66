import Fixtures
import Market
import Testing

/// What suspended members, and the people who deal with them, are told before they type anything.
@Blocking
struct SuspensionSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let asker: Client
    private let item: String
    private let chat: String

    init() throws {
        site = try ServedSite { options in
            options.operators = [1]
            options.operatorText = "햇살마을 운영자, 02-123-4567"
        }
        keeper = try site.member("장터지기")
        (seller, item, asker, chat) = try site.asked()
    }

    private let help = "운영자가 이 계정의 글쓰기를 기한 없이 막아 두었어요."
    private let unanswered = "이 사람은 지금 답할 수 없어요. 나중에 다시 해보세요."

    @Test func noFormIsOfferedInVain() throws {
        let own = try asker.post()
        let pages = [
            "/items/new", own + "/edit", try seller.post() + "/conversation",
            "/reports/new?item=1", try site.post() + "/takeover",
        ]
        for page in pages { #expect(try asker.get(page).status == 200, "\(page)") }
        _ = try keeper.press("/people/3/suspension")
        for page in pages {
            let answer = try asker.get(page)
            #expect(answer.status == 409 && answer.text.contains(help), "\(page)")
            #expect(answer.page.texts.contains("지금은 쓸 수 없어요"), "\(page)")
            #expect(answer.page.tags("textarea").isEmpty, "\(page)")
            #expect(try seller.get("/items/new").status == 200)
        }
        #expect(try asker.get("/items/new").text.contains("햇살마을 운영자, 02-123-4567"))
        let talk = try asker.get(chat)
        #expect(talk.status == 200 && talk.page.texts.contains(help))
        #expect(talk.page.action(endingWith: chat + "/messages") == nil)
        _ = try keeper.press("/people/3/suspension/deletion")
        for page in pages { #expect(try asker.get(page).status == 200, "\(page)") }
        #expect(try asker.get(chat).page.action(endingWith: chat + "/messages") != nil)
    }

    @Test func theirOwnListOffersOnlyWhatIsNotRefused() throws {
        func offers() throws -> (page: Page, paths: [String]) {
            let page = try seller.get("/my/items").page
            return (page, page.links + page.tags("button").compactMap { $0["formaction"] })
        }
        let refused = [item + "/edit", item + "/reservation", item + "/sale"]
        let (usual, usualPaths) = try offers()
        // It may be pulled up tomorrow.
        #expect(Set(refused).isSubset(of: usualPaths) && usual.html.contains("끌올"))
        _ = try keeper.press("/people/2/suspension")
        let (page, paths) = try offers()
        #expect(Set(refused).isDisjoint(with: paths) && !page.html.contains("끌올"))
        #expect(paths.contains(item + "/deletion") && page.texts.contains(help))
    }

    @Test func itEndsByItselfAndSaysWhen() async throws {
        let suspension = "/people/2/suspension"
        let terms = try keeper.get("/people/2").page.tags("input").filter { $0["name"] == "days" }
        #expect(terms.map { $0["value"] } == ["3", "7", "30", ""])
        #expect(terms.map { $0.has("checked") } == [false, true, false, false])
        let form: FormBody = ["reason": "광고", "days": "7", "hide": "1"]
        #expect(try keeper.post(suspension, form).status == 303)
        let page = try keeper.get("/reports/suspended").page
        #expect(page.alert?.lines.contains("함께 가린 글 1개") == true)
        #expect(page.texts.filter { $0 == "함께 가린 글 1개" }.count == 2)
        #expect(page.texts.contains { $0.hasSuffix("일까지") })
        #expect(page.texts.contains("장터지기") && page.links.contains("/people/1"))
        for path in ["/my", "/items/new"] {
            #expect(
                try seller.get(path).page.texts.contains {
                    $0.contains("일까지 막아 두었어요.") && $0.contains("이유: 광고")
                }, "\(path)")
        }
        let inbox = "/my/reminders"
        #expect(try seller.get(inbox).page.texts.contains { $0.contains("일까지 막았어요 · 이유") })
        let end = site.clock.now + SuspensionTerm.week.seconds
        #expect(try await site.storage.endSuspensions(at: end) == 1)
        #expect(try site.get(item).status == 200)
        #expect(try seller.get("/items/new").status == 200)
        #expect(try keeper.get("/reports/suspended").page.action(endingWith: suspension) == nil)
        let log = try keeper.get("/reports/decisions").page.texts
        #expect(log.contains { $0.hasSuffix("일까지") } && !log.contains { $0.hasPrefix("되돌렸어요") })
        // A length that the form does not offer.
        #expect(try keeper.post(suspension, ["days": "8"]).status == 422)
        #expect(try seller.get("/items/new").status == 200)
    }

    /// The button asks; the answer, and programs, send no `ask`.
    @Test func aSuspensionWithoutAnEndIsAskedFirst() throws {
        let (person, suspension) = ("/people/2", "/people/2/suspension")
        let form = try keeper.get(person).page.tags("input").filter { $0["name"] == "ask" }
        #expect(form.contains { $0["value"] == "1" })
        let asked = try keeper.post(
            suspension, ["reason": "<b>광고</b>", "days": "", "hide": "1", "ask": "1"])
        #expect(asked.status == 200)
        let page = asked.page
        #expect(page.texts.contains("민지님의 글쓰기를 기한 없이 막을까요?"))
        #expect(page.texts.contains("올린 글도 모두 가려져요."))
        #expect(page.links.contains(person) && page.action(endingWith: suspension) != nil)
        #expect(try seller.get("/items/new").status == 200)
        let hidden = page.tags("input").filter { $0["type"] == "hidden" }
        let fields = Dictionary(
            hidden.map { ($0["name"] ?? "", $0["value"] ?? "") }, uniquingKeysWith: { $1 })
        #expect(fields["reason"] == "<b>광고</b>" && fields["hide"] == "1")
        #expect(fields["ask"] == nil)
        let answered = try keeper.post(
            suspension,
            [
                "reason": fields["reason"] ?? "", "days": fields["days"] ?? "",
                "hide": fields["hide"] ?? "", "back": fields["back"] ?? "",
            ])
        #expect(answered.status == 303 && answered["Location"] == person)
        #expect(try seller.get("/my").page.texts.contains { $0.contains("이유: <b>광고</b>") })
        #expect(try seller.get(item).page.texts.contains { $0.hasPrefix("운영자가 가린 글이에요.") })
    }

    /// A phone that has put the page away requests its path by GET.
    @Test func aReloadOfItsQuestionLeadsToThePerson() throws {
        for path in ["/people/2/suspension", "/people/2/suspension/term"] {
            #expect(try keeper.get(path)["Location"] == "/people/2", "\(path)")
        }
    }

    @Test func aSuspensionWithoutAnEndSaysSo() throws {
        #expect(try keeper.press("/people/2/suspension").status == 303)
        for path in ["/reports/suspended", "/reports/decisions"] {
            let html = try keeper.get(path).page.html
            #expect(html.contains("<span>풀 때까지</span>"), "\(path)")
        }
        let page = try keeper.get("/people/2").page
        #expect(page.decisionTexts.contains("글쓰기를 막았어요 · 풀 때까지"))
    }

    /// Where no contact is known, nobody is sent to the operator.
    @Test func nobodyIsSentToAnOperatorWithoutAContact() throws {
        let site = try ServedSite { options in options.operators = [1] }
        let keeper = try site.member("장터지기")
        let seller = try site.member("민지")
        #expect(try keeper.press("/people/2/suspension").status == 303)
        let ask = "잘못되었다면 운영자에게 알려주세요."
        for path in ["/my", "/items/new"] {
            let texts = try seller.get(path).page.texts
            #expect(texts.contains(help) && !texts.contains(ask), "\(path)")
        }
    }

    @Test func liftingItSaysWhatIsShownAgain() throws {
        for (hides, lines) in [("1", ["함께 가린 글 1개를 다시 보여요."]), ("", [])] {
            let form: FormBody = ["days": "7", "hide": hides]
            #expect(try keeper.post("/people/2/suspension", form).status == 303)
            _ = try keeper.get("/people/2")
            #expect(try keeper.press("/people/2/suspension/deletion").status == 303)
            let alert = try keeper.get("/people/2").page.alert
            #expect(alert?.title == "글쓰기를 다시 허용했어요" && alert?.lines == lines)
        }
    }

    /// The undo button of the alert on the operator's next page.
    private func undo(after alert: String) throws -> String {
        let page = try keeper.get("/people/2").page
        #expect(page.alert?.title == alert)
        let actions = page.tags("form").compactMap { $0["action"] }
        return try #require(actions.first { $0.contains("undo=1") })
    }

    @Test func aSuspensionLiftedByMistakeIsBroughtBack() throws {
        let form: FormBody = ["reason": "광고", "days": "7", "hide": "1"]
        #expect(try keeper.post("/people/2/suspension", form).status == 303)
        let before = try seller.get("/my").page.texts.filter { $0.contains("이유: 광고") }
        #expect(try keeper.press("/people/2/suspension/deletion").status == 303)
        let path = try undo(after: "글쓰기를 다시 허용했어요")
        for client in [seller, asker] { #expect(try client.press(path).status == 404) }
        #expect(try keeper.press(path).status == 303)
        let page = try keeper.get("/people/2").page
        #expect(page.alert?.title == "글쓰기를 막았어요" && page.alert?.lines == ["함께 가린 글 1개"])
        #expect(try site.get(item).status == 404)
        let after = try seller.get("/my").page.texts.filter { $0.contains("이유: 광고") }
        #expect(!before.isEmpty && after == before)
        // Once nothing is left to lift, there is nothing to undo.
        for _ in 1...2 {
            #expect(try keeper.press("/people/2/suspension/deletion").status == 303)
        }
        #expect(try !keeper.get("/people/2").page.html.contains("undo=1"))
        // Operators cannot suspend themselves in this way either.
        #expect(try keeper.press("/people/1/suspension?undo=1").status == 404)
    }

    /// Nothing invites them to what they cannot do.
    @Test func anEmptyMarketDoesNotAskASuspendedMemberToPost() throws {
        let site = try ServedSite { options in options.operators = [1] }
        let (keeper, member) = (try site.member("장터지기"), try site.member("민지"))
        let draft = FilledForm(["title": "의자", "price": "3만", "content": "첫 줄"])
        _ = try member.post("/items/draft", draft.urlencoded)
        #expect(try member.get("/my").page.links.contains("/items/new?draft=1"))
        let form = FormBody.urlencoded(["reason": "광고", "days": "7"])
        #expect(try keeper.post("/people/2/suspension", form).status == 303)
        let list = try member.get("/").page
        #expect(list.texts.contains("아직 올라온 물건이 없어요."))
        #expect(list.texts.contains { $0.hasSuffix("이유: 광고") })
        #expect(!list.html.contains("<p></p>"))
        let own = try member.get("/my").page
        #expect(!own.links.contains("/items/new?draft=1"))
        #expect(own.texts.contains { $0.hasSuffix("이유: 광고") })
        #expect(try site.get("/").page.texts.contains("아직 올라온 물건이 없어요. 첫 글을 올려보세요."))
    }

    @Test func nothingIsUndoneForSomebodyWhoWasNeverSuspended() throws {
        for path in ["/people/2/suspension?undo=1", "/people/2/suspension/deletion?undo=1"] {
            #expect(try keeper.press(path).status == 303)
            let alert = try keeper.get("/people/2").page.alert
            #expect(alert?.title == "되돌릴 것이 없어요" && alert?.isFailure == true, "\(path)")
        }
        #expect(try seller.get("/items/new").status == 200)
    }

    @Test func aLengthChangedByMistakeIsBroughtBack() throws {
        let (list, term) = ("/reports/suspended", "/people/2/suspension/term")
        func until() throws -> [String] {
            try keeper.get(list).page.html.stretches(from: "<p class=\"times\">", to: "</p>")
        }
        for days in ["30", ""] {
            #expect(try keeper.post("/people/2/suspension", ["days": days]).status == 303)
            _ = try keeper.get("/people/2")
            let before = try until()
            #expect(try keeper.post(term, ["days": "3"]).status == 303)
            let path = try undo(after: "글쓰기를 막는 기간을 바꿨어요")
            #expect(try before.count == 1 && until() != before)
            #expect(try keeper.press(path).status == 303)
            _ = try keeper.get("/people/2")
            #expect(try until() == before)
            #expect(try keeper.press("/people/2/suspension/deletion").status == 303)
            _ = try keeper.get("/people/2")
        }
    }

    /// A number of seconds that is no date would end the program once it is shown.
    @Test func aFormerEndThatIsNoDateIs400() throws {
        #expect(try keeper.press("/people/2/suspension").status == 303)
        for end in ["253402300800", "9223372036854775807", "-1", "x", ""] {
            let path = "/people/2/suspension/term?undo=1&until=\(end)"
            #expect(try keeper.press(path).status == 400, "\(end)")
            #expect(try asker.press(path).status == 404, "\(end)")
        }
        #expect(try keeper.get("/reports/suspended").status == 200)
        let last = "/people/2/suspension/term?undo=1&until=253402300799"
        #expect(try keeper.press(last).status == 303)
        #expect(try keeper.get("/reports/suspended").status == 200)
    }

    @Test func aSuspensionForATermIsNotAsked() throws {
        let form: FormBody = ["days": "7", "hide": "1", "ask": "1"]
        #expect(try keeper.post("/people/2/suspension", form).status == 303)
        #expect(try seller.get("/items/new").status == 409)
    }

    @Test func theLengthOfARunningSuspensionIsChanged() throws {
        let (list, term) = ("/reports/suspended", "/people/2/suspension/term")
        func change(_ days: String, ask: Bool = true) throws -> Answer {
            try keeper.post(term, ["days": days, "ask": ask ? "1" : ""])
        }
        func ends(_ client: Client, _ path: String) throws -> [String] {
            try client.get(path).page.texts.filter { $0.contains("일까지") }
        }
        let form: FormBody = ["reason": "광고", "days": "30"]
        #expect(try keeper.post("/people/2/suspension", form).status == 303)
        for path in [list, "/people/2"] {
            #expect(try keeper.get(path).page.action(endingWith: term) != nil, "\(path)")
        }
        // The form does not claim to know the length that stands.
        for path in [list, "/people/2"] {
            let terms = try keeper.get(path).page.tags("input").filter { $0["name"] == "days" }
            #expect(terms.count == 4 && !terms.contains { $0.has("checked") }, "\(path)")
            #expect(terms.contains { $0.has("required") }, "\(path)")
        }
        let first = try ends(keeper, list)
        #expect(try change("3").status == 303)
        let page = try keeper.get(list).page
        #expect(page.alert?.title == "글쓰기를 막는 기간을 바꿨어요")
        let second = try ends(keeper, list)
        #expect(first.count == 1 && second.count == 1 && first != second)
        let told = try ends(seller, "/my/reminders")
        let end = try #require(second.first)
        #expect(told.contains { $0.contains(end) && $0.contains("이유: 광고") })
        // Without an end it is asked first.
        let asked = try change("")
        #expect(asked.status == 200 && asked.page.action(endingWith: term) != nil)
        #expect(try ends(keeper, list) == second)
        #expect(try change("", ask: false).status == 303)
        #expect(try ends(keeper, list).isEmpty && ends(seller, "/my/reminders").isEmpty)
        #expect(try seller.get("/items/new").page.texts.contains { $0.contains("이유: 광고") })
        let log = try keeper.get("/reports/decisions").page.texts
        #expect(log.filter { $0 == "글쓰기를 막는 기간을 바꿨어요" }.count == 2)
        #expect(log.contains("풀 때까지") && log.contains(end))
    }

    @Test func aSuspensionThatIsOverIsNotBegunByItsTerm() throws {
        let term = "/people/2/suspension/term"
        for days in ["7", ""] {
            let answer = try keeper.post(term, ["days": days])
            #expect(answer.status == 303)
            let alert = try keeper.get("/people/2").page.alert
            #expect(alert?.title == "지금은 글쓰기가 막혀 있지 않아요" && alert?.isFailure == true)
        }
        #expect(try seller.get("/items/new").status == 200)
        #expect(try keeper.post(term, ["days": "8"]).status == 422)
        for client in [seller, asker] {
            #expect(try client.post(term, ["days": "7"]).status == 404)
        }
        #expect(try keeper.press("/people/77/suspension/term").status == 404)
    }

    @Test func aSuspendedSellersItemsSayThatNobodyAnswers() throws {
        let asking = item + "/conversation"
        #expect(try site.get(item).page.links.contains(asking))
        _ = try keeper.press("/people/2/suspension")
        for client in [try site.visitor(), try site.member("이웃")] {
            let page = try client.get(item).page
            #expect(page.texts.contains(unanswered) && !page.links.contains(asking))
            let form = try client.get(asking)
            #expect(form.status == 409 && form.page.action(endingWith: asking) == nil)
            #expect(form.page.alert?.lines == [unanswered])
        }
        #expect(try site.get("/").page.itemIDs == [1])
        #expect(try !seller.get(item).page.texts.contains(unanswered))
        let talk = try asker.get(chat).page
        #expect(talk.texts.contains(unanswered))
        for end in ["/messages", "/offer"] {
            #expect(talk.action(endingWith: chat + end) == nil, "\(end)")
        }
        #expect(try asker.write("계세요?", in: chat).status == 409)
        _ = try keeper.press("/people/2/suspension/deletion")
        #expect(try site.get(item).page.links.contains(asking))
        #expect(try !asker.get(chat).page.texts.contains(unanswered))
    }

    @Test func aSuspendedSellersOwnListingOffersNothingInVain() throws {
        let ends = ["/reservation", "/sale", "/pull-up"]
        func offered() throws -> (edit: Bool, deletion: Bool, html: String) {
            let page = try seller.get(item).page
            let links = page.links
            return (links.contains(item + "/edit"), links.contains(item + "/deletion"), page.html)
        }
        let before = try offered()
        #expect(before.edit && before.deletion && !before.html.contains(help))
        for end in ends { #expect(before.html.contains("\"\(item)\(end)\""), "\(end)") }
        _ = try keeper.press("/people/2/suspension")
        let suspended = try offered()
        #expect(!suspended.edit && suspended.deletion && suspended.html.contains(help))
        for end in ends { #expect(!suspended.html.contains("\"\(item)\(end)\""), "\(end)") }
    }

    /// Otherwise a missing notice would reveal a block.
    @Test func blockedPeopleReadTheSameAsForASuspendedSeller() throws {
        let other = try seller.post()
        let pages = [item, item + "/conversation", other, other + "/conversation", chat]
        func read() throws -> [[String]] {
            try pages.map { path in
                let answer = try asker.get(path)
                return ["\(answer.status)"] + answer.page.texts + answer.page.links.sorted()
            }
        }
        let usual = try read()
        _ = try keeper.press("/people/2/suspension")
        let suspended = try read()
        _ = try keeper.press("/people/2/suspension/deletion")
        #expect(try read() == usual)
        _ = try seller.press("/people/3/block")
        let blocked = try read()
        #expect(blocked == suspended)
        #expect(blocked.indices.allSatisfy { $0 == 1 || blocked[$0].contains(unanswered) })
        #expect(try keeper.get(other).page.links.contains(other + "/conversation"))
        _ = try seller.press("/people/3/block/deletion")
        #expect(try read() == usual)
    }

    @Test func otherItemsAreShownBesideIt() throws {
        let other = try asker.post(.ownLamp.with("title", "작은 장스탠드"))
        _ = try keeper.press("/people/2/suspension")
        #expect(try site.get(item).page.itemIDs.contains { "/items/\($0)" == other })
    }

    @Test func nobodyOpensAnAccountToAskInVain() throws {
        _ = try keeper.press("/people/2/suspension")
        let form: FormBody = [
            "text": "아직 있나요?", "nickname": "새 이웃", "password": ServedSite.password,
        ]
        let answer = try site.post(item + "/conversation", form)
        #expect(answer.status == 409 && answer.text.contains("아직 있나요?"))
        // The nickname is still free.
        _ = try site.member("새 이웃")
    }
}
