import Market

/// Fills a storage with sample items, their sellers, the photos they need, and conversations between
/// neighbours about them.
///
/// The items are from the last six weeks and newer than existing ones, so that ids grow with time; in a
/// storage that was seeded before, seeding continues where it ended.
public struct Seeding: Sendable {
    /// The progress of a seeding.
    public enum Progress: Equatable, Sendable {
        case photos(Int, of: Int)
        case listings(Int, of: Int)
    }

    /// The number of items inserted at once, which a storage may commit together: an index page that many of
    /// them change is then written once.
    private static let batch = 10_000
    /// In seconds.
    private static let sixWeeks: Int64 = 42 * 86_400

    private let market: SampleMarket
    let count: Int
    private let passwordHash: String
    let now: Timestamp

    /// - Parameters:
    ///   - count: the number of items to add.
    ///   - passwordHash: the hash of `SampleMarket.password`, for all items and their sellers.
    ///   - now: the date of the newest item.
    public init(
        _ market: SampleMarket = SampleMarket(), count: Int, passwordHash: String, now: Timestamp
    ) {
        self.market = market
        self.count = max(0, count)
        self.passwordHash = passwordHash
        self.now = now
    }

    /// Draws and inserts on all cores. Whatever was added before an error stays.
    /// - Throws: any `SamplesError`.
    public func run(
        into storage: any MarketStorage, onProgress: (Progress) -> Void = { _ in }
    ) async throws(SamplesError) {
        let newest = try await newestListing(of: storage)
        let needs = try needs(after: newest)
        let ids = try await store(needs.pictures, in: storage, onProgress: onProgress)
        let accounts = try await addAccounts(of: needs.sellers, with: ids, to: storage)
        try await addListings(
            with: ids, of: accounts, after: newest, to: storage, onProgress: onProgress)
        try await addDealings(of: accounts, to: storage)
    }

    /// Inserts the items, with the photos and sellers whose ids are given.
    func addListings(
        with ids: [SamplePicture: Photo.ID], of accounts: [Neighbour: Account.ID] = [:],
        after newest: ItemSummary?,
        to storage: any MarketStorage, onProgress: (Progress) -> Void = { _ in }
    ) async throws(SamplesError) {
        let places = try await places(of: storage)
        let start = min(now, max(now + -Self.sixWeeks, newest?.datePosted ?? now + -Self.sixWeeks))
        for begin in stride(from: 0, to: count, by: Self.batch) {
            let end = min(begin + Self.batch, count)
            var items: [NewItem] = []
            for offset in begin..<end {
                let listing = try listing(offset, after: newest)
                var content = listing.content
                content.place = places.place(of: listing, offset)
                let owner = listing.seller.flatMap { accounts[$0] }.map(NewItem.Owner.account)
                items.append(
                    NewItem(
                        content: content, photos: listing.pictures.compactMap { ids[$0] },
                        status: listing.status, owner: owner ?? .guest(passwordHash: passwordHash),
                        datePosted: date(offset, since: start)))
                if let wish = wish(offset, like: listing, of: content.place, accounts) {
                    items.append(
                        NewItem(
                            content: wish.content, photos: [],
                            owner: wish.owner ?? .guest(passwordHash: passwordHash),
                            datePosted: date(offset, since: start)))
                }
            }
            try await insert(items, into: storage)
            onProgress(.listings(end, of: count))
        }
    }

    /// For one in so many listings, a wanted post for the same kind of thing; none in a tiny market.
    private func wish(
        _ offset: Int, like listing: SampleListing, of place: Place?,
        _ accounts: [Neighbour: Account.ID]
    ) -> (content: ItemContent, owner: NewItem.Owner?)? {
        guard count >= 100, offset.isMultiple(of: max(16, count / 40)) else { return nil }
        var wish = listing.wish
        wish.place = place.map { Place($0.neighbourhood) }
        let askers = Neighbour.all.filter { $0 != listing.seller }.compactMap { accounts[$0] }
        let asker = askers.isEmpty ? nil : askers[offset / 16 % askers.count]
        return (wish, offset.isMultiple(of: 3) ? nil : asker.map(NewItem.Owner.account))
    }

    private func places(of storage: any MarketStorage) async throws(SamplesError) -> SamplePlaces {
        do {
            return try await SamplePlaces(in: storage)
        } catch {
            throw .storage(error)
        }
    }

    private func newestListing(
        of storage: any MarketStorage
    ) async throws(SamplesError) -> ItemSummary? {
        do {
            return try await storage.items(ItemQuery(limit: 1)).items.first
        } catch {
            throw .storage(error)
        }
    }

    /// The pictures and sellers that the items need; usually found by generating only some of the items.
    private func needs(
        after newest: ItemSummary?
    ) throws(SamplesError) -> (pictures: Set<SamplePicture>, sellers: Set<Neighbour>) {
        let (allPictures, everybody) = (Product.allPictures.count, Neighbour.all.count)
        var pictures: Set<SamplePicture> = []
        var sellers: Set<Neighbour> = []
        for offset in 0..<count where pictures.count < allPictures || sellers.count < everybody {
            let listing = try listing(offset, after: newest)
            pictures.formUnion(listing.pictures)
            if let seller = listing.seller { sellers.insert(seller) }
        }
        return (pictures.union(sellers.compactMap(\.avatar)), sellers)
    }

    /// The newest item's id tells how many sample items were used before.
    private func listing(
        _ offset: Int, after newest: ItemSummary?
    ) throws(SamplesError) -> SampleListing {
        try market.listing(Int(truncatingIfNeeded: newest?.id.rawValue ?? 0) &+ offset)
    }

    /// Dates get closer together towards the newest, as in a market that more and more people find.
    private func date(_ offset: Int, since start: Timestamp) -> Timestamp {
        let age = Double(count - 1 - offset) / Double(count)
        return now + -Int64(Double(now.since(start)) * age * age)
    }

    private func insert(
        _ items: [NewItem], into storage: any MarketStorage
    ) async throws(SamplesError) {
        let outcomes = await withTaskGroup { group in
            for item in items {
                // Runs immediately up to the storage's queue, so that ids are assigned in this order.
                group.addImmediateTask { await Self.insert(item, into: storage) }
            }
            return await group.reduce(into: []) { outcomes, outcome in outcomes.append(outcome) }
        }
        for outcome in outcomes { try outcome.get() }
    }

    private static func insert(
        _ item: NewItem, into storage: any MarketStorage
    ) async -> Result<Void, SamplesError> {
        do throws(StorageError) {
            _ = try await storage.insert(item)
            return .success(())
        } catch {
            return .failure(.storage(error))
        }
    }
}

// MARK: - Sellers

extension Seeding {
    /// The accounts of the sellers; an account from an earlier seeding is reused. If an account has a seller's
    /// nickname but a different profile, it belongs to somebody else, and the seller's items are posted by a
    /// guest.
    func addAccounts(
        of sellers: Set<Neighbour>, with ids: [SamplePicture: Photo.ID],
        to storage: any MarketStorage
    ) async throws(SamplesError) -> [Neighbour: Account.ID] {
        var accounts: [Neighbour: Account.ID] = [:]
        do throws(StorageError) {
            for seller in Neighbour.all where sellers.contains(seller) {
                let profile = Profile(
                    nickname: seller.nickname, about: seller.about,
                    picture: seller.avatar.flatMap { ids[$0] })
                accounts[seller] = try await account(profile, in: storage)
            }
        } catch {
            throw .storage(error)
        }
        return accounts
    }

    private func account(
        _ profile: Profile, in storage: any MarketStorage
    ) async throws(StorageError) -> Account.ID? {
        if let known = try await storage.credentials(of: profile.nickname)?.account {
            return try await storage.account(known).profile == profile ? known : nil
        }
        let id = try await storage.insert(
            NewAccount(
                nickname: profile.nickname, passwordHash: passwordHash,
                dateJoined: now + -Self.sixWeeks))
        try await storage.updateProfile(profile, language: nil, of: id)
        return id
    }
}

// MARK: - Photos

extension Seeding {
    /// Draws the pictures in parallel and inserts each as soon as it is ready.
    private func store(
        _ pictures: Set<SamplePicture>, in storage: any MarketStorage,
        onProgress: (Progress) -> Void
    ) async throws(SamplesError) -> [SamplePicture: Photo.ID] {
        let outcome = await withTaskGroup { group in
            for picture in pictures {
                group.addTask { await store(picture, in: storage) }
            }
            var ids: [SamplePicture: Photo.ID] = [:]
            for await outcome in group {
                switch outcome {
                case .success((let picture, let id)): ids[picture] = id
                case .failure(let error):
                    return Result<[SamplePicture: Photo.ID], SamplesError>.failure(error)
                }
                onProgress(.photos(ids.count, of: pictures.count))
            }
            return .success(ids)
        }
        return try outcome.get()
    }

    private func store(
        _ picture: SamplePicture, in storage: any MarketStorage
    ) async -> Result<(SamplePicture, Photo.ID), SamplesError> {
        do throws(SamplesError) {
            let photo = try picture.rendered()
            do throws(StorageError) {
                try await storage.insert(photo, at: now)
            } catch {
                throw .storage(error)
            }
            return .success((picture, photo.photo.id))
        } catch {
            return .failure(error)
        }
    }
}

/// Why no sample items were added, or fewer than requested.
public enum SamplesError: Error, Equatable, Sendable {
    /// There is no memory to draw or scale a photo.
    case cannotDraw
    /// The market refuses a sample's price.
    case price(PriceError)
    case storage(StorageError)
}
