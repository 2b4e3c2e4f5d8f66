import CZlib
import Synchronization

/// Compresses whole bodies in the gzip coding (RFC 1952).
///
/// Setting up zlib's memory, a quarter of a mebibyte, may cost more than compressing a page, so it
/// is reused for the next body: keep one `Gzip` for each use. Concurrent callers do not wait for
/// each other: each has a stream of its own.
public final class Gzip: Sendable {
    /// In bytes; a smaller body fits into one packet either way.
    static let leastToCompress = 1024

    private let level: Int32
    private let idle = Mutex<[Deflater]>([])

    /// - Parameter level: from 1, quick, to 9, small; clamped to that range.
    public init(level: Int) {
        self.level = Int32(min(max(level, 1), 9))
    }

    /// The bytes compressed; nil when memory is short, or from about 4 GiB on.
    public func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let deflater = idle.withLock({ $0.popLast() }) ?? Deflater(level: level),
            let compressed = deflater.run(bytes)
        else { return nil }
        idle.withLock { $0.append(deflater) }
        return compressed
    }

    /// The bytes compressed; nil when they are fewer than 1,024, or when that saves less than a
    /// tenth.
    public func variant(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= Self.leastToCompress, let compressed = compress(bytes) else {
            return nil
        }
        return compressed.count * 10 <= bytes.count * 9 ? compressed : nil
    }
}

/// One stream of zlib, reset for each body.
///
/// Unchecked because it is used only by the caller that took it out of `idle`.
private final class Deflater: @unchecked Sendable {
    /// The largest window, 32 KiB, as a power of two.
    private static let windowBits: Int32 = 15
    /// Allocated apart: zlib remembers the address.
    private let stream: UnsafeMutablePointer<z_stream>

    init?(level: Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard jangteo_gzip_begin(stream, level, Self.windowBits) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func run(_ bytes: [UInt8]) -> [UInt8]? {
        guard deflateReset(stream) == Z_OK, let count = UInt32(exactly: bytes.count),
            let bound = UInt32(exactly: deflateBound(stream, UInt(count)))
        else { return nil }
        return bytes.withUnsafeBufferPointer { source in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(bound)) { target in
                stream.pointee.next_in = source.baseAddress
                stream.pointee.avail_in = count
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = bound
                guard deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
                // A copy of the exact size: most are kept for long.
                return Array(target.prefix(Int(stream.pointee.total_out)))
            }
        }
    }
}

extension Response {
    /// Compresses the body, which must be text, for this one request, if the client accepts gzip
    /// and that saves at least a tenth.
    ///
    /// For several requests a `Representation`, compressed once, is better. A compressed size
    /// reveals something of the content (BREACH): do not compress a secret together with text that
    /// a stranger chooses.
    ///
    /// - Parameter tag: of the uncompressed body; the compressed one gets it with `-gzip` appended.
    public mutating func compress(
        with gzip: Gzip, for request: Request, tag: EntityTag? = nil
    ) {
        var tag = tag
        if case .bytes(let bytes) = body, bytes.count >= Gzip.leastToCompress {
            append("Vary", "Accept-Encoding" as StaticString)
            if request.acceptsGzip, let compressed = gzip.variant(of: bytes) {
                body = .bytes(compressed)
                append("Content-Encoding", "gzip" as StaticString)
                tag = tag?.gzipped
            }
        }
        if let tag { append("ETag", tag.field) }
    }
}
