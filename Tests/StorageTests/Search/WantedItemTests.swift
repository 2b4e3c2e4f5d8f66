import Fixtures
import Market
import Testing

@testable import Storage

/// Wanted items and the offers that answer them: both sides are told, as a slow look at all items
/// confirms.
struct WantedItemTests {
    private static let words = ["의자", "원목", "책상", "자전거", "iPhone", "13", "커버"]
    private static let wishes = ["구해요", "삽니다!", "구합니다", "[급구]", "wanted", ""]

    private struct Posted {
        var id: Item.ID
        var content: ItemContent
        /// The words that a wanted item looks for.
        var sought: [String]
        var seller: Account.ID?
        var status = Item.Status.selling

        var isWanted: Bool { content.purpose == .request }
        var isOpen: Bool { status != .sold }

        /// The letters and digits in lower case, without spaces.
        private static func folded(_ text: String) -> String {
            text.lowercased().filter { $0.isLetter || $0.isNumber }
        }

        /// Whether this offer answers a wanted item.
        func answers(_ wanted: Posted) -> Bool {
            let price = content.price
            let limit = wanted.content.price
            let isCheap =
                limit.isOpen || limit.currency != .krw
                || !price.isOpen && price.currency == .krw && price.amountToPay <= limit.amountToPay
            let (title, text) = (Self.folded(content.title), Self.folded(content.description))
            return isCheap && content.category == wanted.content.category
                && (seller == nil || seller != wanted.seller) && isOpen && wanted.isOpen
                && wanted.sought.allSatisfy { word in
                    title.contains(Self.folded(word)) || text.contains(Self.folded(word))
                }
        }
    }

    private static func content(
        _ random: inout SplitMix64
    ) throws -> (content: ItemContent, sought: [String]) {
        func words(_ count: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: count, using: &random)).map { _ in
                Self.words.randomElement(using: &random) ?? ""
            }
        }
        let isWanted = Bool.random(using: &random)
        let sought = words(1...(isWanted ? 2 : 3))
        let wish = isWanted ? Self.wishes.randomElement(using: &random) ?? "" : ""
        let amount = Int64(Int.random(in: 0...4, using: &random) * 10)
        let price: Price =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .open()
            case 1: try Price(amount, currency: .usd)
            default: try Price(amount)
            }
        let separator = Bool.random(using: &random) && !isWanted ? "" : " "
        var content = try ItemContent.sample(
            title: sought.joined(separator: separator) + " " + wish,
            category: Bool.random(using: &random) ? .furniture : .games, price: price,
            description: words(0...2).joined(separator: " ") + ".")
        content.purpose = isWanted ? .request : .offer
        return (content, sought)
    }

    private func step(
        _ storage: any MarketStorage, _ posted: inout [Posted], _ accounts: [Account.ID],
        _ random: inout SplitMix64
    ) async throws {
        let place = posted.indices.randomElement(using: &random) ?? 0
        let (content, sought) = try Self.content(&random)
        switch posted.isEmpty ? 0 : Int.random(in: 0..<14, using: &random) {
        case 0..<7:
            let seller = Bool.random(using: &random) ? accounts.randomElement(using: &random) : nil
            let owner: NewItem.Owner =
                seller.map { .account($0) } ?? .guest(passwordHash: "hash")
            let id = try await storage.insert(
                NewItem(content: content, photos: [], owner: owner, datePosted: noon))
            posted.append(Posted(id: id, content: content, sought: sought, seller: seller))
        case 7, 8:
            let isOther = content.purpose != posted[place].content.purpose
            guard !isOther || posted[place].status == .selling else {
                let id = posted[place].id
                await #expect(throws: StorageError.purposeIsFixed) {
                    try await storage.update(id, content: content, photos: [], at: noon + 1)
                }
                return
            }
            try await storage.update(posted[place].id, content: content, photos: [], at: noon + 1)
            (posted[place].content, posted[place].sought) = (content, sought)
        case 9, 10:
            let status = Item.Status.allCases.randomElement(using: &random) ?? .sold
            try await storage.setStatus(status, of: posted[place].id, at: noon)
            posted[place].status = status
        case 11: try await storage.pullUp(posted[place].id, ifOpen: posted[place].status)
        case 12:
            guard posted[place].seller == nil, let seller = accounts.first else { return }
            try await storage.takeOver(posted[place].id, by: seller)
            posted[place].seller = seller
        default: try await storage.delete(posted.remove(at: place).id, at: noon)
        }
    }

    private func expectPages(_ posted: [Posted], in storage: any MarketStorage) async throws {
        for one in posted {
            let others = posted.filter { other in
                one.isWanted
                    ? !other.isWanted && other.answers(one)
                    : other.isWanted && one.answers(other)
            }
            let found = try await storage.counterparts(of: storage.item(one.id), limit: 1_000)
            #expect(Set(found.map(\.id)) == Set(others.map(\.id)), "\(one.content.title)")
            #expect(found.count == others.count)
        }
    }

    private func expectNews(
        _ posted: [Posted], _ accounts: [Account.ID], in storage: any MarketStorage
    ) async throws {
        for account in accounts {
            let wanted = posted.filter { $0.isWanted && $0.isOpen && $0.seller == account }
            let kept = try await storage.savedSearches(of: account)
            #expect(Set(kept.map(\.post)) == Set(wanted.map(\.id)))
            for search in kept {
                let matches = try await storage.matches(
                    of: search.id, of: account, before: nil, limit: 1_000)
                let item = try #require(wanted.first { $0.id == search.post })
                let answers = posted.filter { !$0.isWanted && $0.answers(item) }.map(\.id)
                let told = matches.map(\.item.id)
                #expect(Set(told) == Set(answers) && told.count == answers.count)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func wantedItemsAndOffersMatchWhateverIsDone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var random = SplitMix64()
            let accounts = [try await storage.join("민지"), try await storage.join("지수")]
            var posted: [Posted] = []
            for round in 1...SplitMix64.rounds(usually: 400) {
                try await step(storage, &posted, accounts, &random)
                guard round.isMultiple(of: 16) else { continue }
                try await expectPages(posted, in: storage)
                try await expectNews(posted, accounts, in: storage)
            }
        }
    }

    // MARK: - Single cases

    private func wanted(
        _ title: String, atMost price: Int64? = nil, of seller: Account.ID? = nil
    ) throws -> NewItem {
        var item = try NewItem.sample(title, of: seller)
        item.content.purpose = .request
        item.content.price = try price.map { try Price($0) } ?? .open()
        return item
    }

    @Test(arguments: Backend.all)
    func presentAndLaterOffersAreToldToTheAsker(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            _ = try await storage.insert(.sample("원목 의자"))
            let id = try await storage.insert(wanted("의자 구해요", of: asker))
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            let offer = try await storage.insert(.sample("작은 의자"))
            _ = try await storage.insert(.sample("책상"))
            _ = try await storage.insert(.sample("내 의자", of: asker))
            #expect(try await storage.countUnseenMatches(of: asker) == 2)
            let search = try #require(try await storage.savedSearches(of: asker).first)
            #expect(search.post == id && search.unseenMatches == 2)
            try await storage.setStatus(.sold, of: offer, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            try await storage.setStatus(.selling, of: offer, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func aFoundWantedItemTellsNothingMore(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            let id = try await storage.insert(wanted("의자 구해요", of: asker))
            let search = try #require(try await storage.savedSearches(of: asker).first)
            let offer = try await storage.insert(.sample("의자"))
            #expect(
                try await storage.counterparts(of: storage.item(offer), limit: 9).map(\.id) == [id])
            try await storage.setStatus(.sold, of: id, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(try await storage.savedSearches(of: asker).isEmpty)
            #expect(try await storage.counterparts(of: storage.item(offer), limit: 9).isEmpty)
            #expect(try await storage.counterparts(of: storage.item(id), limit: 9).isEmpty)
            // Wanted again, it tells of offers posted from then on.
            try await storage.setStatus(.selling, of: id, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(
                try await storage.counterparts(of: storage.item(offer), limit: 9).map(\.id) == [id])
            _ = try await storage.insert(.sample("의자 둘"))
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            try await storage.delete(id, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(search.post == id)
        }
    }

    @Test(arguments: Backend.all)
    func blockedPeoplesOffersDoNotMatch(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (asker, seller) = (try await storage.join("지수"), try await storage.join("민지"))
            let id = try await storage.insert(wanted("의자 구해요", of: asker))
            let offer = try await storage.insert(NewItem.sample(of: seller))
            let (request, answer) = (try await storage.item(id), try await storage.item(offer))
            func found(_ item: Item, _ viewer: Account.ID?) async throws -> [Item.ID] {
                try await storage.counterparts(of: item, for: viewer, limit: 9).map(\.id)
            }
            #expect(try await found(request, asker) == [offer])
            try await storage.setBlocked(true, seller, by: asker, at: noon)
            #expect(try await found(request, asker).isEmpty)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            // Everybody else still sees the offer, and the blocked seller cannot tell.
            for viewer in [nil, seller] { #expect(try await found(request, viewer) == [offer]) }
            #expect(try await found(answer, seller) == [id])
            try await storage.setBlocked(false, seller, by: asker, at: noon)
            try await storage.setBlocked(true, asker, by: seller, at: noon)
            #expect(try await found(request, asker) == [offer])
            #expect(try await found(answer, seller).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aSearchInTheTrashGoesWithItsItem(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            let id = try await storage.insert(wanted("의자 구해요", of: asker))
            let search = try #require(try await storage.savedSearches(of: asker).first)
            _ = try await storage.deleteSavedSearch(search.id, of: asker, at: noon)
            _ = try await storage.insert(.sample("의자"))
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(try await storage.deletions(of: asker).count == 1)
            try await storage.delete(id, at: noon)
            #expect(try await storage.deletions(of: asker).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theSameSearchMayBeKeptBesideIt(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            let item = try wanted("의자 구해요", of: asker)
            let filter = try #require(item.content.soughtItems)
            let kept = try await storage.insert(filter, of: asker, at: noon)
            _ = try await storage.insert(item)
            let other = try await storage.insert(wanted("의자 삽니다", of: asker))
            #expect(try await storage.savedSearches(of: asker).count == 3)
            #expect(try await storage.insert(filter, of: asker, at: noon) == kept)
            _ = try await storage.insert(.sample("의자"))
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            try await storage.delete(other, at: noon)
            #expect(try await storage.savedSearches(of: asker).count == 2)
        }
    }

    @Test func wordsThatNobodyLooksForAnyMoreAreForgotten() async throws {
        let storage = try SQLiteStorage(path: ":memory:")
        defer { storage.close() }
        let asker = try await storage.join()
        // Each item has words of its own: more than the index holds before it is rebuilt.
        let items = try (0..<1_100).map { number in
            let words = (0..<SearchQuery.mostWords).map { "의자\(number)번\($0)" }
            return try wanted(words.joined(separator: " "), of: asker)
        }
        let ids = try await withThrowingTaskGroup { group in
            for item in items { group.addTask { try await storage.insert(item) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await withThrowingTaskGroup { group in
            for id in ids { group.addTask { try await storage.delete(id, at: noon) } }
            try await group.waitForAll()
        }
        #expect(!storage.wantedItems.needsRebuild)
        let id = try await storage.insert(wanted("의자 구해요", of: asker))
        let offer = try await storage.insert(.sample("원목 의자"))
        let found = try await storage.counterparts(of: storage.item(offer), limit: 9)
        #expect(found.map(\.id) == [id])
        #expect(try await storage.countUnseenMatches(of: asker) == 1)
    }
}

extension SavedSearchStorage {
    /// The counterparts that a guest sees.
    fileprivate func counterparts(
        of item: Item, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await counterparts(of: item, for: nil, limit: limit)
    }
}

extension SellingStorage {
    fileprivate func pullUp(_ id: Item.ID, ifOpen status: Item.Status) async throws {
        if status != .sold { try? await pullUp(id, at: noon + Item.pullUpWait) }
    }
}
