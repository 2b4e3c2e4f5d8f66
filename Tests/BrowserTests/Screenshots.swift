import Fixtures
import Foundation
import Testing

extension MarketInBrowserTests {
    /// Pictures of the screens for people to look at, when `JANGTEO_SCREENSHOTS` names a folder.
    @Blocking
    struct Screenshots {
        nonisolated static var folder: String? {
            ProcessInfo.processInfo.environment["JANGTEO_SCREENSHOTS"]
        }

        @Test(
            .enabled(if: folder != nil, "set JANGTEO_SCREENSHOTS to a folder"),
            arguments: [(390, 844), (1_280, 900)])
        func screensAreTaken(width: Int, height: Int) throws {
            let browser = try Stage.browser(.on)
            try browser.resize(width: width, height: height)
            for (name, path) in Self.screens {
                try browser.open(path)
                try keep(browser, name, width)
            }
            try browser.open("/?view=list")
            try browser.find(".entries li:has(img[src^='/photos']) h2 a").click()
            try keep(browser, "detail", width)
            try browser.open("/items/new")
            try browser.add(photo: Stage.picture("shown"))
            try browser.find("#title").type("북유럽풍 장스탠드")
            try browser.submit()
            #expect(try browser.alert().first == "실패")
            try keep(browser, "form-refused", width)
            try browser.resize(width: 390, height: 844)
        }

        private static let screens: KeyValuePairs = [
            "list": "/?view=list", "grid": "/?view=grid", "form": "/items/new",
            "password": "/items/1/deletion", "not-found": "/nowhere",
        ]

        private func keep(_ browser: Browser, _ name: String, _ width: Int) throws {
            guard let folder = Self.folder else { return }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try browser.waitUntil("the pictures in view are there") {
                let isComplete = try browser.run(
                    """
                    return [...document.images].every(i =>
                        i.complete || i.getBoundingClientRect().top > innerHeight)
                    """)
                return isComplete as? Bool ?? false
            }
            try browser.screenshot().write(
                to: URL(fileURLWithPath: "\(folder)/\(name)-\(width).png"))
        }
    }
}
