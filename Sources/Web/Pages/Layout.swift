import HTTPServer
import Localization
import Mustache
import ViewModels

/// What every page shows around its own content. An object: each name in a template would copy much of a
/// value to read a part of it.
final class Layout: Sendable {
    let alert: Alert?
    /// Whether the browser may go on being told of news, soon after a sign-in.
    let resumesPushes: Bool
    let member: Member?
    /// About what a guest has posted in the browser.
    let unreadQuestions: Int
    let language: Language
    /// What the operator says of the site; empty for nothing.
    let operatorText: String
    /// Whether it leads to what is told everybody: where there is any, and for who writes it.
    let leadsToAnnouncements: Bool
    /// The zone of its times, when it is not that of Korea.
    let otherZone: String?
    /// Of what the page shows; see `Pages.version(at:)`.
    let version: ShortText
    /// Of the site.
    let origin: Origin
    /// What the page answers; nil when there was none.
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
    /// Of a member in all chats, and of anybody in those of a guest's that the browser knows of.
    fileprivate var unreadMessages: Int { (member?.unreadMessages ?? 0) + unreadQuestions }

    /// Whether it shows again what was sent, which waits for somebody to mend it or to say that it is meant.
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

/// The path of a page that leads back to the one that shows it, `/language?return=/my`: as
/// `ReturnPath.path(by:)`, written piece by piece, since each page has one.
struct ReturningLink: TemplateValue {
    let page: Path<>
    /// What the page answers; nil leads to the first page.
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

/// Where a request reached the site: as `Origin.text(for:)`, written piece by piece; nothing when there was
/// no request.
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

/// A language among those to choose from.
struct ShownLanguage: Sendable {
    let language: Language
    let isCurrent: Bool

    /// With one of them current.
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
        Field("leadsToPosted") { $0.leadsToPosted },
        Field("leadsToForm") { $0.leadsToForm },
        Field("tellsOfSuspension") { $0.tellsOfSuspension },
    ]
}

extension Alert.Undoing {
    /// Tells an operator's undoing from what is decided later: what was settled waits again.
    private static let reopening = "?undo=1"

    /// Where the button that does it leads.
    fileprivate var path: String {
        switch self {
        case .deletion(let id): Link.restoration(id)
        case .closing(let id, of: nil): Link.closingDeletion(id)
        case .closing(let id, of: let item?): Link.itemClosingDeletion(item, id)
        case .hiding(let id): Link.itemHidingDeletion(id) + Self.reopening
        case .removal(let id): Link.reportRemovalDeletion(id) + Self.reopening
        case .suspension(let id, hiding: _): Link.suspensionDeletion(id) + Self.reopening
        case .dismissal(let id, ofDeparted: _): Link.reportDismissalDeletion(id)
        case .announcement(let id): Link.announcementRestoration(id)
        case .ending(let id, until: let end):
            Link.announcementEndingDeletion(id) + (end.map { "?until=\($0.seconds)" } ?? "")
        }
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
        // What waits for an operator is news of theirs, too.
        Field("dueReminders") { $0.dueReminders + $0.openReports },
        Field("unreadMessages") { $0.unreadMessages },
        Field("suspensionText") { $0.suspension?.phrase },
        Field("isOperator") { $0.isOperator },
        Field("openReports") { $0.openReportsText },
    ]

    /// `3`, or `9+` where more wait than are counted; nil where none does.
    private var openReportsText: String? {
        guard openReports > 0 else { return nil }
        return openReports > Self.mostOpenReports
            ? "\(Self.mostOpenReports)+" : "\(openReports)"
    }
}
