import Fixtures
import Market
import Testing

/// The link to what is on sale in a member's neighbourhood, over the network.
@Blocking
struct OwnNeighbourhoodSceneTests {
    private static let query = "q=%EC%9D%98%EC%9E%90&free=1"

    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite()
        member = try site.member()
    }

    private func namePlaces() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
    }

    private func saveProfile(_ rows: (String, String)...) throws -> Answer {
        let form = FilledForm(["nickname": "하늘이네"])
        return try member.post("/my/profile", rows.reduce(form) { $0.with($1.0, $1.1) }.multipart)
    }

    @Test func theOtherFiltersGoAlong() async throws {
        try await namePlaces()
        #expect(try saveProfile(("neighbourhood", "3"))["Location"] == "/my/profile")
        for (query, path) in [
            ("", "/?place=3"), ("?", "/?place=3"),
            ("?\(Self.query)", "/?place=3&\(Self.query)"),
            ("?place=1&place=2&q=a+b", "/?place=3&q=a+b"),
            ("?category=9&before=30000-7&sort=low", "/?place=3&category=9&sort=low"),
            ("?after=7&min=&max=3%EB%A7%8C&purpose=", "/?place=3&max=3%EB%A7%8C"),
            ("?utm_source=x&view=grid", "/?place=3&view=grid"),
        ] {
            let answer = try member.get("/near" + query)
            #expect(answer.status == 303)
            #expect(answer["Location"] == path)
            #expect(answer["Cache-Control"] == "private, no-store")
            #expect(try member.get(path).page.texts.contains("연남동"))
        }
    }

    @Test func aGuestChoosesOneAndGoesOn() async throws {
        try await namePlaces()
        let guest = try site.visitor()
        let asked = try guest.get("/near?free=1&place=1&before=7")
        #expect(asked.status == 200 && asked["Cache-Control"] == "private, no-store")
        func ways(_ answer: Answer) -> [String] {
            answer.page.links.filter { $0.hasPrefix("/near?choose=") }
        }
        #expect(ways(asked) == [1, 2, 3].map { "/near?choose=\($0)&free=1" })
        #expect(asked.page.texts.contains("연남동"))
        let chosen = try guest.get(ways(asked)[2])
        #expect(chosen.status == 303 && chosen["Location"] == "/?place=3&free=1")
        let cookie = try #require(chosen.all("Set-Cookie").first { $0.hasPrefix("near=") })
        #expect(cookie.hasPrefix("near=3; Path=/near; Max-Age=31536000; HttpOnly"))
        // From then on it is known.
        #expect(try guest.get("/near?q=a&place=1")["Location"] == "/?place=3&q=a")
        // A guest who is viewing it already may choose another one.
        let again = try guest.get("/near?place=3")
        #expect(again.status == 200 && ways(again).count == 4)
        #expect(again.page.tags("a").filter { $0["aria-current"] == "true" }.count == 1)
        // If the chosen one is no longer named, another must be chosen.
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동"))
        #expect(try ways(guest.get("/near")) == ["/near?choose=1"])
    }

    @Test func whatAGuestChoseContinuesAfterTheSignUp() async throws {
        try await namePlaces()
        let visitor = try site.visitor()
        _ = try visitor.get("/near?choose=3")
        try visitor.signUp("지수")
        #expect(try visitor.get("/near?free=1")["Location"] == "/?place=3&free=1")
        // Changing it leads to the profile, and what is chosen there counts.
        let asked = try visitor.get("/near?place=3&change=1")
        #expect(asked["Location"] == "/my/profile?return=/near#neighbourhood")
        let form = FilledForm(["nickname": "지수", "neighbourhood": "2"])
        _ = try visitor.post("/my/profile", form.multipart)
        #expect(try visitor.get("/near")["Location"] == "/?place=2")
    }

    @Test func aGuestChoosesNoneAgain() async throws {
        try await namePlaces()
        let guest = try site.visitor()
        _ = try guest.get("/near?choose=3")
        let page = try guest.get("/near?place=3&free=1").page
        let way = "/near?choose=none&free=1"
        #expect(page.links.contains(way) && page.texts.contains("모든 동네"))
        // The filters are kept on the way to an account, too.
        let signIn = "/signin?return=/near%3Fplace%3D3%26free%3D1"
        #expect(page.links.contains(signIn))
        let answer = try guest.get(way)
        #expect(answer.status == 303 && answer["Location"] == "/?free=1")
        let cookie = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("near=") })
        #expect(cookie.hasPrefix("near=; Path=/near; Max-Age=0;"))
        // Nothing is chosen, so nothing can be removed.
        let again = try guest.get("/near")
        #expect(again.status == 200)
        #expect(!again.page.tags("a").contains { $0["href"]?.contains("none") == true })
    }

    @Test func aListOfOneNeighbourhoodLeadsToAnotherAndToAll() async throws {
        try await namePlaces()
        for visitor in [try site.visitor(), member] {
            let page = try visitor.get("/?place=1&free=1").page
            let links = page.links
            #expect(links.contains("/near?place=1&free=1&change=1") && links.contains("/?free=1"))
            #expect(page.texts.contains("동네 바꾸기"))
            for list in ["/", "/?free=1", "/?place=1&place=3", "/?q=%EB%A7%9D%EC%9B%90%EB%8F%99"] {
                #expect(try !visitor.get(list).page.html.contains("change=1"), "\(list)")
            }
        }
    }

    @Test func whoeverChangesItIsAskedAndGoesOnThere() async throws {
        try await namePlaces()
        let guest = try site.visitor()
        _ = try guest.get("/near?choose=3")
        // From the list of another neighbourhood, too.
        let asked = try guest.get("/near?place=1&free=1&change=1")
        #expect(asked.status == 200)
        #expect(asked.page.texts.contains("동네를 고르면 그 동네 글만 보여드려요."))
        let way = "/near?choose=2&free=1"
        #expect(asked.page.links.contains(way))
        #expect(try guest.get(way)["Location"] == "/?place=2&free=1")

        _ = try saveProfile(("neighbourhood", "3"))
        let profile = try member.get("/near?place=3&free=1&change=1")
        #expect(profile["Location"] == "/my/profile?return=/near%3Ffree%3D1#neighbourhood")
        let saved = try saveProfile(("neighbourhood", "2"), ("return", "/near?free=1"))
        #expect(saved["Location"] == "/near?free=1")
        #expect(try member.get("/near?free=1")["Location"] == "/?place=2&free=1")
    }

    @Test func changingItWhereThereAreNoneShowsTheList() throws {
        for visitor in [try site.visitor(), member] {
            #expect(try visitor.get("/near?free=1&change=1")["Location"] == "/?free=1")
        }
    }

    @Test(arguments: ["choose=4", "choose=", "choose=x", "choose=-1"])
    func aGuestChoosesWhatIsThere(_ query: String) async throws {
        try await namePlaces()
        let answer = try site.get("/near?" + query)
        #expect(answer.status == 200 && answer.all("Set-Cookie").isEmpty)
    }

    @Test func theSignInTellsWhatItIsFor() async throws {
        try await namePlaces()
        let told = "로그인하거나 가입하면 내 동네를 골라 그 동네 글만 볼 수 있어요."
        let guest = try site.visitor()
        let links = try guest.get("/near").page.links
        #expect(links.contains("/signin?return=/near"))
        #expect(try guest.get("/signin?return=/near").page.texts.contains(told))
        #expect(try !guest.get("/signin?return=/nearby").page.texts.contains(told))
    }

    /// The row's label is hidden while none is chosen, so its text must name it.
    @Test func theRowNamesItselfWhileNoneIsChosen() async throws {
        try await namePlaces()
        #expect(try member.get("/my/profile").page.texts.contains("내 동네: 고르지 않음"))
    }

    @Test func nonsenseGoesNowhereElse() async throws {
        try await namePlaces()
        _ = try saveProfile(("neighbourhood", "3"))
        let long = String(repeating: "a", count: 7_000)
        for (query, path) in [
            ("q=1&q=2&q=1", "/?place=3&q=1&q=2&q=1"), ("q=%&sort=%FF", "/?place=3&q=%&sort=%FF"),
            ("%70lace=1&%70lace=x", "/?place=3"), ("=x&&&=&q&place", "/?place=3"),
            ("q=%0D%0ASet-Cookie:a=b", "/?place=3&q=%0D%0ASet-Cookie:a=b"),
            ("return=//example.com&free=1", "/?place=3&free=1"),
            ("q=" + long, "/?place=3&q=" + long),
        ] {
            let answer = try member.get("/near?" + query)
            #expect(answer.status == 303)
            #expect(answer["Location"] == path)
            #expect(!answer.all("Set-Cookie").contains { $0.hasPrefix("a=") })
            #expect(try member.get(path).status == 200)
        }
    }

    @Test func withoutANeighbourhoodOneIsChosenAndTheSearchGoesOn() async throws {
        try await namePlaces()
        let asked = try member.get("/near?" + Self.query)
        #expect(asked.status == 303 && asked["Cache-Control"] == "private, no-store")
        let parts = try #require(asked["Location"]).split(separator: "#")
        #expect(parts.count == 2 && parts.last == "neighbourhood")
        let form = try member.get(String(parts[0])).page
        #expect(form.tags("select").contains { $0["id"] == "neighbourhood" })
        #expect(form.texts.contains("동네를 고르고 저장하면 내 동네 글을 보여드려요."))
        #expect(form.value(of: "neighbourhood") == "")
        let way = try #require(form.value(of: "return"))
        #expect(way == "/near?" + Self.query)

        let refused = try saveProfile(("neighbourhood", "77"), ("return", way), ("about", "소개"))
        #expect(refused.status == 422)
        #expect(refused.page.alert?.lines == ["~ 동네를 목록에서 다시 골라주세요."])
        #expect(refused.page.value(of: "return") == way)
        #expect(refused.page.value(of: "about") == "소개")
        #expect(try saveProfile(("neighbourhood", "2"), ("return", way))["Location"] == way)
        let list = try #require(try member.get(way)["Location"])
        #expect(list == "/?place=2&" + Self.query)
        #expect(try member.get(list).page.alert?.title == "프로필을 저장했어요")
    }

    @Test func aQueryTooLongToComeBackToIsLeftBehind() async throws {
        try await namePlaces()
        let answer = try member.get("/near?q=" + String(repeating: "a", count: 7_000))
        #expect(answer["Location"] == "/my/profile?return=/near#neighbourhood")
    }

    @Test(arguments: ["/my/memos", "/nearby", "//example.com", "/near/../signout", "near", ""])
    func theProfileLeadsNowhereElse(_ path: String) async throws {
        try await namePlaces()
        #expect(try member.get("/my/profile?return=" + path).page.value(of: "return") == nil)
        #expect(try saveProfile(("return", path))["Location"] == "/my/profile")
    }

    @Test func aFormWithoutTheRowLeavesIt() async throws {
        try await namePlaces()
        _ = try saveProfile(("neighbourhood", "3"))
        _ = try saveProfile()
        #expect(try member.get("/near")["Location"] == "/?place=3")
        for path in ["/items/new", "/items/new?purpose=request"] {
            #expect(try member.get(path).page.value(of: "place") == "3")
        }
    }

    @Test func withoutNeighbourhoodsTheListIsShown() throws {
        for visitor in [try site.visitor(), member] {
            #expect(try visitor.get("/near?q=1&before=7")["Location"] == "/?q=1")
        }
        for path in ["/", "/my/profile"] {
            let html = try member.get(path).text
            #expect(!html.contains("/near") && !html.contains("내 동네"))
        }
    }

    @Test func theHeaderOfAListLeadsThere() async throws {
        try await namePlaces()
        for visitor in [try site.visitor(), member] {
            func way(on list: String) throws -> String? {
                let headers = try visitor.get(list).text
                    .stretches(from: "<header", to: "</header>")
                return Page(html: try #require(headers.first)).links.first { $0.hasPrefix("/near") }
            }
            #expect(try way(on: "/") == "/near")
            #expect(try way(on: "/?category=9") == "/near?category=9")
            // A phone's header has the search field instead.
            #expect(try way(on: "/?q=1") == nil)
        }
    }

    @Test func theFiltersAndTheProfileLeadThere() async throws {
        try await namePlaces()
        let links = try member.get("/my/profile").page.links
        #expect(links.contains("/near"))
        for visitor in [try site.visitor(), member] {
            let html = try visitor.get("/?free=1").text
            let form = try #require(html.stretches(from: "data-filters>", to: "</form>").first)
            let buttons = Page(html: form).tags("button").map { $0["formaction"] }
            // Enter presses the first one.
            #expect(buttons == [nil, "/near", nil])
        }
    }
}
