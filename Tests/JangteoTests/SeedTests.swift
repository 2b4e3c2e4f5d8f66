import Fixtures
import Testing

@Blocking
struct SeedTests {
    @Test func servedListShowsSeededItemsAndPhotos() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try Program(database: SeededDatabase.copy(into: folder))
        defer { program.end() }
        let client = try program.client()
        let page = try client.get("/").text
        let items = Set(page.matches(of: /href="(\/items\/\d+)"/).map { String($0.1) })
        #expect(items.count == 20)
        #expect(items.contains("/items/\(SeededDatabase.listings)"))

        let photos = Set(page.matches(of: /src="(\/photos\/[^"]+)"/).map { String($0.1) })
        #expect(!photos.isEmpty)
        for photo in photos {
            let answer = try client.get(photo)
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "image/jpeg")
            #expect(answer.body.starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }

    @Test func seedingAgainAddsMoreItems() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = folder.file("market.sqlite")
        for _ in 1...2 {
            let outcome = try Program.run(["seed", "--items", "2", "--database", database])
            try #require(outcome.exit == .code(0), "\(outcome.errors)")
        }
        let program = try Program(database: database)
        defer { program.end() }
        #expect(try program.client().get("/items/4").status == 200)
        #expect(try program.client().get("/items/5").status == 404)
    }
}
