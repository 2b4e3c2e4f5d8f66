import HTTPServer
import Mustache
import ViewModels

/// The one place that turns errors into responses. Visitors read what to do; the operator reads why.
struct ErrorResponses: Sendable {
    /// Seconds after which a visitor may try again.
    static let retryAfter = "5"

    let pages: Pages
    let signIn: SignInScene
    let isDevelopment: Bool
    let log: @Sendable (String) -> Void

    func response(to error: any Error, for visit: Visit) async -> Response {
        switch SiteError(error) {
        case .signedOut(let form):
            do {
                return try await signIn.ask(visit, carrying: form)
            } catch {
                return await response(to: error, for: visit)
            }
        case .badRequest: return page(.badRequest, for: visit)
        case .crossSite: return page(.forbidden, for: visit)
        case .notFound: return page(.notFound, for: visit)
        case .methodNotAllowed(let allowed):
            var response = page(.methodNotAllowed, for: visit)
            response.append("Allow", Router.allow(allowed))
            return response
        case .contentTooLarge: return page(.contentTooLarge, for: visit)
        case .requestTimeout: return page(.requestTimeout, for: visit)
        case .unsupportedMediaType: return page(.unsupportedMediaType, for: visit)
        case .tooOften(let wait):
            var response = page(.tooManyRequests, for: visit)
            response.append("Retry-After", "\(wait)")
            return response
        case .unavailable:
            var response = page(.serviceUnavailable, for: visit)
            response.append("Retry-After", Self.retryAfter)
            return response
        case .failed(let reason):
            let path = Site.pathWithoutSecret(visit.request.path)
            log("\(visit.request.method.rawValue) \(path): \(reason)")
            return page(.internalServerError, detail: reason, for: visit)
        }
    }

    /// - Parameter visit: nil when what came was no request.
    func page(_ status: Status, detail: String? = nil, for visit: Visit?) -> Response {
        let page = ErrorPage(status, detail: isDevelopment ? detail : nil)
        do {
            return try pages.response(page, \.error, status: status, for: visit)
        } catch {
            return .text("\(page.heading)\n\(page.detail ?? "")\n", status: status)
        }
    }
}
