import Fixtures
import Market
import Testing

@testable import Storage

/// Lists of every filter and order, compared with a plain list of all items.
struct ItemFindingTests {
    private static let words = [
        "의자", "원목", "책상", "의지", "차", "iPhone", "13", "ㅋㅋ", "자전거", "커버", "읮", "Café", "아이폰",
        "desk", "biker", "North Face", "노스페이스", "ps5", "Sony", "소니", "chair", "18", #"18""#,
    ]
    private static let searches = [
        "의자", "의", "차", "원목 의자", "원목의자", "목의", "13", "IPHONE 13", "i", "é", "ㅋㅋ", "자전거 책상",
        "ㅇㅈ", "ㅇ자", "의ㅈ", "ㅇㅁㅇㅈ", "ㅈㅈㄱ", "ㅇㅈ 13", "ㅇ자 ㅊㅅ", "ㄳ", "13ㅇㅈ", "없는말",
        "아이폰", "아이폰13", "아이폰 책상", "desk", "bike 13", "north face", "northface 의자", "노스페이스13",
        "플스", "플스5", "ps 5", "iphone ㅇㅈ", "face north", "chair", "sony", "소니13", "원목 chair",
        "의자 -원목", "의자 -커버 -차", "원목 의자 -13", "-소니 iphone", "ㅇㅈ -원목", "원목 ㅇ -책상", "차 -ㅋㅋ",
        "책상 -desk", "차 -chair", "white desk", "13 -north", "원목의자 -의자", "의자 -의자", "의자 -", "의자 -망원동",
        "차 -합정동 -책상 -망원",
        "18인치", "18 inches", "책상 18인치", "ㅇㅈ 18인치", "의자 -18인치", "18 -18인치",
    ]
    private static let filters: [ItemFilter] = [
        ItemFilter(), ItemFilter(status: .unsold), ItemFilter(category: .furniture),
        ItemFilter(category: .games, status: .only(.reserved)), ItemFilter(isFree: true),
        ItemFilter(minimumPrice: 20), ItemFilter(maximumPrice: 30),
        ItemFilter(status: .unsold, minimumPrice: 20, maximumPrice: 40),
        ItemFilter(status: .only(.sold), maximumPrice: 0),
        ItemFilter(minimumPrice: 40, maximumPrice: 20),
        ItemFilter(neighbourhoods: [neighbourhoods[0]]), ItemFilter(purpose: .request),
        ItemFilter(status: .unsold, purpose: .offer),
        ItemFilter(category: .games, neighbourhoods: [neighbourhoods[1]], purpose: .request),
        ItemFilter(status: .unsold, maximumPrice: 30, neighbourhoods: [neighbourhoods[1]]),
        ItemFilter(neighbourhoods: [neighbourhoods[0], neighbourhoods[2]]),
        ItemFilter(
            category: .furniture, status: .unsold,
            neighbourhoods: [neighbourhoods[2], neighbourhoods[1]]),
        ItemFilter(
            minimumPrice: 20, neighbourhoods: [neighbourhoods[0], neighbourhoods[1]],
            purpose: .offer),
        ItemFilter(neighbourhoods: Neighbourhoods(neighbourhoods)),
    ]
    private static let neighbourhoods = [
        Neighbourhood(id: 1, name: "망원동"), Neighbourhood(id: 2, name: "합정동"),
        Neighbourhood(id: 3, name: "연남동"),
    ]

    private static func namePlaces(in storage: any MarketStorage) async throws {
        try await storage.setPlaces(.parsed("망원동\n 망원역\n합정동\n연남동"))
        #expect(try await storage.places().entries.map(\.neighbourhood) == neighbourhoods)
    }

    /// The items that must be there, the newest first.
    private struct Truth {
        var items: [ItemSummary] = []
        var texts: [Item.ID: (title: SearchText, description: SearchText)] = [:]

        func found(_ filter: ItemFilter) -> [(key: ItemKey, item: ItemSummary)] {
            items.filter { passes($0, filter) }.compactMap { item in
                guard let search = filter.search else { return (ItemKey(item.position), item) }
                guard let (title, description) = texts[item.id] else { return nil }
                return search.match(title: title, description: description)
                    .map { (ItemKey(rank: Int64($0.rawValue), item.position), item) }
            }
        }

        private func passes(_ item: ItemSummary, _ filter: ItemFilter) -> Bool {
            let price = item.price
            let isPriced = price.currency == .krw && !price.isOpen
            let exclusions = filter.search?.terms.exclusions ?? []
            let isLeftOut = exclusions.contains("-\(item.neighbourhood?.name ?? "")")
            let status =
                switch filter.status {
                case .any: true
                case .unsold: item.status != .sold
                case .only(let status): item.status == status
                }
            let places = filter.neighbourhoods
            let isThere = places.isEmpty || item.neighbourhood.map(places.contains) ?? false
            return status && !isLeftOut && isThere
                && filter.category.map { $0 == item.category } ?? true
                && filter.purpose.map { $0 == item.purpose } ?? true
                && (!filter.isFree || price.isFree)
                && filter.minimumPrice.map { isPriced && $0 <= price.amountToPay } ?? true
                && filter.maximumPrice.map { isPriced && $0 >= price.amountToPay } ?? true
        }

        func ids(_ filter: ItemFilter, _ order: ItemOrder) -> [Item.ID] {
            let found = found(filter)
            func price(_ item: ItemSummary) -> [Int64] {
                if item.price.isOpen { return [.max] }
                let currency = Int64(item.price.currency == .krw ? 0 : 1)
                let amount = item.price.amountToPay
                return [currency, order == .lowestPrice ? amount : -amount]
            }
            return found.enumerated().sorted { one, other in
                let ranks: ([Int64], [Int64]) =
                    switch order {
                    case .newest: ([], [])
                    case .bestMatch: ([one.element.key.rank], [other.element.key.rank])
                    case .lowestPrice, .highestPrice:
                        (price(one.element.item), price(other.element.item))
                    }
                return ranks.0 == ranks.1
                    ? one.offset < other.offset : ranks.0.lexicographicallyPrecedes(ranks.1)
            }
            .map(\.element.item.id)
        }
    }

    private static func content(_ random: inout SplitMix64) throws -> ItemContent {
        func text(_ words: ClosedRange<Int>) -> String {
            (0..<Int.random(in: words, using: &random)).reduce(into: "") { text, _ in
                text += Bool.random(using: &random) ? " " : ""
                text += Self.words.randomElement(using: &random) ?? ""
            }
        }
        let amount = Int64(Int.random(in: 0...5, using: &random) * 10)
        let price: Price =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: .open()
            case 1: try Price(amount, currency: .usd)
            case 2: try Price(amount + 10, discountedTo: amount)
            default: try Price(amount)
            }
        var content = try ItemContent.sample(
            title: text(1...4), category: Bool.random(using: &random) ? .furniture : .games,
            price: price, description: text(0...6))
        content.place = Self.neighbourhoods.randomElement(using: &random).map { Place($0) }
        if Int.random(in: 0..<3, using: &random) == 0 { content.place = nil }
        if Int.random(in: 0..<3, using: &random) == 0 { content.purpose = .request }
        return content
    }

    private func step(
        _ storage: any MarketStorage, _ truth: inout Truth, _ random: inout SplitMix64,
        at now: Timestamp
    ) async throws {
        let content = try Self.content(&random)
        let old = truth.items.randomElement(using: &random)
        switch old == nil ? 0 : Int.random(in: 0..<16, using: &random) {
        case 0..<9:
            _ = try await storage.insert(
                NewItem(
                    content: content, photos: [],
                    status: Item.Status.allCases.randomElement(using: &random) ?? .selling,
                    passwordHash: "hash", datePosted: now))
        case 9..<11: if let old, old.status != .sold { try await storage.pullUp(old.id, at: now) }
        case 11..<13:
            if let old {
                var content = content
                // A reserved or sold item keeps its purpose.
                if old.status != .selling { content.purpose = old.purpose }
                try await storage.update(old.id, content: content, photos: [], at: now)
                truth.texts[old.id] = nil
            }
        case 13:
            if let old {
                let status = Item.Status.allCases.randomElement(using: &random) ?? .sold
                try await storage.setStatus(status, of: old.id, at: noon)
            }
        default: if let old { try await storage.delete(old.id, at: noon) }
        }
        try await read(storage, &truth)
    }

    /// Reads the plainest list, and each changed item by itself; the API's list must show the
    /// offers alone.
    private func read(_ storage: any MarketStorage, _ truth: inout Truth) async throws {
        truth.items = try await storage.items(ItemQuery(limit: 10_000)).items
        for item in truth.items where truth.texts[item.id] == nil {
            let content = try await storage.item(item.id).content
            truth.texts[item.id] = (SearchText(content.title), SearchText(content.description))
        }
        let page = try await storage.items(ItemOffsetQuery(limit: 10_000))
        #expect(page.items.map(\.summary) == truth.items.filter { $0.purpose == .offer })
        #expect(page.count == Int64(page.items.count))
    }

    private func expect(
        _ truth: Truth, in storage: any MarketStorage, _ random: inout SplitMix64
    ) async throws {
        for search in [nil] + Self.searches {
            var filter = Self.filters.randomElement(using: &random) ?? ItemFilter()
            filter.search = search.flatMap { SearchQuery($0) }
            let order = ItemOrder.allCases.randomElement(using: &random) ?? .newest
            try await expectPages(
                of: truth, filter, order, Int.random(in: 1...30, using: &random), in: storage)
            let counts = try await storage.itemCounts(filter)
            var elsewhere = filter
            elsewhere.neighbourhoods = []
            let places = truth.found(elsewhere).map(\.item)
            for place in Self.neighbourhoods {
                let count = places.count { $0.neighbourhood == place }
                #expect(counts.byNeighbourhood[place.id] ?? 0 == Int64(count), "\(filter)")
            }
            filter.category = nil
            let found = truth.found(filter).map(\.item)
            for category in Category.allCases {
                let count = found.count { $0.category == category }
                #expect(counts[category] == Int64(count), "\(filter)")
            }
            #expect(counts[nil] == Int64(found.count) && !counts.isPartial)
        }
    }

    /// Walks the pages in both directions.
    private func expectPages(
        of truth: Truth, _ filter: ItemFilter, _ order: ItemOrder, _ limit: Int,
        in storage: any MarketStorage
    ) async throws {
        var query = ItemQuery(filter: filter, order: order, limit: limit)
        var pages = [try await storage.items(query)]
        while let next = pages.last?.next {
            query.position = .following(next)
            pages.append(try await storage.items(query))
        }
        let ids = truth.ids(filter, order)
        #expect(
            pages.flatMap(\.items).map(\.id) == ids,
            "\(order) \(filter.search?.text ?? "-") \(filter)")
        for (page, former) in zip(pages.dropFirst(), pages).reversed() {
            query.position = .preceding(try #require(page.previous))
            let back = try await storage.items(query)
            #expect(back.items == former.items)
            #expect(back.next == former.next && back.previous == former.previous)
        }
    }

    @Test func derivedDataFitsTheItemsAfterAllThat() async throws {
        let storage = try SQLiteStorage(path: ":memory:")
        try await Self.namePlaces(in: storage)
        var (random, truth) = (SplitMix64(), Truth())
        for round in 1...SplitMix64.rounds(usually: 300) {
            let now = noon + Int64(round) * Item.pullUpWait
            try await step(storage, &truth, &random, at: now)
        }
        #expect(try await storage.checkDerivedData(mending: false) == [])
    }

    @Test(arguments: Backend.allCases)
    func everyListMatchesAPlainOne(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await Self.namePlaces(in: storage)
            var random = SplitMix64()
            var choices = random
            var truth = Truth()
            for round in 1...SplitMix64.rounds(usually: 300) {
                let now = noon + Int64(round) * Item.pullUpWait
                try await step(storage, &truth, &random, at: now)
                if round.isMultiple(of: 10) { try await expect(truth, in: storage, &choices) }
            }
        }
    }

    // MARK: - Concurrent changes

    /// Makes a random change to any of the items, whatever others do to it meanwhile.
    private static func change(
        _ storage: any MarketStorage, _ random: inout SplitMix64, at now: Timestamp
    ) async throws {
        let id = Item.ID(rawValue: Int64.random(in: 1...120, using: &random))
        let content = try content(&random)
        do throws(StorageError) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<3:
                _ = try await storage.insert(
                    NewItem(content: content, photos: [], passwordHash: "hash", datePosted: now))
            case 3: try await storage.pullUp(id, at: now)
            case 4, 5: try await storage.update(id, content: content, photos: [], at: now)
            case 6:
                let status = Item.Status.allCases.randomElement(using: &random) ?? .sold
                try await storage.setStatus(status, of: id, at: noon)
            default: try await storage.delete(id, at: noon)
            }
        } catch {
            // The item is gone, sold, or was pulled up just now.
            #expect(error != .busy && error != .full)
        }
    }

    @Test(arguments: Backend.all)
    func everyListMatchesAPlainOneAfterConcurrentWrites(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await Self.namePlaces(in: storage)
            var random = SplitMix64()
            for round in 1...4 {
                let seeds = (0..<8).map { _ in random.next() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for seed in seeds {
                        group.addTask {
                            var random = SplitMix64(seed: seed)
                            for step in 1...SplitMix64.rounds(usually: 25) {
                                let now = noon + Int64(round * 10_000 + step) * Item.pullUpWait
                                try await Self.change(storage, &random, at: now)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                var truth = Truth()
                try await read(storage, &truth)
                try await expect(truth, in: storage, &random)
                let faults = try await (storage as? SQLStorage)?.checkDerivedData(mending: false)
                #expect(faults == [])
            }
        }
    }
}
