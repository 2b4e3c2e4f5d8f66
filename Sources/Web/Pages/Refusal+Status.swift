import HTTPServer
import ViewModels

extension Refusal {
    var status: Status {
        switch self {
        case .invalid: .unprocessableContent
        case .wrongPassword: .forbidden
        case .tooManyTries: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }

    /// Says when it may work, where time alone mends it.
    func appendRetryAfter(to response: inout Response) {
        switch self {
        case .invalid, .wrongPassword: return
        case .tooManyTries(let seconds): response.append("Retry-After", "\(seconds)")
        case .unavailable: response.append("Retry-After", ErrorResponses.retryAfter)
        }
    }
}
