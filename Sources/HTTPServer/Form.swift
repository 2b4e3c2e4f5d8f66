/// A submitted form: what stood in it, in its order.
public struct Form: Sendable {
    public struct Entry: Sendable {
        public let name: String
        public let value: Value
    }

    public enum Value: Sendable {
        case text(String)
        case file(File)
        /// The file was larger than allowed; its bytes are gone, its name is kept to be told.
        case tooLarge(filename: String)
    }

    /// An uploaded file. Name and type are what the client says: trust neither.
    public struct File: Sendable {
        public let filename: String
        public let contentType: String
        public let upload: Upload
    }

    public let entries: [Entry]

    /// Builds a form by hand.
    public init(entries: [Entry]) {
        self.entries = entries
    }

    /// The first text of that name.
    public func text(_ name: String) -> String? {
        texts(name).first
    }

    /// All texts of that name.
    public func texts(_ name: String) -> [String] {
        all(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// All files of that name, without those that were too large.
    public func files(_ name: String) -> [File] {
        all(name).compactMap { if case .file(let file) = $0 { file } else { nil } }
    }

    /// Everything of that name.
    public func all(_ name: String) -> [Value] {
        entries.filter { $0.name == name }.map(\.value)
    }
}

/// Why a form could not be read.
public enum FormError: Error, Equatable, Sendable {
    /// Neither urlencoded nor multipart.
    case unsupportedMediaType
    case malformed(String)
    /// - Parameter name: of the first that is one too many.
    case tooManyParts(name: String)
    /// The header of a part is longer than allowed.
    case partHeaderTooLarge
    case fieldTooLarge(name: String)
    case notUTF8(name: String)
    /// The body itself could not be read.
    case body(RequestError)
    /// No temporary file could be made or written, by its `errno`.
    case storage(Int32)

    /// What to answer.
    public var status: Status {
        switch self {
        case .unsupportedMediaType: .unsupportedMediaType
        case .malformed, .notUTF8: .badRequest
        case .tooManyParts, .partHeaderTooLarge, .fieldTooLarge: .contentTooLarge
        case .body(let error): error.status
        case .storage: .internalServerError
        }
    }
}
