import HTTPServer
import Market
import Mustache
import ViewModels

/// Turns errors into pages, in one place; API calls are answered by `APIError` instead. Visitors
/// read what to do next; the operator reads the cause in the log.
struct ErrorResponses: Sendable {
    private let pages: Pages
    private let template: PageTemplate<ErrorPage>
    private let isDevelopment: Bool
    private let askToSignIn: AskToSignIn
    private let askToSendAgain: @Sendable (RequestContext) async throws -> Response
    private let log: @Sendable (_ reason: String, RequestContext) -> Void

    /// Answers a visitor who needs an account for what they asked for; the form is carried through the sign-in.
    typealias AskToSignIn =
        @Sendable (RequestContext, _ form: CarriedForm?) async throws -> Response

    /// - Parameters:
    ///   - askToSendAgain: answers a form that has not been read, with what was typed in it.
    ///   - log: receives the errors that only the operator can fix.
    init(
        pages: Pages, isDevelopment: Bool, askToSignIn: @escaping AskToSignIn,
        askToSendAgain: @escaping @Sendable (RequestContext) async throws -> Response,
        log: @escaping @Sendable (_ reason: String, RequestContext) -> Void
    ) throws {
        self.pages = pages
        self.isDevelopment = isDevelopment
        self.askToSignIn = askToSignIn
        self.askToSendAgain = askToSendAgain
        self.log = log
        template = try pages.templates.page("error")
    }

    func response(to error: any Error, for context: RequestContext) async -> Response {
        let error = SiteError(error)
        do {
            return try await question(about: error, for: context) ?? page(error, for: context)
        } catch {
            return page(SiteError(error), for: context)
        }
    }

    /// Asks the visitor to sign in, or to send their form again, if that is what the error calls for.
    private func question(
        about error: SiteError, for context: RequestContext
    ) async throws -> Response? {
        switch error {
        case .signedOut(let form):
            return try await askToSignIn(context, form)
        case .unavailableBeforeForm:
            var response = try await askToSendAgain(context)
            error.appendHints(to: &response)
            return response
        default:
            return nil
        }
    }

    private func page(_ error: SiteError, for context: RequestContext) -> Response {
        var shown = error.page
        shown.suspension = context.member?.suspension
        if case .failed(let reason) = error {
            log(reason, context)
            if isDevelopment { shown.detail = reason }
        }
        var response = page(shown, for: context)
        error.appendHints(to: &response)
        return response
    }

    /// The page for bytes that could not be parsed as a request.
    func page(_ status: Status) -> Response {
        page(ErrorPage(status: status), for: nil)
    }

    private func page(_ page: ErrorPage, for context: RequestContext?) -> Response {
        do {
            return try pages.response(page, template, status: page.status, for: context)
        } catch {
            let heading =
                context.map { pages.text(page.heading, for: $0) }
                ?? pages.templates.text(page.heading, in: .korean)
            return .text("\(heading)\n\(page.detail ?? "")\n", status: page.status)
        }
    }
}

/// The page shown in place of the one asked for, saying why.
struct ErrorPage: Sendable {
    let status: Status
    /// Why a listing is not shown, for somebody involved with it; nil for anything else.
    var absence: ItemDetail.Absence?
    /// Whether the viewer is suspended, and so may neither write nor post.
    var isSuspended = false
    /// What the viewer is told about their suspension, if it is known.
    var suspension: SuspensionText?
    /// Shown only in development mode.
    var detail: String?

    var heading: Phrase { Phrase(words.heading) }
    var message: Phrase {
        if isSuspended { return suspension?.phrase ?? Phrase(.suspendedByOperator) }
        return switch absence {
        case .ownHidden(_, _, let reason): .hidden(because: reason)
        case .inTrash(_, let reason?): .hidden(because: reason)
        default: Phrase(words.message)
        }
    }
    /// The status, if its number means something to visitors, and the heading does not say more;
    /// otherwise nil.
    fileprivate var shownStatus: Int? {
        absence == nil && (status == .notFound || status.code >= 500) ? status.code : nil
    }

    /// The same words as an alert on another page.
    var alert: Alert {
        Alert(.failure, title: words.heading, lines: [Alert.Line(message)])
    }

    private var words: (heading: Phrase.Key, message: Phrase.Key) {
        if isSuspended { return (.accountIsSuspended, .suspendedByOperator) }
        switch absence {
        case .hidden, .ownHidden: return (.hiddenPage, .hiddenPageHelp)
        case .reportedHidden: return (.hiddenPage, .reportedPageHelp)
        case .inTrash: return (.itemInTrash, .itemInTrashHelp)
        case .deleted: return (.deletedItem, .deletedItemHelp)
        case .ownDeleted: return (.deletedItem, .ownDeletedItemHelp)
        case nil: break
        }
        return switch status {
        case .badRequest, .notImplemented, .versionNotSupported: (.badRequest, .badRequestHelp)
        case .forbidden: (.foreignRequest, .startFromSite)
        case .notFound: (.noPage, .noPageHelp)
        case .methodNotAllowed: (.wrongMethod, .startFromSite)
        case .conflict: (.changedMeanwhile, .startFromSite)
        case .requestTimeout: (.requestTimeout, .requestTimeoutHelp)
        case .contentTooLarge: (.contentTooLarge, .contentTooLargeHelp)
        case .uriTooLong, .headerFieldsTooLarge: (.addressTooLong, .startFromHome)
        case .unsupportedMediaType: (.unknownFormat, .startFromSite)
        case .tooManyRequests: (.tooManyRequests, .tryLater)
        case .serviceUnavailable: (.busy, .tryLater)
        default:
            status.code < 500 ? (.badRequest, .startFromHome) : (.ourFault, .ourFaultHelp)
        }
    }
}

extension SiteError {
    /// What visitors read about this error.
    var page: ErrorPage {
        var page = ErrorPage(status: status ?? .internalServerError)
        switch self {
        case .absent(let reason): page.absence = reason
        case .suspended: page.isSuspended = true
        default: break
        }
        return page
    }
}

extension ErrorPage: TemplateData {
    static let fields: [Field<ErrorPage>] = [
        Field("shownStatus") { $0.shownStatus },
        Field("heading") { $0.heading },
        Field("message") { $0.message },
        Field("isNotFound") { $0.status.code == 404 },
        Field("isKeptFromPosting") { $0.isSuspended },
        Field("asksOperator") { $0.isSuspended || $0.absence?.own != nil },
        Field("ownItem") { $0.absence?.own?.id },
        Field("ownTitle") { $0.absence?.own?.title },
        Field("ownTitleLanguage") { WrittenLanguage($0.absence?.own?.title ?? "") },
        Field("restorationPath") { $0.absence?.deletion.map { Link.restoration($0) } },
        Field("conversation") { $0.absence?.conversation },
        // Only words that the viewer already knows.
        Field("lostWords") { $0.absence?.words?.percentEncoded() },
        Field("detail") { $0.detail },
    ]
}

extension ItemDetail.Absence {
    fileprivate var conversation: Conversation.ID? {
        switch self {
        case .hidden(let conversation): conversation
        case .deleted(let conversation, _), .ownDeleted(let conversation): conversation
        case .inTrash, .reportedHidden, .ownHidden: nil
        }
    }

    /// The viewer's deletion of the listing, which may be undone.
    fileprivate var deletion: Deletion.ID? {
        if case .inTrash(let deletion, _) = self { deletion } else { nil }
    }

    /// The listing, if the viewer posted it themselves.
    fileprivate var own: (id: Item.ID, title: String)? {
        if case .ownHidden(let id, let title, _) = self { (id, title) } else { nil }
    }

    fileprivate var words: String? {
        if case .deleted(_, let words) = self { words } else { nil }
    }
}
