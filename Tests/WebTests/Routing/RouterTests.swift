import Fixtures
import Testing

@Blocking @Suite(.sharing)
struct RouterTests {
    /// Has one item.
    private let site: ServedSite

    init() async throws {
        site = try await .shared {
            let site = try ServedSite()
            try await site.add()
            return site
        }
    }

    @Test(arguments: [
        ("/", "GET, HEAD, OPTIONS"), ("/items", "GET, HEAD, POST, OPTIONS"),
        ("/items/1", "GET, HEAD, OPTIONS"), ("/items/new", "GET, HEAD, OPTIONS"),
        ("/items/1/edit", "GET, HEAD, POST, OPTIONS"), ("/photos", "POST, OPTIONS"),
        ("/items/check", "POST, OPTIONS"),
    ])
    func anotherMethodIs405AndNamesTheRightOnes(path: String, allowed: String) throws {
        for method in ["PUT", "PATCH", "DELETE", "TRACE", "QUERY"] {
            let answer = try site.request(method, path)
            #expect(answer.status == 405)
            #expect(answer["Allow"] == allowed)
            #expect(answer.page.texts.contains("이렇게는 쓸 수 없는 주소예요"))
        }
        let options = try site.request("OPTIONS", path)
        #expect(options.status == 204)
        #expect(options["Allow"] == allowed)
    }

    @Test func aFileIsReadOnly() throws {
        let answer = try site.post("/app.css", FilledForm.lamp.urlencoded)
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func theServerAsAWholeMayBeAskedForItsOptions() throws {
        #expect(try site.request("OPTIONS", "*").status == 204)
    }

    @Test(arguments: [("/items", "/items/new"), ("/items/7/authorization", "/items/7/edit")])
    func aFormThatCameBackIsThereWhenAskedForAgain(path: String, form: String) throws {
        #expect(try site.get(path).redirection() == form)
    }

    @Test func anItemHasOnePath() throws {
        #expect(try site.get("/items/1").status == 200)
        #expect(try site.get("/items/01").status == 404)
        #expect(try site.get("/items%2F1").status == 400)
    }

    @Test(arguments: ["BREW", "get", "CONNECT"])
    func anUnknownMethodIs501InTheSitesLook(method: String) throws {
        let answer = try site.request(method, "/")
        #expect(answer.status == 501)
        #expect(answer.page.texts.contains("요청을 알아듣지 못했어요"))
        #expect(answer.page.links.contains("/"))
    }

    @Test func noMethodReachesAPathThatIsNotThere() throws {
        for method in ["GET", "POST", "PUT", "DELETE", "OPTIONS"] {
            #expect(try site.request(method, "/nothing").status == 404)
        }
    }

    @Test(arguments: ["/", "/categories", "/items/new", "/items/1", "/nothing", "/app.css"])
    func headAnswersAsGetDoesWithoutTheBody(path: String) throws {
        let head = try site.everything(
            answering: "HEAD \(path) HTTP/1.1\r\nHost: \(site.host)\r\nConnection: close\r\n\r\n")
        let text = String(decoding: head, as: UTF8.self)
        let get = try site.get(path)
        #expect(text.hasPrefix("HTTP/1.1 \(get.status) "))
        #expect(text.hasSuffix("\r\n\r\n"))
        for (name, value) in get.fields where !["Date", "Connection"].contains(name) {
            #expect(text.contains("\r\n\(name): \(value)\r\n"))
        }
    }

    @Test(arguments: [
        "/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift",
        "/%2e%2e%2fPackage.swift",
        "/..%5cPackage.swift", "//etc/passwd", "/%2fetc/passwd", "/./app.css", "/.htaccess",
        "/app.css/", "/app.css%00.png", "/Public/app.css", "/Templates/layout.mustache", "/App.css",
        "/%252e%252e/Package.swift",
    ])
    func noPathLeadsOutOfThePublicFolder(path: String) throws {
        let answer = try site.get(path)
        #expect([400, 404].contains(answer.status))
        #expect(answer.page.links.contains("/"))
    }

    /// Otherwise an id could stand where another path has a fixed segment.
    @Test func aFixedSegmentGoesBeforeAVariableOne() throws {
        #expect(try site.get("/items/check").status == 405)
        #expect(try site.get("/items/new").status == 200)
        // `new` has no subpaths, and is not an id either.
        #expect(try site.get("/items/new/edit").status == 404)
        let answer = try site.post("/items/draft/interest/deletion", FilledForm.lamp.urlencoded)
        #expect(answer.status == 404)
    }

    @Test(arguments: [
        ("/categories/", "/categories"), ("/items/1/", "/items/1"), ("/items/", "/items"),
        ("/items/1/edit/", "/items/1/edit"), ("/my/", "/my"), ("/chats/", "/chats"),
        ("/signin/?return=%2Fmy&a=%EC%9D%98", "/signin?return=%2Fmy&a=%EC%9D%98"),
        ("/Items/1", "/items/1"), ("/SIGNIN/", "/signin"), ("/Rules", "/rules"),
    ])
    func aPathThatIsNearlyAPagesLeadsThere(typed: String, path: String) throws {
        let answer = try site.get(typed)
        #expect(answer.status == 308)
        #expect(answer["Location"] == path)
    }

    @Test(arguments: [
        "/nothing/", "//", "/items//", "/items/1//edit", "/photos//", "/photos/", "/app.css/",
        "/feed.atom/", "/Feed.atom", "/sitemap/", "/signout/", "//example.org/", "/nothing",
        "/API/items/1",
    ])
    func noOtherPathLeadsAnywhere(path: String) throws {
        #expect(try site.get(path).status == 404)
    }

    @Test func headIsLedAsGetIsAndNoFormIs() throws {
        let head = try site.everything(
            answering: "HEAD /my/ HTTP/1.1\r\nHost: \(site.host)\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 308 "))
        for path in ["/signin/", "/items/", "/nothing/"] {
            #expect(try site.post(path, FilledForm.lamp.urlencoded).status == 404)
        }
    }
}
