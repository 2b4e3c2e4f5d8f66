import Market

/// An account's items: those of one status at a time, offered and wanted ones apart, or all items
/// whose titles match a search.
public struct OwnItems: Sendable {
    /// The account whose items are listed.
    public typealias Input = Account.ID

    /// The maximum number of items on a page.
    public static let pageSize = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// One page.
    public struct Output: Sendable {
        /// Whether there are enough items to offer a search of their titles.
        public let isSearchable: Bool
        /// The search that the shown titles match; may be empty.
        public let search: TypedSearch
        /// Every status of the offered items, to choose from; empty beside wanted items while there
        /// are none, unless one of them is chosen.
        public let stages: [Stage]
        /// Every status of the wanted items; empty while there are none.
        public let wantedStages: [Stage]
        /// Whether the shown items are offered or wanted, unless they answer a search.
        public let purpose: Item.Purpose
        /// The chosen status, unless there is a search.
        public let status: Item.Status
        /// Names the account's unfinished draft, on the first page of a status only; nil if there is
        /// none.
        public let draft: Phrase?
        /// The items, the latest posted or pulled up first.
        public let page: ListPage<Entry, Item.Position>
        /// All items of the account that an operator has hidden, and why; on the first page of a
        /// status only.
        public let hidden: [HiddenItem]
        /// Whether there are more hidden items than are listed.
        public let hasMoreHidden: Bool

        /// Whether the account has no items at all, whatever their status.
        public var isEmpty: Bool {
            (stages + wantedStages).allSatisfy { $0.count == 0 }
        }
    }

    /// One of the items, with what its seller may do with it.
    public struct Entry: Sendable {
        /// The item as every list shows it; sold, with the price that was paid.
        public let item: ItemList.Entry
        /// How many accounts are interested in it.
        public let interests: Int
        /// How many people have written about it.
        public let conversations: Int
        /// How many of several are reserved while others are on sale; the status says it if there is
        /// only one.
        public let held: Int
        /// Whether it may be pulled up now.
        public let mayPullUp: Bool
        /// When it may be pulled up; nil if it may be now, or not at all.
        public let whenToPullUp: Phrase?

        /// The item's id, used in links.
        public var id: Item.ID { item.id }

        /// - Parameters:
        ///   - standing: nil if the item has been deleted meanwhile.
        ///   - paid: what it was sold for; nil if that was not told.
        init(
            _ item: ItemSummary, _ standing: ItemStanding?, soldFor paid: Price?,
            matching search: SearchQuery?, in zone: MarketTimeZone, at now: Timestamp
        ) {
            let asked = item.price
            let isLess = paid.map { paid in
                paid.currency == asked.currency && paid.amountToPay < asked.amountToPay
            }
            self.item = ItemList.Entry(
                item, matching: search, formerly: isLess == true ? asked.amountToPay : nil,
                soldFor: paid, at: now)
            interests = standing?.interests ?? 0
            conversations = standing?.conversations ?? 0
            held = item.status == .selling ? standing?.held ?? 0 : 0
            let isInList = item.status != .sold && !item.isHidden
            let moment = isInList ? standing?.mayBePulledUp : nil
            mayPullUp = moment.map { $0 <= now } ?? false
            whenToPullUp = moment.flatMap { now < $0 ? pullUpText(from: $0, in: zone) : nil }
        }
    }

    /// An item that an operator has hidden.
    public struct HiddenItem: Equatable, Sendable {
        /// The item's id, used in links.
        public let id: Item.ID
        /// Its title.
        public let title: String
        /// Says that it is hidden, and why.
        public let text: Phrase

        init(_ item: Market.HiddenItem) {
            (id, title) = (item.id, item.title)
            text = .hidden(because: item.reason)
        }
    }

    /// A status to choose from.
    public struct Stage: Equatable, Sendable {
        /// The status.
        public let status: Item.Status
        /// Whether it counts offered or wanted items.
        public let purpose: Item.Purpose
        /// How many items of the account have it.
        public let count: Int
        /// Whether it is the one chosen.
        public let isSelected: Bool
    }

    /// Lists one page, with ages as of `now`.
    /// - Parameters:
    ///   - text: the search among the titles of all items, as typed; empty for none.
    ///   - purpose: without a search, shows only items of this purpose.
    ///   - status: without a search, shows only items of this status; nil means the first status
    ///     that any of them has.
    ///   - position: where the page continues; nil starts with the newest.
    public func output(
        for account: Input, text: String = "", purpose: Item.Purpose = .offer,
        status: Item.Status? = nil, before position: Item.Position? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let counts = try await storage.itemCounts(of: account)
        let status = status ?? counts.firstStatus(of: purpose)
        let typed = TypedSearch(text)
        let page = try await KeyedPage(size: Self.pageSize) {
            limit throws(StorageError) -> [ItemSummary] in
            if let search = typed.query {
                return try await storage.items(
                    of: account, titled: search, before: position, limit: limit)
            }
            return try await storage.items(
                of: account, status, for: purpose, before: position, limit: limit)
        }
        let standings = try await storage.standings(at: page.elements.map(\.position))
        // Pieces that were sold in several deals, or together, have no price that could be shown instead
        // of the asking price of one.
        let paid = try await storage.pricesPaid(
            for: page.elements.filter { $0.status == .sold }.map(\.id), of: account)
        let hidden = try await KeyedPage(size: Self.pageSize) {
            limit throws(StorageError) -> [Market.HiddenItem] in
            guard position == nil, typed.query == nil else { return [] }
            return try await storage.hiddenItems(of: account, limit: limit)
        }
        var draft: ItemDraft?
        if position == nil, typed.query == nil { draft = try await storage.draft(of: account) }
        let chosen = typed.query == nil ? status : nil
        let isMany = counts.values.flatMap(\.values).reduce(0, +) > Self.pageSize
        return Output(
            isSearchable: isMany || !typed.text.isEmpty, search: typed,
            stages: counts.hasOnlyWanted && (purpose == .request || chosen == nil)
                ? [] : counts.stages(of: .offer, selected: purpose == .offer ? chosen : nil),
            wantedStages: counts.stages(
                of: .request, selected: purpose == .request ? chosen : nil),
            purpose: purpose, status: status, draft: draft?.unfinishedText,
            page: ListPage(
                page, after: position, by: \.position,
                whenEmpty: Self.emptyText(typed.query, purpose, status)
            ) {
                Entry(
                    $0, standings[$0.id], soldFor: paid[$0.id], matching: typed.query, in: zone,
                    at: now)
            },
            hidden: hidden.elements.map(HiddenItem.init), hasMoreHidden: hidden.hasMore)
    }

    /// An item of which several were sold one by one counts as sold only once none is left, so that
    /// an empty list of sold items does not mean that nothing was sold.
    private static func emptyText(
        _ search: SearchQuery?, _ purpose: Item.Purpose, _ status: Item.Status
    ) -> Phrase {
        if let search {
            return Phrase(.noItemsTitled, .phrase(Phrase(.quoted, .text(search.text))))
        }
        if purpose == .offer, status == .sold { return Phrase(.noneIsSoldOut) }
        return Phrase(.noItemsOfStatus, .phrase(status.name(of: purpose)))
    }

    /// Changes an item's status, or pulls it up.
    /// - Parameters:
    ///   - left: how many are left after a sale to somebody else, as typed; nil means none.
    ///   - managedUntil: until when a guest may change it without its password; nil if they may not.
    /// - Returns: the outcome; if refused, the item's page with the reason.
    /// - Throws: `.itemNotFound` when there is no such item, or it is not the seller's; `.suspended`
    ///   when the seller may not offer anything.
    public func submit(
        _ action: Action, on id: Item.ID, leaving left: String? = nil,
        of seller: Conversation.Reader, managedUntil: Timestamp? = nil, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Outcome, ItemDetail.Output> {
        func page(_ reason: Phrase) async throws(StorageError) -> ItemDetail.Output {
            try await ItemDetail(storage: storage, zone: zone).output(
                for: id, viewer: seller.account, hasPosted: true, managedUntil: managedUntil,
                at: now, refusedBecause: reason)
        }
        let item = try await storage.item(id, of: seller)
        let own = ItemCondition.belongs(to: seller.account)
        do {
            switch action {
            case .reserve, .reserveElsewhere:
                guard item.status != .sold else { return .saved(.isPast) }
                let asked = Reservation(storage: storage, zone: zone)
                if action == .reserve, try await asked.output(for: id, of: seller, at: now) != nil {
                    return .saved(.isAskedForWhom)
                }
                try await storage.setStatus(.reserved, of: id, at: now, if: own)
            case .sell, .sellElsewhere:
                let sale = Sale(storage: storage, zone: zone)
                if action == .sell, try await sale.output(for: id, of: seller, at: now) != nil {
                    return .saved(.isAsked)
                }
                let stock = item.content.stock
                guard let rest = Int64(typedStock: (left ?? "0").trimmed), 0...stock ~= rest else {
                    let reason = Phrase(.leftIsNoNumber, stock)
                    let question = try await sale.output(
                        for: id, of: seller, leaving: left, at: now,
                        refusal: Refusal([Fault("left", reason)]))
                    if let question, question.stock != nil {
                        return .saved(.isMiscounted(question))
                    }
                    return .refused(try await page(reason))
                }
                if let conversation = try await storage.sell(
                    id, leaving: rest, at: now, if: own)
                {
                    return .saved(.isReserved(in: conversation))
                }
                if rest > 0 { return .saved(.isLeft(rest)) }
            case .offerAgain(let status) where item.status != status:
                guard item.status == .selling else { return .saved(.isPast) }
            case .offerAgain:
                if let conversation = try await appointment(about: item, of: seller, at: now) {
                    return .saved(.isAppointed(in: conversation))
                }
                let resale = Resale(storage: storage, zone: zone)
                if try await resale.output(for: id, of: seller, at: now) != nil {
                    return .saved(.isGone)
                }
                try await storage.setStatus(.selling, of: id, at: now, if: own)
            case .offerAnother where item.status != .sold: break
            case .offerAnother:
                try await storage.setStatus(.selling, of: id, at: now, if: own)
            case .pullUp: try await storage.pullUp(id, at: now, if: own)
            }
            return .saved(.done(item.content.purpose))
        } catch .tooSoon(let moment) {
            return .refused(try await page(pullUpText(from: moment, in: zone)))
        } catch .changedMeanwhile {
            // An account may have taken it over a moment ago.
            _ = try await storage.item(id, of: seller)
            return .refused(try await page(Phrase(.soldIsNotPulledUp)))
        }
    }

    /// The conversation with an appointment that offering the item again would call off.
    private func appointment(
        about item: Item, of seller: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Conversation.ID? {
        guard item.status == .reserved else { return nil }
        return try await storage.conversationsToClose(
            about: item.id, by: seller, limit: Sale.pageSize
        ).first { conversation in
            // A reservation stays while others are left to sell.
            conversation.freeStock == 0
                && conversation.meeting.appointment.map { now < $0.date } ?? false
        }?.id
    }
}

extension [Item.Purpose: [Item.Status: Int]] {
    /// The first status that any of the account's items of a purpose has; on sale if there are none.
    fileprivate func firstStatus(of purpose: Item.Purpose) -> Item.Status {
        let counts = self[purpose] ?? [:]
        return Item.Status.allCases.first { counts[$0, default: 0] > 0 } ?? .selling
    }

    /// Whether the account has wanted items and no others.
    fileprivate var hasOnlyWanted: Bool { self[.offer] == nil && self[.request] != nil }

    /// Every status with its count of the account's items of a purpose. Few accounts want anything:
    /// without wanted items, these statuses are left out, unless one of them is selected.
    func stages(of purpose: Item.Purpose, selected: Item.Status? = nil) -> [OwnItems.Stage] {
        let counts = self[purpose]
        guard purpose == .offer || counts != nil || selected != nil else { return [] }
        return Item.Status.allCases.map { status in
            OwnItems.Stage(
                status: status, purpose: purpose, count: counts?[status] ?? 0,
                isSelected: status == selected)
        }
    }
}

/// Says from when an item may be pulled up.
func pullUpText(from moment: Timestamp, in zone: MarketTimeZone) -> Phrase {
    Phrase(.pullUpFrom, .phrase(Moment(moment, in: zone).text))
}
