import Market
import Testing

struct InterestStorageTests {
    @Test(arguments: Backend.all)
    func anInterestIsTakenUpAndGivenUp(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let item = try await storage.insert(.sample())
            for isInterested in [false, true, true, false, false] {
                try await storage.setInterest(isInterested, of: account, in: item)
                let detailed = try await storage.detailed(item, for: account)
                #expect(detailed.viewer?.isInterested == isInterested)
                #expect(detailed.interests == (isInterested ? 1 : 0))
            }
        }
    }

    @Test(arguments: Backend.all)
    func ownAndHiddenItemsAreNotTakenUp(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let own = try await storage.insert(.sample(of: account))
            await #expect(throws: StorageError.dealing(.ownItem)) {
                try await storage.setInterest(true, of: account, in: own)
            }
            let hidden = try await storage.insert(.sample())
            try await storage.setHidden(true, hidden, at: noon)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.setInterest(true, of: account, in: hidden)
            }
            for item in [own, hidden] {
                try await storage.setInterest(false, of: account, in: item)
                #expect(try await storage.detailed(item).interests == 0)
            }
        }
    }

    @Test(arguments: Backend.all)
    func everyAccountCountsOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let items = try await storage.insertMany(2)
            for number in 1...3 {
                let account = try await storage.join("이웃 \(number)")
                for _ in 1...2 { try await storage.setInterest(true, of: account, in: items[0]) }
            }
            #expect(try await storage.detailed(items[0]).interests == 3)
            #expect(try await storage.detailed(items[1]).interests == 0)
        }
    }

    @Test(arguments: Backend.all)
    func interestsArePagedTakenUpLastFirst(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let items = try await storage.insertMany(5)
            let order = [3, 0, 4, 1, 2].map { items[$0] }
            for item in order {
                try await storage.setInterest(true, of: account, in: item)
                try await storage.setInterest(true, of: other, in: item)
            }
            let seen = try await allPages { (last: Interest?) in
                try await storage.interests(of: account, before: last?.id, limit: 2)
            }
            #expect(seen.map(\.item.id) == order.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func anInterestShowsItsItem(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let account = try await storage.join()
            let item = try await storage.insert(.sample("책상", photos: [.sample("a")]))
            try await storage.setInterest(true, of: account, in: item)
            let interests = try await storage.interests(of: account, before: nil, limit: 9)
            #expect(try await interests.map(\.item) == [ItemSummary(storage.item(item))])
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemIsNobodysInterest(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let item = try await storage.insert(.sample())
            try await storage.setInterest(true, of: account, in: item)
            try await storage.delete(item, at: noon)
            #expect(try await storage.interests(of: account, before: nil, limit: 9).isEmpty)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.setInterest(true, of: account, in: item)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anUnknownAccountHasNoInterests(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let item = try await storage.insert(.sample())
            await #expect(throws: StorageError.notFound) {
                try await storage.setInterest(true, of: 77, in: item)
            }
            #expect(try await !storage.viewed(item, by: 77).isInterested)
            #expect(try await storage.interests(of: 77, before: nil, limit: 9).isEmpty)
        }
    }
}
