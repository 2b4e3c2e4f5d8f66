import CZlib

/// Decompresses exactly one member (RFC 1952), verifying its checksum and length; returns nil if
/// the bytes are anything else, or more.
func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    // Adding 16 accepts the gzip format of RFC 1952 only.
    guard inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var plain: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    return bytes.withUnsafeBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        while true {
            let (code, count) = piece.withUnsafeMutableBufferPointer { target in
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                let code = inflate(&stream, Z_NO_FLUSH)
                return (code, target.count - Int(stream.avail_out))
            }
            plain += piece[..<count]
            if code == Z_STREAM_END { return stream.avail_in == 0 ? plain : nil }
            guard code == Z_OK else { return nil }
        }
    }
}
