import CGD

/// A picture in memory, four bytes per pixel, owned by libgd and freed with this value.
struct Bitmap: ~Copyable {
    let size: PixelSize
    /// The rows, each `size.width` pixels of 0xAARRGGBB with alpha from 0 (opaque) to 127.
    let rows: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
    private let image: gdImagePtr

    /// Creates a black picture.
    /// - Throws: `.unreadable` if there is no memory.
    init(_ size: PixelSize) throws(PhotoError) {
        try self.init(owning: gdImageCreateTrueColor(Int32(size.width), Int32(size.height)))
    }

    /// Decodes a picture and makes it opaque: transparent pixels are blended with white.
    /// - Throws: `.unreadable`.
    init(decoding bytes: Span<UInt8>, as type: ImageHeader.ImageType) throws(PhotoError) {
        _ = Self.silence
        guard let count = Int32(exactly: bytes.count) else { throw .tooLarge }
        let decoded = bytes.withUnsafeBytes { buffer in
            let data = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return switch type {
            // Warnings are ignored: real cameras pad the scan, and `ImageHeader` has already caught truncation.
            case .jpeg: gdImageCreateFromJpegPtrEx(count, data, 1)
            case .png: gdImageCreateFromPngPtr(count, data)
            case .webp: gdImageCreateFromWebpPtr(count, data)
            }
        }
        try self.init(owning: decoded)
        if type != .jpeg { removeTransparency() }
    }

    private init(owning created: gdImagePtr?) throws(PhotoError) {
        guard let created else { throw .unreadable }
        guard gdImagePaletteToTrueColor(created) != 0, let pixels = created.pointee.tpixels else {
            gdImageDestroy(created)
            throw .unreadable
        }
        image = created
        size = PixelSize(width: Int(created.pointee.sx), height: Int(created.pointee.sy))
        // libgd allocates every row, so none of these optional pointers is nil.
        rows = UnsafeMutableRawPointer(pixels)
            .assumingMemoryBound(to: UnsafeMutablePointer<Int32>.self)
    }

    deinit { gdImageDestroy(image) }

    /// Keeps libgd from writing to standard error. Process-wide, so done once.
    private static let silence: Void = gdSetErrorMethod(nil)

    /// - Parameter quality: 0 to 100.
    /// - Throws: `.unreadable` if there is no memory.
    func jpeg(quality: Int32, progressive: Bool) throws(PhotoError) -> [UInt8] {
        gdImageInterlace(image, progressive ? 1 : 0)
        // The original's resolution is metadata too.
        gdImageSetResolution(image, 72, 72)
        var count: Int32 = 0
        guard let encoded = gdImageJpegPtr(image, &count, quality) else { throw .unreadable }
        defer { gdFree(encoded) }
        return [UInt8](UnsafeRawBufferPointer(start: encoded, count: Int(count)))
    }

    private func removeTransparency() {
        let transparent = image.pointee.transparent
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = rows[y][x]
                rows[y][x] = pixel == transparent ? 0xFF_FFFF : pixel.blendedWithWhite
            }
        }
    }
}

extension Int32 {
    fileprivate var blendedWithWhite: Int32 {
        let clear = self >> 24
        guard clear > 0 else { return self }
        let red = ((self >> 16 & 0xFF) * (127 - clear) + 255 * clear) / 127
        let green = ((self >> 8 & 0xFF) * (127 - clear) + 255 * clear) / 127
        let blue = ((self & 0xFF) * (127 - clear) + 255 * clear) / 127
        return red << 16 | green << 8 | blue
    }
}

// MARK: - Orientation

extension Bitmap {
    /// The picture turned upright; the same picture if it already is.
    /// - Throws: `.unreadable` if there is no memory.
    consuming func oriented(_ orientation: Orientation) throws(PhotoError) -> Bitmap {
        guard orientation != .up else { return self }
        let upright = try Bitmap(orientation.swapsAxes ? size.transposed : size)
        let (swapsAxes, lastColumn, lastRow) = (
            orientation.swapsAxes, size.width - 1, size.height - 1
        )
        let (reversesColumns, reversesRows) = (
            orientation.reversesColumns, orientation.reversesRows
        )
        for y in 0..<upright.size.height {
            for x in 0..<upright.size.width {
                let (column, row) = swapsAxes ? (y, x) : (x, y)
                upright.rows[y][x] =
                    rows[reversesRows ? lastRow - row : row][
                        reversesColumns ? lastColumn - column : column]
            }
        }
        return upright
    }
}

// MARK: - Scaling

extension Bitmap {
    /// Scales down, each new pixel the mean of the area it covers; a picture of that size stays the same.
    ///
    /// Lengths stay integers: when an edge shrinks from `old` to `new` pixels, an old pixel counts as `new`
    /// units and a new pixel as `old` units.
    /// - Throws: `.unreadable` if there is no memory.
    consuming func scaled(to smaller: PixelSize) throws(PhotoError) -> Bitmap {
        guard smaller != size else { return self }
        let result = try Bitmap(smaller)
        let mean = 1 / Float(size.width * size.height)
        let spans = (0..<smaller.width).map { PixelSpan($0, of: size.width, to: smaller.width) }
        var sums = [SIMD4<Float>](repeating: .zero, count: smaller.width)
        var target = 0
        for y in 0..<size.height {
            let beyond = (y + 1) * smaller.height - (target + 1) * size.height
            add(row: y, spans, weight: smaller.height - max(0, beyond), to: &sums)
            guard beyond >= 0 else { continue }
            for x in sums.indices {
                result.rows[target][x] = Int32(color: sums[x] * mean)
                sums[x] = .zero
            }
            target += 1
            if beyond > 0 { add(row: y, spans, weight: beyond, to: &sums) }
        }
        return result
    }

    /// Adds the row's share to each of the new pixels that it contributes to.
    private func add(
        row y: Int, _ spans: [PixelSpan], weight: Int, to sums: inout [SIMD4<Float>]
    ) {
        let row = rows[y]
        let weight = Float(weight)
        for (x, span) in spans.enumerated() {
            var share = Channels()
            for whole in span.first + 1..<span.last { share.add(row[whole]) }
            share.multiply(by: spans.count)
            share.add(row[span.first], weight: span.firstWeight)
            if span.lastWeight > 0 { share.add(row[span.last], weight: span.lastWeight) }
            sums[x] += share.color * weight
        }
    }
}

/// The old pixels that a new one covers along a row: the first one partly, then whole ones, and the last
/// one partly or not at all.
private struct PixelSpan {
    let first: Int
    let last: Int
    let firstWeight: Int
    let lastWeight: Int

    init(_ x: Int, of old: Int, to new: Int) {
        first = x * old / new
        last = (x + 1) * old / new
        firstWeight = (first + 1) * new - x * old
        lastWeight = (x + 1) * old - last * new
    }
}

/// Sums of a few pixels' red, green and blue.
private struct Channels {
    private var red = 0
    private var green = 0
    private var blue = 0

    var color: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }

    mutating func add(_ pixel: Int32, weight: Int = 1) {
        red &+= Int(pixel >> 16 & 0xFF) &* weight
        green &+= Int(pixel >> 8 & 0xFF) &* weight
        blue &+= Int(pixel & 0xFF) &* weight
    }

    mutating func multiply(by factor: Int) {
        red *= factor
        green *= factor
        blue *= factor
    }
}

extension Int32 {
    /// An opaque pixel of red, green and blue, each from 0 to 255.
    fileprivate init(color: SIMD4<Float>) {
        self = Int32(color.x + 0.5) << 16 | Int32(color.y + 0.5) << 8 | Int32(color.z + 0.5)
    }
}
