import CZlib
import Synchronization

/// Compresses whole bodies in the gzip coding (RFC 1952).
///
/// Setting up zlib's memory, 256 KiB, may cost more than compressing a page, so it is reused for the next
/// body: keep one `Gzip` for each use. Concurrent callers do not wait for each other, as each has a stream
/// of its own.
public final class Gzip: Sendable {
    /// In bytes; a smaller body fits into one packet either way.
    static let leastToCompress = 1024

    private let level: Int32
    private let idle = Mutex<[Deflater]>([])

    /// - Parameter level: from 1 (fastest) to 9 (smallest); clamped to that range.
    public init(level: Int) {
        self.level = Int32(min(max(level, 1), 9))
    }

    /// The compressed bytes; nil if memory is short, or from about 4 GiB on.
    public func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let deflater = idle.withLock({ $0.popLast() }) ?? newDeflater(),
            let compressed = deflater.run(bytes)
        else { return nil }
        idle.withLock { $0.append(deflater) }
        return compressed
    }

    /// A deflater for one body that is made piece by piece; nil if memory is short.
    func newDeflater() -> Deflater? { Deflater(level: level) }

    /// The compressed bytes; nil if there are fewer than 1,024 bytes, or if that saves less than a tenth.
    public func variant(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= Self.leastToCompress, let compressed = compress(bytes) else {
            return nil
        }
        return compressed.count * 10 <= bytes.count * 9 ? compressed : nil
    }
}

/// One zlib stream, reset for each body.
///
/// Unchecked `Sendable` because only the caller that took it out of `idle`, or created it, uses it.
final class Deflater: @unchecked Sendable {
    /// The largest window, 32 KiB, as a power of two.
    private static let windowBits: Int32 = 15
    /// Allocated separately, because zlib remembers its address.
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
                // Copied at the exact size, since most compressed bodies are kept for long.
                return Array(target.prefix(Int(stream.pointee.total_out)))
            }
        }
    }
}

extension Deflater {
    /// In bytes; zlib emits what it has gathered when it has about this much.
    private static let roomForPiece = 32 << 10

    /// Adds these bytes to the body, and returns what is ready to be sent; often nothing.
    /// - Parameter isLast: whether the body ends with them; nothing may follow.
    ///
    /// Not inlined: in an async function the buffer would be part of the task's memory, which a task keeps for
    /// as long as the stream is open.
    @inline(never)
    func add(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var compressed: [UInt8] = []
        bytes.withUnsafeBufferPointer { source in
            stream.pointee.next_in = source.baseAddress
            stream.pointee.avail_in = UInt32(source.count)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.roomForPiece) { target in
                repeat {
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(target.count)
                    deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    compressed += target[..<(target.count - Int(stream.pointee.avail_out))]
                } while stream.pointee.avail_out == 0
            }
        }
        return compressed
    }
}

extension Response {
    /// Compresses the body, which must be text, for this one request, if the client accepts gzip and that
    /// saves at least a tenth. A stream is compressed regardless of the saving, but not if it has a
    /// heartbeat: its news would wait in the compressor.
    ///
    /// For several requests, a `Representation` that is compressed once is better. A compressed size reveals
    /// something of the content (BREACH): do not compress a secret together with text that a stranger
    /// chooses.
    ///
    /// - Parameter tag: the tag of the uncompressed body; the compressed one gets it with `-gzip` appended.
    public mutating func compress(
        with gzip: Gzip, for request: Request, tag: EntityTag? = nil
    ) {
        var tag = tag
        if mayBeCompressed {
            append("Vary", "Accept-Encoding" as StaticString)
            if request.acceptsGzip, let compressed = compressedBody(with: gzip) {
                body = compressed
                append("Content-Encoding", "gzip" as StaticString)
                tag = tag?.gzipped
            }
        }
        if let tag { fields.append(tag) }
    }

    private var mayBeCompressed: Bool {
        switch body {
        case .bytes(let bytes): bytes.count >= Gzip.leastToCompress
        case .stream(let stream): stream.heartbeat.isEmpty
        case .none, .file: false
        }
    }

    private func compressedBody(with gzip: Gzip) -> Body? {
        switch body {
        case .bytes(let bytes): gzip.variant(of: bytes).map { .bytes($0) }
        case .stream(let stream): stream.compressed(with: gzip).map { .stream($0) }
        case .none, .file: nil
        }
    }
}
