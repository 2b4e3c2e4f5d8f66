import Market
import Testing

struct ItemDateTests {
    @Test(arguments: Backend.all)
    func unsoldOnesOfTheirPlacesComeOldestFirst(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(7)
            try await storage.setStatus(.sold, of: ids[2], at: noon)
            try await storage.setStatus(.reserved, of: ids[3], at: noon)
            try await storage.delete(ids[4], at: noon)
            try await storage.update(
                ids[5], content: .sample(title: "책상"), photos: [], at: noon + 60)
            let dates = try await storage.itemDates(2..<7, limit: 9)
            #expect(dates.map(\.id) == [ids[1], ids[3], ids[5]])
            #expect(dates.map(\.position) == [2, 4, 6])
            #expect(dates.map(\.dateModified) == [noon, noon, noon + 60])
            #expect(try await storage.itemDates(2..<7, limit: 2) == Array(dates.prefix(2)))
            #expect(try await storage.itemDates(8..<50, limit: 9) == [])
        }
    }
}
