import Fixtures
import Foundation
import Testing

/// The accessibility trees of the main pages, compared with the files in `Trees`. `JANGTEO_TREES=1`
/// writes those files again: read the differences before committing them.
@Blocking
@Suite(
    .serialized, .enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"))
final class AccessibilityTreeTests {
    private let program: Program
    private let browser: Browser
    private let client: Client

    /// Makes a market with two listings; the second one's seller has a list and a memo.
    init() throws {
        program = try Program()
        browser = try Browser(.on, site: "http://127.0.0.1:\(program.port)")
        let guest = try program.client()
        try guest.submit("/items", Self.listing("원목 책장", password: "&password=1234"))
        client = try Client(port: program.port, keepsCookies: true)
        try client.signUp("바다네")
        try client.submit("/items", Self.listing("장스탠드"))
        let list = try client.submit("/my/lists", ["title": "이사", "icon": "cart"])
        try client.submit("\(list)/tasks", ["title": "상자 사기"])
        try client.submit("/my/memos", ["text": "사다리차 3시"])
        let asker = try Client(port: program.port, keepsCookies: true)
        try asker.signUp("들녘네")
        let chat = try asker.ask(about: "/items/2")
        try client.submit("\(chat)/reservation", ["term": ""])
        try asker.submit("\(chat)/messages", ["text": "내일 봬요."])
    }

    isolated deinit {
        browser.end()
        program.end()
    }

    private static func listing(_ title: String, password: String = "") -> FormBody {
        var form = FormBody.urlencoded([
            "title": title, "category": "9", "price": "35000", "currency": "KRW", "stock": "1",
            "content": "이사하면서 내놓습니다.",
        ])
        form.bytes += password.utf8
        return form
    }

    @Test(arguments: [
        ("list", "/?view=list"), ("detail", "/items/1"), ("form", "/items/new"),
        ("sign-in", "/signin"),
    ])
    func pageOfEverybodyIsReadAsBefore(_ name: String, _ path: String) throws {
        try expectTree(of: path, named: name)
    }

    @Test(arguments: [
        ("organiser", "/my"), ("own-detail", "/items/2"), ("chats", "/chats"),
        ("conversation", "/chats/1"), ("person", "/people/1"),
    ])
    func pageOfAMemberIsReadAsBefore(_ name: String, _ path: String) throws {
        try browser.set(cookie: "session", to: try #require(client.cookie("session")))
        try expectTree(of: path, named: name)
    }

    private func expectTree(of path: String, named name: String) throws {
        try browser.open(path)
        let tree = try AccessibilityTree(of: browser).text
        let file = "\(Program.packageRoot)/Tests/BrowserTests/Accessibility/Trees/\(name).txt"
        if ProcessInfo.processInfo.environment["JANGTEO_TREES"] != nil {
            try tree.write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(try tree == String(contentsOfFile: file, encoding: .utf8))
    }
}
