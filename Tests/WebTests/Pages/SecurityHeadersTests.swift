import Fixtures
import Foundation
import Testing

@Blocking @Suite(.sharing)
struct SecurityHeadersTests {
    private let site: ServedSite
    private let member: Client
    /// All pages, including errors and refused forms.
    private let pages: [Answer]

    init() async throws {
        let site = try await ServedSite.shared { try ServedSite() }
        let member = try await SharedValues.value("member") { try site.member() }
        (self.site, self.member) = (site, member)
        pages = try await SharedValues.value("pages") { try Self.pages(of: site, and: member) }
    }

    private static func pages(of site: ServedSite, and member: Client) throws -> [Answer] {
        _ = try site.post(.lamp.with(photo: Picture.red).with("content", "https://example.org"))
        let own = try member.post()
        let paths = [
            "/", "/?view=grid", "/?category=2", "/categories", "/items/new", "/items/1",
            "/items/1/edit", "/items/1/deletion", "/items/99", "/nothing", "/categories?category=2",
            "/signin", "/signup?return=%2Fmy", "/recovery", "/offline", "/items/posted",
            "/items/viewed",
        ]
        let wrong: FormBody = ["password": "틀림"]
        return try paths.map { try site.get($0) } + [
            try site.post("/items", FilledForm.lamp.with("title", "").multipart),
            try site.post("/items/1/edit", FilledForm().urlencoded),
            try site.post("/items/1/authorization", wrong),
            try site.post("/items/1/deletion", wrong),
            try site.post("/items", FormBody(contentType: "text/plain", bytes: [])),
            try site.post("/items", wrong, ["Origin": "null"]),
            try site.request("PUT", "/"),
            try site.post("/signin", wrong), try site.post("/signup", wrong),
            try site.post("/recovery", wrong),
            try site.post("/items", FilledForm.ownLamp.multipart),
            try site.post("/signup", ServedSite.credentials("바다네")),
        ] + pages(of: member, own: own)
    }

    /// - Parameter own: the path of the member's listing.
    private static func pages(of member: Client, own: String) throws -> [Answer] {
        _ = try member.press("/items/1/interest")
        let paths = [
            "/", "/items/1", own, own + "/edit", own + "/deletion", "/items/1/takeover",
            "/items/new", "/nothing", "/my/profile", "/my/items", "/my/items?status=sold",
            "/my/interests", "/my/purchases", "/my/sales", "/my/password", "/my/recovery-codes",
            "/my/account/deletion", "/my/follows",
        ]
        let wrong: FormBody = ["password": "틀림"]
        let forms = [
            "/my/profile", "/my/password", "/my/recovery-codes", "/my/account/deletion",
            "/items/1/takeover", own + "/pull-up",
        ]
        return try paths.map { try member.get($0) } + forms.map { try member.post($0, wrong) }
    }

    @Test func everyPageIsStrict() throws {
        for page in pages {
            let policy = try #require(page["Content-Security-Policy"])
            for rule in [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
                "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
            ] {
                #expect(policy.components(separatedBy: "; ").contains(rule))
            }
            #expect(!policy.contains("unsafe"))
            #expect(page["X-Content-Type-Options"] == "nosniff")
            #expect(page["Referrer-Policy"] == "same-origin")
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
        }
    }

    @Test func noPageHoldsInlineScriptOrStyle() throws {
        for page in pages.map(\.page) {
            let tags = page.html.stretches(from: "<", to: ">")
            for tag in tags where tag.first?.isLetter == true {
                #expect(!tag.contains(/\s(?i:on[a-z]+|style)\s*=/), "\(tag)")
                #expect(!tag.contains(/(?i)javascript:/), "\(tag)")
                #expect(!tag.hasPrefix("style"), "\(tag)")
            }
            // Structured data for search engines is not a script, although it is in a `script` element.
            let scripts = page.tags("script").filter { $0["type"] != "application/ld+json" }
            #expect(scripts.count == 1)
            #expect(scripts.allSatisfy { $0["src"] != nil })
            #expect(!page.html.contains("<script>"))
        }
    }

    @Test func everyLinkOfEveryPageLeadsSomewhere() throws {
        let paths = Set(
            pages.map(\.page).flatMap { page in
                page.links
                    + page.tags("link").compactMap { $0["href"] }
                    + page.tags("img").compactMap { $0["src"] }
                    + page.tags("script").compactMap { $0["src"] }
            })
        for path in paths where path.hasPrefix("/") {
            var answer = try site.get(path)
            if answer.status == 303 { answer = try member.get(path) }
            // As from `/items/1/similar` to the list that it leads to.
            if let next = answer["Location"] { answer = try member.get(next) }
            #expect(answer.status == 200, "\(path)")
        }
    }

    @Test func everyFragmentOfAPageIsOnIt() throws {
        for page in pages.map(\.page) {
            let targets = page.links.filter { $0.hasPrefix("#") }
            for target in targets {
                #expect(page.html.contains("id=\"\(target.dropFirst())\""), "\(target)")
            }
        }
    }

    @Test(arguments: ["/app.css", "/app.js", "/icon.svg", "/robots.txt", "/items/1", "/nothing"])
    func everyAnswerSaysWhatItIsAndKeepsItsAddress(path: String) throws {
        let answer = try site.get(path)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Referrer-Policy"] == "same-origin")
    }

    @Test(arguments: ["/", "/app.css", "/nothing", "/api/items/1"])
    func behindTLSBrowsersStayWithIt(path: String) throws {
        let field = "Strict-Transport-Security"
        let behind = try ServedSite { $0.isBehindTLS = true }
        #expect(try behind.get(path)[field] == "max-age=31536000")
        #expect(try site.get(path)[field] == nil)
    }

    @Test func aRefusedUploadIsStrictToo() throws {
        let answer = try site.post("/photos", FilledForm().with(photo: [1]).multipart)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
    }
}
