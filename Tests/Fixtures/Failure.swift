import Glibc

/// The reason why a test could not go on.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }

    /// A system call that failed, with the system's reason.
    init(errno code: Int32, _ call: String) {
        self.init("\(call): \(String(cString: strerror(code)))")
    }
}
