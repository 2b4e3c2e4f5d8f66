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

extension Request {
    /// What the content is said to be, in lower case, whatever its parameters are (RFC 9110 §8.3.1);
    /// nil when nothing is said.
    public var mediaType: String? {
        headers["content-type"].map { field in
            field.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace)
                .joined(separator: " ").lowercased()
        }
    }

    /// Reads the body as a form, by its Content-Type: urlencoded (WHATWG URL §5.1) or multipart
    /// (RFC 7578). A file input left empty makes no entry. Limits are those of the configuration
    /// unless given.
    public func form(_ limits: FormLimits? = nil) async throws(FormError) -> Form {
        let limits = limits ?? formLimits
        guard let type = headers["content-type"].flatMap({ ParameterizedValue($0.utf8) }) else {
            throw .unsupportedMediaType
        }
        switch type.value.lowercased() {
        case "application/x-www-form-urlencoded":
            return try await encodedForm(limits)
        case "multipart/form-data":
            guard let boundary = type["boundary"] else { throw .malformed("missing boundary") }
            return try await multipartForm(boundary, limits)
        default:
            throw .unsupportedMediaType
        }
    }

    private func encodedForm(_ limits: FormLimits) async throws(FormError) -> Form {
        let bytes: [UInt8]
        do { bytes = try await body.collect(upTo: limits.encodedBody) } catch { throw .body(error) }
        var entries: [Form.Entry] = []
        var pairs = 0
        var failure: FormError?
        Query.forEachPair(in: bytes.span) { name, value in
            pairs += 1
            do throws(FormError) {
                if let entry = try Request.entry(name, value, limits) { entries.append(entry) }
            } catch {
                failure = error
            }
            if pairs > limits.parts {
                failure = .tooManyParts(name: String(decoding: name, as: UTF8.self))
            }
            return failure == nil
        }
        if let failure { throw failure }
        return Form(entries: entries)
    }

    /// Nil when nobody wants it.
    private static func entry(
        _ name: [UInt8], _ value: [UInt8], _ limits: FormLimits
    ) throws(FormError) -> Form.Entry? {
        let key = String(decoding: name, as: UTF8.self)
        if let names = limits.names, !names.contains(key) { return nil }
        guard String(validating: name, as: UTF8.self) != nil else { throw .notUTF8(name: key) }
        guard value.count <= limits.field else { throw .fieldTooLarge(name: key) }
        guard let text = String(validating: value, as: UTF8.self) else {
            throw .notUTF8(name: key)
        }
        return Form.Entry(name: key, value: .text(text))
    }

    private func multipartForm(
        _ boundary: String, _ limits: FormLimits
    ) async throws(FormError) -> Form {
        guard var parser = MultipartParser(boundary: boundary, headerLimit: limits.partHeader)
        else {
            throw .malformed("unusable boundary")
        }
        var builder = FormBuilder(limits)
        while let chunk = try await chunk(upTo: limits.body) {
            try await besideTheLoop(limits) { () throws(FormError) in
                try parser.feed(chunk) { (event) throws(FormError) in try builder.take(event) }
            }
        }
        try parser.finish { (event) throws(FormError) in try builder.take(event) }
        return Form(entries: builder.entries)
    }

    /// A form that may need a temporary file is taken apart on the shared thread pool, a piece of
    /// at most 64 KB at a time: a slow disk holds up that form and no event loop.
    private func besideTheLoop(
        _ limits: FormLimits, _ work: () throws(FormError) -> Void
    ) async throws(FormError) {
        if let length = body.length, length <= min(limits.inMemory, limits.memory) {
            return try work()
        }
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            () async throws(FormError) in try work()
        }
    }

    private func chunk(upTo limit: Int) async throws(FormError) -> [UInt8]? {
        do { return try await body.next(upTo: limit) } catch { throw .body(error) }
    }
}
