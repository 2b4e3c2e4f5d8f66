import Market
import Testing

struct ItemStorageTests {
    @Test(arguments: Backend.all)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let photo = DevelopedPhoto.sample("a")
            try await storage.insert(photo, at: noon)
            let content = try ItemContent.sample(
                category: .hobbies, price: Price(165, discountedTo: 160, currency: .usd), stock: 0)
            let id = try await storage.insert(
                NewItem(
                    content: content, photos: [photo.photo.id], status: .reserved,
                    passwordHash: "hash", submission: Submission(form: "key", content: "1"),
                    datePosted: noon))
            let expected = Item(
                id: id, content: content, photos: [photo.photo], status: .reserved,
                datePosted: noon, dateModified: noon)
            #expect(try await storage.item(id) == expected)
            #expect(try await storage.items(ItemQuery(limit: 9)).items == [ItemSummary(expected)])
            #expect(try await storage.passwordHash(of: id) == "hash")
        }
    }

    private static let texts = [
        "", " ", "의자", "👨‍👩‍👧‍👦🪑", "it's \"quoted\"; DROP TABLE item; --", "a\r\nb\tc",
        "?1 :x %s {{{x}}}",
        "e\u{301}", "\u{feff}\u{202e}", "\u{10ffff}", String(repeating: "가", count: 100_000),
    ]

    @Test(arguments: Backend.all)
    func textComesBackAsItWas(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for text in Self.texts {
                let content = try ItemContent.sample(title: text, description: text)
                let id = try await storage.insert(
                    NewItem(
                        content: content, photos: [], passwordHash: text,
                        submission: Submission(form: String(text.prefix(64)), content: ""),
                        datePosted: noon))
                let item = try await storage.item(id)
                let found = [
                    item.content.title, item.content.description,
                    try await storage.passwordHash(of: id),
                ]
                for found in found {
                    let isTheSame = Array(found.utf8) == Array(text.utf8)
                    #expect(isTheSame, "\(text.prefix(64)): \(found.utf8.count) bytes")
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func itemsChangedSinceTheReadAreNotReplaced(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let read = try await storage.item(id)
            let (first, second) = try (ItemContent.sample(stock: 7), ItemContent.sample(stock: 8))
            try await storage.update(
                id, content: first, photos: [], at: noon + 1, if: .isWritten(as: read))
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.update(
                    id, content: second, photos: [], at: noon + 2, if: .isWritten(as: read))
            }
            let item = try await storage.item(id)
            #expect(item.content == first && item.dateModified == noon + 1)
        }
    }

    @Test(arguments: Backend.all)
    func anUntouchedStockKeepsItsPresentValue(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let edits: [(former: Int64?, stock: Int64, saved: Int64)] = [
                (nil, 3, 3), (nil, 2, 2), (3, 3, 2), (3, 5, 5), (5, 0, 0), (5, 5, 0), (nil, 5, 5),
            ]
            for (number, edit) in edits.enumerated() {
                let content = try ItemContent.sample(title: "의자 \(number)", stock: edit.stock)
                try await storage.update(
                    id, ItemEdit(content, photos: [], formerStock: edit.former), at: noon + 1,
                    if: nil)
                let saved = try await storage.item(id).content
                #expect(saved.title == content.title && saved.stock == edit.saved)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anEditOfAnOlderRevisionReplacesNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let read = try await storage.item(id).dateModified
            let (first, second) = try (ItemContent.sample(stock: 7), ItemContent.sample(stock: 8))
            let edit = ItemEdit(first, photos: [], revision: read)
            try await storage.update(id, edit, at: read + 1, if: nil)
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.update(
                    id, ItemEdit(second, photos: [], revision: read), at: read + 2, if: nil)
            }
            #expect(try await storage.item(id).content == first)
            // The same edit sent again is accepted.
            try await storage.update(id, edit, at: read + 3, if: nil)
            try await storage.update(
                id, ItemEdit(second, photos: [], revision: read + 3), at: read + 4, if: nil)
            #expect(try await storage.item(id).content == second)
        }
    }

    @Test(arguments: Backend.all)
    func whatAnAccountTookOverIsAnother(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let read = try await storage.item(id)
            let account = try await storage.join()
            try await storage.takeOver(id, by: account)
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.update(
                    id, content: .sample(stock: 7), photos: [], at: noon + 1,
                    if: .isWritten(as: read))
            }
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.delete(id, at: noon, if: .isWritten(as: read))
            }
            #expect(try await storage.item(id).content == read.content)
        }
    }

    @Test(arguments: Backend.all)
    func othersItemsAreNeitherChangedNorDeleted(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let content = try ItemContent.sample(stock: 7)
            try await storage.takeOver(id, by: account)
            let read = try await storage.item(id)
            for condition in [ItemCondition.belongs(to: nil), .belongs(to: other)] {
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.update(
                        id, content: content, photos: [], at: noon + 1, if: condition)
                }
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.delete(id, at: noon, if: condition)
                }
            }
            #expect(try await storage.item(id) == read)
            try await storage.update(
                id, content: content, photos: [], at: noon + 1, if: .belongs(to: account))
            #expect(try await storage.item(id).content == content)
            try await storage.delete(id, at: noon, if: .belongs(to: account))
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.delete(id, at: noon, if: .belongs(to: account))
            }
        }
    }

    @Test(arguments: Backend.all)
    func anItemIsReadWithWhatItsPageShows(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            var items: [Item.ID] = []
            for number in 1...4 {
                items.append(try await storage.insert(.sample("\(number)", of: seller)))
            }
            let profile = try await storage.account(seller).profile
            for (most, count) in [(2, 2), (3, 3), (.max, 3), (0, 0), (-1, 0), (.min, 0)] {
                let detailed = try await storage.detailedItem(
                    items[1], for: nil, DetailedItem.Limits(others: most, notes: most), at: noon)
                #expect(try await detailed.item == storage.item(items[1]))
                let shown = try #require(detailed.seller)
                #expect(shown.profile == profile && shown.dateJoined == noon)
                #expect(shown.facts == PersonFacts())
                let others = [items[3], items[2], items[0]].prefix(count)
                #expect(detailed.others.map(\.id) == Array(others))
                #expect(detailed.viewer == nil)
            }
            let guests = try await storage.detailed(storage.insert(.sample()))
            #expect(guests.seller == nil && guests.others.isEmpty)
            await #expect(throws: StorageError.itemNotFound) { try await storage.detailed(77) }
        }
    }

    @Test(arguments: Backend.all)
    func theLargestNumbersComeBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let largest = Price.largestAmount
            let prices = [
                try Price(largest, discountedTo: largest - 1), try Price(largest, discountedTo: 0),
                try Price(0),
            ]
            for (price, stock) in zip(prices, [1_000_000_000_000, Int64.max, 0]) {
                let content = try ItemContent.sample(price: price, stock: stock)
                let id = try await storage.insert(
                    NewItem(
                        content: content, photos: [], passwordHash: "",
                        datePosted: Timestamp(seconds: .min)))
                let item = try await storage.item(id)
                #expect(item.content == content)
                #expect(item.datePosted.seconds == .min)
            }
        }
    }

    @Test(arguments: Backend.all)
    func everyCategoryStatusAndCurrencyComesBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for category in Category.allCases {
                let id = try await storage.insert(NewItem.sample(category: category))
                #expect(try await storage.item(id).content.category == category)
            }
            for status in Item.Status.allCases {
                var item = try NewItem.sample()
                item.status = status
                let id = try await storage.insert(item)
                #expect(try await storage.item(id).status == status)
            }
            for currency in Currency.allCases {
                let price = try Price(1, currency: currency)
                var item = try NewItem.sample()
                item.content.price = price
                let id = try await storage.insert(item)
                #expect(try await storage.item(id).content.price == price)
            }
        }
    }

    @Test(arguments: Backend.all)
    func unknownItemsAreNotFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            _ = try await storage.insert(.sample())
            let content = try ItemContent.sample()
            for id in [Item.ID.min, -1, 0, 2, .max] {
                await #expect(throws: StorageError.itemNotFound) { try await storage.item(id) }
                await #expect(throws: StorageError.itemNotFound) {
                    try await storage.passwordHash(of: id)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await storage.delete(id, at: noon)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await storage.update(id, content: content, photos: [], at: noon)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aSubmissionKeyMakesOneItem(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let first = try await storage.insert(.sample("처음", key: "k"))
            try await storage.update(first, content: .sample(title: "고침"), photos: [], at: noon)
            #expect(try await storage.insert(.sample("다시", key: "k")) == first)
            #expect(try await storage.insert(.sample("다른 것", key: "l")) != first)
            let titles = try await storage.items(ItemQuery(limit: 9)).items.map(\.title)
            #expect(titles == ["다른 것", "고침"])
        }
    }

    @Test(arguments: Backend.all)
    func aSubmissionKeyMakesOneItemAlsoWhenFiftyComeAtOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await atOnce(50) { _ in try await storage.insert(.sample(key: "k")) }
            #expect(Set(ids).count == 1)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.count == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemFreesItsKey(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let first = try await storage.insert(.sample(key: "k"))
            try await storage.delete(first, at: noon)
            #expect(try await storage.insert(.sample(key: "k")) > first)
        }
    }

    @Test(arguments: Backend.all)
    func itemsWithoutAKeyAreAllKept(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(3)
            #expect(Set(ids).count == 3)
        }
    }

    @Test(arguments: Backend.all)
    func anIdIsNeverUsedAgain(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let newest = try #require(try await storage.insertMany(3).last)
            try await storage.delete(newest, at: noon)
            #expect(try await storage.insert(.sample()) > newest)
        }
    }

    @Test(arguments: Backend.all)
    func anUpdateReplacesContentAndPhotos(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for letter in "abc" { try await storage.insert(.sample(letter), at: noon) }
            let id = try await storage.insert(.sample(photos: [.sample("a"), .sample("b")]))
            let content = try ItemContent.sample(
                title: "책상", category: .other, price: Price(9, discountedTo: 8, currency: .eur))
            try await storage.update(
                id, content: content, photos: [.sample("c"), .sample("a")], at: noon + 60)
            let item = try await storage.item(id)
            #expect(item.content == content)
            #expect(item.photos.map(\.id) == [.sample("c"), .sample("a")])
            #expect(item.datePosted == noon && item.dateModified == noon + 60)
            #expect(try await storage.items(ItemQuery(limit: 1)).items == [ItemSummary(item)])
            #expect(try await storage.passwordHash(of: id) == "$argon2id$hash")
        }
    }

    @Test(arguments: Backend.all)
    func aFailedUpdateChangesNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")]))
            let before = try await storage.item(id)
            let content = try ItemContent.sample(title: "책상")
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.update(
                    id, content: content, photos: [.sample("a"), .sample("z")], at: noon + 60)
            }
            #expect(try await storage.item(id) == before)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemIsGoneAndItsNeighboursStay(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(3)
            try await storage.delete(ids[1], at: noon)
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(ids[1]) }
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.delete(ids[1], at: noon)
            }
            let left = try await storage.items(ItemQuery(limit: 9)).items.map(\.id)
            #expect(left == [ids[2], ids[0]])
        }
    }

    @Test(arguments: Backend.all)
    func concurrentInsertsAreAllThere(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await atOnce(200) { try await storage.insert(.sample("의자 \($0)")) }
            let items = try await storage.items(ItemQuery(limit: 300)).items
            #expect(items.map(\.id) == ids.sorted(by: >))
            #expect(Set(items.map(\.title)).count == 200)
        }
    }
}
