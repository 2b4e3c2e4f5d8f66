import Glibc

/// The bytes of an uploaded file: in memory, or above `FormLimits.inMemory` in an unnamed temporary file,
/// which is deleted with the last reference.
public struct Upload: Sendable {
    private enum Storage {
        case memory([UInt8])
        case file(OpenFile)
    }

    private let storage: Storage
    /// Number of bytes.
    public let count: Int

    init(_ bytes: [UInt8]) {
        storage = .memory(bytes)
        count = bytes.count
    }

    init(_ file: OpenFile, count: Int) {
        storage = .file(file)
        self.count = count
    }

    /// Whether the bytes are in a temporary file instead of memory.
    var isInFile: Bool {
        if case .file = storage { true } else { false }
    }

    /// Calls `use` with all bytes, without copying them.
    /// - Returns: what `use` returns; nil if a temporary file cannot be mapped.
    /// - Throws: what `use` throws.
    public func withBytes<Result, Failure: Error>(
        _ use: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        switch storage {
        case .memory(let bytes): try bytes.span.withUnsafeBytes(use)
        case .file(let file): try file.withBytes(count: count, use)
        }
    }
}

/// Stores the bytes of one file as they arrive.
struct UploadWriter {
    private let limits: FormLimits
    private var memory: [UInt8] = []
    private var file: OpenFile?
    private var count = 0
    private var isTooLarge = false

    init(_ limits: FormLimits) {
        self.limits = limits
    }

    /// Appends bytes; above the limit everything is dropped. Throws `.storage`.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws(FormError) {
        count += bytes.count
        guard !isTooLarge, count <= limits.file else {
            isTooLarge = true
            memory = []
            file = nil
            return
        }
        if file == nil, count > limits.inMemory {
            let opened = try UploadWriter.temporaryFile(in: limits.temporaryFolder)
            try UploadWriter.write(memory[...], to: opened)
            memory = []
            file = opened
        }
        if let file {
            try UploadWriter.write(bytes, to: file)
        } else {
            memory.append(contentsOf: bytes)
        }
    }

    /// Returns nil if the file was too large.
    consuming func finish() -> Upload? {
        guard !isTooLarge else { return nil }
        return file.map { Upload($0, count: count) } ?? Upload(memory)
    }

    private static func temporaryFile(in folder: String) throws(FormError) -> OpenFile {
        guard let file = OpenFile.temporary(in: folder) else { throw .storage(errno) }
        return file
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FormError) {
        guard file.append(bytes) else { throw .storage(errno) }
    }
}
