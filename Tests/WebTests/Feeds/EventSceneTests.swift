import Fixtures
import Testing

@testable import Web

@Blocking
struct EventSceneTests {
    private static let event = "data: changed\n\n"
    /// For changes that only a member's own pages show.
    private static let ownEvent = "data: own\n\n"

    /// A connection that listens to the stream named by the page at `path`, from the page's version on.
    private func listen(
        _ site: ServedSite, to path: String, as visitor: Client? = nil
    ) throws -> Client {
        let visitor = try visitor ?? site.visitor()
        return try stream(site, try address(of: path, for: visitor), as: visitor)
    }

    private func address(of path: String, for visitor: Client) throws -> String {
        try #require(visitor.get(path).page.tags("main").first?["data-live"])
    }

    /// A second connection with the visitor's cookies, on which the stream has begun.
    private func stream(
        _ site: ServedSite, _ address: String, as visitor: Client
    ) throws -> Client {
        let client = try Client(port: site.port)
        let cookie = visitor.cookie("session").map { "Cookie: session=\($0)\r\n" } ?? ""
        try client.send("GET \(address) HTTP/1.1\r\nHost: \(site.host)\r\n\(cookie)\r\n")
        let answer = try client.readAnswer()
        try #require(answer.status == 200)
        #expect(answer["Content-Type"] == "text/event-stream")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["X-Accel-Buffering"] == "no")
        return client
    }

    @Test(arguments: ServedSite.Backend.working)
    func aMemoOfOneWindowSendsAnEventToTheOther(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let first = try site.member()
        let second = try site.visitor()
        _ = try second.post("/signin", ServedSite.credentials())
        let window = try listen(site, to: "/my/memos", as: second)
        _ = try first.makeMemo("다리 길이 42cm")
        #expect(try window.readEvent() == Self.ownEvent)
        #expect(try second.get("/my/memos").text.contains("다리 길이 42cm"))
    }

    @Test(arguments: ServedSite.Backend.working)
    func anotherAccountGetsNoEvent(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let owner = try site.member("하늘이네")
        let stranger = try site.member("바다네")
        let theirs = try listen(site, to: "/my/memos", as: stranger)
        let own = try listen(site, to: "/my/memos", as: owner)
        _ = try owner.makeMemo()
        #expect(try own.readEvent() == Self.ownEvent)
        _ = try stranger.press("/signout")
        #expect(try theirs.readEvent() == "")
    }

    @Test(arguments: ServedSite.Backend.working)
    func aNewItemSendsAnEventToOpenLists(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let windows = try ["/", "/?category=9", "/?view=grid"].map { try listen(site, to: $0) }
        _ = try site.post(.lamp)
        for window in windows { #expect(try window.readEvent() == Self.event) }
    }

    @Test(arguments: ServedSite.Backend.working)
    func membersHearOfTheirNewsOnMarketPages(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let member = try site.member("하늘이네")
        let stranger = try site.member("바다네")
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        let own = try listen(site, to: "/", as: member)
        let theirs = try listen(site, to: "/", as: stranger)
        _ = try site.post(.lamp)
        let events = Set([try own.readEvent(), try own.readEvent()])
        #expect(events == [Self.event, Self.ownEvent])
        #expect(try theirs.readEvent() == Self.event)
        // After a sign-out the stream ends, until the page asks again.
        _ = try member.press("/signout")
        #expect(try own.readEvent() == "")
    }

    @Test func aPageThatIsBehindGetsAnEventAtOnce() throws {
        let site = try ServedSite()
        let visitor = try site.visitor()
        let address = try address(of: "/", for: visitor)
        _ = try site.post(.lamp)
        for address in [address, "/live", "/live?since=%00"] {
            let window = try stream(site, address, as: visitor)
            #expect(try window.readEvent() == Self.event)
        }
    }

    @Test(arguments: ["/signout", "/my/sessions/deletion"])
    func signingOutEndsTheStreamWithoutAnEvent(_ path: String) throws {
        let site = try ServedSite()
        let member = try site.member()
        let window = try listen(site, to: "/my/memos", as: member)
        #expect(try member.press(path).status == 303)
        #expect(try window.readEvent() == "")
    }

    @Test func theStreamEndsWithTheSessionThatHasRunOut() throws {
        let site = try ServedSite()
        let window = try listen(site, to: "/my/memos", as: try site.member())
        site.clock.advance(by: Sessions.lifetime + 1)
        let again = try site.visitor()
        _ = try again.post("/signin", ServedSite.credentials())
        _ = try again.makeMemo()
        #expect(try window.readEvent() == "")
    }

    @Test func aNewPasswordEndsTheStreamsOfOtherSessions() throws {
        let site = try ServedSite()
        let member = try site.member()
        let other = try site.visitor()
        _ = try other.post("/signin", ServedSite.credentials())
        let window = try listen(site, to: "/my/memos", as: other)
        let form: FormBody = ["password": ServedSite.password, "new_password": "별빛처럼 고요하게"]
        #expect(try member.post("/my/password", form).status == 303)
        #expect(try window.readEvent() == "")
    }

    @Test func deletingTheAccountEndsTheStreamWithoutAnEvent() throws {
        let site = try ServedSite()
        let member = try site.member()
        let window = try listen(site, to: "/my/memos", as: member)
        let form: FormBody = ["password": ServedSite.password]
        #expect(try member.post("/my/account/deletion", form).status == 303)
        #expect(try window.readEvent() == "")
    }

    @Test func guestsGet204() throws {
        let site = try ServedSite(.memory)
        let visitor = try site.visitor()
        let answer = try visitor.get("/my/live?since=1")
        #expect(answer.status == 204)
        #expect(answer["Transfer-Encoding"] == nil)
        #expect(try visitor.get("/").status == 200)
    }

    @Test func headGetsTheFieldsAndNoStream() throws {
        let site = try ServedSite(.memory)
        let client = try Client(port: site.port)
        try client.send("HEAD /live HTTP/1.1\r\nHost: \(site.host)\r\n\r\n")
        #expect(try client.readAnswer()["Content-Type"] == "text/event-stream")
        #expect(try client.get("/").status == 200)
    }

    @Test func anAddressListensInAQuarterOfThePlaces() throws {
        let site = try ServedSite(.memory) { $0.mostStreams = 8 }
        let visitor = try site.visitor()
        let windows = try (0..<2).map { _ in try stream(site, "/live", as: visitor) }
        // Once a stream has sent an event, it holds a place.
        #expect(try windows.allSatisfy { try $0.readEvent() == Self.event })
        #expect(try visitor.get("/live").status == 503)
    }

    @Test func everyPageOfTheOrganiserThatMayChangeListens() throws {
        let site = try ServedSite(.memory)
        let member = try site.member()
        let list = try member.makeList()
        let paths = [
            "/my", "/my/lists", list, try member.makeTodo(in: list), "/my/completed", "/my/memos",
            try member.makeMemo(), "/my/reminders", "/my/days", "/my/trash",
        ]
        for path in paths {
            let address = try address(of: path, for: member)
            #expect(address.hasPrefix("/my/live?since="), "\(path)")
        }
    }

    @Test func anOlderPageOfTheListDoesNotListen() async throws {
        let site = try ServedSite(.memory)
        try await site.add(25)
        let answer = try site.get("/?before=5")
        #expect(answer.status == 200)
        #expect(answer.page.tags("main").first?["data-live"] == nil)
    }

    /// The alert is shown by the window that was redirected, not by one that refreshes itself.
    @Test func aPageThatIsBroughtUpToDateLeavesTheAlert() throws {
        let site = try ServedSite(.memory)
        let fields: KeyValuePairs = ["Cookie": "alert=posted", "X-Refresh": "1"]
        let refreshed = try site.get("/", fields)
        #expect(refreshed["Set-Cookie"] == nil)
        #expect(refreshed.page.tags("dialog").isEmpty)
        let opened = try site.get("/", ["Cookie": "alert=posted"])
        #expect(opened["Set-Cookie"] != nil)
        #expect(opened.page.tags("dialog").count == 1)
    }
}
