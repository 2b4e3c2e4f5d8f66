import Market
import Testing

/// Several items named by id, as lists show them.
struct OpenItemTests {
    @Test(arguments: Backend.all)
    func itemsComeInTheOrderNamed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            var ids = try await storage.insertMany(3)
            ids.append(try await storage.insert(.sample("책상", photos: [.sample("a")])))
            for order in [[3, 0, 2, 1], [1, 3], [2], []] {
                let named = order.map { ids[$0] }
                let items = try await storage.openItems(named, for: nil)
                #expect(items.map(\.id) == named)
            }
            let desk = try await storage.openItems([ids[3]], for: nil).first
            #expect(try await desk == ItemSummary(storage.item(ids[3])))
        }
    }

    /// Names more ids than one statement binds.
    @Test(arguments: Backend.all)
    func anyNumberMayBeNamed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(3)
            var named = (100...300).map { Item.ID(rawValue: $0) }
            named += [Item.ID(rawValue: .max), ids[2], ids[0]]
            let items = try await storage.openItems(named, for: nil)
            #expect(items.map(\.id) == [ids[2], ids[0]])
        }
    }

    @Test(arguments: Backend.all)
    func itemsThatAreNotOpenAreLeftOut(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            let hidden = try await storage.insert(.sample())
            let deleted = try await storage.insert(.sample())
            let trashed = try await storage.insert(.sample(of: seller))
            let (sold, pulledUp) = (
                try await storage.insert(.sample()), try await storage.insert(.sample())
            )
            let none = [0, -1].map { Item.ID(rawValue: $0) }
            let all = none + [hidden, sold, deleted, pulledUp, trashed, 404]
            let shown = try await storage.openItems(all, for: nil).map(\.id)
            #expect(shown == [hidden, sold, deleted, pulledUp, trashed])
            try await storage.setHidden(true, hidden, at: noon)
            try await storage.delete(deleted, at: noon)
            let deletion = try await storage.deleteItem(trashed, of: seller, at: noon)
            #expect(deletion != nil)
            try await storage.setStatus(.sold, of: sold, at: noon)
            try await storage.pullUp(pulledUp, at: noon + Item.pullUpWait)
            for viewer in [nil, seller] {
                let items = try await storage.openItems(all, for: viewer)
                #expect(items.map(\.id) == [sold, pulledUp])
                #expect(items.map(\.status) == [.sold, .selling])
            }
            try await storage.setHidden(false, hidden, at: noon)
            let again = try await storage.openItems([sold, hidden], for: nil)
            #expect(again.map(\.id) == [sold, hidden])
        }
    }

    @Test(arguments: Backend.all)
    func blockedSellersItemsAreNotShown(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (seller, viewer) = (try await storage.join("민지"), try await storage.join("지수"))
            let theirs = try await storage.insert(.sample(of: seller))
            let guests = try await storage.insert(.sample())
            func shown(to viewer: Account.ID?) async throws -> [Item.ID] {
                try await storage.openItems([theirs, guests], for: viewer).map(\.id)
            }
            try await storage.setBlocked(true, seller, by: viewer, at: noon)
            #expect(try await shown(to: viewer) == [guests])
            for other in [nil, seller, 77] as [Account.ID?] {
                #expect(try await shown(to: other) == [theirs, guests])
            }
            try await storage.setBlocked(false, seller, by: viewer, at: noon)
            #expect(try await shown(to: viewer) == [theirs, guests])
        }
    }
}
