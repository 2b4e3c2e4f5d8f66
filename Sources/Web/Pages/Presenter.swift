import HTTPServer
import Market
import Mustache
import ViewModels

/// A page as its scene knows it: presents an output in its template, and reads the form on it.
struct Presenter<Output: TemplateData>: Sendable {
    let pages: Pages
    let forms: FormLimiter
    let template: PageTemplate<Output>

    /// As `Pages.response`.
    func response(
        _ output: Output, status: Status = .ok, alert: Alert? = nil,
        caching: StaticString = Pages.revalidated, for context: RequestContext
    ) throws -> Response {
        try pages.response(
            output, template, status: status, alert: alert, caching: caching, for: context)
    }

    /// Reads a form that takes an account. Whose session has ended is told before it is read: then
    /// it is carried through the sign-in.
    /// - Throws: `SiteError.signedOut`; as `FormLimiter.withForm`.
    func input<Input>(
        _ context: RequestContext, _ read: (Account.ID, Form) throws -> Input
    ) async throws -> Input {
        let account = try context.account
        return try await forms.withForm(of: context) { try read(account, $0) }
    }

    /// Sends the visitor on to a page that shows this alert.
    func redirect(to path: String, _ alert: Alert.Name) -> Response {
        Flash.named(alert).redirect(to: path, pages.cookies)
    }
}

extension Presenter where Output: FormOutput {
    /// The page of a form, as it begins or as it came back; then its status says why.
    /// - Parameter status: another one where the form came back for something else than a refusal.
    func form(
        _ output: Output, status: Status? = nil, caching: StaticString = Pages.revalidated,
        for context: RequestContext
    ) throws -> Response {
        let error = output.refusal.map { SiteError($0.reason) }
        var response = try response(
            output, status: status ?? error?.status ?? .ok, alert: output.alert, caching: caching,
            for: context)
        error?.appendHints(to: &response)
        return response
    }

    /// What answers a form that was sent: the page to go on to, with an alert, or its own again.
    func answer<Saved>(
        _ result: FormResult<Saved, Output>, for context: RequestContext,
        saying alert: Alert.Name, on path: (Saved) throws -> String
    ) throws -> Response {
        switch result {
        case .saved(let value): redirect(to: try path(value), alert)
        case .refused(let output): try form(output, for: context)
        }
    }

    /// The same, where more is to be done than to go on.
    func answer<Saved>(
        _ result: FormResult<Saved, Output>, for context: RequestContext,
        saved: (Saved) async throws -> Response
    ) async throws -> Response {
        switch result {
        case .saved(let value): try await saved(value)
        case .refused(let output): try form(output, for: context)
        }
    }
}

extension FormOutput where Self: TemplateData {
    /// `newPasswordFault` for `new_password`: what has to be put right in that row of the form.
    static func faults(_ rows: String...) -> [Field<Self>] {
        rows.map { row in
            Field(row.camelCased + "Fault") { $0.message(row) }
        }
    }
}

extension String {
    /// `newPassword` of `new_password`: a row of a form, as templates name it.
    var camelCased: String {
        let words = split(separator: "_")
        let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (words.prefix(1).map(String.init) + others).joined()
    }
}
