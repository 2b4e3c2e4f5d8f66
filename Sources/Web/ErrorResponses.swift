import HTTPServer
import Mustache
import ViewModels

/// The one place that turns errors into responses. Visitors read what to do; the operator reads why.
struct ErrorResponses: Sendable {
    /// Seconds after which a visitor may try again.
    static let retryAfter = "5"

    let pages: Pages
    let isDevelopment: Bool
    let log: @Sendable (String) -> Void

    func response(to error: any Error, for request: Request) -> Response {
        switch SiteError(error) {
        case .badRequest: return page(.badRequest, for: request)
        case .crossSite: return page(.forbidden, for: request)
        case .notFound: return page(.notFound, for: request)
        case .methodNotAllowed(let allowed):
            var response = page(.methodNotAllowed, for: request)
            response.append("Allow", Router.allow(allowed))
            return response
        case .contentTooLarge: return page(.contentTooLarge, for: request)
        case .requestTimeout: return page(.requestTimeout, for: request)
        case .unsupportedMediaType: return page(.unsupportedMediaType, for: request)
        case .unavailable:
            var response = page(.serviceUnavailable, for: request)
            response.append("Retry-After", Self.retryAfter)
            return response
        case .failed(let reason):
            log("\(request.method.rawValue) \(request.path): \(reason)")
            return page(.internalServerError, detail: reason, for: request)
        }
    }

    /// - Parameter request: nil when what came was no request.
    func page(_ status: Status, detail: String? = nil, for request: Request?) -> Response {
        let page = ErrorPage(status, detail: isDevelopment ? detail : nil)
        do {
            return try pages.response(page, \.error, status: status, for: request)
        } catch {
            return .text("\(page.heading)\n\(page.detail ?? "")\n", status: status)
        }
    }
}
