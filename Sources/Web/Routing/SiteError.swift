import HTTPServer
import Market
import ViewModels

/// Why a request is not answered with what it asks for. The only place that maps the lower layers'
/// errors to a status and to hints for the client.
enum SiteError: Error {
    case badRequest
    /// A form sent from another site.
    case crossSite
    case notFound
    /// A hidden or deleted listing, for a viewer who posted it or has written about it; to anybody
    /// else it does not exist.
    case absent(ItemDetail.Absence)
    /// What was asked for needs an account. The form of a POST is carried through the sign-in: the
    /// given one, or if nil the one still to be read from the request.
    case signedOut(carrying: CarriedForm?)
    /// - Parameter allow: the value of `Allow`.
    case methodNotAllowed(allow: String)
    case contentTooLarge
    case unsupportedMediaType
    /// Something that was typed must be corrected.
    case invalid
    /// The state that the request refers to has changed.
    case conflict
    /// The account is suspended, and so may neither write nor post.
    case suspended
    case wrongPassword
    /// The body stopped arriving.
    case requestTimeout
    /// - Parameter wait: seconds until it is allowed again.
    case tooOften(wait: Int64)
    /// It may work later.
    case unavailable
    /// The same, before the form was read, because its sender cannot be identified now: the form is
    /// returned so that it can be sent again.
    case unavailableBeforeForm
    /// The reason, for the log.
    case failed(String)

    /// The seconds to wait before trying again what was unavailable (`Retry-After`).
    private static let retryAfter = 5

    /// Translates the lower layers' errors; an unexpected one becomes `.failed`.
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
            // Pages never ask for the password of an account's item.
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

    /// Nil if the sign-in page answers instead.
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

    /// Whether the request itself was fine and may succeed later.
    var isUnavailable: Bool { status == .serviceUnavailable }

    /// Adds the header fields that tell a client what to do next.
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
