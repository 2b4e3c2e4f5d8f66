import Fixtures
import Testing

/// What browsers read to install the market as an app.
@Blocking @Suite(.sharing)
struct InstallationTests {
    private let site: ServedSite

    init() async throws {
        site = try await ServedSite.shared { try ServedSite() }
    }

    private func manifest() throws -> JSON {
        let path = try #require(
            try site.get("/").page.tags("link").first { $0["rel"] == "manifest" }?["href"])
        let answer = try site.get(path)
        #expect(answer["Content-Type"] == "application/manifest+json")
        return try answer.json
    }

    @Test func manifestNamesTheAppAndWhereItBegins() throws {
        let manifest = try manifest()
        for member in ["id", "name", "short_name", "lang", "start_url", "scope", "display"] {
            #expect(manifest[member].string?.isEmpty == false, "\(member)")
        }
        #expect(try site.get(#require(manifest["start_url"].string)).status == 200)
    }

    @Test func manifestSpeaksTheLanguageOfItsVisitor() throws {
        let (korean, english) = (
            try site.get("/manifest.webmanifest"),
            try site.get("/manifest.webmanifest", ["Accept-Language": "en-GB"])
        )
        #expect(try korean.json["name"].string == "장터")
        #expect(try english.json["name"].string == "Jangteo")
        #expect(try english.json["lang"].string == "en")
        #expect(english["Vary"] == "Accept-Language, Cookie")
        // HTML escaping would change the text.
        #expect(!korean.text.contains("&") && !english.text.contains("&"))
        let chosen = try site.get(
            "/manifest.webmanifest", ["Accept-Language": "en", "Cookie": "language=ko"])
        #expect(chosen.text == korean.text)
    }

    /// Otherwise the browser sends no cookie, and the chosen language is unknown.
    @Test func manifestIsAskedForWithTheCookieOfTheLanguage() throws {
        let link = try site.get("/").page.tags("link").first { $0["rel"] == "manifest" }
        #expect(link?["crossorigin"] == "use-credentials")
    }

    @Test func everyIconOfTheManifestIsServedInItsSize() throws {
        let manifest = try manifest()
        let shortcuts = manifest["shortcuts"].elements
        let icons = manifest["icons"].elements + shortcuts.flatMap { $0["icons"].elements }
        #expect(icons.count >= 4)
        for icon in icons {
            let answer = try site.get(#require(icon["src"].string))
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == icon["type"].string)
            guard icon["type"].string == "image/png" else { continue }
            #expect(Self.size(ofPNG: answer.body) == icon["sizes"].string)
        }
    }

    @Test func thereAreMaskableIconsOfTheUsualSizes() throws {
        let icons = try manifest()["icons"].elements
        let maskable = icons.filter { $0["purpose"].string == "maskable" }
        #expect(Set(maskable.compactMap { $0["sizes"].string }) == ["192x192", "512x512"])
    }

    @Test func everyShortcutLeadsToAPage() throws {
        let shortcuts = try manifest()["shortcuts"].elements
        #expect(shortcuts.contains { $0["url"].string == "/items/new" })
        for shortcut in shortcuts {
            let status = try site.get(#require(shortcut["url"].string)).status
            #expect([200, 303].contains(status))
            #expect(shortcut["name"].string?.isEmpty == false)
        }
    }

    @Test func theOldWayToAnIconLeadsToOne() throws {
        let answer = try site.get("/favicon.ico")
        #expect(answer["Content-Type"] == "image/x-icon")
        // The type of an icon file (1) with two pictures.
        #expect(answer.body.prefix(6) == [0, 0, 1, 0, 2, 0])
        #expect(answer.body.count < 2_000)
    }

    @Test func workerIsAScriptThatIsAskedForAnew() throws {
        let answer = try site.get("/service-worker.js?v=1-2")
        #expect(answer["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(answer["Cache-Control"] == "no-cache")
    }

    /// The size in a PNG's header (RFC 2083 section 4.1.1), in a manifest's notation.
    private static func size(ofPNG bytes: [UInt8]) -> String? {
        guard bytes.count > 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        let (width, height) = (bytes[16..<20], bytes[20..<24])
        let numbers = [width, height].map { $0.reduce(0) { $0 << 8 | Int($1) } }
        return "\(numbers[0])x\(numbers[1])"
    }
}
