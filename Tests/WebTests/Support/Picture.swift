import CGD

/// Small pictures, valid and broken.
enum Picture {
    static let red = jpeg(48, 32, color: 0xC8_1E1E)
    static let green = jpeg(48, 32, color: 0x1E_C81E)
    static let blue = jpeg(48, 32, color: 0x1E_1EC8)

    /// A PNG that claims to be 60,000 pixels wide and high.
    static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

    static func jpeg(_ width: Int32, _ height: Int32, color: Int32) -> [UInt8] {
        drawn(width, height, color) { image, count in gdImageJpegPtr(image, &count, 90) }
    }

    static func png(_ width: Int32, _ height: Int32, color: Int32) -> [UInt8] {
        drawn(width, height, color) { image, count in gdImagePngPtr(image, &count) }
    }

    /// The JPEG with an Exif block (APP1): an orientation, and a place, which must not be published.
    static func tagged(_ jpeg: [UInt8], orientation: UInt8, place: String) -> [UInt8] {
        var block = Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{2}".utf8)
        block += [0x01, 0x0E, 0, 2, 0, 0, 0, UInt8(place.utf8.count), 0, 0, 0, 38]
        block += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        block += place.utf8
        let length = block.count + 2
        return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block
            + jpeg[2...]
    }

    /// The width and height of a JPEG in pixels; nil if it is not one.
    static func size(of jpeg: [UInt8]) -> [Int32]? {
        var bytes = jpeg
        guard let image = gdImageCreateFromJpegPtr(Int32(bytes.count), &bytes) else { return nil }
        defer { gdImageDestroy(image) }
        return [image.pointee.sx, image.pointee.sy]
    }

    private static func drawn(
        _ width: Int32, _ height: Int32, _ color: Int32,
        _ encode: (gdImagePtr, inout Int32) -> UnsafeMutableRawPointer?
    ) -> [UInt8] {
        guard let image = gdImageCreateTrueColor(width, height) else { return [] }
        defer { gdImageDestroy(image) }
        gdImageFilledRectangle(image, 0, 0, width - 1, height - 1, color)
        var count: Int32 = 0
        let bytes = encode(image, &count)
        defer { gdFree(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
