import Synchronization

/// The body of a request, received only as fast as it is read. It can be read once, while the handler runs,
/// by one task at a time.
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

    /// The Content-Length in bytes; nil if the body is chunked.
    public var length: Int? {
        switch source {
        case .none: 0
        case .connection(let reader): reader.announced
        case .memory(let body): body.count
        }
    }

    /// How many bytes have been received, while more are being waited for; nil while no reader waits for any.
    /// May be read on any thread.
    public var receivedWhileWaiting: Int? {
        if case .connection(let reader) = source { reader.receivedWhileWaiting } else { nil }
    }

    /// Stops waiting for the rest of a body that arrives too slowly: its reader gets `.timedOut`. Does nothing
    /// if the rest has arrived. May be called on any thread.
    public func giveUp() {
        if case .connection(let reader) = source { reader.giveUp() }
    }

    /// The next bytes; nil at the end. The first call sends `100 Continue` to a client that expects it. Throws
    /// `.tooLarge` if the whole body has more than `limit` bytes, by default `Limits.body`.
    public func next(upTo limit: Int? = nil) async throws(BodyError) -> [UInt8]? {
        switch source {
        case .none: nil
        case .connection(let reader): try await reader.next(upTo: limit)
        case .memory(let body): try body.next(upTo: limit)
        }
    }

    /// Reads the whole body into memory; throws `.tooLarge` above `limit` bytes, by default
    /// `Limits.body`.
    public func collect(upTo limit: Int? = nil) async throws(BodyError) -> [UInt8] {
        guard var bytes = try await next(upTo: limit) else { return [] }
        if let length { bytes.reserveCapacity(length) }
        while let more = try await next(upTo: limit) { bytes.append(contentsOf: more) }
        return bytes
    }
}

/// Why a body could not be read to its end.
public enum BodyError: Error, Equatable, Sendable {
    /// The body has more bytes than allowed, announced or sent.
    case tooLarge
    /// The peer sent less than `Limits.progress` within `Limits.bodyTimeout`, or the body was given up.
    case timedOut
    /// The peer closed the connection before the end.
    case disconnected
    /// The chunks are not framed as RFC 9112 §7.1 says.
    case malformed
    /// The request has been answered, or another task is reading.
    case closed
}

/// The body of a request built by hand.
private final class MemoryBody: Sendable {
    let count: Int
    private let bytes: Mutex<[UInt8]>
    private let limit: Int

    init(_ bytes: [UInt8], limit: Int) {
        count = bytes.count
        self.bytes = Mutex(bytes)
        self.limit = limit
    }

    func next(upTo limit: Int?) throws(BodyError) -> [UInt8]? {
        let taken = bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        guard taken.count <= limit ?? self.limit else { throw .tooLarge }
        return taken.isEmpty ? nil : taken
    }
}
