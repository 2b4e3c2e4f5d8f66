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

/// The weights of gzip and identity in Accept-Encoding (RFC 9110 §12.5.3), in thousandths. Of two
/// for the same coding the smaller counts.
struct AcceptEncoding {
    private static let full = 1000

    private var gzip: Int?
    private var identity: Int?
    /// `*`: any coding that is not listed.
    private var others: Int?

    init(_ headers: Headers) {
        let span = headers.bytes.span
        for field in headers.fields
        where span.extracting(field.name.wide).matches("Accept-Encoding") {
            take(span.extracting(field.value.wide))
        }
    }

    /// Whether gzip is acceptable and its weight is no less than that of identity.
    ///
    /// A request without the field accepts any coding, but a client that sends none mostly decodes
    /// none.
    var prefersGzip: Bool {
        guard let gzip = gzip ?? others, gzip > 0 else { return false }
        return gzip >= identity ?? others ?? 0
    }

    private mutating func take(_ list: Span<UInt8>) {
        var start = 0
        while start < list.count {
            let end = list.firstIndex(of: .comma, from: start) ?? list.count
            takeMember(list.extracting(list.trimmed(start..<end)))
            start = end + 1
        }
    }

    /// codings [ OWS ";" OWS "q=" qvalue ]. A malformed member is ignored.
    private mutating func takeMember(_ member: Span<UInt8>) {
        var weight = Self.full
        var nameEnd = member.count
        if let semicolon = member.firstIndex(of: .semicolon, from: 0) {
            let rest = member.trimmed(semicolon + 1..<member.count)
            guard let number = Self.weight(member.extracting(rest)) else { return }
            weight = number
            nameEnd = semicolon
        }
        let name = member.extracting(member.trimmed(0..<nameEnd))
        // §8.4.1.3: x-gzip is equivalent to gzip.
        if name.matches("gzip") || name.matches("x-gzip") {
            gzip = min(weight, gzip ?? weight)
        } else if name.matches("identity") {
            identity = min(weight, identity ?? weight)
        } else if name.equals("*") {
            others = min(weight, others ?? weight)
        }
    }

    /// qvalue (§12.4.2): from 0 to 1 with at most three decimals.
    private static func weight(_ text: Span<UInt8>) -> Int? {
        guard (3...7).contains(text.count), text[0].lowered == UInt8(ascii: "q"),
            text[1] == .equals, text[2].isDigit, text.count == 3 || text[3] == .dot
        else { return nil }
        var number = Int(text[2] - 48) * full
        var place = full / 10
        for index in 4..<max(text.count, 4) {
            guard text[index].isDigit else { return nil }
            number += Int(text[index] - 48) * place
            place /= 10
        }
        return number <= full ? number : nil
    }
}
