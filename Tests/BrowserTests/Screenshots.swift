import Fixtures
import Foundation
import Testing

extension MarketInBrowserTests {
    /// Screenshots for people to look at, taken when `JANGTEO_SCREENSHOTS` names a folder.
    @Blocking
    struct Screenshots {
        nonisolated static var folder: String? {
            ProcessInfo.processInfo.environment["JANGTEO_SCREENSHOTS"]
        }

        @Test(
            .enabled(if: folder != nil, "set JANGTEO_SCREENSHOTS to a folder"),
            arguments: Camera.all)
        func theMarketIsTaken(_ camera: Camera) throws {
            let browser = try Fixture.browser(.on)
            try camera.take(browser, to: Self.folder) { keep in
                for (name, path) in Self.screens {
                    try browser.open(path)
                    try keep(name)
                }
                try browser.open("/?view=list")
                try browser.find(".entries li:has(img[src^='/photos']) h2 a").click()
                try keep("detail")
                try browser.open("/items/new")
                try browser.add(photo: Fixture.picture("shown"))
                try browser.type("북유럽풍 장스탠드", into: "#title")
                try browser.submit()
                #expect(try browser.alert().first == "실패")
                try keep("form-refused")
            }
        }

        private static let screens: KeyValuePairs = [
            "list": "/?view=list", "grid": "/?view=grid", "form": "/items/new",
            "password": "/items/1/deletion", "not-found": "/nowhere",
        ]

        @Test(
            .enabled(if: folder != nil, "set JANGTEO_SCREENSHOTS to a folder"),
            arguments: Camera.all)
        func theAccountIsTaken(_ camera: Camera) throws {
            let browser = try Fixture.browser(.on)
            try camera.take(browser, to: Self.folder) { keep in
                for name in ["signup", "signin", "recovery"] {
                    try browser.open("/\(name)")
                    try keep(name)
                }
                try browser.submit()
                #expect(try browser.alert().first == "실패")
                try keep("recovery-refused")
                try browser.open("/signup")
                try browser.type("바닷가 \(camera.name)", into: "#nickname")
                try browser.type(Browser.password, into: "#password")
                try browser.submit()
                _ = try browser.find(".codes")
                try keep("codes")
                for path in OwnThings.pages {
                    try browser.open(path)
                    try keep(Self.name(of: path) + "-empty")
                }
                try OwnThings.fill(browser)
                for path in OwnThings.pages {
                    try browser.open(path)
                    try keep(Self.name(of: path))
                }
                try OwnThings.visit(browser, keep)
            }
        }

        /// A file name for a path, such as `my-memos-new`.
        private static func name(of path: String) -> String {
            path.split(whereSeparator: "/?=".contains).joined(separator: "-")
        }
    }
}
