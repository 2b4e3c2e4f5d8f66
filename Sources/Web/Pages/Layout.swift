import HTTPServer
import Localization
import Mustache
import ViewModels

/// What every page shows around its own content. A class, because each name in a template would
/// otherwise copy much of a struct to read one field.
final class Layout: Sendable {
    let alert: Alert?
    /// Whether the page re-subscribes the browser to pushes, shortly after a sign-in.
    let resumesPushes: Bool
    let member: Member?
    /// The number of unread messages about listings that this browser posted as a guest.
    let unreadQuestions: Int
    let language: Language
    /// The operator's text in the footer; empty if there is none.
    let operatorText: String
    /// Whether the page links to the announcements: if there are any, or if the viewer may write them.
    let leadsToAnnouncements: Bool
    /// The name of the market's time zone; nil if it is Korea's.
    let otherZone: String?
    /// The version of the market that the page shows; see `Pages.version(at:)`.
    let version: ShortText
    /// The site's origin.
    let origin: Origin
    /// The request that the page answers; nil if there was none.
    let request: Request?

    init(
        alert: Alert?, resumesPushes: Bool, member: Member?, unreadQuestions: Int,
        language: Language, operatorText: String, leadsToAnnouncements: Bool, otherZone: String?,
        version: ShortText, origin: Origin, request: Request?
    ) {
        (self.alert, self.resumesPushes) = (alert, resumesPushes)
        (self.member, self.unreadQuestions, self.language) = (member, unreadQuestions, language)
        (self.operatorText, self.otherZone) = (operatorText, otherZone)
        self.leadsToAnnouncements = leadsToAnnouncements
        (self.version, self.origin, self.request) = (version, origin, request)
    }
}

extension Layout {
    /// A member's unread messages in all chats, plus those about listings that this browser posted as a guest.
    fileprivate var unreadMessages: Int { (member?.unreadMessages ?? 0) + unreadQuestions }

    /// Whether the page shows a submitted form again, which waits for a correction or a confirmation.
    fileprivate var isRefusedForm: Bool {
        guard request?.method == .post, let alert else { return false }
        return alert.kind != .success
    }
}

extension Layout: TemplateData {
    static let fields: [Field<Layout>] = [
        Field("alert") { $0.alert },
        Field("resumesPushes") { $0.resumesPushes },
        Field("member") { $0.member },
        Field("unreadMessages") { $0.unreadMessages },
        Field("isKeptFromWriting") { $0.member?.suspension != nil },
        Field("pageLanguage") { $0.language.tag },
        Field("isRefusedForm") { $0.isRefusedForm },
        Field("siteLanguages") { ShownLanguage.all[$0.language] },
        Field("languagePath") { ReturningLink(page: Link.language, request: $0.request) },
        Field("leadsToAnnouncements") { $0.leadsToAnnouncements },
        Field("otherZone") { $0.otherZone },
        Field("operator") { $0.operatorText },
        Field("operatorLanguage") { WrittenLanguage($0.operatorText) },
        Field("version") { $0.version },
        Field("publicURL") { $0.origin.publicURL },
        Field("origin") { RequestOrigin(origin: $0.origin, request: $0.request) },
    ]
}

/// A link to a page that returns to the current one, such as `/language?return=/my`. The same as
/// `ReturnPath.path(by:)`, but written piece by piece, because every page has one.
struct ReturningLink: TemplateValue {
    let page: Path<>
    /// The request that the page answers; nil makes the link return to the first page.
    let request: Request?

    var isTruthy: Bool { true }

    func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(unescaped: page.literal)
        guard let request else { return }
        let path = ReturnPath(showing: request)
        guard path != .home else { return }
        renderer.write(unescaped: "?return=")
        path.text.percentEncoded(keeping: "/").write(action, &renderer)
    }
}

/// The origin at which the request reached the site: the same as `Origin.text(for:)`, but written
/// piece by piece; empty if there was no request.
struct RequestOrigin: TemplateValue {
    let origin: Origin
    let request: Request?

    var isTruthy: Bool { request != nil }

    func write(_ action: Action, _ renderer: inout Renderer) {
        guard let request else { return }
        guard origin.publicURL.isEmpty else { return origin.publicURL.write(action, &renderer) }
        renderer.write(unescaped: origin.scheme)
        origin.host(for: request).write(action, &renderer)
    }
}

/// One of the languages to choose from.
struct ShownLanguage: Sendable {
    let language: Language
    let isCurrent: Bool

    /// All languages, for each choice of the current one.
    static let all = ByLanguage { current in
        Language.allCases.map { ShownLanguage(language: $0, isCurrent: $0 == current) }
    }
}

extension ShownLanguage: TemplateData {
    static let fields: [Field<ShownLanguage>] = [
        Field("tag") { $0.language.tag },
        Field("name") { $0.language.name },
        Field("isCurrent") { $0.isCurrent },
    ]
}

extension Alert: TemplateData {
    public static let fields: [Field<Alert>] = [
        Field("title") { $0.title },
        Field("isSuccess") { $0.kind == .success },
        Field("lines") { $0.lines },
        Field("hasLines") { !$0.lines.isEmpty },
        Field("undoPath") { $0.undoing.map(\.path) },
        Field("unblocks") { if case .block? = $0.undoing { true } else { false } },
        Field("releasePath") { $0.releasing.map(\.path) },
        Field("leadsToPosted") { $0.leadsToPosted },
        Field("leadsToForm") { $0.leadsToForm },
        Field("leadsToSearches") { $0.leadsToSearches },
        Field("leadsToChats") { $0.leadsToChats },
        Field("tellsOfSuspension") { $0.tellsOfSuspension },
    ]
}

extension Alert.Undoing {
    /// Marks an operator's undo from an alert, as opposed to a later decision: everything is as if the
    /// decision had never been made, and a settled report becomes open again.
    private static let reopening = "?undo=1"

    /// The path that the undo button posts to.
    fileprivate var path: String {
        switch self {
        case .deletion(let id), .search(let id): Link.restoration(id)
        case .guestDeletion(let id): Link.itemRestoration(id)
        case .closing(let id, of: nil): Link.closingDeletion(id)
        case .closing(let id, of: let item?): Link.itemClosingDeletion(item, id)
        case .hiding(let id): Link.itemHidingDeletion(id) + Self.reopening
        case .removal(let id): Link.reportRemovalDeletion(id) + Self.reopening
        case .showing(let id): Link.itemHiding(id) + Self.reopening
        case .returning(let id): Link.reportRemoval(id) + Self.reopening
        case .suspension(let id, hiding: _): Link.suspensionDeletion(id) + Self.reopening
        case .lifting(let id, showing: let count):
            Link.suspension(id) + Self.reopening + (count > 0 ? "&hide=1" : "")
        case .termChange(let id, until: let end):
            Link.suspensionTerm(id) + Self.reopening + (end.map { "&until=\($0.seconds)" } ?? "")
        case .dismissal(let id, ofDeparted: _):
            Link.reportDismissalDeletion(id) + Self.reopening
        case .block(let id, in: let conversation, ending: _):
            Link.blockDeletion(id) + (conversation.map { "?conversation=\($0)" } ?? "")
        case .archiving(let id): Link.conversationArchiveDeletion(id)
        case .announcement(let id): Link.announcementRestoration(id)
        case .ending(let id, until: let end):
            Link.announcementEndingDeletion(id) + (end.map { "?until=\($0.seconds)" } ?? "")
        }
    }
}

extension Alert.Hold {
    /// The path that the button posts to.
    fileprivate var path: String {
        guard let item else { return Link.reservationDeletion(conversation) }
        return Link.guestsReservationDeletion(item, conversation)
    }
}

extension Alert.Line: TemplateData {
    public static let fields: [Field<Alert.Line>] = [
        Field("text") { $0.text },
        Field("field") { $0.field },
        Field("isFault") { $0.isFault },
    ]
}

extension Member: TemplateData {
    static let fields: [Field<Member>] = [
        Field("account") { $0.account.id },
        Field("signedIn") { $0.dateSignedIn.seconds },
        Field("nickname") { $0.account.profile.nickname.text },
        Field("picture") { $0.account.profile.picture },
        // An operator's open reports count as news, too.
        Field("dueReminders") { $0.dueReminders + $0.openReports },
        Field("unreadMessages") { $0.unreadMessages },
        Field("suspensionText") { $0.suspension?.phrase },
        Field("isOperator") { $0.isOperator },
        Field("openReports") { $0.openReportsText },
    ]

    /// `3`, or `9+` if more are open than are counted; nil if none is.
    private var openReportsText: String? {
        guard openReports > 0 else { return nil }
        return openReports > Self.mostOpenReports
            ? "\(Self.mostOpenReports)+" : "\(openReports)"
    }
}
