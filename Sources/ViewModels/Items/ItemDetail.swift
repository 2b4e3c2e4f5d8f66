import Market

/// The page of one item, with everything that the viewer may know about it.
public struct ItemDetail: Sendable {
    /// The item to show.
    public typealias Input = Item.ID

    private static let limits = DetailedItem.Limits(others: 6, notes: 20)
    /// How many counterparts are shown.
    private static let mostCounterparts = 4
    /// How many of the people with a reservation are named to the seller.
    private static let mostHolders = 5
    private static let longestSummary = 120

    let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads the item, its seller and the notes from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The item's page. It is a class because each name in a template would copy much of a struct to
    /// read a part of it.
    public final class Output: FormOutput {
        /// The item's id, used in links.
        public let id: Item.ID
        /// Its title.
        public let title: String
        /// Its category.
        public let category: CategoryChoice
        /// What it costs.
        public let price: PriceTag
        fileprivate let shownPrice: Price
        /// The price in machine-readable form; nil if it is open.
        public let offer: Offer?
        /// Where it is handed over: `망원동 · 망원역 2번 출구`; nil if not given.
        public let place: PlaceTag?
        /// Whether it is offered or wanted.
        public let purpose: Item.Purpose
        /// How many are left, in words.
        public let stock: Phrase
        /// How many are reserved while others are still on sale; otherwise 0.
        public let held: Int
        /// Whether exactly one is left, which goes without saying.
        public let isSingle: Bool
        /// Whether none is left.
        public let isSoldOut: Bool
        /// How far its sale has come.
        public let status: Item.Status
        /// What the seller writes, with addresses as links.
        public let description: [TextSegment]
        /// The description's beginning on one line, for previews.
        public let summary: String
        /// The photos, in the order shown.
        public let photos: [PhotoPage]
        /// How long ago it was last pulled up, otherwise how long ago it was posted, in words.
        public let age: Phrase
        /// Whether it has been pulled up, which the age is then of.
        public let isPulledUp: Bool
        /// When it was posted.
        public let datePosted: Moment
        /// When it was last edited; nil if never.
        public let dateModified: Moment?
        /// How many accounts are interested in it.
        public let interests: Int
        /// How many people have written about it.
        public let conversations: ItemConversations
        /// The people for whom one is reserved; for the seller only.
        public let holders: [Holder]
        /// Whether the viewer posted it as a guest, so that the messages about it are for them.
        public let hasPosted: Bool
        /// Says until when the guest who posted it may change it here without its password; nil if they
        /// have to enter it.
        public let managedText: Phrase?
        /// Whether the guest who posted it may pull it up now.
        public let mayPosterPullUp: Bool
        /// The conversation that the viewer has begun about it; nil if there is none.
        public let conversation: Conversation.ID?
        /// Whether the viewer may begin a conversation about it.
        public let mayBeAsked: Bool
        /// Whether the viewer has reported it, and the operator has not looked at that yet.
        public let hasReported: Bool
        /// Says that the viewer has blocked the seller; nil if they have not.
        public let blockedText: Phrase?
        /// Says that the seller will not answer the viewer, but not why; nil if they may.
        public let unreachableText: Phrase?
        /// Says that an operator has hidden it from everybody but its seller, and why; nil if it is
        /// not hidden.
        public let hiddenText: Phrase?
        /// Tells an operator that the seller has deleted it; nil if they have not.
        public let deletedText: Phrase?
        /// How many reports about it are open; for operators only.
        public let waitingReports: Int
        /// The reasons given for hiding items before; for operators only.
        public let reasonChoices: [ReasonChoices]
        /// The viewer's relation to the item.
        public let viewer: Viewer
        /// The seller; nil for a guest's item.
        public let seller: Seller?
        /// Wanted posts that it answers, or offers that answer it, newest first.
        public let counterparts: [ItemList.Entry]
        /// Similar items, if this one is not available; otherwise empty.
        public let similar: [ItemList.Entry]
        /// The viewer's own notes; nil for a guest.
        public let notes: Notes?
        /// When an age or a fact on the page next changes its wording.
        public let freshUntil: Timestamp
        /// Why something could not be done with the item.
        public let refusal: Refusal?

        /// Whether an operator has hidden it from everybody but its seller.
        public var isHidden: Bool { hiddenText != nil }

        fileprivate init(
            _ detailed: DetailedItem, _ viewer: Viewer, hasPosted: Bool,
            managedUntil: Timestamp?, mayBeAsked: Bool, hiddenText: Phrase?, waitingReports: Int,
            reasonChoices: [ReasonChoices],
            holders: [Holder],
            _ counterparts: [ItemSummary], _ similar: [ItemSummary], in zone: MarketTimeZone,
            at now: Timestamp, refusedBecause reason: Phrase?
        ) {
            let item = detailed.item
            let content = item.content
            (id, title, purpose) = (item.id, content.title, content.purpose)
            category = CategoryChoice(of: content.category)
            (price, shownPrice) = (PriceTag(content.price), content.price)
            offer = Offer(content.price)
            place = content.place.map(PlaceTag.init)
            stock = stockText(content.stock)
            held = item.status == .selling ? detailed.conversations.held : 0
            isSingle = content.stock == 1
            isSoldOut = content.stock == 0
            status = item.status
            description = TextSegment.segments(of: content.description)
            summary = oneLine(content.description, atMost: ItemDetail.longestSummary)
            photos = item.photos.enumerated().map { index, photo in
                PhotoPage(photo: photo, number: index + 1, count: item.photos.count)
            }
            let dateListed = item.datePulledUp ?? item.datePosted
            age = ageText(of: dateListed, at: now)
            isPulledUp = item.datePulledUp != nil
            datePosted = Moment(item.datePosted, in: zone)
            dateModified =
                item.dateModified == item.datePosted ? nil : Moment(item.dateModified, in: zone)
            (interests, conversations) = (detailed.interests, detailed.conversations)
            hasReported = detailed.viewer?.hasReported ?? false
            let isBlocked = detailed.viewer?.hasBlockedSeller ?? false
            blockedText = isBlocked ? Phrase(.blockedIsNotWrittenTo) : nil
            self.hasPosted = hasPosted && item.seller == nil
            managedText = managedUntil.map {
                Phrase(.managedHere, .text(zone.civilTime($0).clock.description))
            }
            mayPosterPullUp =
                self.hasPosted && item.status != .sold && item.mayBePulledUp <= now
            conversation = detailed.viewer?.conversation
            let isReachable = !detailed.isSellerUnreachable
            unreachableText = isReachable ? nil : Phrase(.otherIsUnreachable)
            self.mayBeAsked = mayBeAsked && !isBlocked && isReachable && !detailed.isInTrash
            deletedText = detailed.isInTrash ? Phrase(.itemIsInTrash) : nil
            (self.hiddenText, self.waitingReports) = (hiddenText, waitingReports)
            (self.reasonChoices, self.holders) = (reasonChoices, holders)
            self.viewer = viewer
            seller = Seller(of: detailed, in: zone, at: now)
            notes = detailed.viewer.map { Notes($0, in: zone, at: now) }
            self.counterparts = counterparts.map { ItemList.Entry($0, at: now) }
            self.similar = similar.map { ItemList.Entry($0, at: now) }
            let factsChange = detailed.seller?.facts.nextChange ?? Timestamp(seconds: .max)
            freshUntil = (self.counterparts + self.similar + (seller?.items ?? [])).reduce(
                min(nextAge(of: dateListed, at: now), factsChange)
            ) { min($0, $1.freshUntil) }
            refusal = reason.map { Refusal(.invalid, Alert(failed: .notDone, $0)) }
        }
    }

    /// Makes the page.
    /// - Parameters:
    ///   - viewer: the signed-in account; nil for a guest.
    ///   - isOperator: whether the viewer may see hidden items.
    ///   - hasPosted: whether the viewer posted the item as a guest, if a guest did.
    ///   - managedUntil: until when they may change it without its password; nil if they may not.
    ///   - reason: why something could not be done with the item; nil if nothing was tried.
    ///   - run: runs work that would hold up an event loop too long, such as the page of a wanted
    ///     item, which searches for matching offers.
    /// - Throws: `.itemNotFound`; whatever `run` throws.
    public func output(
        for id: Input, viewer: Account.ID? = nil, isOperator: Bool = false,
        hasPosted: Bool = false, managedUntil: Timestamp? = nil, at now: Timestamp,
        refusedBecause reason: Phrase? = nil,
        runningCostly run: (@escaping @Sendable () async throws -> Output) async throws -> Output
    ) async throws -> Output {
        let item = try await item(id, viewer, isOperator, at: now)
        let output = { @Sendable () async throws -> Output in
            try await self.output(
                of: item, viewer, isOperator: isOperator, hasPosted: hasPosted,
                managedUntil: managedUntil, at: now, refusedBecause: reason)
        }
        return item.item.content.purpose == .request ? try await run(output) : try await output()
    }

    /// Makes the page directly, for callers that can wait as long as it takes.
    /// - Throws: `.itemNotFound`.
    public func output(
        for id: Input, viewer: Account.ID? = nil, isOperator: Bool = false,
        hasPosted: Bool = false, managedUntil: Timestamp? = nil, at now: Timestamp,
        refusedBecause reason: Phrase? = nil
    ) async throws(StorageError) -> Output {
        try await output(
            of: item(id, viewer, isOperator, at: now), viewer, isOperator: isOperator,
            hasPosted: hasPosted, managedUntil: managedUntil, at: now, refusedBecause: reason)
    }

    /// What finds more like an item that the viewer may see: a word, or its category.
    /// - Throws: `.itemNotFound`.
    public func similarItems(
        to id: Input, for viewer: Account.ID?, isOperator: Bool, at now: Timestamp
    ) async throws(StorageError) -> ItemFilter {
        let item = try await item(id, viewer, isOperator, at: now).item
        return SimilarItems.filter(like: item.content, in: try await storage.places())
    }

    /// Records that the viewer has seen the price on the page, so that they are not told of that drop
    /// any more.
    /// - Returns: whether they were being told of it.
    public func seePriceDrop(on page: Output, by viewer: Account.ID) async -> Bool {
        // If it cannot be recorded, the page is shown all the same.
        (try? await storage.seePriceDrop(of: page.id, to: page.shownPrice, by: viewer)) ?? false
    }

    private func item(
        _ id: Item.ID, _ viewer: Account.ID?, _ isOperator: Bool, at now: Timestamp
    ) async throws(StorageError) -> DetailedItem {
        do throws(StorageError) {
            let detailed = try await storage.detailedItem(
                id, for: viewer, Self.limits, at: now)
            let item = detailed.item
            guard !item.isHidden || isOperator || viewer != nil && item.seller == viewer else {
                throw .itemNotFound
            }
            return detailed
        } catch {
            // An operator may see a deleted item for as long as its seller can restore it.
            guard error == .itemNotFound, isOperator, let viewer else { throw error }
            return try await storage.detailedItemInTrash(id, for: viewer, at: now)
        }
    }

    private func output(
        of detailed: DetailedItem, _ viewer: Account.ID?, isOperator: Bool, hasPosted: Bool,
        managedUntil: Timestamp?, at now: Timestamp, refusedBecause reason: Phrase?
    ) async throws(StorageError) -> Output {
        let item = detailed.item
        let (counterparts, similar) = try await others(
            beside: detailed, for: viewer, hasPosted: hasPosted)
        let mayBeAsked = (try? item.checkMayBeAsked(by: viewer)) != nil
        var hiddenText: Phrase?
        if item.isHidden {
            hiddenText = .hidden(because: try await storage.hidingReason(of: item.id))
        }
        let waitingReports =
            try await isOperator ? storage.countOpenReports(about: .item(item.id)) : 0
        let reasonChoices = try await isOperator ? storage.reasonChoices(for: .hidden) : []
        var holders: [Holder] = []
        let held = detailed.conversations.held
        if held > 0, let viewer, item.seller == viewer {
            holders = try await Holder.all(
                of: item.id, by: .account(viewer), limit: min(held, Self.mostHolders),
                in: storage, zone: zone, at: now)
        }
        return Output(
            detailed, self.viewer(of: detailed, viewer, at: now), hasPosted: hasPosted,
            managedUntil: managedUntil, mayBeAsked: mayBeAsked, hiddenText: hiddenText,
            waitingReports: waitingReports, reasonChoices: reasonChoices, holders: holders,
            counterparts, similar, in: zone,
            at: now, refusedBecause: reason)
    }

    /// Finds the counterparts, and similar items if this one is not available.
    private func others(
        beside detailed: DetailedItem, for viewer: Account.ID?, hasPosted: Bool
    ) async throws(StorageError) -> (counterparts: [ItemSummary], similar: [ItemSummary]) {
        guard !detailed.isInTrash else { return ([], []) }
        let item = detailed.item
        let counterparts = try await storage.counterparts(
            of: item, for: viewer, limit: Self.mostCounterparts)
        let isUnanswered = detailed.isSellerUnreachable && item.seller != viewer
        guard
            isUnanswered
                || SimilarItems.areShown(beside: item, to: viewer, hasPosted: hasPosted)
        else { return (counterparts, []) }
        let similar = try await SimilarItems(storage: storage).items(like: item, for: viewer)
        return (counterparts, similar)
    }

    private func viewer(
        of detailed: DetailedItem, _ viewer: Account.ID?, at now: Timestamp
    ) -> Viewer {
        let item = detailed.item
        let isGuestsItem = item.seller == nil
        guard let viewer else { return .guest(isGuestsItem: isGuestsItem) }
        guard item.seller == viewer else {
            let isInterested = detailed.viewer?.isInterested ?? false
            return .neighbour(isInterested: isInterested, isGuestsItem: isGuestsItem)
        }
        if item.isHidden { return .seller(pullUpText: Phrase(.hiddenItem)) }
        let moment = item.mayBePulledUp
        return .seller(pullUpText: now < moment ? pullUpText(from: moment, in: zone) : nil)
    }
}

extension Phrase {
    /// Tells a seller that an operator has hidden an item.
    /// - Parameter reason: the operator's reason; nil or empty if none was given.
    public static func hidden(because reason: String?) -> Phrase {
        guard let reason, !reason.isEmpty else { return Phrase(.itemIsHidden) }
        return Phrase(.itemIsHiddenBecause, .text(reason))
    }
}
