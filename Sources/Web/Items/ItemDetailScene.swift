import HTTPServer
import Market
import Mustache
import Photos
import ViewModels

/// `/items/7`: an item's page.
struct ItemDetailScene: Sendable {
    private let detail: ItemDetail
    private let searches: TurnLimiter
    private let grants: EditGrant
    private let marks: PostingMark
    private let sessions: Sessions
    private let origin: Origin
    /// Also used by other scenes, to show why an action on the item failed.
    let page: Presenter<ItemDetail.Output>

    init(_ dependencies: Dependencies) throws {
        detail = ItemDetail(storage: dependencies.storage, zone: dependencies.zone)
        searches = dependencies.searchLimiter
        grants = dependencies.grants
        marks = dependencies.marks
        sessions = dependencies.sessions
        origin = dependencies.origin
        page = try dependencies.page("items/item-detail")
    }

    /// If the item is hidden or deleted, those involved with it are told so; for others it does not exist.
    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        do {
            return try await response(context, id)
        } catch let error as StorageError where error == .itemNotFound {
            let absence = try await detail.absence(
                of: id, for: context.member?.account.id,
                isPosters: hasPosted(id, context, until: grants.end(context, for: id))
            ) { search in
                try await searches.runIfFree(search).flatMap { $0 }
            }
            throw absence.map(SiteError.absent) ?? SiteError.notFound
        }
    }

    /// `/items/7/similar`: leads to a list of items like this one. What to look for is only worked out when
    /// somebody asks, since no page is read more often than an item's.
    func showSimilar(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let filter = try await detail.similarItems(
            to: id, for: context.member?.account.id,
            isOperator: context.member?.isOperator ?? false, at: context.now)
        return .redirect(to: ItemListQuery.path(of: filter))
    }

    private func response(
        _ context: RequestContext, _ id: Item.ID
    ) async throws -> Response {
        // The page of a member, or of the guest who posted the item, is for that visitor alone.
        let end = await grants.end(context, for: id)
        let hasPosted = await hasPosted(id, context, until: end)
        guard context.member == nil, !hasPosted else {
            let output = try await output(
                for: id, context, hasPosted: hasPosted, managedUntil: end)
            return try page.response(
                output,
                // A guest who goes back must see the buttons that suit the item's current state,
                // and nothing else tells the browser that the item has changed.
                caching: hasPosted ? "no-store" : Pages.revalidated,
                for: try await seeing(output, context))
        }
        let origin = origin.text(for: context.request)
        return try await page.pages.response(
            for: context, variant: "", at: origin, page.template
        ) {
            try await output(for: id, context, hasPosted: false)
        }
    }

    /// Marks a price drop that the page shows as seen, and updates the header's count. Reads
    /// nothing if the member has no news.
    private func seeing(
        _ output: ItemDetail.Output, _ context: RequestContext
    ) async throws -> RequestContext {
        guard context.request.method == .get, context.request.headers["Sec-Purpose"] == nil,
            let member = context.member, member.dueReminders > 0,
            await detail.seePriceDrop(on: output, by: member.account.id)
        else { return context }
        var context = context
        context.member?.dueReminders = try await sessions.dueReminders(
            of: member.account.id, at: context.now)
        return context
    }

    /// Whether this browser has posted the item as a guest.
    /// - Parameter end: when its grant for the item ends; nil if it holds none.
    private func hasPosted(
        _ id: Item.ID, _ context: RequestContext, until end: Timestamp?
    ) async -> Bool {
        if end != nil { return true }
        return await marks.isHeld(context, for: id)
    }

    private func output(
        for id: Item.ID, _ context: RequestContext, hasPosted: Bool,
        managedUntil end: Timestamp? = nil
    ) async throws -> ItemDetail.Output {
        let viewer = context.member?.account.id
        let isOperator = context.member?.isOperator ?? false
        return try await detail.output(
            for: id, viewer: viewer, isOperator: isOperator, hasPosted: hasPosted,
            managedUntil: end, at: context.now
        ) { output in
            try await searches.run(for: context.address, output)
        }
    }
}

extension ItemDetail.Output: TemplateData, Aging {
    public static let fields: [Field<ItemDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("category") { $0.category },
        Field("price") { $0.price },
        Field("offer") { $0.offer },
        Field("place") { $0.place },
        Field("stock") { $0.stock },
        Field("held") { $0.held },
        Field("isSingle") { $0.isSingle },
        Field("isSoldOut") { $0.isSoldOut },
        Field("isWanted") { if case .request = $0.purpose { true } else { false } },
        Field("purpose") { $0.purpose.name },
        Field("status") { $0.status.name(of: $0.purpose) },
        Field("isReserved") { if case .reserved = $0.status { true } else { false } },
        Field("isSold") { if case .sold = $0.status { true } else { false } },
        Field("description") { $0.description },
        Field("descriptionLanguage") { WrittenLanguage($0.summary) },
        Field("summary") { $0.summary },
        Field("photos") { $0.photos },
        Field("hasPhotos") { !$0.photos.isEmpty },
        Field("cover") { $0.photos.first },
        Field("hasSeveralPhotos") { $0.photos.count > 1 },
        Field("age") { $0.age },
        Field("isPulledUp") { $0.isPulledUp },
        Field("datePosted") { $0.datePosted },
        Field("dateModified") { $0.dateModified },
        Field("interests") { $0.interests },
        Field("conversations") { $0.conversations.count },
        Field("waiting") { $0.conversations.unread },
        Field("holders") { $0.holders },
        Field("hasPosted") { $0.hasPosted },
        Field("managedText") { $0.managedText },
        Field("mayEdit") { $0.hasPosted || $0.viewer.isSeller },
        Field("isGuests") { $0.seller == nil },
        Field("mayPosterPullUp") { $0.mayPosterPullUp },
        Field("conversation") { $0.conversation },
        Field("hasReported") { $0.hasReported },
        Field("hasMenu") { $0.hasMenu },
        // Whoever has posted it finds nothing there before somebody has asked.
        Field("hasDeal") { !$0.hasPosted || $0.conversations.count > 0 },
        Field("mayBeAsked") { $0.mayBeAsked },
        Field("blockedText") { $0.blockedText },
        Field("unreachableText") { $0.unreachableText },
        Field("seller") { $0.seller },
        Field("isHidden") { $0.isHidden },
        Field("hiddenText") { $0.hiddenText },
        Field("waitingReports") { $0.waitingReports },
        Field("reasonChoices") { $0.reasonChoices },
        Field("deletedText") { $0.deletedText },
        Field("visitor") { $0.viewer },
        Field("counterparts") { $0.counterparts },
        Field("hasCounterparts") { !$0.counterparts.isEmpty },
        Field("similar") { $0.similar },
        Field("hasSimilar") { !$0.similar.isEmpty },
        Field("notes") { $0.notes },
        Field("structuredData") { ItemStructuredData(item: copy $0) },
    ]
}

extension ItemDetail.Output {
    /// Whether the menu behind the dots has any entries. An operator, for whom alone waiting reports are
    /// counted, may still hide what they have reported.
    fileprivate var hasMenu: Bool {
        hasPosted || viewer.isSeller || seller == nil || !hasReported || waitingReports > 0
    }
}

extension ItemDetail.Offer: TemplateData {
    public static let fields: [Field<ItemDetail.Offer>] = [
        Field("amount") { $0.amount },
        Field("currency") { $0.currency.rawValue },
    ]
}

extension ItemDetail.PlaceTag: TemplateData {
    public static let fields: [Field<ItemDetail.PlaceTag>] = [
        Field("name") { $0.name },
        Field("nameLanguage") { WrittenLanguage($0.name) },
        Field("spot") { $0.spot },
        Field("path") { ItemListLink($0.selection) },
    ]
}

extension ItemDetail.Viewer: TemplateData {
    public static let fields: [Field<ItemDetail.Viewer>] = [
        Field("isGuest") { if case .guest = $0 { true } else { false } },
        Field("isNeighbour") { if case .neighbour = $0 { true } else { false } },
        Field("isSeller") { $0.isSeller },
        Field("isInterested") {
            if case .neighbour(let isInterested, _) = $0 { isInterested } else { false }
        },
        Field("mayTakeOver") {
            if case .neighbour(_, let isGuestsItem) = $0 { isGuestsItem } else { false }
        },
        Field("mayPullUp") { $0 == .seller(pullUpText: nil) },
    ]

    fileprivate var isSeller: Bool { if case .seller = self { true } else { false } }
}

extension Holder: TemplateData {
    public static let fields: [Field<Holder>] = [
        Field("conversation") { $0.conversation },
        Field("holding") { $0.text },
        Field("isKept") { $0.isKept },
    ]
}

extension ItemDetail.Seller: TemplateData {
    public static let fields: [Field<ItemDetail.Seller>] = [
        Field("person") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("picture") { $0.picture },
        Field("about") { $0.about },
        Field("aboutLanguage") { WrittenLanguage($0.about) },
        Field("facts") { $0.facts },
        Field("isFollowed") { $0.isFollowed },
        Field("items") { $0.items },
        Field("hasItems") { !$0.items.isEmpty },
    ]
}

extension ItemDetail.PhotoPage: TemplateData {
    public static let fields: [Field<ItemDetail.PhotoPage>] = [
        Field("id") { $0.photo.id },
        Field("number") { $0.number },
        Field("count") { $0.count },
        Field("isFirst") { $0.number == 1 },
        Field("width") { $0.photo.width },
        Field("height") { $0.photo.height },
        Field("mediumWidth") { $0.photo.renditionWidths.medium },
        Field("mediumHeight") { Renditions.mediumHeight(ofFull: $0.photo.width, $0.photo.height) },
        Field("thumbnailWidth") { $0.photo.renditionWidths.thumbnail },
    ]
}

extension Photo {
    fileprivate var renditionWidths: (thumbnail: Int, medium: Int) {
        Renditions.widths(ofFull: width, height)
    }
}

extension ItemDetail.Notes: TemplateData {
    public static let fields: [Field<ItemDetail.Notes>] = [
        Field("todos") { $0.todos },
        Field("memos") { $0.memos },
    ]
}

extension ItemDetail.MemoExcerpt: TemplateData {
    public static let fields: [Field<ItemDetail.MemoExcerpt>] = [
        Field("id") { $0.id },
        Field("text") { $0.text },
    ]
}

extension TextSegment: TemplateData {
    public static let fields: [Field<TextSegment>] = [
        Field("text") { $0.text },
        Field("isLink") { $0.isLink },
    ]
}

extension Moment: TemplateData {
    public static let fields: [Field<Moment>] = [
        Field("text") { $0.text },
        Field("iso8601") { $0.iso8601 },
        Field("time") { TimeElement(moment: $0) },
    ]
}

/// `<time datetime="2026-11-21T11:45:00Z">2026년 11월 21일 오후 8:45</time>`, as a value, so that a
/// message may place the time anywhere in its sentence.
struct TimeElement: TemplateValue {
    let moment: Moment

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(unescaped: "<time datetime=\"")
        moment.iso8601.write(action, &renderer)
        renderer.write(unescaped: "\">")
        moment.text.write(action, &renderer)
        renderer.write(unescaped: "</time>")
    }
}
