import Market
import Testing

/// How operators see the members of the whole market.
struct JoinedPeopleStorageTests {
    @Test(arguments: Backend.all)
    func peopleAreFoundByAPartOfTheirNickname(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for nickname in ["민지", "지수", "Kim_1", "kim%2", "보라!"] {
                _ = try await storage.join(nickname)
            }
            func names(
                _ part: String?, before id: Account.ID? = nil, limit: Int = 9
            ) async throws -> [String] {
                try await storage.joinedPeople(called: part, before: id, limit: limit)
                    .map(\.nickname)
            }
            #expect(try await names(nil) == ["보라!", "kim%2", "Kim_1", "지수", "민지"])
            #expect(try await names("지") == ["지수", "민지"])
            #expect(try await names("KIM") == ["kim%2", "Kim_1"])
            for (sign, name) in ["_": "Kim_1", "%": "kim%2", "!": "보라!"] {
                #expect(try await names(sign) == [name], "\(sign)")
            }
            #expect(try await names("없음").isEmpty)
            #expect(try await names(String(repeating: "지", count: 21)).isEmpty)
            let first = try await storage.joinedPeople(called: "지", before: nil, limit: 1)
            #expect(try await names("지", before: first[0].id) == ["민지"])
            #expect(try await names(nil, before: first[0].id) == ["민지"])
            #expect(try await names(nil, limit: -1).isEmpty)
            #expect(!first[0].isSuspended && first[0].date == noon)
            try await storage.setSuspended(true, first[0].id, at: noon)
            let found = try await storage.joinedPeople(called: "지수", before: nil, limit: 9)
            #expect(found.map(\.isSuspended) == [true])
        }
    }

    @Test(arguments: Backend.all)
    func whatIsNewIsCounted(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            _ = try await storage.insert(.sample())
            let counts = try await storage.marketCounts(today: noon + 1, week: noon)
            #expect(counts.people == 2)
            #expect(counts.newPeople == MarketCounts.Recent(today: 0, thisWeek: 2))
            #expect(counts.newItems == MarketCounts.Recent(today: 0, thisWeek: 2))
            try await storage.delete(trade.item, at: noon)
            let rest = try await storage.marketCounts(today: noon, week: noon)
            #expect(rest.newItems == MarketCounts.Recent(today: 1, thisWeek: 1))
        }
    }
}
