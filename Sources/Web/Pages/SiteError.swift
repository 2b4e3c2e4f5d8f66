import HTTPServer
import Market
import ViewModels

/// Why a request has no page of its own; each is answered by a page that says so.
enum SiteError: Error {
    case badRequest
    /// A form of another site.
    case crossSite
    case notFound
    /// What was asked for takes an account. The form of a post is carried through the sign-in: the
    /// one given, or the one that is still to be read.
    case signedOut(carrying: CarriedForm?)
    case methodNotAllowed(allowed: [Method])
    case contentTooLarge
    case unsupportedMediaType
    /// A body that stopped coming.
    case requestTimeout
    /// - Parameter wait: seconds until it may be done again.
    case tooOften(wait: Int64)
    /// Later it may work.
    case unavailable
    /// What the log is told.
    case failed(String)

    /// Translates what the layers below throw; what nobody foresaw is a failure.
    init(_ error: any Error) {
        switch error {
        case let error as SiteError: self = error
        case let error as FormError: self = SiteError(error)
        case let error as StorageError: self = SiteError(error)
        case is ConcurrencyLimiter.Full: self = .unavailable
        default: self = .failed("\(error)")
        }
    }

    private init(_ error: StorageError) {
        self =
            switch error {
            // No page asks for the password of an account's listing.
            case .itemNotFound, .photoNotFound, .notFound, .noPassword: .notFound
            case .busy, .full, .changedMeanwhile: .unavailable
            case .unusable(let reason), .failed(let reason): .failed(reason)
            case .nicknameTaken, .tooSoon, .limitReached:
                .failed("the storage answered \(error) where nobody expects it")
            }
    }

    private init(_ error: FormError) {
        self =
            switch error {
            case .unsupportedMediaType: .unsupportedMediaType
            case .malformed, .notUTF8: .badRequest
            case .tooManyParts, .partHeaderTooLarge, .fieldTooLarge, .body(.tooLarge):
                .contentTooLarge
            case .body(.timedOut): .requestTimeout
            case .body: .badRequest
            case .storage(let code): .failed("no room for an upload: errno \(code)")
            }
    }
}
