import Market
import Storage
import Testing

struct VendorStorageTests {
    private static let first = VendorIdentifier("cd706a3e-66db-11ed-a200-4d5ab7d9a8b0")
    private static let second = VendorIdentifier("81da9d11-4b9d-11ed-a200-81a344d1e7cb")

    private func insert(
        _ vendor: VendorIdentifier?, _ title: String = "의자", _ purpose: Item.Purpose = .offer,
        into storage: any MarketStorage
    ) async throws -> Item.ID {
        var content: ItemContent = try .sample(title: title)
        content.purpose = purpose
        let item = NewItem(
            content: content, photos: [], owner: .guest(passwordHash: "x"),
            vendor: vendor, datePosted: noon)
        return try await storage.insert(item)
    }

    private func vendor(_ id: Item.ID, _ storage: any MarketStorage) async throws -> Vendor? {
        let listed = try await storage.listedItem(id)
        let listing = try await storage.items(ItemOffsetQuery(limit: 100)).items
        #expect(listing.first { $0.id == id } == listed)
        return listed.vendor
    }

    private func assignment(
        _ vendor: VendorIdentifier?, _ number: Vendor.ID, _ name: String
    ) throws -> VendorAssignment {
        VendorAssignment(identifier: try #require(vendor), number: number, name: name)
    }

    @Test(arguments: Backend.all)
    func withoutAnIdentifierThereIsNoVendor(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await insert(nil, into: storage)
            #expect(try await vendor(id, storage) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func anUnknownVendorGetsAStableNumber(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let one = try await insert(Self.first, into: storage)
            let other = try await insert(Self.second, into: storage)
            let again = try await insert(Self.first, into: storage)
            let numbers = [
                try await vendor(one, storage), try await vendor(other, storage),
                try await vendor(again, storage),
            ]
            #expect(numbers[0] == Vendor(id: 1_000_000, name: nil))
            #expect(numbers[1] == Vendor(id: 1_000_001, name: nil))
            #expect(numbers[2] == numbers[0])
            for id in [one, again] { try await storage.delete(id, at: noon) }
            let late = try await insert(Self.first, into: storage)
            #expect(try await vendor(late, storage) == numbers[0])
        }
    }

    /// Opens one file with each of these lists in turn; nil keeps the former list.
    private func withRestarts(
        _ lists: [[VendorAssignment]?], _ body: (Int, SQLiteStorage) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            for (number, list) in lists.enumerated() {
                let storage = try SQLiteStorage(path: folder + "/market.db", vendors: list)
                defer { storage.close() }
                try await body(number, storage)
            }
        }
    }

    @Test func theNumberIsTheSameAfterARestart() async throws {
        try await withRestarts([nil, [], nil]) { _, storage in
            let id = try await insert(Self.second, into: storage)
            #expect(try await vendor(id, storage)?.id == 1_000_000)
        }
    }

    /// A number may move from one identifier to another; an identifier that loses its assigned
    /// number gets its own back.
    @Test func theOperatorsNumberAndNameCount() async throws {
        let lists = [
            [],
            [try assignment(Self.first, 29, "초록상점"), try assignment(Self.second, 6, "민지네")],
            nil,
            [try assignment(Self.second, 29, "초록상점")],
            [try assignment(Self.first, 29, "초록상점"), try assignment(Self.second, 6, "민지네")],
            [],
        ]
        let vendors = [
            [Vendor(id: 1_000_000, name: nil), Vendor(id: 1_000_001, name: nil)],
            [Vendor(id: 29, name: "초록상점"), Vendor(id: 6, name: "민지네")],
            [Vendor(id: 29, name: "초록상점"), Vendor(id: 6, name: "민지네")],
            [Vendor(id: 1_000_000, name: nil), Vendor(id: 29, name: "초록상점")],
            [Vendor(id: 29, name: "초록상점"), Vendor(id: 6, name: "민지네")],
            [Vendor(id: 1_000_000, name: nil), Vendor(id: 1_000_001, name: nil)],
        ]
        try await withRestarts(lists) { number, storage in
            if number == 0 {
                _ = try await insert(Self.first, into: storage)
                _ = try await insert(Self.second, into: storage)
            }
            for (id, expected) in zip([1, 2] as [Item.ID], vendors[number]) {
                #expect(try await vendor(id, storage) == expected)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aRefusedItemMakesNoVendor(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let item = NewItem(
                content: try .sample(), photos: [.sample("z")], owner: .guest(passwordHash: "x"),
                vendor: Self.first, datePosted: noon)
            await #expect(throws: StorageError.photoNotFound) { try await storage.insert(item) }
            let id = try await insert(Self.second, into: storage)
            #expect(try await vendor(id, storage)?.id == 1_000_000)
        }
    }

    /// Searches while the items are too new to be indexed, and again when they are.
    @Test(arguments: Backend.all, [0, 64])
    func aSearchFindsAVendorsName(_ backend: Backend, _ others: Int) async throws {
        let vendors = [
            try assignment(Self.first, 29, "초록 상점"), try assignment(Self.second, 6, "파랑 상점"),
        ]
        try await backend.withStorage(vendors: vendors) { storage in
            let lamp = try await insert(Self.first, "스탠드", into: storage)
            let sign = try await insert(nil, "초록상점 간판", into: storage)
            let both = try await insert(Self.first, "초록 상점 의자", into: storage)
            let chair = try await insert(Self.second, "의자", into: storage)
            // The API's searches list offers only.
            _ = try await insert(Self.first, "찾는 책상", .request, into: storage)
            try await storage.insertTogether(others, titled: "!")
            func found(_ text: String, _ offset: Int64 = 0, _ limit: Int = 9) async throws
                -> [Item.ID]
            {
                let query = ItemOffsetQuery(offset: offset, limit: limit, of: .matching(text))
                return try await storage.items(query).items.map(\.id)
            }
            #expect(try await found("초록상점") == [both, sign, lamp])
            #expect(try await found("초록 상") == [both, sign, lamp])
            #expect(try await found("상점") == [chair, both, sign, lamp])
            #expect(try await found("상점", 1, 2) == [both, sign])
            #expect(try await found("상점", 9) == [])
            #expect(try await found("파랑") == [chair])
            #expect(try await found("비회원") == [])
            let query = ItemOffsetQuery(limit: 1, of: .matching("상점"))
            #expect(try await storage.items(query).count == 4)
            try await storage.delete(both, at: noon)
            #expect(try await storage.items(query).count == 3)
        }
    }

    @Test(arguments: Backend.all)
    func aSearchFindsAWholeNickname(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let seller = try await storage.join("Minji")
            let id = try await storage.insert(.sample(of: seller))
            for (text, ids) in [("minji", [id]), (" MINJI ", [id]), ("Minj", []), ("inji", [])] {
                let found = try await storage.items(ItemOffsetQuery(limit: 9, of: .matching(text)))
                #expect(found.items.map(\.id) == ids, "\(text)")
            }
        }
    }

    @Test func anIdentifierIsWhatAHeaderMayHold() {
        for text in ["a", "cd706a3e-66db-11ed", String(repeating: "~", count: 128)] {
            #expect(VendorIdentifier(text)?.text == text)
        }
        for text in ["", " ", "a b", "a\n", "\u{7F}", "민지", String(repeating: "x", count: 129)] {
            #expect(VendorIdentifier(text) == nil)
        }
    }
}
