import Synchronization

/// The body of a request, read only as fast as it is asked for. It can be read once, while the
/// handler runs, by one task at a time.
public struct Body: Sendable {
    private enum Source {
        case none
        case connection(BodyReader)
        case memory(MemoryBody)
    }

    private let source: Source

    init(_ reader: BodyReader?) {
        source = reader.map { .connection($0) } ?? .none
    }

    init(bytes: [UInt8], limit: Int) {
        source = bytes.isEmpty ? .none : .memory(MemoryBody(bytes, limit: limit))
    }

    /// Whether the request has no body at all.
    public var isEmpty: Bool {
        if case .none = source { true } else { false }
    }

    /// Bytes announced; nil when they come in chunks.
    public var length: Int? {
        switch source {
        case .none: 0
        case .connection(let reader): reader.announced
        case .memory(let body): body.count
        }
    }

    /// The next bytes, some at a time; nil at the end. The whole body may have `limit` bytes, by
    /// default `Limits.body`. A client that waits for `100 Continue` gets it with the first call.
    public func next(upTo limit: Int? = nil) async throws(RequestError) -> [UInt8]? {
        switch source {
        case .none: nil
        case .connection(let reader): try await reader.next(upTo: limit)
        case .memory(let body): try body.next(upTo: limit)
        }
    }

    /// The whole body in memory, `limit` bytes at most, by default `Limits.body`.
    public func collect(upTo limit: Int? = nil) async throws(RequestError) -> [UInt8] {
        guard var bytes = try await next(upTo: limit) else { return [] }
        if let length { bytes.reserveCapacity(length) }
        while let more = try await next(upTo: limit) { bytes.append(contentsOf: more) }
        return bytes
    }
}

/// A body that is there already, for requests built by hand.
private final class MemoryBody: Sendable {
    let count: Int
    private let bytes: Mutex<[UInt8]>
    private let limit: Int

    init(_ bytes: [UInt8], limit: Int) {
        count = bytes.count
        self.bytes = Mutex(bytes)
        self.limit = limit
    }

    func next(upTo limit: Int?) throws(RequestError) -> [UInt8]? {
        let taken = bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        guard taken.count <= limit ?? self.limit else { throw .tooLarge }
        return taken.isEmpty ? nil : taken
    }
}
