import Market

/// Why a view model has nothing to show.
public enum ViewModelError: Error, Equatable, Sendable {
    case notFound
    /// The storage or the password hashing has no time or room now; later it may.
    case unavailable
    /// It is no more what was to be changed.
    case changedMeanwhile
    /// What only the operator can mend, for the log.
    case failed(String)

    public init(_ error: StorageError) {
        self =
            switch error {
            // No page asks for the password of an account's listing.
            case .itemNotFound, .photoNotFound, .notFound, .noPassword: .notFound
            case .busy, .full: .unavailable
            case .unusable(let reason), .failed(let reason): .failed(reason)
            case .nicknameTaken, .changedMeanwhile, .tooSoon, .limitReached:
                .failed("the storage answered \(error) where nobody expects it")
            }
    }

    init(_ error: PasswordHashingError) {
        self =
            switch error {
            case .busy: .unavailable
            case .failed: .failed("password hashing failed")
            }
    }
}

/// Runs storage work, its errors turned into those of this layer.
func reading<Value>(
    _ work: () async throws(StorageError) -> Value
) async throws(ViewModelError) -> Value {
    do {
        return try await work()
    } catch {
        throw ViewModelError(error)
    }
}
