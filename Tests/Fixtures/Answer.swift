/// A server's response.
public struct Answer: Sendable {
    public let status: Int
    public let fields: [(name: String, value: String)]
    public internal(set) var body: [UInt8] = []

    /// - Throws: `Failure` if it is not the head of an HTTP/1.1 response.
    public init(head: String) throws {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure("no answer: \(head)")
        }
        self.status = status
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            return (String(parts[0]), String(value))
        }
    }

    public var text: String {
        String(decoding: body, as: UTF8.self)
    }

    /// The first field of that name, ignoring case.
    public subscript(name: String) -> String? {
        all(name).first
    }

    public func all(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
