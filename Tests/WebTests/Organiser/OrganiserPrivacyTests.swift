import Fixtures
import Foundation
import Market
import Storage
import Testing

@testable import Web

/// An account's things are visible to no other account: tries every path of the organiser with every id.
@Blocking
struct OrganiserPrivacyTests {
    /// Occurs in all of the owner's titles and texts.
    private static let secret = "아무도 모르는"

    private let site: ServedSite
    private let owner: Client
    /// The ids of all of the owner's things; lists, tasks, memos and deletions are each numbered from 1.
    private let ids = 1...4
    private let routes: [Route]

    init() throws {
        site = try ServedSite()
        owner = try site.member("하늘이네")
        for _ in 1...3 {
            let list = try owner.makeList(Self.secret + " 목록")
            for _ in 1...2 { _ = try owner.makeTodo(Self.secret + " 일", in: list) }
            _ = try owner.makeMemo(Self.secret + " 메모")
        }
        for path in ["/my/memos/3", "/my/tasks/6", "/my/lists/3", "/my/tasks/4"] {
            _ = try owner.delete(path)
        }
        _ = try owner.press("/my/tasks/1/completion")
        routes = try OrganiserRoutes.all(.overNothing())
    }

    /// Has a value for every field of every form.
    private let form = FilledForm([
        "title": "훔쳐보기", "name": "훔쳐보기", "text": "훔쳐보기", "icon": "sun", "revision": "1",
        "list": "1",
        "item": "", "reminder": "", "steps": "훔쳐보기",
    ])

    private func path(_ route: Route, _ id: Int) -> String {
        route.pattern.replacing(/:[a-z]+/, with: "\(id)")
    }

    private func ask(_ client: Client, _ route: Route, _ id: Int) throws -> Answer {
        let path = path(route, id)
        return route.method == .get
            ? try client.get(path) : try client.post(path, form.urlencoded)
    }

    /// All pages that the owner sees.
    private func everything() throws -> [String] {
        let fixed = ["/my", "/my/lists", "/my/completed", "/my/memos", "/my/trash"]
        let lists = ids.map { "/my/lists/\($0)" } + ids.map { "/my/memos/\($0)" }
        // Other accounts' writes change the version in a page, but nothing else.
        return try (fixed + lists).map {
            try owner.get($0).text.replacing(/since=[^"]+/, with: "since=")
        }
    }

    @Test func theTableOfRoutesIsRead() {
        #expect(routes.count > 35)
        #expect(routes.count { !$0.isFixed } > 20)
    }

    @Test func anotherAccountFindsNothingAndChangesNothing() throws {
        let before = try everything()
        #expect(before.joined().contains(Self.secret))
        let stranger = try site.member("바다네")
        for route in routes where !route.isFixed {
            let never = try ask(stranger, route, 9_999)
            #expect([404, 303].contains(never.status), "\(route.pattern)")
            for id in ids {
                let answer = try ask(stranger, route, id)
                #expect(answer.status == never.status, "\(route.method) \(path(route, id))")
                #expect(
                    answer["Location"]?.replacing("\(id)", with: "")
                        == never["Location"]?.replacing("9999", with: ""))
                #expect(!answer.text.contains(Self.secret))
            }
        }
        #expect(try everything() == before)
    }

    @Test func anotherAccountSeesItsOwnThingsOnly() throws {
        let before = try everything()
        let stranger = try site.member("바다네")
        for route in routes where route.isFixed {
            let answer = try ask(stranger, route, 0)
            #expect(answer.status < 400 || answer.status == 422, "\(path(route, 0))")
            #expect(!answer.text.contains(Self.secret))
        }
        #expect(try everything() == before)
    }

    @Test func signedOutVisitorsAreLedToTheSignIn() throws {
        let before = try everything()
        for route in routes {
            for id in route.isFixed ? [0] : [1, 9_999] {
                let visitor = try site.visitor()
                let answer = try ask(visitor, route, id)
                #expect(!answer.text.contains(Self.secret))
                if route.method == .get {
                    #expect(answer.status == 303)
                    #expect(answer["Location"]?.hasPrefix("/signin?return=/my") == true)
                } else {
                    #expect(answer.status == 403, "\(path(route, id))")
                    #expect(answer.page.actions.contains("/signin"))
                }
            }
        }
        #expect(try everything() == before)
    }

    @Test func anotherSiteCanSendNothing() throws {
        let body = form.urlencoded
        for route in routes where route.method == .post {
            let answer = try site.post(path(route, 1), body, ["Sec-Fetch-Site": "cross-site"])
            #expect(answer.status == 403)
            #expect(!answer.page.actions.contains("/signin"))
        }
    }
}

extension Route {
    /// Whether its path has no variable segments.
    fileprivate var isFixed: Bool { !pattern.contains("/:") }
}
