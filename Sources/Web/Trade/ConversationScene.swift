import HTTPServer
import Market
import Mustache
import ViewModels

/// A conversation, at `/chats/9` and, for a guest, `/items/7/chats/9`. `…/messages` below it
/// receives what is written, and `…/messages/12/deletion` takes a message back.
struct ConversationScene: Sendable {
    private let detail: ConversationDetail
    private let list: ConversationList
    private let search: ConversationSearch
    private let searches: TurnLimiter
    private let storage: any MarketStorage
    private let uploads: PhotoUploads
    private let photos: MessagePhotos
    private let marks: PostingMark
    private let push: PushPresenter
    private let page: Presenter<ConversationPage>

    init(_ dependencies: Dependencies) throws {
        detail = ConversationDetail(
            storage: dependencies.storage, zone: dependencies.zone,
            rates: dependencies.conversationRates)
        list = ConversationList(storage: dependencies.storage, zone: dependencies.zone)
        search = ConversationSearch(storage: dependencies.storage, zone: dependencies.zone)
        searches = dependencies.searchLimiter
        storage = dependencies.storage
        uploads = dependencies.photoUploads
        photos = MessagePhotos(storage: dependencies.storage)
        marks = dependencies.marks
        push = PushPresenter(dependencies)
        page = try dependencies.page("trade/conversation")
    }

    /// Shows the conversation. The page's header no longer counts the messages that it shows.
    func show(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        var context = context
        let isSeen =
            context.request.method == .get && context.request.headers["Sec-Purpose"] == nil
        let output = try await detail.output(
            for: id, of: reader, before: context.pageKey(), isSeen: isSeen, at: context.now)
        if let account = reader.account {
            context.member?.unreadMessages = try await storage.countUnreadMessages(of: account)
        } else {
            context.unreadQuestions = await marks.countUnreadMessages(context)
        }
        let isClosing = context.request.query["closing"] == "1"
        return try await present(output, of: reader, isClosing: isClosing, for: context)
    }

    private func present(
        _ output: ConversationDetail.Output, of reader: Conversation.Reader,
        isClosing: Bool = false, for context: RequestContext
    ) async throws -> Response {
        let (beside, foundBy) = try await others(
            for: context, of: reader, areArchived: output.tidying?.isArchived == true)
        var offer: PushPart?
        if reader.account != nil { offer = try await push.part(for: context) }
        let shown = ConversationPage(
            output, beside: beside, foundBy: foundBy, of: reader, isClosing: isClosing, push: offer,
            suspension: context.member?.suspension)
        return try page.form(shown, for: context)
    }

    /// The conversations that a wide screen shows beside this one: the search results among which the reader
    /// found it, with the search, or the list that it is in if there was none or no place for another search
    /// is free.
    /// - Parameter areArchived: whether that list is the archived ones.
    private func others(
        for context: RequestContext, of reader: Conversation.Reader, areArchived: Bool
    ) async throws -> (ConversationList.Output, foundBy: SearchQuery?) {
        if let account = reader.account, let text = context.request.query["q"], !text.isEmpty {
            let found = try await searches.runIfFree { [search] in
                try await search.output(for: account, text: text, at: context.now)
            }
            if let found, let query = found.search.query { return (found.list, query) }
        }
        return (try await list.output(for: reader, areArchived: areArchived, at: context.now), nil)
    }

    func write(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let (written, answer) = try await page.forms.withForm(of: context, uploads.formLimits()) {
            (try await message(in: $0, context), $0.text("quick"))
        }
        return try await send(written, adding: answer, context, id, of: reader)
    }

    /// The same for the guest who posted the item, whose password may come with the message.
    func write(
        _ context: RequestContext, _ item: Item.ID, _ id: Conversation.ID, _ guests: GuestAccess
    ) async throws -> Response {
        try await guests.write(
            context, item, id, uploads.formLimits(), keeping: { try await keep($0, context) }
        ) { form, reader in
            let written = try await message(in: form, context)
            return try await send(written, adding: form.text("quick"), context, id, of: reader)
        }
    }

    /// Stores the photos of a sender who has not proved yet that they may send them; each address
    /// may store only a few.
    private func keep(_ form: Form, _ context: RequestContext) async throws -> [PhotoEntry] {
        try await uploads.entries(
            form.entries, from: context.address, isGuest: context.member == nil, at: context.now)
    }

    /// - Parameter answer: a quick answer to add without a script; nil to send the message.
    private func send(
        _ message: ConversationDetail.Action, adding answer: String?, _ context: RequestContext,
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        guard let answer else { return try await submit(message, context, id, of: reader) }
        let output = try await detail.output(
            for: id, of: reader, adding: answer, to: message, at: context.now)
        return try await present(output, of: reader, for: context)
    }

    private func message(
        in form: Form, _ context: RequestContext
    ) async throws -> ConversationDetail.Action {
        let kept = PhotoUploads.storedPhotos(form.entries).prefix(Item.mostPhotos)
        let attached = try await photos.output(for: Array(kept))
        let received = try await uploads.received(
            form.entries, besides: attached.count, from: context.address, at: context.now)
        return .write(form["text"], photos: attached + received, token: form.sendingToken("token"))
    }

    /// Sends a photo of a message. It is requested again each time, because a photo taken back is
    /// gone for both.
    func showPhoto(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader,
        _ message: ChatMessage.ID, _ file: Substring
    ) async throws -> Response {
        guard let size = Photo.Size(file: file) else { throw SiteError.notFound }
        let bytes = try await storage.photo(of: message, in: id, of: reader, size)
        return Representation(
            .bytes(bytes), mediaType: "image/jpeg", tag: EntityTag("\(message)-\(size.rawValue)"),
            cacheControl: "private, no-cache"
        ).response(to: context.request)
    }

    /// Sends a photo of a message that has not been sent yet. It must not be cached, because it may
    /// never be sent.
    func showWaitingPhoto(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader,
        _ photo: Photo.ID, _ file: Substring
    ) async throws -> Response {
        guard let size = Photo.Size(file: file) else { throw SiteError.notFound }
        // Only somebody in the conversation may see its unsent photos.
        _ = try await storage.conversation(id, of: reader)
        let bytes = try await storage.bytes(of: photo, size)
        return Representation(
            .bytes(bytes), mediaType: "image/jpeg",
            tag: EntityTag("\(photo.text)-\(size.rawValue)"), cacheControl: "no-store"
        ).response(to: context.request)
    }

    func submit(
        _ action: ConversationDetail.Action, _ context: RequestContext, _ id: Conversation.ID,
        of reader: Conversation.Reader
    ) async throws -> Response {
        switch try await detail.submit(action, in: id, of: reader, at: context.now) {
        case .saved:
            let path = reader.path(of: id)
            guard case .close = action else { return .redirect(to: path) }
            return Flash.undoing(.closing(id, of: reader.item))
                .redirect(to: path, page.pages.cookies)
        case .refused(let output): return try await present(output, of: reader, for: context)
        }
    }

    /// Carries out the step that a form asks for.
    func step(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader,
        _ action: (Form) -> ConversationDetail.Action
    ) async throws -> Response {
        let action = try await page.forms.withForm(of: context) { action($0) }
        return try await submit(action, context, id, of: reader)
    }

    /// Releases a reservation; its button asks first if more is lost with it.
    func release(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader,
        asking questions: DealingQuestionScene
    ) async throws -> Response {
        let asksFirst = try await page.forms.withForm(of: context) { $0.asksFirst }
        if asksFirst, let path = try await questions.releasePath(context, id, of: reader) {
            return .redirect(to: path)
        }
        return try await submit(.take(.release), context, id, of: reader)
    }
}

extension MessageEntry: TemplateData {
    public static let fields: [Field<MessageEntry>] = [
        Field("id") { $0.id },
        Field("isOwn") { $0.isOwn },
        Field("segments") { $0.text },
        Field("language") { WrittenLanguage($0.plainText) },
        Field("isTakenBack") { $0.isTakenBack },
        Field("isRemoved") { $0.isRemoved },
        Field("removalReason") { $0.removalReason },
        Field("mayBeTakenBack") { $0.mayBeTakenBack },
        Field("mayBeReported") { $0.mayBeReported },
        Field("isLastRead") { $0.isLastRead },
        Field("clock") { $0.clock },
        Field("iso8601") { $0.iso8601 },
        Field("photo") { $0.photo },
        Field("offer") { $0.offer },
        Field("appointment") { $0.appointment },
        Field("note") { $0.note },
        Field("warning") { $0.warning },
        Field("day") { $0.day },
    ]
}

extension SentPhoto: TemplateData {
    public static let fields: [Field<SentPhoto>] = [
        Field("width") { $0.width },
        Field("height") { $0.height },
    ]
}

extension MessageEntry.Day: TemplateData {
    public static let fields: [Field<MessageEntry.Day>] = [
        Field("date") { $0.date },
        Field("dayText") { $0.text },
    ]
}

extension DealingSteps: TemplateData {
    public static let fields: [Field<DealingSteps>] = [
        Field("stage") { $0.stage },
        Field("line") { $0.line },
        Field("mayOffer") { $0.mayOffer },
        Field("offersAgain") { $0.offersAgain },
        Field("mayJoinLine") { $0.mayJoinLine },
        Field("mayLeaveLine") { $0.mayLeaveLine },
        Field("mayReserve") { $0.mayReserve },
        Field("mayRelease") { $0.mayRelease },
        Field("mayClose") { $0.mayClose },
        Field("closesNext") { $0.closesNext },
        Field("asksPieces") { $0.asksPieces },
        Field("mostPieces") { $0.mostPieces },
        Field("closingPrice") { $0.closingPrice },
        Field("reopenUntil") { $0.reopening?.until },
        Field("closing") { $0.reopening?.closing },
        Field("closedDealing") { $0.reopening?.dealing },
        Field("mayDealAgain") { $0.mayDealAgain },
        Field("similarTo") { $0.similarTo },
        Field("presentDate") { $0.present.date },
        Field("presentTime") { $0.present.time },
        Field("presentSpot") { $0.present.spot },
        Field("spots") { $0.spots },
        Field("hasSpots") { !$0.spots.isEmpty },
        Field("review") { $0.review },
        Field("reviews") { $0.reviews },
        Field("appointment") { $0.appointment },
        Field("proposed") { $0.proposed },
        Field("movesAppointment") { $0.movesAppointment },
        Field("lapse") { $0.lapse },
        Field("hint") { $0.hint },
        Field("mayPropose") { $0.mayPropose },
        Field("today") { $0.today },
        Field("firstDay") { $0.firstDay },
        Field("lastDay") { $0.lastDay },
        Field("mayCallOff") { $0.mayCallOff },
        Field("hasDots") { $0.hasDots },
        Field("maySayMet") { $0.maySayMet },
        Field("maySayNotCome") { $0.maySayNotCome },
    ]
}

extension DealingSteps {
    /// Whether anything may be cancelled or taken back, or another price be offered, behind the dots.
    fileprivate var hasDots: Bool {
        mayCallOff || mayRelease || reopening != nil || offersAgain
    }
}

extension AppointmentEntry: TemplateData {
    public static let fields: [Field<AppointmentEntry>] = [
        Field("meetingTime") { $0.time },
        Field("meetingISO8601") { $0.iso8601 },
        Field("meetingSpot") { $0.spot },
        Field("meetingLanguage") { WrittenLanguage($0.spot) },
        Field("outcome") { $0.outcome },
        Field("mayBeAnswered") { $0.mayBeAnswered },
    ]
}

extension ConversationDetail.EarlierDeal: TemplateData {
    public static let fields: [Field<ConversationDetail.EarlierDeal>] = [
        Field("conversation") { $0.conversation },
        Field("text") { $0.text },
    ]
}

extension OfferEntry: TemplateData {
    public static let fields: [Field<OfferEntry>] = [
        Field("amount") { $0.amount },
        Field("answer") { $0.answer },
        Field("doubt") { $0.doubt },
        Field("mayBeAnswered") { $0.mayBeAnswered },
    ]
}
