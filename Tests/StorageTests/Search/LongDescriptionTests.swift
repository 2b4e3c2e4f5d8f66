import Market
import Testing

@testable import Storage

/// An engine's index may record only some of a token's positions in a text.
struct LongDescriptionTests {
    @Test(arguments: Backend.all)
    func textAfterManyRepetitionsIsFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let repeated = String(repeating: "ㅋㅋ", count: 400) + "의자"
            var item = try NewItem.sample("원목 책상")
            item.content = try .sample(title: "원목 책상", description: repeated)
            let id = try await storage.insert(item)
            for text in ["ㅋ의자", "ㅋㅋ의자", "의자"] {
                let found = try await storage.items(
                    ItemQuery(filter: ItemFilter(search: SearchQuery(text)), limit: 9))
                #expect(found.items.map(\.id) == [id], "\(text)")
            }
        }
    }
}
