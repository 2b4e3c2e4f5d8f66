/// A submitted form: its entries in the order they were sent.
public struct Form: Sendable {
    /// One field or file. Names may repeat.
    public struct Entry: Sendable {
        /// The decoded name of the control.
        public let name: String
        /// What was entered or chosen.
        public let value: Value
    }

    /// The value of one entry.
    public enum Value: Sendable {
        /// Text in valid UTF-8, repaired if `FormLimits.repairedNames` allows it for this name.
        case text(String)
        /// A file that was chosen.
        case file(File)
        /// The file was larger than `FormLimits.file` and was dropped.
        case tooLarge(filename: String)
    }

    /// An uploaded file. Name and type are the client's claims: trust neither.
    public struct File: Sendable {
        /// May be empty, and may hold any path.
        public let filename: String
        /// `application/octet-stream` if the client sent no type.
        public let contentType: String
        /// The content.
        public let upload: Upload
    }

    /// All entries, repeated names included.
    public let entries: [Entry]

    init(entries: [Entry]) {
        self.entries = entries
    }

    /// The first text with that name.
    public func text(_ name: String) -> String? {
        for entry in entries where entry.name == name {
            if case .text(let text) = entry.value { return text }
        }
        return nil
    }

    /// All texts with that name.
    public func texts(_ name: String) -> [String] {
        all(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// All files with that name, except those that were too large.
    public func files(_ name: String) -> [File] {
        all(name).compactMap { if case .file(let file) = $0 { file } else { nil } }
    }

    /// All values with that name, files and texts.
    public func all(_ name: String) -> [Value] {
        entries.filter { $0.name == name }.map(\.value)
    }
}

/// Why a form could not be read.
public enum FormError: Error, Equatable, Sendable {
    /// The body is neither urlencoded nor multipart.
    case unsupportedMediaType
    /// The body breaks the grammar; the reason is in English.
    case malformed(String)
    /// There are more than `FormLimits.parts`; the name is that of the first one too many.
    case tooManyParts(name: String)
    /// The header section of a part is longer than `FormLimits.partHeader`.
    case partHeaderTooLarge
    /// A text is longer than `FormLimits.field`, or all texts together than `FormLimits.memory`.
    case fieldTooLarge(name: String)
    /// A name or text is not valid UTF-8.
    case notUTF8(name: String)
    /// The body itself could not be read.
    case body(BodyError)
    /// A temporary file could not be created or written; the value is its `errno`.
    case storage(Int32)
}

extension Request {
    /// Reads the body as a form, by its Content-Type: urlencoded (WHATWG URL §5.1) or multipart
    /// (RFC 7578). An empty file input makes no entry. The default limits are those of the
    /// configuration.
    /// - Throws: any `FormError`. The rest of the body is then not read.
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

    /// Returns nil for a name that is not in `limits.names`.
    private static func entry(
        _ name: [UInt8], _ value: [UInt8], _ limits: FormLimits
    ) throws(FormError) -> Form.Entry? {
        let valid = String(validating: name)
        let key = valid ?? String(decoding: name, as: UTF8.self)
        if let names = limits.names, !names.contains(key) { return nil }
        guard valid != nil else { throw .notUTF8(name: key) }
        guard value.count <= limits.field else { throw .fieldTooLarge(name: key) }
        return Form.Entry(name: key, value: .text(try limits.text(value, of: key)))
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
            try await offTheLoop(limits) { () throws(FormError) in
                try parser.feed(chunk) { (event) throws(FormError) in try builder.take(event) }
            }
        }
        try parser.finish { (event) throws(FormError) in try builder.take(event) }
        return Form(entries: builder.entries)
    }

    /// Parses a form that may need a temporary file on the shared thread pool, in pieces of at most 64 KB, so
    /// that a slow disk does not block an event loop.
    private func offTheLoop(
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
