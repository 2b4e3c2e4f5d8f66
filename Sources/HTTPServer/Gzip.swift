import CZlib
import Synchronization

/// Compresses whole bodies as RFC 1952 says.
///
/// Setting up zlib's memory, a quarter of a mebibyte, may cost more than compressing a page. So it
/// is kept for the next body: hold on to one `Gzip` for each use. Callers do not wait for each
/// other: those at work at the same moment have their own memory.
public final class Gzip: Sendable {
    /// In bytes; smaller bodies fit into one packet either way.
    static let leastToCompress = 1024

    private let level: Int32
    private let idle = Mutex<[Deflater]>([])

    /// - Parameter level: from 1, quick, to 9, small; what lies outside counts as the nearer end.
    public init(level: Int) {
        self.level = Int32(min(max(level, 1), 9))
    }

    /// The bytes compressed; nil when memory is short, or they come near 4 GiB.
    public func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let deflater = idle.withLock({ $0.popLast() }) ?? Deflater(level: level),
            let compressed = deflater.run(bytes)
        else { return nil }
        idle.withLock { $0.append(deflater) }
        return compressed
    }

    /// The bytes compressed, if they are many and that saves at least a tenth of them; nil when it
    /// is not worth it.
    public func variant(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= Self.leastToCompress, let compressed = compress(bytes) else {
            return nil
        }
        return compressed.count * 10 <= bytes.count * 9 ? compressed : nil
    }
}

/// One stream of zlib, begun anew for each body. Unchecked, since whoever took it out of the idle
/// ones has it alone.
private final class Deflater: @unchecked Sendable {
    /// The largest window, 32 KiB, as a power of two.
    private static let windowBits: Int32 = 15
    /// In a place of its own: zlib remembers the address.
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
                // A copy that is no larger than it must be: most are kept for long.
                return Array(target.prefix(Int(stream.pointee.total_out)))
            }
        }
    }
}
