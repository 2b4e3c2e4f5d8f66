import HTTPServer
import Localization
import Mustache
import ViewModels

/// What every page shows around its own content.
struct Layout: Sendable {
    let alert: Alert?
    let member: Member?
    let language: Language
    /// Where the switch of languages leads back to.
    let returnPath: ReturnPath
    /// What the operator says of the site; empty for nothing.
    let operatorText: String
    /// The zone of its times, when it is not that of Korea.
    let otherZone: String?
    /// Of what the page shows; see `Pages.version(at:)`.
    let version: String
    /// Of the site, as this request reaches it; nil when there was none.
    let origin: Origin
    let request: Request?
}

extension Layout: TemplateData {
    static let fields: [Field<Layout>] = [
        Field("alert") { $0.alert },
        Field("member") { $0.member },
        Field("pageLanguage") { $0.language.tag },
        Field("isRefusedForm") { $0.request?.method == .post && $0.alert?.kind == .failure },
        Field("siteLanguages") { ShownLanguage.all[$0.language] },
        Field("languagePath") { $0.returnPath.path(by: Link.language) },
        Field("otherZone") { $0.otherZone },
        Field("operator") { $0.operatorText },
        Field("operatorLanguage") { WrittenLanguage($0.operatorText) },
        Field("version") { $0.version },
        Field("origin") { layout in layout.request.map { layout.origin.text(for: $0) } },
    ]
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
        Field("isFailure") { $0.kind == .failure },
        Field("isSuccess") { $0.kind == .success },
        Field("lines") { $0.lines },
        Field("hasLines") { !$0.lines.isEmpty },
        Field("undoPath") { $0.deletion.map { Link.restoration($0) } },
    ]
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
        Field("nickname") { $0.account.profile.nickname.text },
        Field("picture") { $0.account.profile.picture },
        Field("dueReminders") { $0.dueReminders },
        Field("unreadMessages") { $0.unreadMessages },
        Field("isOperator") { $0.isOperator },
    ]
}
