import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/new`: tells the operator of a listing, a person or a message; `/reports` takes it.
struct ReportScene: Sendable {
    private let form: ReportForm
    private let page: Presenter<ReportForm.Output>

    init(_ dependencies: Dependencies) throws {
        form = ReportForm(storage: dependencies.storage, rate: dependencies.reportRate)
        page = try dependencies.page("people/report")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let query = context.request.query
        guard let subject = Report.Subject({ query[$0] }) else { throw SiteError.notFound }
        let output = try await form.output(
            for: ReportForm.Input(subject: subject), by: account)
        return try page.form(output, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let (account, input) = try await page.input(context) { account, form in
            guard let subject = Report.Subject({ form.text($0) }) else {
                throw SiteError.notFound
            }
            return (
                account,
                ReportForm.Input(subject: subject, reason: form["reason"], text: form["text"])
            )
        }
        let result = try await form.submit(input, by: account, at: context.now)
        return try page.answer(result, for: context, saying: .reported) { input.subject.path }
    }
}

extension Report.Subject {
    /// As a query or a form names it; nil where it names none.
    fileprivate init?(_ value: (String) -> String?) {
        if let id = value("item").flatMap({ Item.ID(digits: $0) }) {
            self = .item(id)
        } else if let id = value("person").flatMap({ Account.ID(digits: $0) }) {
            self = .person(id)
        } else if let id = value("message").flatMap({ ChatMessage.ID(digits: $0) }) {
            self = .message(id)
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

    /// What a form names it by.
    fileprivate var field: (name: String, number: Int64) {
        switch self {
        case .item(let id): ("item", id.rawValue)
        case .person(let id): ("person", id.rawValue)
        case .message(let id): ("message", id.rawValue)
        }
    }
}

extension ReportForm.Output: TemplateData {
    public static let fields: [Field<ReportForm.Output>] =
        [
            Field("path") { $0.subject.path },
            Field("subjectName") { $0.subject.field.name },
            Field("subjectNumber") { $0.subject.field.number },
            Field("kind") { $0.kind },
            Field("excerpt") { $0.excerpt },
            Field("excerptLanguage") { WrittenLanguage($0.excerpt) },
            Field("reasons") { $0.reasons },
            Field("text") { $0.text },
        ] + faults("reason", "text")
}

extension ReportForm.Choice: TemplateData {
    public static let fields: [Field<ReportForm.Choice>] = [
        Field("number") { $0.number },
        Field("name") { $0.name },
        Field("isChosen") { $0.isChosen },
    ]
}
