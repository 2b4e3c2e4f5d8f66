import HTTPServer
import Market
import ViewModels

/// Why a request is not answered with what it asks for. The one map from what the layers below throw
/// to a status and what tells a client to do better.
enum SiteError: Error {
    case badRequest
    /// A form of another site.
    case crossSite
    case notFound
    /// A listing that is hidden or deleted, of who has written about it or posted it: to anybody else it
    /// is not there.
    case absent(ItemDetail.Absence)
    /// What was asked for takes an account. The form of a post is carried through the sign-in: the
    /// one given, or the one that is still to be read.
    case signedOut(carrying: CarriedForm?)
    /// - Parameter allow: the value of `Allow`.
    case methodNotAllowed(allow: String)
    case contentTooLarge
    case unsupportedMediaType
    /// Something that was typed has to be put right.
    case invalid
    /// What it was to be done with is no more as it was.
    case conflict
    /// Who may neither write nor post.
    case suspended
    case wrongPassword
    /// A body that stopped coming.
    case requestTimeout
    /// - Parameter wait: seconds until it may be done again.
    case tooOften(wait: Int64)
    /// Later it may work.
    case unavailable
    /// The same of a form that was not read yet, since it cannot be told who has sent it: it comes back
    /// to be sent again.
    case unavailableBeforeForm
    /// What the log is told.
    case failed(String)

    /// Seconds after which a visitor may try what was unavailable again.
    private static let retryAfter = 5

    /// Translates what the layers below throw; what nobody foresaw is a failure.
    init(_ error: any Error) {
        switch error {
        case let error as SiteError: self = error
        case let error as FormError: self = SiteError(error)
        case let error as StorageError: self = SiteError(error)
        default: self = .failed("\(error)")
        }
    }

    init(_ reason: Refusal.Reason) {
        self =
            switch reason {
            case .invalid: .invalid
            case .conflict: .conflict
            case .notFound: .notFound
            case .wrongPassword: .wrongPassword
            case .tooManyTries(let wait): .tooOften(wait: wait)
            case .unavailable: .unavailable
            }
    }

    private init(_ error: StorageError) {
        self =
            switch error {
            // No page asks for the password of an account's item.
            case .itemNotFound, .photoNotFound, .notFound, .noPassword: .notFound
            case .dealing: .conflict
            case .suspended: .suspended
            case .busy, .full, .changedMeanwhile: .unavailable
            case .unusable(let reason), .failed(let reason): .failed(reason)
            case .nicknameTaken, .tooSoon, .limitReached, .stockIsKept, .purposeIsFixed,
                .postedBefore:
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

    /// Nil for what is answered by the sign-in.
    var status: Status? {
        switch self {
        case .signedOut: nil
        case .badRequest: .badRequest
        case .crossSite, .wrongPassword, .absent(.hidden), .absent(.reportedHidden),
            .absent(.ownHidden):
            .forbidden
        case .notFound, .absent: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .contentTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .invalid: .unprocessableContent
        case .conflict, .suspended: .conflict
        case .requestTimeout: .requestTimeout
        case .tooOften: .tooManyRequests
        case .unavailable, .unavailableBeforeForm: .serviceUnavailable
        case .failed: .internalServerError
        }
    }

    /// Whether nothing was wrong with what was asked for.
    var isUnavailable: Bool { status == .serviceUnavailable }

    /// Adds what a client needs to know to do better.
    func appendHints(to response: inout Response) {
        switch self {
        case .methodNotAllowed(let allow): response.append("Allow", allow)
        case .tooOften(let wait): response.append("Retry-After", "\(wait)")
        case .unavailable, .unavailableBeforeForm:
            response.append("Retry-After", "\(Self.retryAfter)")
        default: return
        }
    }
}
