import Market
import Testing

/// What is found, and told, by a synonym.
struct SynonymTests {
    private static let titles = [
        "아이폰 13 미니", "iPhone 15 Pro", "아이폰케이스", "New iPhone13", "원목 의자", "Oak chair", "Nike Air",
        "노스페이스 패딩", "The North Face 700", "PS5 디스크", "플스 패드",
    ]

    private func found(
        _ text: String, _ order: ItemOrder = .bestMatch, in storage: any MarketStorage
    ) async throws -> [Item.ID] {
        let filter = ItemFilter(search: SearchQuery(text))
        return try await storage.items(ItemQuery(filter: filter, order: order, limit: 99))
            .items.map(\.id)
    }

    /// Runs `body` while the items are too new to be indexed, and again when they are.
    private func withMarket(
        _ backend: Backend, of titles: [String] = Self.titles,
        _ body: (any MarketStorage) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            for title in titles { _ = try await storage.insert(NewItem.sample(title)) }
            try await body(storage)
            try await storage.insertTogether(64, titled: "!")
            try await body(storage)
        }
    }

    @Test(arguments: Backend.all)
    func eachSynonymFindsTheSameItemsInTheSameOrder(_ backend: Backend) async throws {
        try await withMarket(backend) { storage in
            for (texts, ids) in [
                (["iphone", "아이폰", "IPHONE"], [2, 1, 4, 3]), (["chair", "의자"], [6, 5]),
                (["노스페이스", "north face", "NorthFace"], [9, 8]), (["플스", "ps"], [11, 10]),
                (["플스5", "ps5", "ps 5"], [10]), (["아이폰13", "iphone13"], [4, 1]), (["이케아"], []),
                (["원목 chair", "원목의자"], [5]), (["face north"], [9]), (["oak 의자"], [6]),
            ] as [([String], [Item.ID])] {
                for text in texts {
                    #expect(try await found(text, in: storage) == ids, "\(text)")
                    let newest = try await found(text, .newest, in: storage)
                    #expect(newest == ids.sorted(by: >), "\(text)")
                    let counts = try await storage.itemCounts(
                        ItemFilter(search: SearchQuery(text)))
                    #expect(counts[.furniture] == Int64(ids.count), "\(text)")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func whomItIsForAndHowMuchItHoldsAreFoundAsOthersSayIt(_ backend: Backend) async throws {
        let titles = [
            "아동용 자전거 16인치", "유아 자전거 18인치", "어린이자전거", "성인 자전거 아이보리", "이사 박스 나눔",
            "이사박스 20장", "나무상자", "통돌이 세탁기 10kg", "세탁기 10 킬로", "외장하드 1TB", "아이폰 13 128기가",
        ]
        try await withMarket(backend, of: titles) { storage in
            for (texts, ids) in [
                (["어린이 자전거", "유아용 자전거", "아동 자전거", "애기 자전거", "kids bike"], [1, 2, 3]),
                (["상자", "박스"], [5, 6, 7]), (["이사 상자", "moving box"], [5, 6]),
                (["세탁기 10킬로", "세탁기 10kg", "washer 10 kg"], [8, 9]),
                (["1테라", "1tb", "1 TB"], [10]), (["아이폰 128gb", "iphone 128GB"], [11]),
                (["18inch", "18 인치", "bike 18inches"], [2]), (["28gb", "28 gb"], []),
                (["18 inches", "bike 18 inch", "유아 18 inches"], [2]), (["128 gb"], [11]),
            ] as [([String], [Item.ID])] {
                for text in texts {
                    let found = try await found(text, .newest, in: storage)
                    #expect(found.sorted() == ids, "\(text)")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aSynonymOfTwoSyllablesMayEndAWord(_ backend: Backend) async throws {
        let titles = [
            "캠핑의자", "캠핑의자 2개", "접이식캠핑의자2개", "의자커버", "아이의 자전거", "거의 자주 쓴 책", "이케아 책장",
            "흰색 캠핑의자", "Oak chair",
        ]
        try await withMarket(backend, of: titles) { storage in
            for (text, ids) in [
                ("chair", [1, 2, 3, 4, 8, 9]), ("white chair", [8]), ("자전거 chair", []),
                ("캠핑 -chair", []), ("책 -chair", [6, 7]), ("2개 chair", [2, 3]),
            ] as [(String, [Item.ID])] {
                for order in [ItemOrder.newest, .bestMatch, .lowestPrice] {
                    let found = try await found(text, order, in: storage)
                    #expect(found.sorted() == ids, "\(text)")
                }
                let counts = try await storage.itemCounts(ItemFilter(search: SearchQuery(text)))
                #expect(counts[.furniture] == Int64(ids.count), "\(text)")
            }
            // A word of the title, then the beginning of one, then the end.
            #expect(try await found("chair", in: storage) == [9, 4, 8, 3, 2, 1])
        }
    }

    @Test(arguments: Backend.all)
    func aSynonymOfOneSyllableIsAWholeWord(_ backend: Backend) async throws {
        let titles = ["흰 책상", "흰머리 염색약", "화이트 접시", "흰 2인용 의자"]
        try await withMarket(backend, of: titles) { storage in
            for (texts, ids) in [
                (["white", "화이트"], [1, 3, 4]), (["흰"], [1, 2, 3, 4]), (["white chair"], [4]),
            ] as [([String], [Item.ID])] {
                for text in texts {
                    let found = try await found(text, .newest, in: storage)
                    #expect(found.sorted() == ids, "\(text)")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func sizesAreFoundWithoutTheirUnits(_ backend: Backend) async throws {
        let titles = ["구두 260", "구두 260mm", "구두 2600", "니트 L", "니트 L사이즈", "니트 XL", "구두 (260)"]
        try await withMarket(backend, of: titles) { storage in
            for (texts, ids) in [
                (["260mm", "구두 260mm", "구두 260 mm"], [1, 2, 7]), (["260"], [1, 2, 3, 7]),
                (["L사이즈", "니트 L사이즈"], [4, 5]), (["구두 -260mm"], [3]), (["265mm"], []),
            ] as [([String], [Item.ID])] {
                for text in texts {
                    for order in [ItemOrder.newest, .bestMatch, .lowestPrice] {
                        let found = try await found(text, order, in: storage)
                        #expect(found.sorted() == ids, "\(text)")
                    }
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func inchesAreFoundByTheirSign(_ backend: Backend) async throws {
        let titles = [
            #"자전거 18""#, "18\u{2033} 모니터", "모니터 18인치", "아이폰 18", #""맥북 18" 케이스"#, #"18"자전거"#,
        ]
        try await withMarket(backend, of: titles) { storage in
            for (texts, ids) in [
                (["18인치", "18 inches", "18inch", "18 인치"], [1, 2, 3, 6]),
                (["자전거 18인치", "18 inch bike"], [1, 6]), (["모니터 -18인치"], []),
                (["18 -18인치"], [4, 5]), (["19인치", "180인치"], []),
            ] as [([String], [Item.ID])] {
                for text in texts {
                    for order in [ItemOrder.newest, .bestMatch, .lowestPrice] {
                        let found = try await found(text, order, in: storage)
                        #expect(found.sorted() == ids, "\(text)")
                    }
                    let counts = try await storage.itemCounts(
                        ItemFilter(search: SearchQuery(text)))
                    #expect(counts[.furniture] == Int64(ids.count), "\(text)")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aMisspelledWordIsCorrectedIntoWhatIsWritten(_ backend: Backend) async throws {
        for (title, typed, meant) in [
            ("아이폰 13", "아이뽄", "아이폰"), ("Oak chair, iPhone", "의자 iphpne", "의자 iphone"),
            ("책상", "iphpne", nil),
        ] as [(String, String, String?)] {
            try await withMarket(backend, of: [title]) { storage in
                let search = try #require(SearchQuery(typed))
                #expect(try await storage.correction(of: search)?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func aMisspelledNameIsCorrectedWhereItsSynonymIsWritten(_ backend: Backend) async throws {
        for (title, typed, meant) in [
            ("접이식 자전거", "bycicle", "bicycle"), ("접이식 자전거", "bicycles", "bicycle"),
            ("원목 의자", "chairs", "chair"), ("원목 의자", "원목 chairs", "원목 chair"),
            ("아이폰 13", "iphones", "iphone"), ("iPhone 13", "아이뽄", "아이폰"),
            ("iPhone 13", "아이뽄 13", "아이폰 13"), ("iPhone 13", "iphones 15", nil),
            // The correction would be part of another word, or the word is spelt right and not there.
            ("아이의 자전거", "chairs", nil), ("Sony headphones", "phonez", nil),
            ("태블릿", "table", nil),
        ] as [(String, String, String?)] {
            try await withMarket(backend, of: [title]) { storage in
                let search = try #require(SearchQuery(typed))
                #expect(try await storage.correction(of: search)?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func savedSearchesMatchSynonyms(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (one, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let latin = try await storage.keep("iphone", of: one)
            let hangul = try await storage.keep("아이폰 13", of: other)
            let store = try await storage.keep("이케아", of: other)
            let first = try await storage.insert(NewItem.sample("아이폰 13"))
            let second = try await storage.insert(NewItem.sample("iPhone13 미니"))
            let third = try await storage.insert(NewItem.sample("IKEA desk"))
            let desk = try await storage.insert(NewItem.sample("Nike Air"))
            let chair = try await storage.keep("chair", of: one)
            _ = try await storage.insert(
                NewItem(
                    content: try .sample(title: "책상", description: "거의 자주 써요."), photos: [],
                    passwordHash: "hash", datePosted: noon))
            #expect(try await storage.matched(chair, of: one).isEmpty)
            #expect(try await storage.countUnseenMatches(of: one) == 2)
            #expect(try await storage.countUnseenMatches(of: other) == 3)
            try await storage.update(
                desk, content: .sample(title: "iPhone 13, like a new one"), photos: [],
                at: noon + 1)
            #expect(try await storage.matched(latin, of: one) == [desk, second, first])
            #expect(try await storage.matched(hangul, of: other) == [desk, second, first])
            #expect(try await storage.matched(store, of: other) == [third])
        }
    }

    @Test(arguments: Backend.all)
    func savedSearchesMatchSynonymsAtTheEndOfWords(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let account = try await storage.join()
            let (chair, fruit) = (
                try await storage.keep("chair", of: account),
                try await storage.keep("apple", of: account)
            )
            let first = try await storage.insert(NewItem.sample("캠핑의자2개"))
            _ = try await storage.insert(NewItem.sample("거의 자주 쓴 파인애플"))
            #expect(try await storage.matched(chair, of: account) == [first])
            #expect(try await storage.matched(fruit, of: account).isEmpty)
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func wantedItemsMatchSynonyms(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            var content = try ItemContent.sample(title: "아이폰 구해요")
            content.purpose = .request
            let wanted = try await storage.insert(
                NewItem(content: content, photos: [], owner: .account(asker), datePosted: noon))
            let offer = try await storage.insert(NewItem.sample("iPhone 13"))
            _ = try await storage.insert(NewItem.sample("iPad"))
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
            let offers = try await storage.counterparts(
                of: storage.item(wanted), for: asker, limit: 9)
            #expect(offers.map(\.id) == [offer])
        }
    }

    @Test(arguments: Backend.all)
    func whateverIsTypedIsOnlyText(_ backend: Backend) async throws {
        try await withMarket(backend) { storage in
            for text in [
                "노트북 컴퓨터 핸드폰 소파 텔레비전 플레이스테이션 운동화 자켓 에어컨 고데기",
                String(repeating: "iphone13", count: 12), String(repeating: "플스", count: 50),
                "iphone\" OR \"의자", "north' face) OR (1", "ㅇㅈ iphone h&m arc'teryx lock & lock",
                "핸드폰1핸드폰2핸드폰3핸드폰4", "소파1의쟈2침대3거울4쿵",
            ] {
                let search = try #require(SearchQuery(text))
                for order in ItemOrder.allCases {
                    #expect(try await found(text, order, in: storage).isEmpty, "\(text)")
                }
                _ = try await storage.correction(of: search)
                let completions = try await storage.completions(of: search, limit: 8)
                #expect(completions.isEmpty, "\(text)")
            }
        }
    }
}
