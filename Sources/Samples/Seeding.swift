import Market

/// Fills a storage with sample items and the photos they need.
///
/// They are of the last six weeks and newer than what is there already, so that ids grow with
/// time; a storage that was filled before goes on where it ended.
public struct Seeding: Sendable {
    /// How far it has come.
    public enum Progress: Equatable, Sendable {
        case photos(Int, of: Int)
        case listings(Int, of: Int)
    }

    /// Items inserted at once; a storage may commit them together.
    private static let batch = 1_000
    /// In seconds.
    private static let sixWeeks: Int64 = 42 * 86_400

    private let market: SampleMarket
    private let count: Int
    private let passwordHash: String
    private let now: Timestamp

    /// - Parameters:
    ///   - count: of items to add.
    ///   - passwordHash: of `SampleMarket.password`, for all of them.
    ///   - now: when the newest is posted.
    public init(
        _ market: SampleMarket = SampleMarket(), count: Int, passwordHash: String, now: Timestamp
    ) {
        self.market = market
        self.count = max(0, count)
        self.passwordHash = passwordHash
        self.now = now
    }

    /// Draws and inserts on all cores. What was added before an error stays.
    /// - Throws: any `SamplesError`.
    public func run(
        into storage: any MarketStorage, onProgress: (Progress) -> Void = { _ in }
    ) async throws(SamplesError) {
        let newest = try await newestListing(of: storage)
        let pictures = try pictures(after: newest)
        let ids = try await store(pictures, in: storage, onProgress: onProgress)
        try await addListings(with: ids, after: newest, to: storage, onProgress: onProgress)
    }

    /// Inserts the items with those of their photos whose ids are given.
    func addListings(
        with ids: [SamplePicture: Photo.ID], after newest: ItemSummary?,
        to storage: any MarketStorage, onProgress: (Progress) -> Void = { _ in }
    ) async throws(SamplesError) {
        let start = min(now, max(now + -Self.sixWeeks, newest?.datePosted ?? now + -Self.sixWeeks))
        for begin in stride(from: 0, to: count, by: Self.batch) {
            let end = min(begin + Self.batch, count)
            var items: [NewItem] = []
            for offset in begin..<end {
                let listing = try listing(offset, after: newest)
                items.append(item(listing, ids, datePosted: date(offset, since: start)))
            }
            try await insert(items, into: storage)
            onProgress(.listings(end, of: count))
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

    /// The pictures that the items show; far fewer than all items are looked at for it.
    private func pictures(after newest: ItemSummary?) throws(SamplesError) -> Set<SamplePicture> {
        let all = SamplePicture.countPerCategory * Category.allCases.count
        var pictures: Set<SamplePicture> = []
        for offset in 0..<count where pictures.count < all {
            pictures.formUnion(try listing(offset, after: newest).pictures)
        }
        return pictures
    }

    /// The newest item's id is how many of the market's were used up before.
    private func listing(
        _ offset: Int, after newest: ItemSummary?
    ) throws(SamplesError) -> SampleListing {
        try market.listing(Int(truncatingIfNeeded: newest?.id.rawValue ?? 0) &+ offset)
    }

    /// Closer together the newer they are, as on a market that is found by more and more people.
    private func date(_ offset: Int, since start: Timestamp) -> Timestamp {
        let age = Double(count - 1 - offset) / Double(count)
        return now + -Int64(Double(now.since(start)) * age * age)
    }

    private func item(
        _ listing: SampleListing, _ ids: [SamplePicture: Photo.ID], datePosted: Timestamp
    ) -> NewItem {
        NewItem(
            content: listing.content, photos: listing.pictures.compactMap { ids[$0] },
            status: listing.status, passwordHash: passwordHash, datePosted: datePosted)
    }

    private func insert(
        _ items: [NewItem], into storage: any MarketStorage
    ) async throws(SamplesError) {
        let outcomes = await withTaskGroup { group in
            for item in items {
                // Runs at once as far as the storage's queue, so that ids are given in this order.
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

/// Why there are no samples, or fewer than asked for.
public enum SamplesError: Error, Equatable, Sendable {
    /// No memory to draw or scale a photo in.
    case cannotDraw
    /// The market refuses a sample's price.
    case price(PriceError)
    case storage(StorageError)
}
