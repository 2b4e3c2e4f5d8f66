/// A small PNG of one colour (PNG third edition; zlib and deflate by RFC 1950 and 1951, stored).
struct Picture {
    let png: [UInt8]

    /// - Parameter name: determines the colour.
    init(_ name: String) {
        let side = 64
        let hash = Self.adler32(Array(name.utf8))
        let color = [UInt8(hash & 0xFF), UInt8(hash >> 8 & 0xFF), UInt8(hash >> 16 & 0xFF)]
        let row = [0] + Array(repeating: color, count: side).joined()
        let pixels = Array(Array(repeating: row, count: side).joined())
        let header = Self.bigEndian(UInt32(side)) + Self.bigEndian(UInt32(side)) + [8, 2, 0, 0, 0]
        png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", header) + Self.chunk("IDAT", Self.stored(pixels))
            + Self.chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + named + bigEndian(crc32(named))
    }

    /// A stored block of at most 65,535 bytes.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        let sizes = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + sizes + bytes + bigEndian(adler32(bytes))
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return ~crc
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
