import Fixtures
import Testing

@Blocking @Suite(.sharing)
final class ShortRoutesTests: SharedSiteSuite {
    @Test(arguments: [
        ("/chat", "/chats"), ("/desk", "/my"), ("/login", "/signin"), ("/new", "/items/new"),
        ("/register", "/signup"), ("/searches", "/my/searches"), ("/viewed", "/items/viewed"),
        ("/login?return=/my/memos&x=%20", "/signin?return=/my/memos&x=%20"),
        ("/new?category=9", "/items/new?category=9"),
        ("/search?q=%EC%9D%98%EC%9E%90&sort=low", "/?q=%EC%9D%98%EC%9E%90&sort=low"),
    ])
    func aShortAddressLeadsToItsPageForGood(short: String, path: String) throws {
        let answer = try site.get(short)
        #expect(answer.status == 308)
        #expect(answer["Location"] == path)
        // Some redirect a guest to the sign-in.
        #expect(try [200, 303].contains(site.get(path).status))
    }

    @Test(arguments: ["/search", "/search?q=", "/search?category=9"])
    func theSearchPageStaysWhereNothingIsLookedFor(path: String) throws {
        #expect(try site.get(path).status == 200)
    }

    @Test(arguments: ["/login/", "/Login", "/login/x", "/searches/1"])
    func nothingElseIsShort(path: String) throws {
        #expect(try site.get(path).status == 404)
    }

    @Test func noFormIsSentToAShortAddress() throws {
        let answer = try site.post("/login", ServedSite.credentials())
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD, OPTIONS")
    }
}
