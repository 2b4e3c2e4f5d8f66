import Market
import Testing

@testable import Samples

@Suite struct SampleMarketTests {
    private static let count = 6_000

    /// The listings of seed 1, which most tests use.
    private static let usual = Result { try listings(seed: 1) }

    private static func listings() throws -> [SampleListing] {
        try usual.get()
    }

    private static func listings(seed: UInt64) throws -> [SampleListing] {
        let market = SampleMarket(seed: seed)
        return try (0..<count).map { number in try market.listing(number) }
    }

    @Test func anyElevenInARoundAreOfAllCategories() throws {
        let categories = try Self.listings().prefix(110).map(\.content.category)
        for start in stride(from: 0, to: 110, by: 11) {
            #expect(Set(categories[start..<start + 11]).count == 11)
        }
    }

    @Test func aListingDependsOnSeedAndNumberOnly() throws {
        let forward = try Self.listings().prefix(200)
        let market = SampleMarket(seed: 1)
        let backward = try (0..<200).reversed().map { number in try market.listing(number) }
        #expect(Array(forward) == backward.reversed())
    }

    @Test func anotherSeedGivesOtherListings() throws {
        let pairs = zip(try Self.listings(), try Self.listings(seed: 2))
        #expect(pairs.count { $0 == $1 } < Self.count / 100)
    }

    @Test(arguments: [Int.min, -1, Int.max])
    func anyNumberHasAListing(_ number: Int) throws {
        #expect(try !SampleMarket().listing(number).content.title.isEmpty)
    }

    @Test(arguments: [1, 2, 3, UInt64.max])
    func twoInARowNeverHaveTheSameTitle(_ seed: UInt64) throws {
        let titles = try Self.listings(seed: seed).map(\.content.title)
        #expect(zip(titles, titles.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test(arguments: Category.allCases)
    func everyCategoryHasManyTitles(_ category: Category) throws {
        let listings = try Self.listings().filter { $0.content.category == category }
        #expect(Set(listings.map(\.content.title)).count >= 24)
    }

    @Test func titlesAreCleanAndShort() throws {
        for title in try Self.listings().map(\.content.title) {
            #expect(!title.isEmpty && title.count <= 100 && !title.contains("  "))
            #expect(title.first != " " && title.last != " ")
        }
    }

    @Test func descriptionsHaveOneToEightLines() throws {
        let counts = try Self.listings().map { listing in
            listing.content.description.split(
                separator: "\n", omittingEmptySubsequences: false
            ).count
        }
        #expect(Set(counts) == [1, 2, 3, 4, 5, 6, 7])
        #expect(try Self.listings().allSatisfy { !$0.content.description.contains("\n\n") })
    }

    @Test func nothingIsLeftToFillIn() throws {
        for content in try Self.listings().map(\.content) {
            let text = content.title + content.description
            #expect(!text.contains { "*{}|".contains($0) }, "\(text)")
        }
    }

    @Test func englishIsWrittenByThoseWhoWriteIt() throws {
        for listing in try Self.listings() {
            guard let seller = listing.seller else { continue }
            #expect(seller.writesEnglish != listing.isKorean, "\(listing.content.title)")
        }
    }

    struct Share: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: ClosedRange<Double>
        let isIt: @Sendable (SampleListing) -> Bool
    }

    static let shares = [
        Share(testDescription: "free", expected: 0.065...0.105) { $0.content.price.isFree },
        Share(testDescription: "open", expected: 0.025...0.06) { $0.content.price.isOpen },
        Share(testDescription: "discounted", expected: 0.105...0.145) {
            $0.content.price.discountedAmount != nil
        },
        Share(testDescription: "sold out", expected: 0.05...0.085) { $0.content.stock == 0 },
        Share(testDescription: "sold", expected: 0.04...0.075) { $0.status == .sold },
        Share(testDescription: "reserved", expected: 0.05...0.11) { $0.status == .reserved },
        Share(testDescription: "one left", expected: 0.7...0.9) { $0.content.stock == 1 },
        Share(testDescription: "in dollars", expected: 0.005...0.04) {
            $0.content.price.currency == .usd
        },
        Share(testDescription: "with photos", expected: 0.85...0.97) { !$0.pictures.isEmpty },
        Share(testDescription: "with several photos", expected: 0.1...0.3) {
            $0.pictures.count > 1
        },
        Share(testDescription: "of a member's", expected: 0.6...0.72) { $0.seller != nil },
        Share(testDescription: "in English", expected: 0.02...0.1) { !$0.isKorean },
    ]

    @Test(arguments: shares)
    func kindsOfListingsHaveTheirShare(_ share: Share) throws {
        let number = try Self.listings().count { share.isIt($0) }
        #expect(share.expected.contains(Double(number) / Double(Self.count)))
    }

    @Test func wonAreRoundAndDollarsWhole() throws {
        for price in try Self.listings().map(\.content.price) {
            let step: Int64 =
                price.currency == .krw ? (price.amountToPay < 10_000 ? 500 : 1_000) : 100
            #expect(price.amountToPay % step == 0 && price.amount % 100 == 0)
        }
    }

    @Test func loweredPricesAreLowerButNotNothing() throws {
        for price in try Self.listings().map(\.content.price) {
            guard let discounted = price.discountedAmount else { continue }
            #expect(0 < discounted && discounted < price.amount)
        }
    }

    @Test func freeSharesAreOfThingsThatCostLittle() throws {
        for listing in try Self.listings() where listing.content.price.isFree {
            let products = Product.all(in: listing.content.category)
            let named = products.filter { listing.content.title.contains($0.name) }
            #expect(named.contains { $0.isCheap }, "\(listing.content.title)")
        }
    }

    @Test func soldListingsAreOutOfStock() throws {
        #expect(try Self.listings().allSatisfy { $0.status != .sold || $0.content.stock == 0 })
    }

    @Test func picturesShowTheThingAndNoneTwice() throws {
        for listing in try Self.listings() {
            #expect(listing.pictures.count <= 3)
            #expect(Set(listing.pictures).count == listing.pictures.count)
            #expect(Set(listing.pictures.map(\.motif)).count <= 1)
            #expect(Set(listing.pictures.map(\.color)).count <= 1)
        }
    }

    @Test func colorsNamedInTitlesAreDrawn() throws {
        for listing in try Self.listings() {
            let words = listing.content.title.split(separator: " ").map { $0.lowercased() }
            for picture in listing.pictures {
                let named = NamedColor.all.filter { !Set($0.words).isDisjoint(with: words) }
                #expect(named.isEmpty || named.contains(picture.color), "\(words)")
            }
        }
    }

    @Test func allListingsShareSomeHundredPictures() throws {
        let pictures = Set(try Self.listings().flatMap(\.pictures))
        #expect(pictures == Product.allPictures)
        #expect(pictures.count < 450)
    }
}

extension SampleListing {
    fileprivate var isKorean: Bool {
        (content.title + content.description).unicodeScalars.contains { ("가"..."힣").contains($0) }
    }
}
