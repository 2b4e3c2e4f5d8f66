import Fixtures
import Foundation
import Mustache
import Testing
import Web

@Blocking
struct TemplateStoreTests {
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
        for folder in ["Templates", "Public"] {
            let original = URL(fileURLWithPath: Program.packageRoot).appendingPathComponent(folder)
            // A link copied as a link would let the tests change what it leads to.
            try FileManager.default.copyItem(
                at: original.resolvingSymlinksInPath(),
                to: URL(fileURLWithPath: root.file(folder)))
        }
    }

    private func serve(isDevelopment: Bool) throws -> ServedSite {
        try ServedSite(.memory) { options in
            options.root = root.path
            options.isDevelopment = isDevelopment
        }
    }

    /// Changes a template, and answers what was there.
    private func replace(_ name: String, _ change: (String) -> String) throws -> String {
        let url = URL(fileURLWithPath: root.file("Templates/\(name).mustache"))
        let before = try String(contentsOf: url, encoding: .utf8)
        try change(before).write(to: url, atomically: true, encoding: .utf8)
        return before
    }

    @Test func inDevelopmentAChangeShowsAtTheNextRequest() throws {
        let site = try serve(isDevelopment: true)
        #expect(try !site.get("/").text.contains("새로운 꼬리말"))
        _ = try replace("layout") { $0.replacing("</body>", with: "<p>새로운 꼬리말</p></body>") }
        #expect(try site.get("/").text.contains("새로운 꼬리말"))
    }

    @Test(arguments: [
        ("items/item-list", "{{/entries}}", "{{/entriez}}"),
        ("items/item-list", "{{heading}}", "{{headline}}"),
        ("layout", "{{stylesheet}}", "{{stylesheet"), ("layout", "{{> alert}}", "{{> alarm}}"),
    ])
    func inDevelopmentABrokenTemplateSaysWhereAndWhyUntilMended(
        name: String, part: String, broken: String
    ) throws {
        let site = try serve(isDevelopment: true)
        let before = try replace(name) { $0.replacing(part, with: broken) }
        let answer = try site.get("/")
        #expect(answer.status == 500)
        #expect(answer.text.contains("\(name).mustache:"))
        #expect(answer.text.contains(/\.mustache:\d+:\d+: \S/))
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        _ = try replace(name) { _ in before }
        #expect(try site.get("/").status == 200)
    }

    @Test func inDevelopmentAChangedStylesheetGetsAnAddressOfItsOwn() throws {
        let site = try serve(isDevelopment: true)
        let before = try site.get("/").page.tags("link").first { $0["rel"] == "stylesheet" }
        try "b{}".write(toFile: root.file("Public/app.css"), atomically: true, encoding: .utf8)
        let after = try site.get("/").page.tags("link").first { $0["rel"] == "stylesheet" }
        #expect(after?["href"] != before?["href"])
        #expect(try site.get(try #require(after?["href"])).text == "b{}")
    }

    @Test func otherwiseTemplatesAreReadOnce() throws {
        let site = try serve(isDevelopment: false)
        _ = try replace("layout") { $0 + "{{broken" }
        #expect(try site.get("/").status == 200)
    }

    @Test(arguments: [true, false])
    func aBrokenTemplateKeepsTheSiteFromStarting(isDevelopment: Bool) throws {
        _ = try replace("error") { $0 + "{{nothing}}" }
        #expect(throws: (any Error).self) { try serve(isDevelopment: isDevelopment) }
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
        let before = try replace(name) { $0.replacing(link, with: broken) }
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
        ("ko", "cancel = 취소", "cancel = {name|가/이}", "words/ko.txt:6:1: “가/이” is no particle"),
        ("ko", "cancel = 취소", "cancel 취소", "words/ko.txt:6:1: neither"),
        ("ko", "{title} 되돌리기", "{titel} 되돌리기", "“organiser.restoreTitled” takes other"),
    ])
    func catalogueThatDisagreesKeepsTheSiteFromStarting(
        language: String, part: String, broken: String, message: String
    ) throws {
        let url = URL(fileURLWithPath: root.file("Templates/words/\(language).txt"))
        let before = try String(contentsOf: url, encoding: .utf8)
        #expect(before.contains(part))
        try before.replacing(part, with: broken).write(
            to: url, atomically: true, encoding: .utf8)
        let error = #expect(throws: TemplateErrors.self) { try serve(isDevelopment: false) }
        #expect(error?.all.map(\.description).contains { $0.contains(message) } ?? false)
    }

    @Test func inDevelopmentAChangedMessageShowsAtTheNextRequest() throws {
        let site = try serve(isDevelopment: true)
        let url = URL(fileURLWithPath: root.file("Templates/words/ko.txt"))
        let words = try String(contentsOf: url, encoding: .utf8)
        try words.replacing("showAll = 전체 보기", with: "showAll = 다 보기")
            .write(to: url, atomically: true, encoding: .utf8)
        #expect(try site.get("/?category=1").text.contains("다 보기"))
        try words.replacing("showAll = ", with: "showAll")
            .write(to: url, atomically: true, encoding: .utf8)
        let answer = try site.get("/?category=1")
        #expect(answer.status == 500)
        #expect(answer.text.contains("words/ko.txt:"))
    }

    @Test func aRootWithoutASiteKeepsItFromStarting() {
        #expect(throws: (any Error).self) {
            try ServedSite(.memory) { $0.root = root.path + "/nothing" }
        }
    }
}
