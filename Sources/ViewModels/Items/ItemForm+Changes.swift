import Market

extension ItemForm {
    /// What is to be changed of a listing, as it was typed; nil stays as it is.
    public struct Changes: Sendable {
        public var photos: [PhotoEntry]?
        /// The photo to be shown first.
        public var cover: Photo.ID?
        public var title: String?
        public var category: String?
        public var price: String?
        public var discountedPrice: String?
        public var discountMeaning = DiscountMeaning.lowered
        public var currency: String?
        public var stock: String?
        public var content: String?

        public init() {}

        public var isEmpty: Bool {
            photos == nil && cover == nil
                && [title, category, price, discountedPrice, currency, stock, content]
                    .allSatisfy { $0 == nil }
        }
    }

    /// What has to be put right, photos aside: worth knowing before these are worked on.
    /// - Parameter hasPhotos: whether there are any.
    public func faults(in input: Input, hasPhotos: Bool) -> [Fault] {
        var input = input
        if hasPhotos { input.demands.remove(.photos) }
        guard case .failure(let faults) = validated(input, asksPassword: true) else { return [] }
        return faults.all
    }

    /// The same of a change.
    /// - Throws: `.notFound` when there is no such listing.
    public func faults(
        in changes: Changes, of id: Item.ID
    ) async throws(StorageError) -> [Fault] {
        let input = input(changes, of: try await item(id))
        guard case .failure(let faults) = validated(input, asksPassword: false) else { return [] }
        return faults.all
    }

    /// Refuses a listing from an address that has posted as many as it may: worth knowing before
    /// its photos are worked on.
    public func refusal(
        of input: Input, from address: String, at now: Timestamp
    ) -> Outcome? {
        guard let wait = posts?.secondsLeft(TryLimiter.Key(address: address), at: now) else {
            return nil
        }
        return .refused(
            output(.posting, input, alert: .tooManyPosts(wait: wait)), .tooManyTries(wait: wait))
    }

    /// Changes a part of a guest's listing for who knows its password. What is not changed stays
    /// what it is, also when somebody else changes it at the same moment.
    /// - Parameter expected: the listing as it has to be for this; nil changes whatever it is by
    ///   now.
    /// - Throws: `.notFound` when there is no such listing, or it has become an account's
    ///   meanwhile; `.changedMeanwhile` when it is no more what was expected; `.unavailable` when
    ///   it is changed again and again.
    public func change(
        _ id: Item.ID, _ changes: Changes, of expected: ListedItem? = nil, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        for _ in 0..<Self.mostTries {
            let item = try await item(id)
            guard item.seller == nil else { throw .notFound }
            guard expected?.shows(item) ?? true else { throw .changedMeanwhile }
            if let outcome = try await tryToChange(item, changes, at: now) { return outcome }
        }
        throw .busy
    }

    private static let mostTries = 20

    /// Nil when it was changed between its reading and its writing.
    private func tryToChange(
        _ item: Item, _ changes: Changes, at now: Timestamp
    ) async throws(StorageError) -> Outcome? {
        var isOld = false
        let outcome = try await keepingInput(
            .editing(item.id), input(changes, of: item), asksPassword: false
        ) { content, input throws(StorageError) in
            do throws(StorageError) {
                try await storage.update(
                    item.id, content: content, photos: input.keptPhotos, at: now,
                    if: .isWritten(as: item))
            } catch .changedMeanwhile {
                isOld = true
            }
            return .saved(item.id)
        }
        return isOld ? nil : outcome
    }

    private func item(_ id: Item.ID) async throws(StorageError) -> Item {
        try await storage.item(id)
    }

    private func input(_ changes: Changes, of item: Item) -> Input {
        var input = Input(item, discountMeaning: changes.discountMeaning)
        input.apply(changes)
        return input
    }
}

extension ItemForm.Input {
    fileprivate mutating func apply(_ changes: ItemForm.Changes) {
        if let photos = changes.photos { replacePhotos(with: photos) }
        if let cover = changes.cover, let index = photos.firstIndex(of: .kept(cover)) {
            photos.insert(photos.remove(at: index), at: 0)
        }
        title = changes.title ?? title
        category = changes.category ?? category
        if let changed = changes.price {
            price = changed
            demands.insert(.price)
        }
        discountedPrice = changes.discountedPrice ?? discountedPrice
        currency = changes.currency ?? currency
        stock = changes.stock ?? stock
        content = changes.content ?? content
    }

    /// A listing whose photos are replaced has some afterwards too.
    private mutating func replacePhotos(with entries: [PhotoEntry]) {
        photos = entries
        demands.insert(.photos)
    }
}
