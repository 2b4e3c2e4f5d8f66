import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/new`: the form that reports a listing or a person, posted to `/reports`. A message is
/// reported at `/chats/9/messages/12/report`, and below `/items/7` by the guest who posted.
struct ReportScene: Sendable {
    private let form: ReportForm
    private let newcomers: NewcomerReport
    private let sessions: Sessions
    private let marks: PostingMark
    private let page: Presenter<ReportPage>
    private let codesPage: Presenter<RecoveryCodesPage>

    init(_ dependencies: Dependencies) throws {
        form = ReportForm(storage: dependencies.storage, rate: dependencies.reportRate)
        newcomers = NewcomerReport(
            storage: dependencies.storage, form: form, signUp: dependencies.signUp,
            signIn: SignIn(check: dependencies.accountCheck))
        sessions = dependencies.sessions
        marks = dependencies.marks
        page = try dependencies.page("people/report")
        codesPage = try dependencies.page("accounts/recovery-codes")
    }

    /// Shows the form; for a visitor who is not signed in, it also opens an account.
    func show(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        guard let subject = Report.Subject({ query[$0] }) else { throw SiteError.notFound }
        let place = ReportPlace(of: subject)
        guard let member = context.member else {
            let input = NewcomerReport.Input(ReportForm.Input(subject: subject))
            return try page.form(
                ReportPage(output: try await newcomers.output(for: input), place: place),
                for: context)
        }
        return try await show(context, place, by: .account(member.account.id))
    }

    func show(
        _ context: RequestContext, _ message: ChatMessage.ID, in id: Conversation.ID,
        of reader: Conversation.Reader
    ) async throws -> Response {
        try await show(context, ReportPlace(of: message, in: id, reader), by: reader)
    }

    private func show(
        _ context: RequestContext, _ place: ReportPlace, by reporter: Conversation.Reader
    ) async throws -> Response {
        if reporter.account != nil { try context.checkMayPost() }
        let output = try await form.output(
            for: ReportForm.Input(subject: place.subject), by: reporter)
        return try page.form(ReportPage(output: output, place: place), for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        guard context.member != nil else { return try await submitByNewcomer(context) }
        let (account, place, input) = try await page.input(context) { account, form in
            guard let subject = Report.Subject({ form.text($0) }) else {
                throw SiteError.notFound
            }
            return (account, ReportPlace(of: subject), ReportForm.Input(subject, form))
        }
        return try await submit(context, place, input, by: .account(account))
    }

    func submit(
        _ context: RequestContext, _ message: ChatMessage.ID, in id: Conversation.ID,
        of reader: Conversation.Reader
    ) async throws -> Response {
        let input = try await page.forms.withForm(of: context) {
            ReportForm.Input(.message(message), $0)
        }
        return try await submit(
            context, ReportPlace(of: message, in: id, reader), input, by: reader)
    }

    /// Reports without being signed in. A form made for a signed-in member, or sent by somebody who
    /// chose to sign in, is carried through the sign-in.
    private func submitByNewcomer(_ context: RequestContext) async throws -> Response {
        let (place, input) = try await page.forms.withForm(of: context) { form in
            guard let subject = Report.Subject({ form.text($0) }) else {
                throw SiteError.notFound
            }
            let place = ReportPlace(of: subject)
            guard form.text("nickname") != nil, form.text("sign-in") == nil else {
                throw SiteError.signedOut(
                    carrying: try form.carried(about: subject, to: context.request))
            }
            var input = NewcomerReport.Input(ReportForm.Input(subject, form))
            (input.nickname, input.password) = (form["nickname"], form["password"])
            input.address = context.address
            return (place, input)
        }
        switch try await newcomers.submit(input, at: context.now) {
        case .saved(let sent): return try await answer(sent, place, context)
        case .refused(let output):
            return try page.form(ReportPage(output: output, place: place), for: context)
        }
    }

    /// Signs the reporter in; a new account's recovery codes are shown on the way back.
    private func answer(
        _ sent: NewcomerReport.Sent, _ place: ReportPlace, _ context: RequestContext
    ) async throws -> Response {
        if let known = sent.signedIn {
            return try await sessions.begin(known, for: context) { _ in
                page.redirect(to: place.back, .reported)
            }
        }
        guard let opened = sent.opened else { return .redirect(to: place.back) }
        let codes = RecoveryCodesPage(
            codes: opened.codes, returnPath: ReturnPath(named: place.back), isNew: true,
            posted: await marks.countItems(context))
        return try await sessions.begin(opened.credentials, for: context) { context in
            try codesPage.response(
                codes, alert: sent.isSent ? Alert(.reported) : nil, caching: "no-store",
                for: context)
        }
    }

    private func submit(
        _ context: RequestContext, _ place: ReportPlace, _ input: ReportForm.Input,
        by reporter: Conversation.Reader
    ) async throws -> Response {
        switch try await form.submit(input, by: reporter, at: context.now) {
        case .saved: return page.redirect(to: place.back, .reported)
        case .refused(let output):
            return try page.form(ReportPage(output: output, place: place), for: context)
        }
    }
}

/// The subject of a report, and its paths.
private struct ReportPlace {
    let subject: Report.Subject
    /// The path that the form is posted to.
    let action: String
    /// The path of the page that led to the form.
    let back: String

    init(of subject: Report.Subject) {
        self.subject = subject
        action = Link.reports()
        back = subject.path
    }

    init(
        of message: ChatMessage.ID, in id: Conversation.ID, _ reader: Conversation.Reader
    ) {
        subject = .message(message)
        back = reader.path(of: id)
        action = "\(back)/messages/\(message)/report"
    }
}

private struct ReportPage: FormOutput {
    let output: ReportForm.Output
    let place: ReportPlace

    var refusal: Refusal? { output.refusal }
}

extension Form {
    /// The form to carry through the sign-in, without the fields that open an account.
    fileprivate func carried(
        about subject: Report.Subject, to request: Request
    ) throws(SiteError) -> CarriedForm {
        guard self["text"].utf8.count <= CarriedForm.mostBytes else { throw .contentTooLarge }
        var fields = ["reason", "text"].map { CarriedField(name: $0, value: self[$0]) }
        if let field = subject.field {
            fields.append(CarriedField(name: field.name, value: "\(field.number)"))
        }
        var carried = CarriedForm(fields, to: ReturnPath(of: request))
        carried.isOfMember = text("nickname") == nil
        return carried
    }
}

extension ReportForm.Input {
    fileprivate init(_ subject: Report.Subject, _ form: Form) {
        self.init(subject: subject, reason: form["reason"], text: form["text"])
    }
}

extension Report.Subject {
    /// Reads a subject from a query or a form; nil if there is none.
    fileprivate init?(_ value: (String) -> String?) {
        if let id = value("item").flatMap({ Item.ID(digits: $0) }) {
            self = .item(id)
        } else if let id = value("person").flatMap({ Account.ID(digits: $0) }) {
            self = .person(id)
        } else {
            return nil
        }
    }

    /// The path of the subject's page; for a message, of all conversations.
    fileprivate var path: String {
        switch self {
        case .item(let id): Link.item(id)
        case .person(let id): Link.person(id)
        case .message: Link.conversations()
        }
    }

    /// The form field that identifies the subject; nil for a message, which the form's path identifies.
    fileprivate var field: (name: String, number: Int64)? {
        switch self {
        case .item(let id): ("item", id.rawValue)
        case .person(let id): ("person", id.rawValue)
        case .message: nil
        }
    }
}

extension ReportPage: TemplateData {
    static let fields: [Field<ReportPage>] =
        [
            Field("path") { $0.place.back },
            Field("action") { $0.place.action },
            Field("subjectName") { $0.place.subject.field?.name },
            Field("subjectNumber") { $0.place.subject.field?.number },
            Field("isMessage") {
                if case .message = $0.output.subject { true } else { false }
            },
            Field("kind") { $0.output.kind },
            Field("excerpt") { $0.output.excerpt },
            Field("excerptLanguage") { WrittenLanguage($0.output.excerpt) },
            Field("reasons") { $0.output.reasons },
            Field("text") { $0.output.text },
            Field("opensAccount") { $0.output.nickname != nil },
            Field("nickname") { $0.output.nickname ?? "" },
        ] + faults("reason", "text", "nickname", "password")
}

extension ReportForm.Choice: TemplateData {
    public static let fields: [Field<ReportForm.Choice>] = [
        Field("number") { $0.number },
        Field("name") { $0.name },
        Field("isChosen") { $0.isChosen },
    ]
}
