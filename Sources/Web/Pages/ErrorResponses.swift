import HTTPServer
import Mustache
import ViewModels

/// The one place that turns errors into responses. Visitors read what to do; the operator reads
/// why.
struct ErrorResponses: Sendable {
    /// Seconds after which a visitor may try again.
    static let retryAfter = "5"

    let pages: Pages
    let signIn: SignInScene
    let isDevelopment: Bool
    let log: @Sendable (String) -> Void

    func response(to error: any Error, for context: RequestContext) async -> Response {
        if context.isAPI { return Self.answer(to: error, for: context, log) }
        let error = SiteError(error)
        if case .signedOut(let form) = error {
            do {
                return try await signIn.ask(context, carrying: form)
            } catch {
                return await self.response(to: error, for: context)
            }
        }
        let reason = Self.logged(error, context, log)
        var response = page(
            error.status ?? .internalServerError, detail: reason, for: context)
        error.appendHints(to: &response)
        return response
    }

    /// What a program reads in place of a page.
    private static func answer(
        to error: any Error, for context: RequestContext, _ log: (String) -> Void
    ) -> Response {
        let error = APIError(error)
        if let cause = error.cause { _ = logged(cause, context, log) }
        return error.response
    }

    /// Tells the operator what only the operator can mend.
    /// - Returns: the reason.
    private static func logged(
        _ error: SiteError, _ context: RequestContext, _ log: (String) -> Void
    ) -> String? {
        guard case .failed(let reason) = error else { return nil }
        let request = context.request
        let path = Site.pathWithoutSecret(request.path) ?? request.path
        log("\(request.method.rawValue) \(path): \(reason)")
        return reason
    }

    /// - Parameter context: nil when what came was no request.
    func page(_ status: Status, detail: String? = nil, for context: RequestContext?) -> Response {
        let page = ErrorPage(status, detail: isDevelopment ? detail : nil)
        do {
            return try pages.response(page, \.error, status: status, for: context)
        } catch {
            return .text("\(page.heading)\n\(page.detail ?? "")\n", status: status)
        }
    }
}
