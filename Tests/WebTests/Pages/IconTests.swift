import Fixtures
import Foundation
import Market
import Testing

/// The icons that pages use, and the file that defines them.
@Blocking
struct IconTests {
    private static func text(of path: String) throws -> String {
        try String(contentsOfFile: Program.packageRoot + "/" + path, encoding: .utf8)
    }

    private static func icons(in text: String) -> Set<String> {
        let address = /(?:\{\{sprite}}|\/icons\.svg\?v=[0-9a-f]{8})#([a-z0-9]+)"/
        return Set(text.matches(of: address).map { String($0.1) })
    }

    private let drawn: Set<String>

    init() throws {
        let symbols = Page(html: try Self.text(of: "Public/icons.svg")).tags("symbol")
        drawn = Set(symbols.compactMap { $0["id"] })
    }

    @Test func everyIconThatATemplateNamesIsDrawn() throws {
        let folder = URL(fileURLWithPath: Program.packageRoot + "/Templates")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let templates = (files?.allObjects as? [URL] ?? []).filter {
            $0.pathExtension == "mustache"
        }
        #expect(templates.count > 30)
        for template in templates {
            let named = Self.icons(in: try String(contentsOf: template, encoding: .utf8))
            #expect(named.isSubset(of: drawn), "\(template.lastPathComponent)")
        }
    }

    @Test func theDrawingsAreKeptUntilTheyChange() throws {
        let site = try ServedSite()
        let uses = try site.get("/").page.tags("use").compactMap { $0["href"] }
        let addresses = Set(uses.compactMap { $0.split(separator: "#").first.map(String.init) })
        let address = try #require(addresses.first)
        #expect(addresses.count == 1)
        let drawings = try site.get(address)
        #expect(drawings.status == 200)
        #expect(drawings["Cache-Control"]?.contains("immutable") == true)
    }

    @Test func everyCategoryIsDrawn() {
        let names = Market.Category.allCases.map { "c\($0.rawValue)" }
        #expect(drawn.isSuperset(of: names + ["c0"]))
    }

    @Test func thePartsAreShownToDevelopersOnly() throws {
        #expect(try ServedSite().get("/dev/parts").status == 404)
        let page = try ServedSite { $0.isDevelopment = true }.get("/dev/parts")
        #expect(page.status == 200)
        let shown = Self.icons(in: page.text)
        #expect(shown.count > 20 && shown.isSubset(of: drawn))
    }
}
