import Fixtures
import Foundation
import Mustache
import Storage
import Testing
import Web

@Blocking
struct TemplateStoreTests {
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
        for folder in ["Templates", "Public"] {
            let original = URL(fileURLWithPath: Program.packageRoot).appendingPathComponent(folder)
            // A symbolic link copied as one would let the tests change its target.
            try FileManager.default.copyItem(
                at: original.resolvingSymlinksInPath(), to: URL(fileURLWithPath: root.file(folder)))
        }
    }

    private func serve(isDevelopment: Bool) throws -> ServedSite {
        try ServedSite { options in
            options.root = root.path
            options.isDevelopment = isDevelopment
        }
    }

    /// Changes a template file, and returns its previous text.
    private func replace(_ name: String, _ change: (String) -> String) throws -> String {
        let url = URL(fileURLWithPath: root.file("Templates/\(name)"))
        let before = try String(contentsOf: url, encoding: .utf8)
        try change(before).write(to: url, atomically: true, encoding: .utf8)
        return before
    }

    private func stylesheet(of answer: Answer) -> String? {
        answer.page.tags("link").first { $0["rel"] == "stylesheet" }?["href"]
    }

    /// Compiling all templates takes a second or two, so one site is asked for everything.
    @Test func inDevelopmentChangesShowAtTheNextRequest() throws {
        let site = try serve(isDevelopment: true)
        let before = try stylesheet(of: site.get("/?category=1"))
        _ = try replace("layout.mustache") {
            $0.replacing("</body>", with: "<p>새로운 꼬리말</p></body>")
        }
        _ = try replace("words/ko.txt") {
            $0.replacing("showAll = 모든 글 보기", with: "showAll = 다 보기")
        }
        try "b{}".write(toFile: root.file("Public/app.css"), atomically: true, encoding: .utf8)
        let answer = try site.get("/?category=1")
        #expect(answer.text.contains("새로운 꼬리말"))
        #expect(answer.text.contains("다 보기"))
        let after = try #require(stylesheet(of: answer))
        #expect(after != before)
        #expect(try site.get(after).text == "b{}")
    }

    @Test func inDevelopmentFaultsSayWhereAndWhyUntilMended() throws {
        let site = try serve(isDevelopment: true)
        for (name, part, broken) in [
            ("items/item-list.mustache", "{{heading}}", "{{headline}}"),
            ("layout.mustache", "{{stylesheet}}", "{{stylesheet"),
            ("words/ko.txt", "showAll = ", "showAll"),
        ] {
            let before = try replace(name) { $0.replacing(part, with: broken) }
            let answer = try site.get("/")
            #expect(answer.status == 500, "\(name)")
            #expect(answer.text.contains("\(name):"), "\(name)")
            #expect(answer.text.contains(/:\d+:\d+: \S/), "\(name)")
            #expect(answer["X-Content-Type-Options"] == "nosniff", "\(name)")
            _ = try replace(name) { _ in before }
        }
        #expect(try site.get("/").status == 200)
        // For other errors the page shows what the log says.
        (site.storage as? SQLiteStorage)?.close()
        #expect(try site.get("/").page.texts.contains("the storage is closed"))
    }

    @Test func otherwiseTemplatesAreReadOnce() throws {
        let site = try serve(isDevelopment: false)
        _ = try replace("layout.mustache") { $0 + "{{broken" }
        #expect(try site.get("/").status == 200)
    }

    @Test func aBrokenTemplateKeepsTheSiteFromStartingInDevelopmentToo() throws {
        _ = try replace("error.mustache") { $0 + "{{nothing}}" }
        #expect(throws: (any Error).self) { try serve(isDevelopment: true) }
    }

    @Test(arguments: [
        ("accounts/profile", "href=\"/my/export\"", "href=\"/my/exports\""),
        ("items/item-detail", "/items/{{id}}/edit", "/items/{{id}}/edits"),
        ("layout", "href=\"/icon.svg\"", "href=\"/icons.png\""),
        ("organiser/completed-todos", "/my/tasks/{{id}}/deletion", "/my/done/{{id}}/deletion"),
    ])
    func linkThatLeadsNowhereKeepsTheSiteFromStarting(
        name: String, link: String, broken: String
    ) throws {
        let before = try replace("\(name).mustache") { $0.replacing(link, with: broken) }
        #expect(before.contains(link))
        let error = #expect(throws: TemplateErrors.self) { try serve(isDevelopment: false) }
        #expect(error?.all.first?.file == "\(name).mustache")
        #expect(error?.all.first?.line ?? 0 > 0)
    }

    @Test(arguments: [
        ("ko", "\ncancel = 취소", "", "words/ko.txt: “common.cancel” is missing"),
        ("en", "\ncancel = Cancel", "", "words/en.txt: “common.cancel” is missing"),
        ("en", "cancel = Cancel", "cancel = {x}", "“common.cancel” takes other arguments"),
        ("ko", "cancel = 취소", "cancel = 취소\nnothing = 없음", "nothing uses “common.nothing”"),
        ("ko", "cancel = 취소", "cancel = {name|가/이}", "words/ko.txt:7:1: “가/이” is not a particle"),
        ("ko", "cancel = 취소", "cancel 취소", "words/ko.txt:7:1: neither"),
        ("ko", "{title} 되돌리기", "{titel} 되돌리기", "“organiser.restoreTitled” takes other"),
    ])
    func catalogueThatDisagreesKeepsTheSiteFromStarting(
        language: String, part: String, broken: String, message: String
    ) throws {
        let before = try replace("words/\(language).txt") { $0.replacing(part, with: broken) }
        #expect(before.contains(part))
        let error = #expect(throws: TemplateErrors.self) { try serve(isDevelopment: false) }
        #expect(error?.all.map(\.description).contains { $0.contains(message) } ?? false)
    }

    @Test func aRootWithoutASiteKeepsItFromStarting() {
        #expect(throws: (any Error).self) {
            try ServedSite { $0.root = root.path + "/nothing" }
        }
    }
}
