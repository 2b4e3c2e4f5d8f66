import Market

/// One item with all that is to know of it.
public struct ItemDetail: Sendable {
    /// Which item.
    public typealias Input = Item.ID

    /// How many other items of the seller are shown.
    private static let mostOthers = 6
    /// How many are shown that answer it.
    private static let mostCounterparts = 4
    /// Of to-dos and memos each.
    private static let mostNotes = 20
    private static let longestExcerpt = 80
    private static let longestSummary = 120

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads the item, its seller and the notes from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page of the item. An object: each name in a template would copy much of a value to read a part
    /// of it.
    public final class Output: FormOutput {
        /// Names the item in links.
        public let id: Item.ID
        /// What it is called.
        public let title: String
        /// What kind of thing it is.
        public let category: CategoryChoice
        /// What it costs.
        public let price: PriceTag
        /// The same for programs; nil when it is open.
        public let offer: Offer?
        /// Where it is handed over: `망원동 · 망원역 2번 출구`; nil where that is not said.
        public let place: PlaceTag?
        /// Whether it is offered or wanted.
        public let purpose: Item.Purpose
        /// How many are left, in words.
        public let stock: Phrase
        /// Whether there is just one, which goes without saying.
        public let isSingle: Bool
        /// Whether none is left.
        public let isSoldOut: Bool
        /// How far its sale has come.
        public let status: Item.Status
        /// What the seller writes, with its addresses as links.
        public let description: [TextSegment]
        /// The description's beginning on one line, for previews.
        public let summary: String
        /// In the order shown.
        public let photos: [PhotoPage]
        /// How long ago it was posted, in words.
        public let age: Phrase
        /// When it was posted.
        public let datePosted: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
        /// How many accounts keep an eye on it.
        public let interests: Int
        /// How many people have written about it.
        public let conversations: ItemConversations
        /// The one that the viewer has begun; nil for none.
        public let conversation: Conversation.ID?
        /// Whether the viewer may begin one.
        public let mayBeAsked: Bool
        /// Whether the operator keeps it from everybody but its seller.
        public let isHidden: Bool
        /// What it is to who looks at it.
        public let viewer: Viewer
        /// Nil for a guest's item.
        public let seller: Seller?
        /// Who wants what it offers, or who offers what it wants: newest first.
        public let counterparts: [ItemList.Entry]
        /// Nil for a guest.
        public let notes: Notes?
        /// When an age on the page will read differently.
        public let freshUntil: Timestamp
        /// Why something could not be done with the item.
        public let refusal: Refusal?

        fileprivate init(
            _ item: Item, _ relations: Relations, in zone: MarketTimeZone, at now: Timestamp,
            refusedBecause reason: Phrase?
        ) {
            let content = item.content
            (id, title, purpose) = (item.id, content.title, content.purpose)
            category = CategoryChoice(of: content.category)
            price = PriceTag(content.price)
            offer = Offer(content.price)
            place = content.place.map(PlaceTag.init)
            stock = stockText(content.stock)
            isSingle = content.stock == 1
            isSoldOut = content.stock == 0
            status = item.status
            description = TextSegment.segments(of: content.description)
            summary = oneLine(content.description, atMost: ItemDetail.longestSummary)
            photos = item.photos.enumerated().map { index, photo in
                PhotoPage(photo: photo, number: index + 1, count: item.photos.count)
            }
            age = ageText(of: item.datePosted, at: now)
            datePosted = Moment(item.datePosted, in: zone)
            dateModified =
                item.dateModified == item.datePosted ? nil : Moment(item.dateModified, in: zone)
            (interests, conversations) = (relations.interests, relations.conversations)
            (conversation, mayBeAsked) = (relations.conversation, relations.mayBeAsked)
            isHidden = item.isHidden
            (viewer, notes, seller) = (relations.viewer, relations.notes, relations.seller)
            counterparts = relations.counterparts.map { ItemList.Entry($0, at: now) }
            let ages = relations.counterparts.map { nextAge(of: $0.datePosted, at: now) }
            freshUntil = ages.reduce(
                min(
                    nextAge(of: item.datePosted, at: now),
                    seller?.freshUntil ?? Timestamp(seconds: .max)), min)
            refusal = reason.map { Refusal(.invalid, Alert(failed: .failure, $0)) }
        }
    }

    /// What people have to do with the item.
    fileprivate struct Relations {
        let viewer: Viewer
        let notes: Notes?
        let seller: Seller?
        let counterparts: [ItemSummary]
        let interests: Int
        let conversations: ItemConversations
        let conversation: Conversation.ID?
        let mayBeAsked: Bool
    }

    /// Where something is handed over.
    public struct PlaceTag: Equatable, Sendable {
        /// What the neighbourhood is called.
        public let name: String
        /// What the spot is called; nil for any.
        public let spot: String?
        /// What else there is in the neighbourhood.
        public let selection: ItemSelection

        init(_ place: Place) {
            (name, spot) = (place.neighbourhood.name, place.spot?.name)
            selection = ItemSelection(
                filter: ItemFilter(status: .unsold, neighbourhood: place.neighbourhood))
        }
    }

    /// A photo among those to page through.
    public struct PhotoPage: Equatable, Sendable {
        /// The photo and its size.
        public let photo: Photo
        /// Its place, from 1 on.
        public let number: Int
        /// How many there are.
        public let count: Int
    }

    /// What an item is to who looks at it.
    public enum Viewer: Equatable, Sendable {
        /// - Parameter isGuestsItem: whether a password opens the item.
        case guest(isGuestsItem: Bool)
        /// An account that is not the seller's.
        case neighbour(isInterested: Bool, isGuestsItem: Bool)
        /// - Parameter pullUpText: says from when on it may be pulled up; nil when it may be now.
        case seller(pullUpText: Phrase?)
    }

    /// Who offers an item, when it is an account.
    public struct Seller: Sendable {
        /// Names their page.
        public let id: Account.ID
        /// What the seller is called.
        public let nickname: String
        /// Nil when they have none.
        public let picture: Photo.ID?
        /// What they write about themselves.
        public let about: String
        /// Others that they sell, newest first.
        public let items: [ItemList.Entry]
        /// When an age among them will read differently.
        let freshUntil: Timestamp
    }

    /// A price for programs.
    public struct Offer: Equatable, Sendable {
        /// What is to be paid: `12000`, `12.50`.
        public let amount: String
        /// What it is counted in.
        public let currency: Currency

        init?(_ price: Price) {
            guard !price.isOpen else { return nil }
            amount = price.currency.typed(price.amountToPay)
            currency = price.currency
        }
    }

    /// What the one who looks has noted about the item; nobody else sees it.
    public struct Notes: Sendable {
        /// Those pinned to the item, newest first.
        public let todos: [TodoEntry]
        /// The same of memos.
        public let memos: [MemoExcerpt]
    }

    /// How a memo begins.
    public struct MemoExcerpt: Equatable, Sendable {
        /// Names the memo in links.
        public let id: Memo.ID
        /// Its beginning on one line.
        public let text: String
    }

    /// - Parameters:
    ///   - viewer: the account signed in to; nil for a guest.
    ///   - isOperator: whether they see what is hidden.
    ///   - reason: why something could not be done with the item; nil when nothing was tried.
    ///   - run: runs what takes longer than one event loop should be held up, as the page of a wanted
    ///     item may, for which is searched what answers it.
    /// - Throws: `.itemNotFound`; what `run` throws.
    public func output(
        for id: Input, viewer: Account.ID? = nil, isOperator: Bool = false, at now: Timestamp,
        refusedBecause reason: Phrase? = nil,
        runningCostly run: (@escaping @Sendable () async throws -> Output) async throws -> Output
    ) async throws -> Output {
        let item = try await storage.item(id)
        let output = { @Sendable () async throws -> Output in
            try await self.output(
                of: item, viewer: viewer, isOperator: isOperator, at: now, refusedBecause: reason)
        }
        return item.content.purpose == .request ? try await run(output) : try await output()
    }

    /// The same where it may take as long as it does.
    /// - Throws: `.itemNotFound`.
    public func output(
        for id: Input, viewer: Account.ID? = nil, isOperator: Bool = false, at now: Timestamp,
        refusedBecause reason: Phrase? = nil
    ) async throws(StorageError) -> Output {
        try await output(
            of: storage.item(id), viewer: viewer, isOperator: isOperator, at: now,
            refusedBecause: reason)
    }

    private func output(
        of item: Item, viewer: Account.ID?, isOperator: Bool, at now: Timestamp,
        refusedBecause reason: Phrase?
    ) async throws(StorageError) -> Output {
        let id = item.id
        guard !item.isHidden || isOperator || viewer != nil && item.seller == viewer else {
            throw .itemNotFound
        }
        let relations = Relations(
            viewer: try await self.viewer(of: item, viewer, at: now),
            notes: try await notes(on: id, of: viewer, at: now),
            seller: try await seller(of: item, at: now),
            counterparts: try await storage.counterparts(of: item, limit: Self.mostCounterparts),
            interests: try await storage.countInterests(in: id),
            conversations: try await storage.conversations(about: id),
            conversation: try await conversation(about: id, viewer),
            mayBeAsked: (try? item.checkMayBeAsked(by: viewer)) != nil)
        return Output(item, relations, in: zone, at: now, refusedBecause: reason)
    }

    private func viewer(
        of item: Item, _ viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Viewer {
        let isGuestsItem = item.seller == nil
        guard let viewer else { return .guest(isGuestsItem: isGuestsItem) }
        guard item.seller == viewer else {
            let isInterested = try await storage.hasInterest(of: viewer, in: item.id)
            return .neighbour(isInterested: isInterested, isGuestsItem: isGuestsItem)
        }
        if item.isHidden { return .seller(pullUpText: Phrase(.itemIsHidden)) }
        let moment = item.mayBePulledUp
        return .seller(pullUpText: now < moment ? pullUpText(from: moment, in: zone) : nil)
    }

    private func conversation(
        about id: Item.ID, _ viewer: Account.ID?
    ) async throws(StorageError) -> Conversation.ID? {
        guard let viewer else { return nil }
        return try await storage.conversation(about: id, by: viewer)
    }

    /// Nil for a guest's item.
    private func seller(
        of item: Item, at now: Timestamp
    ) async throws(StorageError) -> Seller? {
        guard let id = item.seller else { return nil }
        let profile = try await storage.account(id).profile
        let others = try await storage.itemsOnSale(
            of: id, before: nil, limit: Self.mostOthers + 1
        ).filter { $0.id != item.id }.prefix(Self.mostOthers)
        return Seller(
            id: id, nickname: profile.nickname.text, picture: profile.picture,
            about: profile.about,
            items: others.map { ItemList.Entry($0, at: now) },
            freshUntil: others.lazy.map { nextAge(of: $0.datePosted, at: now) }.min()
                ?? Timestamp(seconds: .max))
    }

    /// The newest to-dos and memos pinned to an item; nil for a guest, who has none.
    private func notes(
        on item: Item.ID, of viewer: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Notes? {
        guard let viewer else { return nil }
        let todos = try await storage.todos(pinnedTo: item, of: viewer, limit: Self.mostNotes)
        let memos = try await storage.memos(pinnedTo: item, of: viewer, limit: Self.mostNotes)
        return Notes(
            todos: TodoEntry.all(todos, at: now, in: zone),
            memos: memos.map { memo in
                MemoExcerpt(
                    id: memo.id, text: oneLine(memo.content.text, atMost: Self.longestExcerpt))
            })
    }
}
