import Market
import Testing

struct SearchHelpTests {
    private static let titles = [
        "원목 의자", "의자 커버", "의지 책", "자전거", "자전거 헬멧", "iPhone 13", "아이폰 13", "안전모 앉은뱅이",
        "튼튼하고 오래 쓸 원목 의자 네 개",
    ]

    /// Runs `body` while the items are too new to be indexed, and again when they are.
    private func withMarket(
        _ backend: Backend, of titles: [String] = Self.titles,
        _ body: (any MarketStorage) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            for title in titles { _ = try await storage.insert(.sample(title)) }
            try await body(storage)
            try await storage.insertTogether(64, titled: "!")
            try await body(storage)
        }
    }

    @Test(arguments: Backend.all)
    func aMisspelledWordIsCorrected(_ backend: Backend) async throws {
        try await withMarket(backend) { storage in
            for (typed, meant) in [
                ("의쟈", "의자"), ("원묵 의자", "원목 의자"), ("원묵 의쟈", "원목 의자"), ("자전고", "자전거"),
                ("튼튼하고 오래 쓸 원목 의쟈 네 개", "튼튼하고 오래 쓸 원목 의자 네 개"),
                ("튼튼하고 오래 쓸 원목 의지 네 개", "튼튼하고 오래 쓸 원목 의자 네 개"),
                ("iphpne", "iphone"), ("자정거 헬멧", "자전거 헬멧"), ("원목 의지", "원목 의자"),
                ("없는말이다", nil), ("원목 없는말", nil), ("의자", nil), ("ㅇㅈ", nil), ("의자 자전거", nil),
                (String(repeating: "가", count: 100), nil),
                // Excluded words are kept as typed, whether or not anything is left to find.
                ("의쟈 -커버", "의자 -커버"), ("-원먹 의쟈", "의자 -원먹"), ("의쟈 -의자", nil), ("의자 -의자", nil),
                ("원목 의자 -원목", nil),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func nearIsNotCorrected(_ backend: Backend) async throws {
        try await withMarket(backend, of: ["급처 책상", "주면 책상"]) { storage in
            for typed in ["근처 책상", "책상 주변"] {
                let search = try #require(SearchQuery(typed))
                #expect(try await storage.correction(of: search) == nil, "\(typed)")
            }
            let other = try #require(SearchQuery("극처 책상"))
            #expect(try await storage.correction(of: other)?.text == "급처 책상")
        }
    }

    /// A word that merely resembles part of these titles is spelt right, though no title has it.
    @Test(arguments: Backend.all)
    func aRightWordBecomesNoPieceOfAnother(_ backend: Backend) async throws {
        let titles = [
            "Sony headphones", "New software", "I like it", "LED 스탠드", "Napoleon", "Crate",
            "Shorts", "나이키 에어포스", "마리오 카트 8", "아이폰 13", "성인한로션", "장팝니다",
        ]
        try await withMarket(backend, of: titles) { storage in
            for typed in [
                "iphone", "sofa", "nike", "bike", "lego", "bed", "coat", "dog", "shoes", "에어팟",
                "카시트", "아이폰15", "아이폰 15", "난로", "장갑",
            ] {
                let search = try #require(SearchQuery(typed))
                #expect(try await storage.correction(of: search) == nil, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func aMisspelledWordIsAWholeOneOrAPartOfACompound(_ backend: Backend) async throws {
        let titles = ["Sony headphones", "LED 스탠드", "아이폰 13", "원목의자세트"]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("headphnes", "headphones"), ("haedphones", "headphones"),
                ("headphoness", "headphones"), ("sonny headphones", "sony headphones"),
                ("eadphones", nil), ("phonez", "phone"), ("스탠도", "스탠드"), ("탠스드", "스탠드"),
                ("원목의쟈", "원목의자"), ("의쟈", "의자"), ("의지", nil), ("목원의자", nil),
                ("아이뽄13", "아이폰13"), ("led 스탠두", "led 스탠드"),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func wordsThatAreKnownStayAndNoneIsMadeAcrossASpace(_ backend: Backend) async throws {
        let titles = ["이사 짐차", "나무 상자", "조말론 베이 싸게 상자째", "로지텍 키보드", "장 의자", "헌 이샤"]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("이사 상자", nil), ("킥보드", nil), ("나무 의자", nil), ("상쟈째 베이", "상자째 베이"),
                ("키보두", "키보드"),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func twoWordsTypedAsOneAreSplit(_ backend: Backend) async throws {
        let titles = ["LG 통돌이 세탁기 10kg", "삼성 드럼 세탁기", "하이라이트"]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("lg세탁기", "lg 세탁기"), ("엘지세탁기", "엘지 세탁기"), ("세탁기lg", "세탁기 lg"),
                ("삼성세탁기 드럼", "삼성 세탁기 드럼"), ("lg드럼", nil), ("lg냉장고", nil), ("삼성세탁", nil),
                ("세탁기하이", nil), (String(repeating: "lg세탁기", count: 9), nil),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
            }
        }
    }

    /// The index alone takes `13` for `13인치`, and `의자` of two words for the end of one.
    @Test(arguments: Backend.all)
    func aCorrectionFindsSomething(_ backend: Backend) async throws {
        let titles = [
            "LG 그램 노트북 13", "아이폰 13", "원목 거의 자주 쓴 선반", #"LG 그램 모니터 32""#, "LG 캠핑의자 세트",
        ]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("lg노트북 13인치", nil), ("노트븍 13인치", nil), ("lg노트북 13", "lg 노트북 13"),
                ("lg모니터 32인치", "lg 모니터 32인치"), ("모니텨 32인치", "모니터 32인치"),
                ("원목선반 chair", nil), ("lg세트 chair", "lg 세트 chair"),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
                guard let correction else { continue }
                let found = try await storage.items(
                    ItemQuery(filter: ItemFilter(search: correction), limit: 1))
                #expect(found.items.count == 1, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func wordsTypedAsOneAreSplitWhetherOrNotAnItemHasBoth(_ backend: Backend) async throws {
        let titles = ["LG 통돌이 세탁기", "삼성 드럼 세탁기", "나무 의자", "흰 책상", "Key ring", "Board 13", "579"]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("lg세탁기", "lg 세탁기"), ("의자책상", "의자 책상"), ("lg의자 흰", "lg 의자 흰"),
                ("의자책상 lg드럼 -나무", "의자 책상 lg 드럼 -나무"),
                ("의자", nil), ("나무의자", nil), ("의자 책상", nil), ("의자옷장", nil), ("유니콘구름", nil),
                // Only the end is known.
                ("게이밍의자", "게이밍 의자"), ("32인치책상 흰", "32인치 책상 흰"), ("구름의자 책상", "구름 의자 책상"),
                ("의자구름", nil), ("별의자", nil), ("구름13", nil), ("아이폰13", nil),
                // An adjective of one syllable, whether or not any title has it.
                ("새책상", "새 책상"), ("흰의자", "흰 의자"), ("큰드럼세탁기", "큰 드럼세탁기"),
                ("흰구름의자 책상", "흰 구름 의자 책상"), ("새통돌이", "새 통돌이"), ("흰통돌이세탁기", "흰 통돌이세탁기"),
                ("새우깡", nil), ("헌의", nil), ("긴장감", nil), ("새", nil),
                // No more than one of them, so that the lookups do not multiply.
                ("흰흰구름의자", "흰 흰구름 의자"), ("\(String(repeating: "흰", count: 40))의자", nil),
                // A word without Hangul is more likely to be one word than two.
                ("keyboard", nil), ("13579", nil), (String(repeating: "의자책상", count: 9), nil),
                // No more than three words are tried.
                ("의자책상 책상의자 의자드럼 드럼의자", "의자 책상 책상 의자 의자 드럼 드럼의자"),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let split = try await storage.splittingWords(of: search)
                #expect(split?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func englishPluralsAreCorrectedToSingulars(_ backend: Backend) async throws {
        let titles = ["phone case", "mountain bicycle", "battery pack", "box", "kitchen knife"]
        try await withMarket(backend, of: titles) { storage in
            for (typed, meant) in [
                ("phone cases", "phone case"), ("bycicle", "bicycle"), ("batteries", "battery"),
                ("boxes", "box"), ("kitchen knives", "kitchen knife"), ("foxes", nil),
                ("glasses", nil), ("bycicel", nil),
            ] as [(String, String?)] {
                let search = try #require(SearchQuery(typed))
                let correction = try await storage.correction(of: search)
                #expect(correction?.text == meant, "\(typed)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func anUnfinishedWordIsCompleted(_ backend: Backend) async throws {
        try await withMarket(backend) { storage in
            for (typed, words) in [
                ("의", ["의자", "의지"]), ("의ㅈ", ["의자", "의지"]), ("읮", ["의자", "의지"]),
                ("자", ["자전거"]), ("잔", []), ("ㅈㅈ", ["자전거"]), ("원목 ㅇㅈ", ["원목 의자"]),
                ("원목 의", ["원목 의자"]), ("IPH", ["iPhone", "아이폰"]), ("아이", ["iPhone", "아이폰"]),
                ("앉", ["안전모", "앉은뱅이"]),
                ("없", []), ("1", ["13"]),
            ] {
                let search = try #require(SearchQuery(typed))
                let completions = try await storage.completions(of: search, limit: 8)
                #expect(completions == words, "\(typed)")
            }
            let one = try #require(SearchQuery("의"))
            #expect(try await storage.completions(of: one, limit: 1) == ["의자"])
        }
    }
}
