import Fixtures
import Market
import Storage
import Testing

/// The count of matches that accounts have not seen, which is cached until something changes it.
struct UnseenMatchesTests {
    private static let titles = ["의자", "책상", "원목 의자", "의자 둘", "조명", "책상과 의자"]
    private static let filters = [
        ItemFilter(search: SearchQuery("의자")), ItemFilter(search: SearchQuery("원목")),
        ItemFilter(search: SearchQuery("책상")), ItemFilter(search: SearchQuery("의")),
        ItemFilter(search: SearchQuery("ㅇㅈ")), ItemFilter(category: .furniture),
        ItemFilter(isFree: true), ItemFilter(maximumPrice: 30, search: SearchQuery("의자")),
    ]

    /// A saved search of an account, and the last match that the account has seen.
    private struct Kept {
        let id: SavedSearch.ID
        var seen: SavedSearch.Match.ID
    }

    /// Counts the same slowly: an item seen in one search is seen in all, and is told only by the
    /// search that matched it first.
    private func slowCounts(
        _ kept: [Kept], of account: Account.ID, _ storage: any MarketStorage
    ) async throws -> (unseen: [Int], told: [Int]) {
        var matches: [[SavedSearch.Match]] = []
        for search in kept {
            matches.append(
                try await storage.matches(
                    of: search.id, of: account, before: nil, limit: 10_000))
        }
        var seen: Set<Item.ID> = []
        var teller: [Item.ID: (number: SavedSearch.Match.ID, place: Int)] = [:]
        for (place, search) in kept.enumerated() {
            for match in matches[place] {
                if match.id <= search.seen { seen.insert(match.item.id) }
                if teller[match.item.id].map({ match.id < $0.number }) ?? true {
                    teller[match.item.id] = (match.id, place)
                }
            }
        }
        let unseen = matches.map { $0.count { !seen.contains($0.item.id) } }
        let told = kept.indices.map { place in
            teller.count { $1.place == place && !seen.contains($0) }
        }
        return (unseen, told)
    }

    @Test(arguments: Backend.allCases)
    func theCountIsRightWhateverIsDone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var random = SplitMix64()
            let accounts = [
                try await storage.join("민지"), try await storage.join("지수"),
                try await storage.join("하늘"),
            ]
            var kept: [Account.ID: [Kept]] = [:]
            var items: [Item.ID] = []
            for _ in 1...SplitMix64.rounds(usually: 250) {
                let account = accounts.randomElement(using: &random) ?? 1
                try await change(storage, account, &kept, &items, &random)
                for account in accounts {
                    let searches = kept[account] ?? []
                    let slow = try await slowCounts(searches, of: account, storage)
                    let found = try await storage.savedSearches(of: account).reversed()
                    #expect(found.map(\.id) == searches.map(\.id))
                    #expect(found.map(\.unseenMatches) == slow.unseen)
                    #expect(found.map(\.toldMatches) == slow.told)
                    let count = try await storage.countUnseenMatches(of: account)
                    #expect(count == slow.told.reduce(0, +))
                }
            }
        }
    }

    private func change(
        _ storage: any MarketStorage, _ account: Account.ID,
        _ kept: inout [Account.ID: [Kept]], _ items: inout [Item.ID],
        _ random: inout SplitMix64
    ) async throws {
        let item = items.randomElement(using: &random) ?? 77
        let searches = kept[account] ?? []
        switch Int.random(in: 0..<15, using: &random) {
        case 0, 1:
            let filter = Self.filters.randomElement(using: &random) ?? Self.filters[0]
            let id = try await storage.insert(filter, of: account, at: noon)
            guard !searches.contains(where: { $0.id == id }) else { return }
            kept[account, default: []].append(Kept(id: id, seen: 0))
        case 2:
            guard let place = searches.indices.randomElement(using: &random) else { return }
            let deletion = try await storage.deleteSavedSearch(
                searches[place].id, of: account, at: noon)
            if Bool.random(using: &random) {
                try await storage.restore(deletion.id, of: account, at: noon)
            } else {
                kept[account]?.remove(at: place)
            }
        case 3, 4:
            guard let place = searches.indices.randomElement(using: &random) else { return }
            let matches = try await storage.matches(
                of: searches[place].id, of: account, before: nil, limit: 5)
            guard let match = matches.randomElement(using: &random) else { return }
            try await storage.setSeen(
                upTo: match.id, of: searches[place].id, of: account)
            kept[account]?[place].seen = max(searches[place].seen, match.id)
        case 5, 6:
            try? await storage.update(
                item, content: Self.content(&random), photos: [], at: noon + 1)
        case 7: try? await storage.delete(item, at: noon)
        case 8: try? await storage.takeOver(item, by: account)
        case 9: try? await storage.pullUp(item, at: noon + Item.pullUpWait)
        case 10: try? await storage.setStatus(.sold, of: item, at: noon)
        case 11:
            // The ids of the three accounts.
            let other = Account.ID(rawValue: Int64.random(in: 1...3, using: &random))
            try? await storage.setBlocked(
                Bool.random(using: &random), other, by: account, at: noon)
        default: items += try await post(storage, by: account, &random)
        }
    }

    /// Posts several items at once, with a failing one among them now and then.
    private func post(
        _ storage: any MarketStorage, by account: Account.ID, _ random: inout SplitMix64
    ) async throws -> [Item.ID] {
        let contents = try (0...Int.random(in: 0...3, using: &random)).map { _ in
            try Self.content(&random)
        }
        let seller = Bool.random(using: &random) ? account : nil
        let fails = Bool.random(using: &random)
        return await withTaskGroup(of: Item.ID?.self) { group in
            for content in contents {
                group.addTask {
                    try? await storage.insert(
                        NewItem(
                            content: content, photos: [],
                            owner: seller.map { .account($0) } ?? .guest(passwordHash: "hash"),
                            datePosted: noon))
                }
            }
            if fails {
                group.addTask { try? await storage.insert(.sample(photos: [.sample("a")])) }
            }
            return await group.reduce(into: []) { if let id = $1 { $0.append(id) } }
        }
    }

    private static func content(_ random: inout SplitMix64) throws -> ItemContent {
        try .sample(
            title: titles.randomElement(using: &random) ?? "",
            category: Bool.random(using: &random) ? .furniture : .games,
            price: Price(Int64.random(in: 0...3, using: &random) * 20),
            description: titles.randomElement(using: &random) ?? "")
    }

    @Test(arguments: Backend.allCases)
    func anItemLostByOneSearchIsToldByAnother(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let chairs = try await storage.keep("의자", of: account)
            let wooden = try await storage.keep("원목", of: account)
            let item = try await storage.insert(NewItem.sample("원목 의자"))
            let match = try await storage.matches(of: chairs, of: account, before: nil, limit: 1)[0]
            try await storage.setSeen(upTo: match.id, of: chairs, of: account)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            try await storage.update(
                item, content: .sample(title: "원목 책상"), photos: [], at: noon)
            #expect(try await storage.matched(chairs, of: account).isEmpty)
            #expect(try await storage.matched(wooden, of: account) == [item])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            try await storage.setStatus(.sold, of: item, at: noon)
            #expect(try await storage.matched(wooden, of: account).isEmpty)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            let counts = try await storage.savedSearches(of: account).map(\.unseenMatches)
            #expect(counts == [0, 0])
        }
    }

    // MARK: - Other processes

    @Test(.timeLimit(.minutes(1)))
    func searchesSavedByAnotherProcessAreWatchedAtOnce() async throws {
        try await withTwoStorages { storage, other in
            let account = try await storage.join()
            let item = try await storage.insert(.sample("조명"))
            for round in 1...5 {
                // This storage's writer has not been told of the search when it edits.
                let search = try await other.keep("의자 \(round)", of: account)
                let changes = storage.feed.changes([.organiser(account)])
                try await storage.update(
                    item, content: .sample(title: "의자 \(round)"), photos: [], at: noon)
                #expect(try await storage.matched(search, of: account) == [item])
                #expect(await changes.first { _ in true } == .organiser(account))
                _ = try await other.deleteSavedSearch(search, of: account, at: noon)
                try await storage.update(
                    item, content: .sample(title: "조명"), photos: [], at: noon)
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func anotherProcessesPostsAreCountedSoon() async throws {
        try await withTwoStorages { storage, other in
            let account = try await storage.join()
            _ = try await storage.keep("의자", of: account)
            for count in 1...5 {
                #expect(try await storage.countUnseenMatches(of: account) == count - 1)
                let changes = storage.feed.changes([.organiser(account)])
                _ = try await other.insert(.sample())
                #expect(await changes.first { _ in true } == .organiser(account))
                #expect(try await storage.countUnseenMatches(of: account) == count)
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func searchesAreWatchedAfterARestart() async throws {
        try await withTemporaryFolder { folder in
            let before = try SQLiteStorage(path: folder + "/market.db")
            let account = try await before.join()
            let search = try await before.keep("의자", of: account)
            let item = try await before.insert(.sample())
            before.close()
            let storage = try SQLiteStorage(path: folder + "/market.db")
            defer { storage.close() }
            #expect(try await storage.matched(search, of: account) == [item])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            let changes = storage.feed.changes([.organiser(account)])
            _ = try await storage.insert(.sample())
            #expect(await changes.first { _ in true } == .organiser(account))
            #expect(try await storage.countUnseenMatches(of: account) == 2)
        }
    }
}
