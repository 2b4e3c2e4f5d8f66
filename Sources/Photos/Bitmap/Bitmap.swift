import CGD

/// A picture in memory, four bytes a pixel, owned by libgd and freed with this value.
struct Bitmap: ~Copyable {
    let size: PixelSize
    /// The rows, each of `size.width` pixels 0xAARRGGBB with alpha from 0 (opaque) to 127.
    let rows: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    private let image: gdImagePtr

    /// A black picture.
    /// - Throws: `.unreadable` when there is no memory.
    init(_ size: PixelSize) throws(PhotoError) {
        try self.init(owning: gdImageCreateTrueColor(Int32(size.width), Int32(size.height)))
    }

    /// Opaque: what was transparent is laid on white.
    /// - Throws: `.unreadable`.
    init(decoding bytes: Span<UInt8>, as type: ImageHeader.ImageType) throws(PhotoError) {
        _ = Self.silence
        guard let count = Int32(exactly: bytes.count) else { throw .tooLarge }
        let decoded = bytes.withUnsafeBytes { buffer in
            let data = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return switch type {
            // Warnings are let pass: real cameras pad the scan, and a cut is known already.
            case .jpeg: gdImageCreateFromJpegPtrEx(count, data, 1)
            case .png: gdImageCreateFromPngPtr(count, data)
            case .webp: gdImageCreateFromWebpPtr(count, data)
            }
        }
        try self.init(owning: decoded)
        if type != .jpeg { layOnWhite() }
    }

    private init(owning created: gdImagePtr?) throws(PhotoError) {
        guard let created else { throw .unreadable }
        guard gdImagePaletteToTrueColor(created) != 0, let pixels = created.pointee.tpixels else {
            gdImageDestroy(created)
            throw .unreadable
        }
        image = created
        size = PixelSize(width: Int(created.pointee.sx), height: Int(created.pointee.sy))
        // libgd allocates every row, so that none of these optional pointers is nil.
        rows = UnsafeMutableRawPointer(pixels)
            .assumingMemoryBound(to: UnsafeMutablePointer<Int32>.self)
    }

    deinit { gdImageDestroy(image) }

    /// libgd writes to standard error otherwise. Process-wide, so done once.
    private static let silence: Void = gdSetErrorMethod(nil)

    /// - Parameter quality: 0 to 100.
    /// - Throws: `.unreadable` when there is no memory.
    func jpeg(quality: Int32, progressive: Bool) throws(PhotoError) -> [UInt8] {
        gdImageInterlace(image, progressive ? 1 : 0)
        // The original's resolution is metadata too.
        gdImageSetResolution(image, 72, 72)
        var count: Int32 = 0
        guard let encoded = gdImageJpegPtr(image, &count, quality) else { throw .unreadable }
        defer { gdFree(encoded) }
        return [UInt8](UnsafeRawBufferPointer(start: encoded, count: Int(count)))
    }

    private func layOnWhite() {
        let transparent = image.pointee.transparent
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = rows[y][x]
                rows[y][x] = pixel == transparent ? 0xFF_FFFF : pixel.laidOnWhite
            }
        }
    }
}

extension Int32 {
    fileprivate var laidOnWhite: Int32 {
        let clear = self >> 24
        guard clear > 0 else { return self }
        let red = ((self >> 16 & 0xFF) * (127 - clear) + 255 * clear) / 127
        let green = ((self >> 8 & 0xFF) * (127 - clear) + 255 * clear) / 127
        let blue = ((self & 0xFF) * (127 - clear) + 255 * clear) / 127
        return red << 16 | green << 8 | blue
    }
}
