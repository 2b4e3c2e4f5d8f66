import Market
import Testing

struct MemoStorageTests {
    /// Texts that a form may send and does not refuse.
    private static let texts = [
        "", " ", "의자", "👨‍👩‍👧‍👦🪑", "it's \"quoted\"; DROP TABLE memo; --", "a\r\nb\tc", "\u{0}",
        "앞\u{0}뒤", noncharacters(0), noncharacters(0, 1) + "\u{0}" + noncharacters(1, 0, 2),
        "e\u{301}", "\u{feff}\u{202e}", "\u{10ffff}", "?1 :x %s {{{x}}}",
        String(repeating: "가", count: 350_000), "a" + String(repeating: "\u{301}", count: 500_000),
    ]

    /// Noncharacters from U+FDD0 on, which Unicode reserves for internal use.
    private static func noncharacters(_ offsets: UInt8...) -> String {
        String(decoding: offsets.flatMap { [0xEF, 0xB7, 0x90 + $0] }, as: UTF8.self)
    }

    @Test(arguments: Backend.all)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let item = try await storage.insert(.sample())
            let content = MemoContent(text: "42cm", reminder: noon + 60, item: item)
            let id = try await storage.insert(content, of: account, at: noon)
            let expected = Memo(
                id: id, content: content, dateCreated: noon, dateModified: noon, revision: 1,
                itemTitle: try await storage.item(item).content.title)
            #expect(try await storage.memo(id, of: account) == expected)
            #expect(try await storage.memos(of: account, before: nil, limit: 9) == [expected])
            try await storage.setHidden(true, item, at: noon)
            #expect(try await storage.memo(id, of: account).itemTitle == nil)
        }
    }

    @Test(arguments: Backend.all)
    func textComesBackAsItWas(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for text in Self.texts {
                let memo = try await storage.makeMemo(text, of: account)
                let list = try await storage.makeList(text, of: account)
                let todo = try await storage.makeTodo(text, in: list, of: account)
                try await storage.setChecklist([text], of: account)
                try await storage.updateProfile(
                    Profile(nickname: .sample("민지"), about: text), language: nil, of: account)
                let found = [
                    try await storage.memo(memo, of: account).content.text,
                    try await storage.list(list, of: account).content.title,
                    try await storage.todo(todo, of: account).content.title,
                    try await storage.checklist(of: account)[0],
                    try await storage.account(account).profile.about,
                    try await storage.deleteList(list, of: account, at: noon).title,
                ]
                for (place, found) in found.enumerated() {
                    let isTheSame = Array(found.utf8) == Array(text.utf8)
                    #expect(isTheSame, "\(text.utf8.count) bytes at \(place)")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func memosArePagedNewestFirst(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            var ids: [Memo.ID] = []
            for number in 0..<7 {
                ids.append(try await storage.makeMemo("메모 \(number)", of: account))
            }
            let seen = try await allPages { (last: Memo?) in
                // A new memo between two pages shifts nothing.
                if last != nil { _ = try await storage.makeMemo(of: account) }
                return try await storage.memos(of: account, before: last?.id, limit: 3)
            }
            #expect(seen.map(\.id) == ids.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func everyEditMovesTheDateAndTheRevision(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo(of: account)
            for number in 1...3 {
                try await storage.update(
                    id, of: account, content: MemoContent(text: "고침 \(number)"),
                    revision: Int64(number), at: noon + Int64(number))
                let memo = try await storage.memo(id, of: account)
                #expect(memo.content.text == "고침 \(number)")
                #expect(memo.dateCreated == noon)
                #expect(memo.dateModified == noon + Int64(number))
                #expect(memo.revision == Int64(number) + 1)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aStaleEditIsRefused(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo(of: account)
            let first = MemoContent(text: "먼저")
            try await storage.update(id, of: account, content: first, revision: 1, at: noon + 1)
            let before = try await storage.memo(id, of: account)
            for revision in [Int64.min, 0, 1, 3, .max] {
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.update(
                        id, of: account, content: MemoContent(text: "나중"), revision: revision,
                        at: noon + 2)
                }
                #expect(try await storage.memo(id, of: account) == before)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aMemoIsPinnedToAnItemUntilThatIsGone(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let items = try await storage.insertMany(2)
            var ids: [Memo.ID] = []
            for item in [items[0], items[1], items[0]] {
                let content = MemoContent(text: "42cm", item: item)
                ids.append(try await storage.insert(content, of: account, at: noon))
            }
            let pinned = try await storage.viewed(items[0], by: account).memos
            #expect(pinned.map(\.id) == [ids[2], ids[0]])
            try await storage.delete(items[0], at: noon)
            #expect(
                try await storage.memo(ids[0], of: account).content == MemoContent(text: "42cm"))
        }
    }

    @Test(arguments: Backend.all)
    func aMemoIsNotPinnedToAMissingItem(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo("42cm", of: account)
            let content = MemoContent(text: "43cm", item: 77)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.insert(content, of: account, at: noon)
            }
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.update(id, of: account, content: content, revision: 1, at: noon)
            }
            let memos = try await storage.memos(of: account, before: nil, limit: 9)
            #expect(memos.map(\.content.text) == ["42cm"])
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedMemoIsNotFound(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo("\n  의자 다리\n42cm", of: account)
            let deletion = try await storage.deleteMemo(id, of: account, at: noon + 5)
            #expect(
                deletion
                    == Deletion(
                        id: deletion.id, kind: .memos, title: "의자 다리", count: 1,
                        date: noon + 5))
            #expect(try await storage.memos(of: account, before: nil, limit: 9).isEmpty)
            let operations: [(any MarketStorage) async throws -> Void] = [
                { _ = try await $0.memo(id, of: account) },
                { _ = try await $0.deleteMemo(id, of: account, at: noon) },
                {
                    try await $0.update(
                        id, of: account, content: MemoContent(text: "x"), revision: 1, at: noon)
                },
                { try await $0.dismissReminder(.memo(id), of: account) },
            ]
            for operation in operations {
                await #expect(throws: StorageError.notFound) { try await operation(storage) }
            }
        }
    }
}
