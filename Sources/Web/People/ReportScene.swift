import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/new`: tells the operator of a listing or a person; `/reports` takes it. Of a message
/// tells `/chats/9/messages/12/report`, below `/items/7` for who posted as a guest.
struct ReportScene: Sendable {
    private let form: ReportForm
    private let page: Presenter<ReportPage>

    init(_ dependencies: Dependencies) throws {
        form = ReportForm(storage: dependencies.storage, rate: dependencies.reportRate)
        page = try dependencies.page("people/report")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let query = context.request.query
        guard let subject = Report.Subject({ query[$0] }) else { throw SiteError.notFound }
        return try await show(context, ReportPlace(of: subject), by: .account(account))
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

/// What is reported, and the paths of that.
private struct ReportPlace {
    let subject: Report.Subject
    /// Where the form is sent to.
    let action: String
    /// Of the page that it came from.
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

extension ReportForm.Input {
    fileprivate init(_ subject: Report.Subject, _ form: Form) {
        self.init(subject: subject, reason: form["reason"], text: form["text"])
    }
}

extension Report.Subject {
    /// As a query or a form names it; nil where it names none.
    fileprivate init?(_ value: (String) -> String?) {
        if let id = value("item").flatMap({ Item.ID(digits: $0) }) {
            self = .item(id)
        } else if let id = value("person").flatMap({ Account.ID(digits: $0) }) {
            self = .person(id)
        } else {
            return nil
        }
    }

    /// Of its page, where it has one of its own.
    fileprivate var path: String {
        switch self {
        case .item(let id): Link.item(id)
        case .person(let id): Link.person(id)
        case .message: Link.conversations()
        }
    }

    /// What a form names it by; nil for a message, which the form's address names.
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
        ] + faults("reason", "text")
}

extension ReportForm.Choice: TemplateData {
    public static let fields: [Field<ReportForm.Choice>] = [
        Field("number") { $0.number },
        Field("name") { $0.name },
        Field("isChosen") { $0.isChosen },
    ]
}
