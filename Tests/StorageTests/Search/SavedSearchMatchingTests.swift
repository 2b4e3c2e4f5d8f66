import Fixtures
import Market
import Storage
import Testing

/// Which posts and edits are told to which accounts.
struct SavedSearchMatchingTests {
    @Test(arguments: Backend.all)
    func earlierItemsAreNoNews(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (early, late) = (try await storage.join("민지"), try await storage.join("지수"))
            let first = try await storage.keep("의자", of: early)
            let old = try await storage.insert(.sample())
            let second = try await storage.keep("의자", of: late)
            #expect(try await storage.matched(second, of: late).isEmpty)
            let new = try await storage.insert(.sample())
            #expect(try await storage.matched(first, of: early) == [new, old])
            #expect(try await storage.matched(second, of: late) == [new])
            #expect(try await storage.countUnseenMatches(of: late) == 1)
        }
    }

    /// Otherwise each view of a search's page would go through all of them.
    @Test func notAllOutdatedMatchesAreExamined() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            let account = try await storage.join()
            let search = try await storage.keep("의자", of: account)
            let chair = try await storage.insert(NewItem.sample("의자"))
            try await storage.insertTogether(1_100, titled: "조명")
            storage.close()
            func found() async throws -> [Item.ID] {
                let storage = try SQLiteStorage(path: path)
                defer { storage.close() }
                return try await storage.matches(of: search, of: account, before: nil, limit: 20)
                    .map(\.item.id)
            }
            // As if edits had made each of them match, the chair first.
            try SQLiteFile(path).run(
                """
                INSERT INTO edited_match
                SELECT wanted.id, item.id, 1000000000000000000 + item.id, \(noon.seconds)
                FROM wanted, item
                """)
            #expect(try await found().isEmpty)
            try SQLiteFile(path).run("DELETE FROM edited_match WHERE item > 900")
            #expect(try await found() == [chair])
        }
    }

    @Test(arguments: Backend.all)
    func itemsWithAnExcludedWordAreNotTold(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let search = try await storage.keep("의자 -이케아", of: account)
            let chair = try await storage.insert(NewItem.sample("원목 의자"))
            let other = try await storage.insert(NewItem.sample("이케아 의자"))
            #expect(try await storage.matched(search, of: account) == [chair])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            // An edit adds a match or withdraws one.
            let white = try ItemContent.sample(title: "흰 의자")
            try await storage.update(other, content: white, photos: [], at: noon)
            let oak = try ItemContent.sample(title: "원목 의자", description: "이케아")
            try await storage.update(chair, content: oak, photos: [], at: noon)
            #expect(try await storage.matched(search, of: account) == [other])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func itemsInAnExcludedPlaceAreNotTold(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("망원동\n합정동"))
            let places = try await storage.places().entries.map { Place($0.neighbourhood) }
            let account = try await storage.join()
            let search = try await storage.keep("의자 -망원동", of: account)
            func post(in place: Place?) async throws -> Item.ID {
                var item = try NewItem.sample("의자")
                item.content.place = place
                return try await storage.insert(item)
            }
            let inPlace = try await post(in: places[0])
            let others = [try await post(in: nil), try await post(in: places[1])]
            #expect(try await storage.matched(search, of: account) == others.reversed())
            #expect(try await storage.countUnseenMatches(of: account) == 2)
            var content = try ItemContent.sample(title: "의자")
            content.place = places[0]
            try await storage.update(others[0], content: content, photos: [], at: noon)
            #expect(try await storage.matched(search, of: account) == [others[1]])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            // The excluded word is compared with the neighbourhood's present name.
            try await storage.setPlaces(.parsed("망원1동 = 망원동\n합정동"))
            #expect(try await storage.countUnseenMatches(of: account) == 3)
            let last = try await post(in: places[0])
            #expect(
                try await storage.matched(search, of: account)
                    == [last, others[1], others[0], inPlace])
            #expect(try await storage.countUnseenMatches(of: account) == 4)
        }
    }

    /// Before hyphens excluded words, they separated words like any other sign.
    @Test func aSearchOfExcludedWordsOnlyLooksForThem() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            let account = try await storage.join()
            let search = try await storage.keep("의자", of: account)
            storage.close()
            try SQLiteFile(path).run("UPDATE wanted SET text = '-의자'")
            let later = try SQLiteStorage(path: path)
            defer { later.close() }
            let chair = try await later.insert(NewItem.sample("의자"))
            _ = try await later.insert(NewItem.sample("조명"))
            #expect(try await later.matched(search, of: account) == [chair])
        }
    }

    @Test(arguments: Backend.all)
    func ownItemsAreNeverTold(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (owner, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let own = try await storage.keep("의자", of: owner)
            let others = try await storage.keep("의자", of: other)
            let item = try await storage.insert(.sample(of: owner))
            let guests = try await storage.insert(.sample())
            #expect(try await storage.matched(own, of: owner) == [guests])
            #expect(try await storage.matched(others, of: other) == [guests, item])
            // Nor is an item that its owner has taken over.
            try await storage.takeOver(guests, by: owner)
            #expect(try await storage.matched(own, of: owner).isEmpty)
            #expect(try await storage.countUnseenMatches(of: owner) == 0)
            #expect(try await storage.countUnseenMatches(of: other) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func blockedPeoplesItemsAreNotTold(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller, asker) = (trade.storage, trade.seller, trade.asker)
            let other = try await storage.join("하늘")
            let search = try await storage.keep("의자", of: asker)
            let others = try await storage.keep("의자", of: other)
            let before = try await storage.insert(NewItem.sample(of: seller))
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            try await storage.setBlocked(true, seller, by: asker, at: noon)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            let meanwhile = try await storage.insert(NewItem.sample(of: seller))
            let edited = try await storage.insert(NewItem.sample("조명", of: seller))
            try await storage.update(
                edited, content: .sample(title: "의자"), photos: [], at: noon + 1)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(try await storage.savedSearch(search, of: asker).unseenMatches == 0)
            #expect(try await storage.matched(search, of: asker).isEmpty)
            let all = [edited, meanwhile, before]
            #expect(try await storage.matched(others, of: other) == all)
            #expect(try await storage.countUnseenMatches(of: other) == 3)
            try await storage.setBlocked(false, seller, by: asker, at: noon)
            #expect(try await storage.matched(search, of: asker) == all)
            #expect(try await storage.countUnseenMatches(of: asker) == 3)
        }
    }

    @Test(arguments: Backend.all)
    func anItemIsToldOnceHoweverManySearchesItAnswers(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let chairs = try await storage.keep("의자", of: account)
            let wooden = try await storage.keep("원목", of: account)
            let item = try await storage.insert(.sample("원목 의자"))
            #expect(try await storage.matched(chairs, of: account) == [item])
            #expect(try await storage.matched(wooden, of: account) == [item])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            let kept = try await storage.savedSearches(of: account)
            #expect(kept.map(\.toldMatches) == [0, 1])
            #expect(kept.map(\.unseenMatches) == [1, 1])
            // Seen in one search it is seen in both, whichever of them tells it.
            let match = try await storage.matches(of: wooden, of: account, before: nil, limit: 1)[0]
            try await storage.setSeen(upTo: match.id, of: wooden, of: account)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            let seen = try await storage.savedSearches(of: account)
            #expect(seen.allSatisfy { $0.unseenMatches == 0 && $0.toldMatches == 0 })
        }
    }

    @Test(arguments: Backend.all)
    func anEditThatMakesAnItemMatchIsTold(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let text = try await storage.keep("의자", of: account)
            let cheap = try await storage.insert(
                ItemFilter(category: .games, maximumPrice: 10_000), of: account, at: noon)
            let id = try await storage.insert(.sample("책상"))
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            try await storage.update(
                id, content: .sample(title: "책상과 의자"), photos: [], at: noon + 5)
            let match = try await storage.matches(of: text, of: account, before: nil, limit: 9)
            #expect(match.map(\.item.id) == [id])
            #expect(match.map(\.date) == [noon + 5])
            try await storage.update(
                id, content: .sample(title: "책상", category: .games, price: Price(10_000)),
                photos: [], at: noon + 6)
            #expect(try await storage.matched(cheap, of: account) == [id])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func noItemIsToldTwice(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let old = try await storage.insert(.sample("옛 의자"))
            let search = try await storage.keep("의자", of: account)
            let id = try await storage.insert(.sample("의자", key: "once"))
            _ = try await storage.insert(.sample("의자", key: "once"))
            for (title, later) in [("좋은 의자", 1), ("책상", 2), ("의자", 3)] as [(String, Int64)] {
                try await storage.update(
                    id, content: .sample(title: title), photos: [], at: noon + later)
            }
            try await storage.pullUp(id, at: noon + Item.pullUpWait)
            try await storage.setStatus(.sold, of: id, at: noon)
            try await storage.setStatus(.selling, of: id, at: noon)
            // An item that matched before the search was saved is no news when it is edited.
            try await storage.update(
                old, content: .sample(title: "아주 옛 의자"), photos: [], at: noon)
            #expect(try await storage.matched(search, of: account) == [id])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func pulledUpItemsKeepTheirPlaceAmongMatches(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let old = try await storage.insert(.sample())
            let search = try await storage.keep("의자", of: account)
            let items = try await storage.insertMany(5)
            for id in [old, items[1]] {
                try await storage.pullUp(id, at: noon + Item.pullUpWait)
            }
            #expect(try await storage.matched(search, of: account) == items.reversed())
            let first = try await storage.matches(
                of: search, of: account, before: nil, limit: 3)
            #expect(first.map(\.item.id) == [items[4], items[3], items[2]])
            let rest = try await storage.matches(
                of: search, of: account, before: first[2].id, limit: 3)
            #expect(rest.map(\.item.id) == [items[1], items[0]])
            try await storage.setSeen(upTo: rest[1].id, of: search, of: account)
            #expect(try await storage.countUnseenMatches(of: account) == 4)
        }
    }

    @Test(arguments: Backend.all)
    func matchesAgreeWithTheList(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let prices = [
                try Price(0), try Price(1_000), try Price(1_000, discountedTo: 0),
                Price.open(in: .krw), try Price(0, currency: .usd),
            ]
            let filters = [
                ItemFilter(isFree: true), ItemFilter(minimumPrice: 0),
                ItemFilter(maximumPrice: 0), ItemFilter(isFree: true, maximumPrice: 5),
            ]
            var searches: [SavedSearch.ID] = []
            for filter in filters {
                searches.append(try await storage.insert(filter, of: account, at: noon))
            }
            for price in prices {
                let before = try await storage.countUnseenMatches(of: account)
                let item = NewItem(
                    content: try .sample(price: price), photos: [], passwordHash: "hash",
                    datePosted: noon)
                let id = try await storage.insert(item)
                var isListed = false
                for (filter, search) in zip(filters, searches) {
                    let listed = try await storage.items(ItemQuery(filter: filter, limit: 9))
                        .items.map(\.id)
                    #expect(try await storage.matched(search, of: account) == listed)
                    isListed = isListed || listed.contains(id)
                }
                let count = try await storage.countUnseenMatches(of: account)
                #expect(count == before + (isListed ? 1 : 0))
            }
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemTakesItsMatchesAlong(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let search = try await storage.keep("의자", of: account)
            let items = try await storage.insertMany(2)
            #expect(try await storage.countUnseenMatches(of: account) == 2)
            try await storage.delete(items[1], at: noon)
            #expect(try await storage.matched(search, of: account) == [items[0]])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func refusedPostsAreToldToNobody(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let search = try await storage.keep("의자", of: account)
            await #expect(throws: StorageError.photoNotFound) {
                _ = try await storage.insert(.sample(photos: [.sample("a")]))
            }
            #expect(try await storage.matched(search, of: account).isEmpty)
        }
    }

    /// A change that is never announced would be waited for without end.
    @Test(.timeLimit(.minutes(1)), arguments: Backend.all)
    func matchesAreAnnouncedToTheirAccounts(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (one, other) = (try await storage.join("민지"), try await storage.join("지수"))
            _ = try await storage.keep("의자", of: one)
            _ = try await storage.keep("책상", of: other)
            for (title, account) in [("의자", one), ("책상", other)] {
                let changes = storage.feed.changes([.organiser(one), .organiser(other)])
                _ = try await storage.insert(.sample(title))
                #expect(await changes.first { _ in true } == .organiser(account))
            }
        }
    }

    // MARK: - Compared with a plain list

    private static let words = [
        "의자", "원목", "아이패드", "책상", "의지", "차", "iPhone", "13", "ㅋㅋ", "자전거", "읮", "Café", "ㄳ",
        "아이폰", "desk", "biker", "North Face", "노스페이스", "ps5", "ㅇ자", "\u{1112}\u{1161}\u{11AB}글",
        "ﬁx", "é", "Sony", "소니", "chair", "18", #"18""#,
    ]
    private static let searches = [
        "의자", "의", "차", "원목 의자", "원목의자", "목의", "13", "IPHONE 13", "i", "é", "ㅋㅋ", "자전거 책상",
        "ㅇㅈ", "ㅇ자", "의ㅈ", "ㅇㅁㅇㅈ", "ㅈㅈㄱ", "ㅇㅈ 13", "ㅇ자 ㅊㅅ", "ㄳ", "13ㅇㅈ", "없는말", "ㅋ", "1 3", "한글",
        "fi", "이패", "전거책", "ㅇㅇㅍㄷ", "차 i",
        "아이폰", "아이폰13", "desk", "bike 13", "north face", "노스페이스 13", "플스5", "ps 5", "iphone ㅇㅈ",
        "face north", "chair", "sony", "소니13", "원목 chair", "의자 -원목", "차 -ㅋㅋ -13", "ㅇㅈ -책상",
        "원목 의자 -차", "iphone -desk", "책상 -소니", "의자 -의자", "-아이폰 13", "18인치",
        "책상 18 inches", "18 -18인치",
    ]

    private static func filter(_ random: inout SplitMix64) -> ItemFilter {
        let text = Bool.random(using: &random) ? nil : searches.randomElement(using: &random)
        func price() -> Int64? {
            Int.random(in: 0..<4, using: &random) == 0
                ? Int64.random(in: 0...60, using: &random) : nil
        }
        let most = Int.random(in: 0...2, using: &random)
        return ItemFilter(
            category: [nil, nil, .games, .furniture].randomElement(using: &random) ?? nil,
            isFree: Int.random(in: 0..<6, using: &random) == 0, minimumPrice: price(),
            maximumPrice: price(),
            neighbourhoods: Neighbourhoods(neighbourhoods.shuffled(using: &random).prefix(most)),
            search: text.flatMap { SearchQuery($0) })
    }

    private static let neighbourhoods = ["망원동", "합정동", "연남동"].enumerated().map {
        Neighbourhood(id: Neighbourhood.ID(rawValue: Int64($0 + 1)), name: $1)
    }

    private static func namePlaces(in storage: any MarketStorage) async throws {
        try await storage.setPlaces(.parsed("망원동\n합정동\n연남동"))
        #expect(try await storage.places().entries.map(\.neighbourhood) == neighbourhoods)
    }

    private static func content(_ random: inout SplitMix64) throws -> ItemContent {
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 1...most, using: &random))
                .map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
        }
        let amount = Int64.random(in: 0...60, using: &random)
        let currency: Currency = Int.random(in: 0..<5, using: &random) == 0 ? .usd : .krw
        let price =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: Price.open(in: currency)
            case 1: try Price(amount + 5, discountedTo: amount, currency: currency)
            case 2: try Price(0, currency: currency)
            default: try Price(amount, currency: currency)
            }
        var content = try ItemContent.sample(
            title: text(3), category: Bool.random(using: &random) ? .games : .furniture,
            price: price, description: text(4))
        content.place = neighbourhoods.randomElement(using: &random).map { Place($0) }
        if Int.random(in: 0..<4, using: &random) == 0 { content.place = nil }
        return content
    }

    private static func hasFigures(_ content: ItemContent, _ filter: ItemFilter) -> Bool {
        let (price, category) = (content.price, filter.category ?? content.category)
        let least = filter.minimumPrice ?? 0
        let most = filter.maximumPrice ?? .max
        let place = content.place?.neighbourhood
        let isThere =
            filter.neighbourhoods.isEmpty || place.map(filter.neighbourhoods.contains) ?? false
        return isThere && content.category == category && (!filter.isFree || price.isFree)
            && (!filter.hasPriceRange
                || !price.isOpen && price.currency == .krw && least <= price.amountToPay
                    && price.amountToPay <= most)
    }

    private static func answers(_ content: ItemContent, _ filter: ItemFilter) -> Bool {
        hasFigures(content, filter)
            && filter.search.map {
                $0.match(
                    title: SearchText(content.title),
                    description: SearchText(content.description)) != nil
            } ?? true
    }

    /// Each search is filed under one token only, which must lose no item.
    @Test(arguments: Backend.all)
    func everyMatchingItemIsFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await Self.namePlaces(in: storage)
            var random = SplitMix64()
            var kept: [(filter: ItemFilter, account: Account.ID, id: SavedSearch.ID)] = []
            for number in 1...8 {
                let account = try await storage.join("이웃 \(number)")
                for _ in 1...20 {
                    let filter = Self.filter(&random)
                    let id = try await storage.insert(filter, of: account, at: noon)
                    if !kept.contains(where: { $0.id == id }) { kept.append((filter, account, id)) }
                }
            }
            var items: [(id: Item.ID, content: ItemContent)] = []
            for _ in 1...SplitMix64.rounds(usually: 200) {
                let content = try Self.content(&random)
                let item = NewItem(
                    content: content, photos: [], passwordHash: "hash", datePosted: noon)
                items.append((try await storage.insert(item), content))
            }
            for search in kept {
                let expected = items.filter { Self.answers($0.content, search.filter) }.map(\.id)
                let found = try await storage.matched(search.id, of: search.account)
                #expect(found == expected.reversed(), "\(search.filter)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func itemsThatMatchAfterAnEditAreFoundOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await Self.namePlaces(in: storage)
            var random = SplitMix64()
            let account = try await storage.join()
            var kept: [SavedSearch.ID: ItemFilter] = [:]
            for _ in 1...40 {
                let filter = Self.filter(&random)
                kept[try await storage.insert(filter, of: account, at: noon)] = filter
            }
            for _ in 1...SplitMix64.rounds(usually: 60) {
                let id = try await storage.insert(.sample("없던 것"))
                var content = try ItemContent.sample(title: "없던 것")
                for _ in 1...3 {
                    content = try Self.content(&random)
                    try await storage.update(id, content: content, photos: [], at: noon)
                }
                for (search, filter) in kept {
                    let matched = try await storage.matched(search, of: account)
                    let isThere = Self.answers(content, filter)
                    #expect(matched.count { $0 == id } == (isThere ? 1 : 0))
                }
            }
        }
    }
}
