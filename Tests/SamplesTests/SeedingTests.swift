import Foundation
import Market
import Storage
import Testing

@testable import Samples

@Suite struct SeedingTests {
    private let now = Timestamp(seconds: 1_750_000_000)
    private let storage: SQLiteStorage

    init() throws {
        storage = try SQLiteStorage(path: ":memory:")
    }

    private func seeding(_ count: Int, at now: Timestamp? = nil) -> Seeding {
        Seeding(count: count, passwordHash: "$argon2id$hash", now: now ?? self.now)
    }

    private func all(in storage: any MarketStorage) async throws -> [ItemSummary] {
        try await storage.items(ItemQuery(limit: 10_000)).items
    }

    @Test func addsTheListingsOfTheMarketInTheirOrder() async throws {
        try await seeding(12).addListings(with: [:], after: nil, to: storage)
        let items = try await all(in: storage)
        let titles = try (0..<12).map { try SampleMarket().listing($0).content.title }
        #expect(items.reversed().map(\.title) == titles)
    }

    @Test func everyListingShowsItsPhotos() async throws {
        try await seeding(3).run(into: storage)
        for number in 0..<3 {
            let item = try await storage.item(Item.ID(rawValue: Int64(number) + 1))
            #expect(try item.photos.count == SampleMarket().listing(number).pictures.count)
            for photo in item.photos {
                #expect(try await !storage.bytes(of: photo.id, .thumbnail).isEmpty)
            }
        }
    }

    @Test func onlyPhotosThatAreShownAreKept() async throws {
        try await seeding(3).run(into: storage)
        #expect(try await storage.deleteUnusedPhotos(uploadedBefore: now + 1) == 0)
    }

    @Test func membersSellUnderTheirNicknamesAndOthersAreGuests() async throws {
        try await seeding(12).run(into: storage)
        for number in 0..<12 {
            let item = try await storage.item(Item.ID(rawValue: Int64(number) + 1))
            let seller = try SampleMarket().listing(number).seller
            #expect((item.seller == nil) == (seller == nil))
            guard let id = item.seller, let seller else { continue }
            let profile = try await storage.account(id).profile
            #expect(profile.nickname == seller.nickname && profile.about == seller.about)
            #expect((profile.picture == nil) == (seller.avatar == nil))
        }
    }

    @Test func anAccountWithASampleNicknameGetsNoListings() async throws {
        for seller in Neighbour.all {
            _ = try await storage.insert(
                NewAccount(nickname: seller.nickname, passwordHash: "theirs", dateJoined: now))
        }
        let picture = try #require(Photo.ID(String(repeating: "a", count: Photo.ID.length)))
        let pictures = Set(Neighbour.all.compactMap(\.avatar)).map { ($0, picture) }
        let accounts = try await seeding(30).addAccounts(
            of: Set(Neighbour.all), with: Dictionary(uniqueKeysWithValues: pictures), to: storage)
        let blank = Neighbour.all.filter { $0.about.isEmpty && $0.avatar == nil }
        #expect(Set(accounts.keys) == Set(blank))
        try await seeding(30).addListings(with: [:], of: accounts, after: nil, to: storage)
        for number in 1...30 {
            let item = try await storage.item(Item.ID(rawValue: Int64(number)))
            guard let seller = item.seller else { continue }
            let about = try await storage.account(seller).profile
            #expect(about.about == "" && about.picture == nil)
        }
    }

    @Test func everyGuestsListingHasThePasswordHash() async throws {
        try await seeding(1).addListings(with: [:], after: nil, to: storage)
        #expect(try await storage.passwordHash(of: 1) == "$argon2id$hash")
    }

    @Test func timesGrowWithIDsOverSixWeeksUpToNow() async throws {
        try await seeding(40).addListings(with: [:], after: nil, to: storage)
        let dates = try await all(in: storage).map(\.datePosted)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 > $1 })
        #expect(dates.first == now)
        #expect(try #require(dates.last) > now + -42 * 86_400)
        #expect(try #require(dates.last) < now + -35 * 86_400)
    }

    @Test func seedingAgainGoesOnWithOtherAndNewerListings() async throws {
        try await seeding(2).run(into: storage)
        try await seeding(2, at: now + 3_600).run(into: storage)
        let items = try await all(in: storage)
        let titles = try (0..<4).map { try SampleMarket().listing($0).content.title }
        #expect(items.reversed().map(\.title) == titles)
        #expect(items.prefix(2).allSatisfy { $0.datePosted >= now })
    }

    @Test func clockSetBackIsTakenAsNow() async throws {
        try await seeding(1).run(into: storage)
        try await seeding(1, at: now + -3_600).run(into: storage)
        #expect(try await all(in: storage).first?.datePosted == now + -3_600)
    }

    @Test(arguments: [0, -1])
    func seedingNothingAddsNothing(_ count: Int) async throws {
        try await seeding(count).run(into: storage)
        #expect(try await all(in: storage).isEmpty)
    }

    @Test func progressIsReported() async throws {
        var told: [Seeding.Progress] = []
        try await seeding(2).run(into: storage) { told.append($0) }
        let listings = try (0..<2).map { try SampleMarket().listing($0) }
        let avatars = listings.compactMap { $0.seller?.avatar }
        let count = Set(listings.flatMap(\.pictures) + avatars).count
        #expect(told.count == count + 1)
        #expect(told.dropLast().last == .photos(count, of: count))
        #expect(told.last == .listings(2, of: 2))
    }

    @Test func idsFollowTimeThroughConcurrentInserts() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(path: folder.appending(path: "market.sqlite").path)
        defer { storage.close() }
        try await seeding(2_100).addListings(with: [:], after: nil, to: storage)
        let items = try await all(in: storage)
        let offers = items.filter { $0.purpose == .offer }
        // A market of this size has some wanted items, too.
        #expect(offers.count == 2_100 && items.count == 2_141)
        let dates = items.map(\.datePosted)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test func storageErrorEndsTheSeeding() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(path: folder.appending(path: "market.sqlite").path)
        storage.close()
        await #expect(throws: SamplesError.storage(.unusable("the storage is closed"))) {
            try await seeding(1).run(into: storage)
        }
    }

    @Test func neighboursDealWithEachOtherInEveryWay() async throws {
        // Everything but the photos, which take long to draw.
        let seeding = seeding(240)
        let sellers = try await seeding.addAccounts(
            of: Set(Neighbour.all), with: [:], to: storage)
        try await seeding.addListings(with: [:], of: sellers, after: nil, to: storage)
        try await seeding.addDealings(of: sellers, to: storage)
        var stages: [Dealing.Stage: Int] = [:]
        var (offers, waiting) = (0, 0)
        let accounts = (1...100).map { Account.ID(rawValue: $0) }
        for account in accounts {
            let reader = Conversation.Reader.account(account)
            let conversations = try await storage.conversations(
                of: reader, before: nil, limit: 1_000)
            for conversation in conversations where conversation.party == .seller {
                stages[conversation.stage, default: 0] += 1
                if conversation.linePosition != nil { waiting += 1 }
                if case .offer = conversation.lastMessage.kind { offers += 1 }
                #expect(conversation.lastMessage.date <= now)
            }
        }
        #expect(Set(stages.keys) == Set(Dealing.Stage.allCases))
        #expect(offers > 0 && waiting > 0)
    }
}
