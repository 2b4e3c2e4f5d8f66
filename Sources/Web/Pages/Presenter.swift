import HTTPServer
import Market
import Mustache
import ViewModels

/// Presents a scene's output in its template, and reads the form on its page.
struct Presenter<Output: TemplateData>: Sendable {
    let pages: Pages
    let forms: FormLimiter
    let template: PageTemplate<Output>

    /// See `Pages.response`.
    func response(
        _ output: Output, status: Status = .ok, alert: Alert? = nil,
        caching: StaticString = Pages.revalidated, for context: RequestContext
    ) throws -> Response {
        try pages.response(
            output, template, status: status, alert: alert, caching: caching, for: context)
    }

    /// Reads a form that requires an account. An ended session throws before the form is read, so
    /// that the form is carried through the sign-in.
    /// - Throws: `SiteError.signedOut`; the same errors as `FormLimiter.withForm`.
    func input<Input>(
        _ context: RequestContext, _ read: (Account.ID, Form) throws -> Input
    ) async throws -> Input {
        let account = try context.account
        return try await forms.withForm(of: context) { try read(account, $0) }
    }

    /// Redirects the visitor to a page that shows this alert.
    func redirect(to path: String, _ alert: Alert.Name) -> Response {
        Flash.named(alert).redirect(to: path, pages.cookies)
    }
}

extension Presenter where Output: FormOutput {
    /// A form's page, empty or returned with what was typed; a refusal then determines its status.
    /// - Parameter status: overrides the status if the form is returned for a reason other than a refusal.
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

    /// The answer to a submitted form: a redirect with an alert, or the form again.
    func answer<Saved>(
        _ result: FormResult<Saved, Output>, for context: RequestContext,
        saying alert: Alert.Name, on path: (Saved) throws -> String
    ) throws -> Response {
        switch result {
        case .saved(let value): redirect(to: try path(value), alert)
        case .refused(let output): try form(output, for: context)
        }
    }

    /// The same for a scene that does more than redirect once the form is saved.
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
    /// `newPasswordFault` for `new_password`: the message shown at that row of the form.
    static func faults(_ rows: String...) -> [Field<Self>] {
        rows.map { row in
            Field(row.camelCased + "Fault") { $0.message(row) }
        }
    }
}

extension String {
    /// `newPassword` for `new_password`: a form row's name as templates write it.
    var camelCased: String {
        let words = split(separator: "_")
        let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (words.prefix(1).map(String.init) + others).joined()
    }
}
