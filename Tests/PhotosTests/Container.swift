@testable import Photos

/// Image containers put together by hand, block by block.
enum Container {
    /// A TIFF block whose only entry is the orientation.
    static func exif(_ orientation: Int, _ order: ByteOrder, prefixed: Bool = true) -> [UInt8] {
        let number = { (value: Int, size: Int) -> [UInt8] in
            let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
            return order == .little ? bytes : bytes.reversed()
        }
        var block: [UInt8] = prefixed ? Array("Exif\0\0".utf8) : []
        block += order == .little ? [0x49, 0x49] : [0x4D, 0x4D]
        block += number(42, 2)
        block += number(8, 4)
        block += number(1, 2)
        block += number(0x0112, 2)
        block += number(3, 2)
        block += number(1, 4)
        block += number(orientation, 2)
        block += [0, 0, 0, 0, 0, 0]
        return block
    }

    /// The JPEG with another segment after its first marker.
    static func jpeg(_ bytes: [UInt8], adding code: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        let segment = [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)] + data
        return inserted(segment, into: bytes, at: 2)
    }

    /// The PNG with another chunk after its header, with a valid checksum.
    static func png(_ bytes: [UInt8], adding name: String, _ data: [UInt8]) -> [UInt8] {
        inserted(chunk(name, data), into: bytes, at: 33)
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(checksum(body)))
    }

    /// A PNG that only claims to be that large.
    static func emptyPNG(_ width: Int, _ height: Int) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        return [
            ImageHeader.pngSignature, chunk("IHDR", header), chunk("IDAT", []), chunk("IEND", []),
        ]
        .flatMap { $0 }
    }

    /// The WebP in the extended format, with an EXIF chunk and these flags.
    static func webp(
        _ bytes: [UInt8], _ width: Int, _ height: Int, flags: UInt8 = 0x08, exif: [UInt8]
    ) -> [UInt8] {
        var chunks = Array("VP8X".utf8) + littleEndian(10, 4) + [flags, 0, 0, 0]
        chunks += littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
        chunks += bytes.dropFirst(12)
        chunks += Array("EXIF".utf8) + littleEndian(exif.count, 4) + exif
        if !exif.count.isMultiple(of: 2) { chunks.append(0) }
        let head = Array("RIFF".utf8) + littleEndian(chunks.count + 4, 4) + Array("WEBP".utf8)
        return head + chunks
    }

    private static func inserted(_ part: [UInt8], into bytes: [UInt8], at place: Int) -> [UInt8] {
        var whole = bytes
        whole.insert(contentsOf: part, at: place)
        return whole
    }

    static func bigEndian(_ value: Int) -> [UInt8] { littleEndian(value, 4).reversed() }

    static func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    /// CRC-32 (ISO 3309), as PNG uses it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
