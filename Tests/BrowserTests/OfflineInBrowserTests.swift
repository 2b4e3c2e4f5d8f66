import Fixtures
import Testing

/// A browser that has visited the market before, while the market is gone or has come back; over a
/// program of the test's own, which it ends.
@Blocking @Suite(.enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"))
final class OfflineInBrowserTests {
    private let folder: TemporaryFolder
    private let browser: Browser
    private var program: Program

    init() throws {
        folder = try TemporaryFolder()
        program = try Program(database: SeededDatabase.copy(into: folder))
        browser = try Browser(.on, site: "http://127.0.0.1:\(program.port)")
        try browser.open("/")
        try browser.waitUntil("the page is kept") {
            try browser.run("return navigator.serviceWorker.controller !== null") as? Bool ?? false
        }
    }

    isolated deinit {
        browser.end()
        program.end()
        folder.remove()
    }

    private func startAgain() throws {
        program = try Program(
            database: folder.file("market.sqlite"), options: ["--port", "\(program.port)"])
    }

    @Test func withoutTheMarketThePageSaysSoAndIsDressed() throws {
        program.end()
        for path in ["/", "/items/1", "/my"] {
            try browser.open(path)
            #expect(try browser.text(of: "h1") == "인터넷에 연결되어 있지 않아요")
            #expect(try browser.address == path)
            let rules = try browser.run("return document.styleSheets[0]?.cssRules.length ?? 0")
            #expect(rules as? Int ?? 0 > 10)
        }
    }

    @Test func reloadingShowsTheMarketAsItIsNow() throws {
        program.end()
        try browser.open("/")
        _ = try browser.find(".offline")
        try startAgain()
        try program.client().post(guest: "다시 열린 장터의 의자")
        try browser.click(".offline a")
        try browser.waitUntil("the list is there") { try browser.titles.first == "다시 열린 장터의 의자" }
    }

    @Test func noPageOfTheMarketIsKept() throws {
        try browser.open("/items/1")
        let kept = try browser.run(
            """
            return caches.keys().then(([name]) => caches.open(name)).then(cache => cache.keys())
                .then(kept => kept.map(({ url }) => new URL(url).pathname).sort());
            """)
        #expect(kept as? [String] == ["/app.css", "/app.js", "/offline"])
    }

    @Test func anotherVersionForgetsTheOneBefore() throws {
        try browser.run(
            "return navigator.serviceWorker.register('/service-worker.js?v=next').then(() => 1)")
        try browser.waitUntil("only the next version is kept") {
            try browser.run("return caches.keys()") as? [String] == ["offline-next"]
        }
        program.end()
        try browser.open("/")
        _ = try browser.find(".offline")
    }

    @Test func nothingOfItUpsetsTheConsole() throws {
        try browser.forgetComplaints()
        try browser.open("/items/1")
        try browser.expectNoComplaints()
    }
}

extension Client {
    /// Posts a listing as a guest, with a password of its own.
    fileprivate func post(guest title: String) throws {
        try submit(
            "/items",
            [
                "title": title, "category": "9", "price": "1000", "currency": "KRW", "stock": "1",
                "content": "이사하면서 내놓습니다.", "password": "달빛1234",
            ])
    }
}
