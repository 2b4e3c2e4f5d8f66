import Fixtures
import Foundation
import Testing

/// The guide for developers of API clients.
@Blocking
final class APIGuideSceneTests: SiteSuite {
    @Test func itIsAPageThatLeadsToTheDocument() throws {
        for path in ["/api", "/api/"] {
            let answer = try site.get(path)
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer.page.texts.contains("개발자를 위한 API"))
            #expect(answer.page.links.contains("/api/openapi.json"))
        }
    }

    @Test func theListLeadsToIt() throws {
        #expect(try site.get("/").page.links.contains("/api"))
    }

    @Test func itsExamplesAreScrolledByKeyboardToo() throws {
        let examples = try site.get("/api").page.tags("pre")
        #expect(!examples.isEmpty)
        #expect(examples.allSatisfy { $0["tabindex"] == "0" })
    }

    @Test(arguments: ["ko", "en"])
    func itNamesEveryCall(in language: String) throws {
        let html = try site.get("/api", ["Accept-Language": language]).text
        for operation in try OpenAPIDocument(site).operations {
            // One path, whatever its segments are called.
            let path = operation.path.replacingOccurrences(of: "{product}", with: "{id}")
            #expect(html.contains(path), "\(path)")
        }
    }

    @Test(arguments: ["ko", "en"])
    func itNamesEveryFieldThatIsAnswered(in language: String) throws {
        let html = try site.get("/api", ["Accept-Language": language]).text
        let id = try site.postItem()
        // Other spellings of documented names.
        let older = ["last_page", "has_next", "has_prev"]
        let paths = ["/api/items/1", "/api/item/\(id)", "/api/products", "/api/products/\(id)"]
        for path in paths {
            let names = try site.get(path).text.matches(of: /"([A-Za-z_]+)":/).map(\.output.1)
            #expect(names.count > 5, "\(path)")
            for name in names where !older.contains(String(name)) {
                #expect(html.contains("<code>\(name)</code>"), "\(name)")
            }
        }
        #expect(html.contains("(\(language == "ko" ? "유닉스 시간" : "Unix time"), UTC)"))
    }

    @Test func itIsNotSentAgainUntilItChanges() throws {
        let tag = try #require(site.get("/api")["ETag"])
        #expect(try site.get("/api", ["If-None-Match": tag]).status == 304)
    }

    @Test func itNamesTheHostAskedFor() throws {
        for host in ["market.example", "shop.example:8080", "market.example"] {
            let page = try site.call("GET", "/api", host: host).page
            #expect(page.texts.contains("http://\(host)/api/"))
        }
        let behindTLS = try ServedSite { $0.publicURL = "https://market.example" }
        #expect(try behindTLS.get("/api").page.texts.contains("https://market.example/api/"))
    }

    @Test func membersReadTheGuideToo() async throws {
        let visitor = try site.member("하늘이네")
        let page = try visitor.get("/api").page
        #expect(page.texts.contains("하늘이네"))
        #expect(page.texts.contains("개발자를 위한 API"))
    }

    @Test(arguments: [("ko", "원목 식탁 의자"), ("en", "Oak dining chair")])
    func itsExamplesRunAsTheyStand(in language: String, title: String) async throws {
        let blocks = try examples(in: language)
        #expect(blocks.count == 9)
        let first = try run(blocks.prefix(4))
        #expect(first.last == [title, "2"])
        #expect(try await site.storedIDs() == [1])
        let second = try run(blocks.dropFirst(5).prefix(3))
        #expect(second.last == [title, "2"])
        #expect(try await site.storedIDs() == [2, 1])
    }

    @Test(arguments: ["ko", "en"])
    func itsExamplesLeaveNothingBehind(in language: String) async throws {
        #expect(try run(examples(in: language)[...]).count == 7)
        #expect(try await site.storedIDs() == [])
        #expect(try site.storedRows()[0] == 0)
    }

    private func examples(in language: String) throws -> [String] {
        try site.get("/api", ["Accept-Language": language]).text
            .stretches(from: "<pre tabindex=\"0\"><code>", to: "</code></pre>")
            .compactMap { Page(html: "<code>" + $0).texts.first }
    }

    /// Runs the examples in a folder with a photo.
    /// - Returns: the title and stock of each listing that was printed on its own.
    /// - Throws: `Failure` if a call was refused.
    private func run(_ blocks: ArraySlice<String>) throws -> [[String]] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data(Picture.red).write(to: URL(fileURLWithPath: folder.file("photo.jpg")))
        let script = "cd '\(folder.file(""))'\n" + blocks.joined(separator: "\necho\n") + "\necho\n"
        let shell = try ChildProcess(
            "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        guard try shell.wait() == .code(0) else { throw Failure(shell.errors) }
        guard !shell.output.contains(#""message""#) else { throw Failure(shell.output) }
        return try shell.output.split(separator: "\n").flatMap { line in
            // Two answers in a row are on one line.
            try line.replacing("}{", with: "}\n{").split(separator: "\n").compactMap { text in
                let json = try JSON(Array(text.utf8))
                guard let title = json["title"].string ?? json["name"].string,
                    let stock = json["stock"].int
                else { return nil }
                return [title, "\(stock)"]
            }
        }
    }
}
