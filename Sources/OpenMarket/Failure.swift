/// Why a call was not answered.
public struct Failure: Codable, Equatable, Sendable, Error {
    /// For people.
    public var message: String
    /// What has to be put right, by the names of the fields; empty when it is none of them.
    public var fields: [String: String]

    public init(message: String, fields: [String: String] = [:]) {
        self.message = message
        self.fields = fields
    }
}
