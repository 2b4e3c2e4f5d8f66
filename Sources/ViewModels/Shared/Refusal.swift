/// Why a view model did not do what a form asked; the form that comes back says it in words.
public enum Refusal: Equatable, Sendable {
    /// Something that was typed has to be put right.
    case invalid
    case wrongPassword
    /// - Parameter wait: seconds until the next try.
    case tooManyTries(wait: Int64)
    /// The storage or the password hashing has no time or room now.
    case unavailable
}
