import HTTPServer

extension SiteError {
    /// Nil for what is answered by the sign-in.
    var status: Status? {
        switch self {
        case .signedOut: nil
        case .badRequest: .badRequest
        case .crossSite: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .contentTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .requestTimeout: .requestTimeout
        case .tooOften: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .failed: .internalServerError
        }
    }

    /// Adds what a client needs to know to do better.
    func appendHints(to response: inout Response) {
        switch self {
        case .methodNotAllowed(let allowed): response.append("Allow", Router.allow(allowed))
        case .tooOften(let wait): response.append("Retry-After", "\(wait)")
        case .unavailable: response.append("Retry-After", ErrorResponses.retryAfter)
        default: return
        }
    }
}
