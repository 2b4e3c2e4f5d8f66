/// Builds the entries of a form from the events of its multipart body, within the limits.
struct FormBuilder {
    private let limits: FormLimits
    private(set) var entries: [Form.Entry] = []
    private var parts = 0
    private var heldInMemory = 0
    /// Nil while a part is skipped.
    private var current: PartHeader?
    private var text: [UInt8] = []
    private var file: UploadWriter?

    init(_ limits: FormLimits) {
        self.limits = limits
    }

    /// Throws if a limit is exceeded, a text is not UTF-8, or a temporary file fails.
    mutating func take(_ event: MultipartParser.Event) throws(FormError) {
        switch event {
        case .part(let header):
            parts += 1
            guard parts <= limits.parts else { throw .tooManyParts(name: header.name) }
            guard limits.names?.contains(header.name) ?? true else { return }
            current = header
            if isFile(header) { file = UploadWriter(fileLimits) }
        case .data(let bytes):
            try take(bytes)
        case .partEnd:
            try end()
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) throws(FormError) {
        guard let current else { return }
        guard file == nil else {
            try file?.append(bytes)
            return
        }
        let count = text.count + bytes.count
        guard count <= min(limits.field, limits.memory - heldInMemory) else {
            throw .fieldTooLarge(name: current.name)
        }
        text.append(contentsOf: bytes)
    }

    private mutating func end() throws(FormError) {
        guard let part = current else { return }
        defer {
            current = nil
            text = []
            file = nil
        }
        guard let value = try value(of: part) else { return }
        entries.append(Form.Entry(name: part.name, value: value))
    }

    /// Returns nil for an empty file input.
    private mutating func value(of part: PartHeader) throws(FormError) -> Form.Value? {
        guard let file else {
            let text = try limits.text(text, of: part.name)
            heldInMemory += text.utf8.count
            return .text(text)
        }
        let filename = part.filename ?? ""
        guard let upload = file.finish() else { return .tooLarge(filename: filename) }
        if part.filename == "", upload.count == 0 { return nil }
        if !upload.isInFile { heldInMemory += upload.count }
        let type = part.contentType ?? "application/octet-stream"
        return .file(Form.File(filename: filename, contentType: type, upload: upload))
    }

    /// Once the memory of the form is used up, small files go to disk too.
    private var fileLimits: FormLimits {
        var limits = limits
        limits.inMemory = min(limits.inMemory, limits.memory - heldInMemory)
        return limits
    }

    /// A part without a file name counts as a file only if its type is neither text nor JSON.
    private func isFile(_ part: PartHeader) -> Bool {
        if part.filename != nil || limits.fileNames.contains(part.name) { return true }
        guard let type = part.contentType?.lowercased() else { return false }
        return !type.hasPrefix("text/") && !type.hasPrefix("application/json")
    }
}
