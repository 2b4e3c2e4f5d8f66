import Market
import Testing

/// An account's offers and its wanted items are listed separately.
struct OwnItemStorageTests {
    /// Posts four offers and four wanted items of an account, newest first, among items of others.
    private static func posted(
        _ backend: Backend,
        _ body: (any MarketStorage, Account.ID, [Item.ID], [Item.ID]) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            var (offers, wanted): ([Item.ID], [Item.ID]) = ([], [])
            for number in 1...4 {
                var item = try NewItem.sample("의자 \(number)", of: account)
                offers.append(try await storage.insert(item))
                item.content.purpose = .request
                wanted.append(try await storage.insert(item))
                for owner in [.account(other), .guest(passwordHash: "?")] as [NewItem.Owner] {
                    item.owner = owner
                    _ = try await storage.insert(item)
                }
            }
            try await body(storage, account, offers.reversed(), wanted.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func offersAndWantedItemsAreCountedByStatus(_ backend: Backend) async throws {
        try await Self.posted(backend) { storage, account, offers, wanted in
            #expect(
                try await storage.itemCounts(of: account)
                    == [.offer: [.selling: 4], .request: [.selling: 4]])
            try await storage.setStatus(.reserved, of: offers[0], at: noon)
            for id in wanted.prefix(2) { try await storage.setStatus(.sold, of: id, at: noon) }
            // Hidden items still count for their owner, and pulled-up ones count once.
            try await storage.setHidden(true, wanted[2], at: noon)
            try await storage.pullUp(wanted[3], at: noon + Item.pullUpWait)
            #expect(
                try await storage.itemCounts(of: account) == [
                    .offer: [.selling: 3, .reserved: 1], .request: [.selling: 2, .sold: 2],
                ])
            for id in wanted { try await storage.delete(id, at: noon) }
            #expect(
                try await storage.itemCounts(of: account)
                    == [.offer: [.selling: 3, .reserved: 1]])
        }
    }

    @Test(arguments: Backend.all)
    func sellersSeeHowEachItemStands(_ backend: Backend) async throws {
        try await Self.posted(backend) { storage, account, offers, wanted in
            let asker = try await storage.join("하늘")
            try await storage.setInterest(true, of: asker, in: offers[1])
            _ = try await storage.ask(about: offers[1], by: asker)
            try await storage.pullUp(offers[3], at: noon + Item.pullUpWait)
            try await storage.setStatus(.sold, of: offers[0], at: noon)
            func positions(_ status: Item.Status = .selling) async throws -> [Item.Position] {
                try await storage.items(of: account, status, for: .offer, before: nil, limit: 9)
                    .map(\.position)
            }
            let places = try await positions()
            let all = try await storage.standings(at: places)
            #expect(Set(all.keys) == Set(offers[1...]))
            #expect(all[offers[1]]?.interests == 1 && all[offers[1]]?.conversations == 1)
            #expect(all[offers[2]]?.interests == 0 && all[offers[2]]?.conversations == 0)
            #expect(all[offers[2]]?.mayBePulledUp == noon + Item.pullUpWait)
            #expect(all[offers[3]]?.mayBePulledUp == noon + 2 * Item.pullUpWait)
            // Any number of positions may be asked for, including ones that no longer exist.
            let many = (1_000...1_070).map { Item.Position(rawValue: $0) } + places
            #expect(try await storage.standings(at: many) == all)
            #expect(try await storage.standings(at: []).isEmpty)
            let sold = try await storage.standings(at: positions(.sold))
            #expect(Array(sold.keys) == [offers[0]])
        }
    }

    @Test(arguments: Backend.all)
    func sellersSeeHowManyPiecesAreReserved(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 2) { sale in
            func held() async throws -> [Int] {
                let items = try await sale.storage.items(
                    of: sale.seller, .selling, for: .offer, before: nil, limit: 9)
                return try await sale.storage.standings(at: items.map(\.position)).values
                    .map(\.held)
            }
            let atFirst = try await held()
            #expect(atFirst == [0])
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            #expect(try await held() == [2])
            try await sale.sell(.release)
            #expect(try await held() == [1])
        }
    }

    @Test(arguments: Backend.all)
    func ownItemsAreFoundByTitleInAnyStatus(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            var ids: [Item.ID] = []
            for title in ["원목의자 세트", "책상", "iPhone 13", "이케아 의자", "Oak chair"] {
                ids.append(try await storage.insert(NewItem.sample(title, of: account)))
                for owner in [other, nil] {
                    _ = try await storage.insert(NewItem.sample(title, of: owner))
                }
            }
            var wanted = try NewItem.sample("의자 구해요", of: account)
            wanted.content.purpose = .request
            ids.append(try await storage.insert(wanted))
            try await storage.setStatus(.sold, of: ids[0], at: noon)
            try await storage.setStatus(.reserved, of: ids[3], at: noon)
            func found(
                _ text: String, before key: Item.Position? = nil, limit: Int = 9
            ) async throws -> [ItemSummary] {
                let search = try #require(SearchQuery(text))
                return try await storage.items(
                    of: account, titled: search, before: key, limit: limit)
            }
            func numbers(_ text: String) async throws -> [Int] {
                try await found(text).map { ids.firstIndex(of: $0.id) ?? -1 }
            }
            #expect(try await numbers("의자") == [5, 4, 3, 0])
            #expect(try await numbers("목의 ㅅㅌ") == [0])
            #expect(try await numbers("IPHONE13") == [2])
            #expect(try await numbers("의자 -이케아 -구해요") == [4, 0])
            // Descriptions are not searched: the sample's mentions scratches.
            #expect(try await numbers("흠집") == [])
            let first = try await found("의자", limit: 3)
            let rest = try await found("의자", before: first.last?.position)
            #expect(first.count == 3 && rest.map(\.id) == [ids[0]])
            #expect(try await found("의자", limit: 0).isEmpty)
            // The owner still finds hidden items, listed last, but no deleted ones.
            try await storage.setHidden(true, ids[5], at: noon)
            _ = try await storage.deleteItem(ids[4], of: account, at: noon)
            #expect(try await numbers("의자") == [3, 0, 5])
        }
    }

    @Test(arguments: Backend.all)
    func reservedPiecesAreNotSoldElsewhere(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var content = try await storage.item(trade.item).content
            content.stock = 3
            try await storage.update(trade.item, content: content, photos: [], at: noon)
            let id = try await trade.ask()
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            func stock(leaving left: Int64) async throws -> Int64 {
                _ = try await storage.sell(trade.item, leaving: left, at: noon)
                return try await storage.item(trade.item).content.stock
            }
            // The stock never grows, and repeating a sale changes nothing.
            for left: Int64 in [4, 3] { #expect(try await stock(leaving: left) == 3) }
            for _ in 1...2 { #expect(try await stock(leaving: 2) == 2) }
            #expect(try await storage.item(trade.item).status == .selling)
            #expect(try await storage.sell(trade.item, leaving: 0, at: noon) == id)
            #expect(try await storage.item(trade.item).status == .selling)
            // The only piece left is reserved.
            #expect(try await stock(leaving: 1) == 1)
            #expect(try await storage.item(trade.item).status == .reserved)
            try await storage.take(.release, in: id, by: trade.ofSeller, at: noon)
            #expect(try await storage.sell(trade.item, leaving: 0, at: noon) == nil)
            #expect(try await storage.item(trade.item).status == .sold)
            #expect(try await stock(leaving: 0) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func offersAndWantedItemsAreListedAloneOrTogether(_ backend: Backend) async throws {
        try await Self.posted(backend) { storage, account, offers, wanted in
            func own(_ purpose: Item.Purpose?) async throws -> [Item.ID] {
                try await storage.items(
                    of: account, .selling, for: purpose, before: nil, limit: 9
                ).map(\.id)
            }
            func open(_ purpose: Item.Purpose?, limit: Int = 9) async throws -> [Item.ID] {
                try await storage.openItems(of: account, for: purpose, before: nil, limit: limit)
                    .map(\.id)
            }
            try await storage.setStatus(.sold, of: offers[0], at: noon)
            try await storage.setStatus(.sold, of: wanted[0], at: noon)
            try await storage.setHidden(true, wanted[1], at: noon)
            #expect(try await own(.offer) == Array(offers[1...]))
            #expect(try await own(.request) == [wanted[2], wanted[3], wanted[1]])
            #expect(try await own(nil).count == 6)
            #expect(try await open(.offer) == Array(offers[1...]))
            #expect(try await open(.request) == Array(wanted[2...]))
            let both = [offers[1], wanted[2], offers[2], wanted[3], offers[3]]
            #expect(try await open(nil) == both)
            for limit in [0, -1] { #expect(try await open(.request, limit: limit) == []) }
            let page = try await storage.openItems(
                of: account, for: .request, before: nil, limit: 1)
            let rest = try await storage.openItems(
                of: account, for: .request, before: page.last?.position, limit: 9)
            #expect((page + rest).map(\.id) == Array(wanted[2...]))
        }
    }
}
