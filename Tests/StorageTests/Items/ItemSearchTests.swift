import Market
import Testing

struct ItemSearchTests {
    static let titles = [
        "원목의자세트", "원목 의자 팝니다", "iPhone 13 미니", "아이폰13 프로 맥스", "의 자", "자전거",
        "Straße STRASSE", "Café 컵", "ΣΊΣΥΦΟΣ", "ㅋㅋ 나눔해요", "…", "C++ & C# 책!", "\"NEAR(의자 책)\"",
    ]

    struct Row: Sendable {
        let text: String
        /// The expected items, by their number in `titles`, counted from 1.
        let ids: [Item.ID]

        init(_ text: String, _ ids: Item.ID...) {
            self.text = text
            self.ids = ids
        }
    }

    @Test(arguments: Backend.all)
    func aTextIsFoundWithinTitles(_ backend: Backend) async throws {
        try await expect(
            [
                Row("의자", 13, 5, 2, 1), Row("원목의자", 2, 1), Row("원목 의자", 2, 1), Row("목의", 2, 1),
                Row("의자세트", 1), Row("세트", 1), Row("세트의자"), Row("의자의자"), Row("원의"),
                Row("자", 13, 6, 5, 2, 1), Row("트", 1), Row("원", 2, 1), Row("거", 6), Row("ㅇ"),
                Row("ㅋ", 10), Row("ㅋㅋ", 10), Row("ㅋㅋㅋ"),
                Row("phone13", 4, 3), Row("IPHONE", 4, 3), Row("i p h o n e", 3), Row("13", 4, 3),
                Row("3미", 3), Row("n", 13, 3), Row("아이폰 1", 4, 3), Row("아이폰 프로"), Row("13 아이폰"),
                Row("1", 4, 3), Row("31"),
                Row("strasse", 7), Row("STRAẞE", 7), Row("straße", 7), Row("eSTR", 7),
                Row("cafe\u{301}", 8), Row("CAFÉ컵", 8), Row("cafe"), Row("é", 8),
                Row("σίσυφος", 9), Row("ΣΊΣΥΦΟς", 9),
                Row("\u{110B}\u{1174}\u{110C}\u{1161}", 13, 5, 2, 1),
                Row("c", 12, 8), Row("c c 책", 12), Row("near의자책", 13), Row("없는 말"),
            ], in: backend)
    }

    @Test(arguments: Backend.all)
    func aTextWithoutLettersIsInNoTitle(_ backend: Backend) async throws {
        try await expect(
            [
                "", " ", "…", "\"", "\"\"", "*", "'", "-", "^", "( )", ":", "+", "\u{0}", "👍",
                "👨‍👩‍👧", "\u{301}", "\u{200D}", "\u{3164}", "\u{FEFF}", "\u{FFFD}", "%_", ";--",
            ].map { Row($0) }, in: backend)
    }

    @Test(arguments: Backend.all)
    func hostileTextIsOnlyText(_ backend: Backend) async throws {
        try await expect(
            [
                Row("\"의자\"", 13, 5, 2, 1), Row("의자\"", 13, 5, 2, 1), Row("의자*", 13, 5, 2, 1),
                Row("의자\u{0}세트", 1), Row("\u{0}의자", 13, 5, 2, 1), Row("의👍자", 13, 5, 2, 1),
                Row("의자 OR 자전거"), Row("NOT 의자"), Row("AND"), Row("NEAR(의자 책)", 13),
                Row("NEAR", 13),
                Row("title:의자"), Row("title : 의자"), Row("-title:의자"), Row("{title}:의자"),
                Row("^의자", 13, 5, 2, 1), Row("의자 + 책", 13), Row("rank"), Row("item_search"),
                Row("'; DROP TABLE item; --"), Row("e\u{301}", 8), Row("의\u{301}자", 13, 5, 2, 1),
                Row("\u{301}의자", 13, 5, 2, 1), Row(String(repeating: "\u{301}", count: 5_000)),
                Row(String(repeating: "의자", count: 1_700)),
                Row(String(repeating: "x", count: 10_000)),
                Row(String(repeating: "\"", count: 10_000) + "세트", 1),
            ], in: backend)
    }

    /// Searches while the items are too new to be indexed, and again when they are.
    private func expect(_ rows: [Row], in backend: Backend) async throws {
        try await backend.withStorage { storage in
            for title in Self.titles { _ = try await storage.insert(.sample(title)) }
            try await expect(rows, in: storage)
            try await storage.insertTogether(64, titled: "!")
            try await expect(rows, in: storage)
        }
    }

    private func expect(_ rows: [Row], in storage: any MarketStorage) async throws {
        for row in rows {
            let query = ItemOffsetQuery(limit: 100, of: .matching(row.text))
            let found = try await storage.items(query)
            #expect(found.items.map(\.id) == row.ids, "\(row.text.prefix(20).debugDescription)")
            #expect(found.count == Int64(row.ids.count))
        }
    }

    @Test(arguments: Backend.all)
    func resultsComeInPages(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for number in 1...150 {
                _ = try await storage.insert(.sample(number.isMultiple(of: 3) ? "책상" : "의자"))
            }
            for (offset, ids) in [
                (0, [150, 147, 144]), (6, [132, 129, 126]), (22, [84, 81, 78]), (48, [6, 3]),
                (50, []), (.max, []),
            ] as [(Int64, [Item.ID])] {
                let found = try await storage.items(
                    ItemOffsetQuery(offset: offset, limit: 3, of: .matching("책상")))
                #expect(found.items.map(\.id) == ids)
                #expect(found.count == 50)
            }
            let all = try await storage.items(
                ItemOffsetQuery(offset: 48, limit: .max, of: .matching("책상")))
            #expect(all.items.map(\.id) == [6, 3])
        }
    }

    /// - Parameter others: how many items are posted after it; 64 are enough to have it indexed.
    @Test(arguments: Backend.all, [0, 64])
    func aSearchSeesEveryWrite(_ backend: Backend, _ others: Int) async throws {
        try await backend.withStorage { storage in
            func found(_ text: String) async throws -> [Item.ID] {
                try await storage.items(ItemOffsetQuery(limit: 9, of: .matching(text))).items.map(
                    \.id)
            }
            let id = try await storage.insert(.sample("원목 소파"))
            try await storage.insertTogether(others, titled: "책상")
            #expect(try await found("소파") == [id])
            try await storage.update(id, content: .sample(title: "소파 침대"), photos: [], at: noon)
            #expect(try await found("원목") == [])
            #expect(try await found("소파침대") == [id])
            try await storage.pullUp(id, at: noon + Item.pullUpWait)
            #expect(try await found("침대") == [id])
            try await storage.delete(id, at: noon)
            #expect(try await found("침대") == [])
            #expect(try await found("소") == [])
        }
    }

    @Test(arguments: Backend.all)
    func aTextIsCutOffAfterOneHundredLetters(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let title = String(repeating: "의자", count: 50)
            let id = try await storage.insert(.sample(title))
            for text in [title, title + "책상", String(title.dropFirst())] {
                let found = try await storage.items(ItemOffsetQuery(limit: 9, of: .matching(text)))
                #expect(found.items.map(\.id) == [id])
            }
            let other = try await storage.items(
                ItemOffsetQuery(limit: 9, of: .matching("책" + title)))
            #expect(other.count == 0)
        }
    }
}
