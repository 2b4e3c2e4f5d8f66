import Market
import Testing

@testable import ViewModels

/// Items as the API posts and changes them: in part, and with other requirements than the form's.
struct ItemChangeTests {
    private let fixture = Fixture()

    private func post(
        price: EnteredNumber = "165", discount: EnteredNumber = "160"
    ) async throws -> Item.ID {
        var input = Fixture.lamp()
        input.photos = [
            .stored(try await fixture.keepPhoto("a")), .stored(try await fixture.keepPhoto("b")),
        ]
        input.price = price
        input.discountedPrice = discount
        return try await fixture.post(input)
    }

    @discardableResult
    private func change(
        _ id: Item.ID, _ edit: @Sendable (inout ItemChange.Input) -> Void
    ) async throws -> FormResult<Item.ID, ItemForm.Output> {
        var changes = ItemChange.Input(id: id)
        edit(&changes)
        return try await fixture.change.submit(changes, at: fixture.now + 60)
    }

    @Test func unchangedPartsStay() async throws {
        let id = try await post()
        let before = try await fixture.storage.item(id)
        try await change(id) { $0.title = "새 제목" }
        let after = try await fixture.storage.item(id)
        #expect(after.content.title == "새 제목")
        #expect(after.content.price == before.content.price)
        #expect(after.content.description == before.content.description)
        #expect(after.photos == before.photos)
        #expect(after.dateModified == fixture.now + 60)
    }

    @Test func everyPartCanBeChanged() async throws {
        let id = try await post()
        let photo = try await fixture.keepPhoto("c")
        try await change(id) { changes in
            changes.photos = [.stored(photo)]
            changes.title = "책상"
            changes.category = "9"
            changes.price = "12.50"
            changes.discountedPrice = "9.99"
            changes.currency = "USD"
            changes.stock = "1000000000000"
            changes.content = "튼튼해요."
        }
        let item = try await fixture.storage.item(id)
        #expect(item.photos.map(\.id) == [photo])
        #expect(item.content.category == .furniture)
        #expect(item.content.price == (try Price(1_250, discountedTo: 999, currency: .usd)))
        #expect(item.content.stock == 1_000_000_000_000)
        #expect(item.content.description == "튼튼해요.")
    }

    @Test func noChangeIsEmptyAndEveryOtherIsNot() {
        #expect(ItemChange.Input(id: 1).isEmpty)
        let edits: [(inout ItemChange.Input) -> Void] = [
            { $0.photos = [] }, { $0.cover = Photo.ID(String(repeating: "a", count: 32)) },
            { $0.title = "" }, { $0.category = "" }, { $0.price = "" }, { $0.discountedPrice = "" },
            { $0.currency = "" }, { $0.stock = "" }, { $0.content = "" },
        ]
        for edit in edits {
            var changes = ItemChange.Input(id: 1)
            edit(&changes)
            #expect(!changes.isEmpty)
        }
    }

    /// The meaning of a discount, the typed price and discount, and the resulting prices.
    private static let discounts: [(ItemForm.DiscountMeaning, String?, String?, [Int64])] = [
        (.lowered, "200", nil, [200, 160]), (.takenOff, "200", nil, [200, 195]),
        (.lowered, nil, "100", [165, 100]), (.takenOff, nil, "100", [165, 65]),
        (.lowered, nil, "0", [165, 0]), (.takenOff, nil, "0", [165, 165]),
        (.lowered, nil, "165", [165, 165]), (.takenOff, nil, "165", [165, 0]),
        (.lowered, nil, "", [165, 165]), (.takenOff, nil, "", [165, 165]),
        (.lowered, "100", "50", [100, 50]), (.takenOff, "100", "30", [100, 70]),
    ]

    @Test(arguments: discounts)
    func aDiscountIsWhatIsMeant(
        meaning: ItemForm.DiscountMeaning, price: String?, discount: String?, expected: [Int64]
    ) async throws {
        let id = try await post()
        try await change(id) { changes in
            changes.discountMeaning = meaning
            changes.price = price.map(EnteredNumber.typed)
            changes.discountedPrice = discount.map(EnteredNumber.typed)
        }
        let changed = try await fixture.storage.item(id).content.price
        #expect([changed.amount, changed.amountToPay] == expected)
    }

    private static let wrong: [(@Sendable (inout ItemChange.Input) -> Void, ItemForm.Field)] = [
        ({ $0.title = " " }, .title), ({ $0.category = "12" }, .category),
        ({ $0.price = "" }, .price),
        ({ $0.price = "-1" }, .price), ({ $0.price = "159" }, .discountedPrice),
        ({ $0.discountedPrice = "166" }, .discountedPrice),
        (
            {
                $0.discountMeaning = .takenOff; $0.discountedPrice = "166"
            }, .discountedPrice
        ),
        (
            {
                $0.discountMeaning = .takenOff; $0.price = "4"
            }, .discountedPrice
        ),
        ({ $0.currency = "BTC" }, .currency), ({ $0.stock = "" }, .stock),
        ({ $0.content = "\n" }, .content),
        ({ $0.photos = [] }, .photos),
        ({ $0.photos = [.refused(fileName: "a", .notAPhoto)] }, .photos),
    ]

    @Test(arguments: wrong.indices)
    func aWrongChangeIsNamedAndChangesNothing(index: Int) async throws {
        let (edit, field) = Self.wrong[index]
        let id = try await post()
        let before = try await fixture.storage.item(id)
        var changes = ItemChange.Input(id: id)
        edit(&changes)
        let refusal = try await fixture.change.refusal(of: changes)
        #expect(refusal?.faults.map(\.field) == [field.rawValue])
        #expect(try await change(id, edit).refusal?.faults.map(\.field) == [field.rawValue])
        #expect(try await fixture.storage.item(id) == before)
    }

    @Test func theCoverGoesFirst() async throws {
        let id = try await post()
        let photos = try await fixture.storage.item(id).photos.map(\.id)
        try await change(id) { $0.cover = photos[1] }
        #expect(try await fixture.storage.item(id).photos.map(\.id) == [photos[1], photos[0]])
        try await change(id) { $0.cover = Photo.ID(String(repeating: "z", count: 32)) }
        #expect(try await fixture.storage.item(id).photos.map(\.id) == [photos[1], photos[0]])
    }

    @Test func anItemWithoutPhotosMayBeChangedInPart() async throws {
        let id = try await fixture.post()
        try await change(id) { $0.stock = "0" }
        #expect(try await fixture.storage.item(id).content.stock == 0)
        #expect(try await fixture.change.refusal(of: ItemChange.Input(id: id)) == nil)
    }

    @Test func aGiftStaysOneWhenSomethingElseChanges() async throws {
        let id = try await post(price: "0", discount: "")
        try await change(id) { $0.title = "드려요" }
        #expect(try await fixture.storage.item(id).content.price.isFree)
    }

    @Test func anOpenPriceStaysOneWhenSomethingElseChanges() async throws {
        let id = try await post(price: "", discount: "")
        try await change(id) { $0.currency = "USD" }
        #expect(try await fixture.storage.item(id).content.price == .open(in: .usd))
        try await change(id) { $0.price = .number(0) }
        #expect(try await fixture.storage.item(id).content.price.isFree)
    }

    @Test func requiredPartsMustBeThere() async throws {
        var input = Fixture.lamp()
        input.price = ""
        input.discountedPrice = "5"
        input.demands = [.photos, .price]
        func faults(hasPhotos: Bool) async throws -> [String]? {
            try await fixture.form.refusal(of: input, hasPhotos: hasPhotos, at: fixture.now)?
                .faults.map(\.field)
        }
        #expect(try await faults(hasPhotos: false) == ["photos", "price"])
        #expect(try await faults(hasPhotos: true) == ["price"])
        input.demands = []
        #expect(try await faults(hasPhotos: false) == ["discounted_price"])
        input.discountedPrice = ""
        #expect(try await faults(hasPhotos: false) == nil)
    }

    @Test func anAddressThatHasPostedEnoughIsToldBeforehand() async throws {
        let form = ItemForm(
            storage: fixture.storage, passwords: fixture.passwords, check: fixture.check,
            posts: TryLimiter(mostTries: 2))
        var input = Fixture.lamp()
        func refusal(
            from address: String, after seconds: Int64 = 0
        ) async throws -> Refusal.Reason? {
            input.address = address
            return try await form.refusal(
                of: input, hasPhotos: false, at: fixture.now + seconds)?.reason
        }
        for key in ["one", "two"] {
            input.submissionKey = key
            #expect(try await refusal(from: "192.0.2.1") == nil)
            _ = try await form.submit(input, at: fixture.now)
        }
        #expect(try await refusal(from: "192.0.2.1", after: 20) == .tooManyTries(wait: 40))
        #expect(try await refusal(from: "192.0.2.2", after: 20) == nil)
        #expect(try await refusal(from: "192.0.2.1", after: 60) == nil)
    }

    @Test func aNewcomersDayTakesNothingFromOthersOfTheirAddress() async throws {
        let newcomer = try await fixture.storage.join("새내기")
        let form = ItemForm(
            storage: fixture.storage, passwords: fixture.passwords, check: fixture.check,
            posts: TryLimiter(mostTries: 2), newcomerPosts: TryLimiter(mostTries: 1))
        func refusal(of key: String, by seller: Account.ID?) async throws -> Refusal.Reason? {
            var input = Fixture.lamp()
            (input.submissionKey, input.mode) = (key, .posting(by: seller))
            return try await form.submit(input, at: fixture.now).refusal?.reason
        }
        #expect(try await refusal(of: "one", by: newcomer) == nil)
        #expect(try await refusal(of: "two", by: newcomer) == .tooManyTries(wait: 60))
        #expect(try await refusal(of: "three", by: nil) == nil)
        #expect(try await refusal(of: "four", by: nil) == .tooManyTries(wait: 60))
    }

    @Test func aNewcomerIsToldWhenFewAreLeft() async throws {
        let newcomer = try await fixture.storage.join("새내기")
        let form = ItemForm(
            storage: fixture.storage, passwords: fixture.passwords, check: fixture.check,
            newcomerPosts: TryLimiter(mostTries: 4, windowSeconds: 86_400))
        func told(after seconds: Int64 = 0) async throws -> String? {
            let blank = ItemForm.Input(mode: .posting(by: newcomer))
            return try await form.output(for: blank, at: fixture.now + seconds).postsLeft?.text
        }
        func post(_ key: String) async throws -> Refusal? {
            var input = Fixture.lamp()
            (input.submissionKey, input.mode) = (key, .posting(by: newcomer))
            return try await form.submit(input, at: fixture.now).refusal
        }
        let limit = "가입하고 7일 동안은 글을 하루에 4개까지 올릴 수 있어요."
        #expect(try await told() == nil)
        for (left, key) in [(3, "one"), (2, "two"), (1, "three")] {
            #expect(try await post(key) == nil)
            #expect(try await told() == "오늘은 글을 \(left)개 더 올릴 수 있어요. \(limit)")
        }
        #expect(try await post("four") == nil)
        #expect(try await told() == "오늘은 글을 더 올릴 수 없어요. \(limit)")
        #expect(try await post("five")?.alert?.texts.first == limit)
        #expect(try await told(after: 86_400) == nil)
        #expect(try await told(after: Account.newcomerTime) == nil)
    }

    @Test func changesAtTheSameMomentAreAllMade() async throws {
        let id = try await post()
        for round in 1...50 {
            async let first = change(id) { $0.title = "제목 \(round)" }
            async let second = change(id) { $0.stock = .number(Double(round)) }
            async let third = change(id) { $0.content = "내용 \(round)" }
            _ = try await (first, second, third)
            let content = try await fixture.storage.item(id).content
            #expect(content.title == "제목 \(round)")
            #expect(content.stock == Int64(round))
            #expect(content.description == "내용 \(round)")
        }
    }

    @Test func onlyTheExpectedRevisionIsChanged() async throws {
        let id = try await post()
        let expected = try await fixture.storage.listedItem(id)
        func change(_ stock: String) async throws -> Item.ID? {
            var changes = ItemChange.Input(id: id)
            changes.stock = .typed(stock)
            changes.expected = expected
            return try await fixture.change.submit(changes, at: fixture.now + 60).saved
        }
        #expect(try await change("2") == id)
        await #expect(throws: StorageError.changedMeanwhile) { try await change("3") }
        #expect(try await fixture.storage.item(id).content.stock == 2)
    }

    @Test func aMissingItemIsNotFound() async throws {
        await #expect(throws: StorageError.itemNotFound) {
            try await change(404) { $0.title = "x" }
        }
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.change.refusal(of: ItemChange.Input(id: 404))
        }
    }
}
