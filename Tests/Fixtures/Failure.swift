import Glibc

/// Why a test could not go on, in words.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }

    /// A call of the system that failed, with the system's own reason.
    init(errno code: Int32, _ call: String) {
        self.init("\(call): \(String(cString: strerror(code)))")
    }
}
