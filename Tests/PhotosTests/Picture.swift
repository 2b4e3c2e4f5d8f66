import CGD

@testable import Photos

/// A small picture that tests encode, and whose pixels they check.
final class Picture {
    static let red: Int32 = 0xC8_1E1E
    static let green: Int32 = 0x1E_C81E
    static let blue: Int32 = 0x1E_1EC8
    static let yellow: Int32 = 0xD2_D21E

    private let image: gdImagePtr
    var width: Int { Int(image.pointee.sx) }
    var height: Int { Int(image.pointee.sy) }

    private init(width: Int, height: Int) {
        image = gdImageCreateTrueColor(Int32(width), Int32(height))!
    }

    convenience init(_ width: Int, _ height: Int, pixel: (_ x: Int, _ y: Int) -> Int32) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { image.pointee.tpixels[y]![x] = pixel(x, y) }
        }
    }

    init?(jpeg: [UInt8]) {
        var bytes = jpeg
        guard let image = gdImageCreateFromJpegPtrEx(Int32(jpeg.count), &bytes, 0) else {
            return nil
        }
        self.image = image
    }

    deinit { gdImageDestroy(image) }

    /// Red and green above, blue and yellow below.
    static func quarters(_ width: Int, _ height: Int) -> Picture {
        let picture = Picture(width: width, height: height)
        let (right, below) = (Int32(width), Int32(height))
        gdImageFilledRectangle(picture.image, 0, 0, right, below, yellow)
        gdImageFilledRectangle(picture.image, 0, below / 2, right / 2 - 1, below, blue)
        gdImageFilledRectangle(picture.image, right / 2, 0, right, below / 2 - 1, green)
        gdImageFilledRectangle(picture.image, 0, 0, right / 2 - 1, below / 2 - 1, red)
        return picture
    }

    /// The colours in the corners: above left, above right, below left, below right.
    var corners: [Int32] {
        let (right, below) = (width - 2, height - 2)
        return [(1, 1), (right, 1), (1, below), (right, below)].map { nearest(self[$0.0, $0.1]) }
    }

    subscript(x: Int, y: Int) -> Int32 { gdImageGetTrueColorPixel(image, Int32(x), Int32(y)) }

    func jpeg(quality: Int32 = 95, progressive: Bool = false) -> [UInt8] {
        gdImageInterlace(image, progressive ? 1 : 0)
        var count: Int32 = 0
        return taken(gdImageJpegPtr(image, &count, quality), count)
    }

    func png() -> [UInt8] {
        gdImageSaveAlpha(image, 1)
        var count: Int32 = 0
        return taken(gdImagePngPtr(image, &count), count)
    }

    func palettePNG() -> [UInt8] {
        gdImageTrueColorToPalette(image, 0, 16)
        return png()
    }

    func webp(quality: Int32 = 90) -> [UInt8] {
        var count: Int32 = 0
        return taken(gdImageWebpPtrEx(image, &count, quality), count)
    }

    private func taken(_ bytes: UnsafeMutableRawPointer?, _ count: Int32) -> [UInt8] {
        defer { gdFree(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    private func nearest(_ pixel: Int32) -> Int32 {
        [Self.red, Self.green, Self.blue, Self.yellow].min {
            distance($0, pixel) < distance($1, pixel)
        }!
    }
}

/// The sum of the channels' differences.
func distance(_ one: Int32, _ other: Int32) -> Int {
    [0, 8, 16].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.reduce(0, +)
}

/// The error that processing the bytes throws; nil if they become a photo.
func failure(_ bytes: [UInt8], in processor: PhotoProcessor = PhotoProcessor()) -> PhotoError? {
    do throws(PhotoError) {
        _ = try processor.process(bytes.span)
        return nil
    } catch {
        return error
    }
}

func readHeader(_ bytes: [UInt8]) throws(PhotoError) -> ImageHeader {
    try ImageHeader(reading: bytes.span)
}
