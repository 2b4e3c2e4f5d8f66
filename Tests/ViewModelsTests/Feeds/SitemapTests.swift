import Market
import Testing

@testable import ViewModels

struct SitemapTests {
    private let fixture = Fixture()

    private func fill(_ count: Int) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for _ in 0..<count {
            var input = Fixture.lamp()
            input.submissionKey = ""
            ids.append(try await fixture.post(input))
        }
        return ids
    }

    private func index(_ size: Int64) async throws -> [Int64] {
        try await SitemapIndex(storage: fixture.storage).output(for: size)
    }

    private func ids(_ part: Int64, _ size: Int64) async throws -> [Item.ID] {
        let sitemap = SitemapPart(storage: fixture.storage)
        var input = SitemapPart.Input(number: part, size: size)
        var ids: [Item.ID] = []
        repeat {
            let output = try await sitemap.output(for: input)
            ids += output.entries.map(\.id)
            input.previous = output.next
        } while input.previous != nil
        return ids
    }

    @Test func anEmptyMarketHasNoPart() async throws {
        #expect(try await index(3).isEmpty)
        #expect(try await ids(1, 3).isEmpty)
    }

    @Test func partsHaveTheirPlacesAndStayAsOthersCome() async throws {
        let all = try await fill(6)
        #expect(try await index(3) == [1, 2])
        #expect(try await ids(1, 3) == Array(all[..<3]))
        let more = try await fill(1)
        #expect(try await index(3) == [1, 2, 3])
        #expect(try await ids(2, 3) == Array(all[3...]))
        #expect(try await ids(3, 3) == more)
    }

    @Test func soldItemsAreLeftOutAndAPartOfOnlyThoseIsEmpty() async throws {
        let all = try await fill(5)
        for id in all[..<3] { try await fixture.storage.setStatus(.sold, of: id, at: fixture.now) }
        #expect(try await index(2) == [2, 3])
        #expect(try await ids(1, 2).isEmpty)
        #expect(try await ids(2, 2) == [all[3]])
    }

    @Test func aPartOfManyComesInPages() async throws {
        for _ in 1...1_001 { _ = try await fixture.storage.insert(.sample()) }
        #expect(try await ids(1, 50_000) == (1...1_001).map { Item.ID(rawValue: $0) })
        #expect(try await ids(2, 1_000) == [1_001])
    }

    @Test(arguments: [0, -1, Int64.min, Int64.max, Int64.max / 50_000 + 1])
    func anInvalidPartIsEmpty(_ part: Int64) async throws {
        _ = try await fill(1)
        #expect(try await ids(part, 50_000).isEmpty)
    }
}
