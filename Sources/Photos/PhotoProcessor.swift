/// Turns uploaded bytes into renditions: checks, decodes, orients, scales and re-encodes them.
///
/// Synchronous and CPU-bound (a quarter of a second for 12 megapixels), with four or more bytes of memory
/// per pixel: run it off the event loops, and only a few at once.
public struct PhotoProcessor: Sendable {
    private let maxBytes: Int
    private let maxPixels: Int
    private let maxSide: Int

    /// - Parameters:
    ///   - maxBytes: the size of the upload.
    ///   - maxPixels: width times height of the original.
    ///   - maxSide: the longer edge of the original, in pixels.
    public init(
        maxBytes: Int = 20 << 20, maxPixels: Int = 40_000_000, maxSide: Int = 20_000
    ) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.maxSide = maxSide
    }

    /// Decodes a picture only after its header has been found within the limits.
    /// - Throws: any `PhotoError`.
    public func process(_ bytes: Span<UInt8>) throws(PhotoError) -> Renditions {
        guard bytes.count <= maxBytes else { throw .tooLarge }
        let header = try ImageHeader(reading: bytes)
        try checkLimits(header.size)
        let original = try Bitmap(decoding: bytes, as: header.type)
        guard original.size == header.size else { throw .unreadable }
        return try renditions(of: original, orientation: header.orientation)
    }

    private func checkLimits(_ size: PixelSize) throws(PhotoError) {
        guard size.longerEdge <= maxSide, size.width * size.height <= maxPixels else {
            throw .tooManyPixels
        }
    }

    /// Scales before orienting, since orienting the smaller picture takes less time.
    func renditions(
        of original: consuming Bitmap, orientation: Orientation
    ) throws(PhotoError) -> Renditions {
        let largest = original.size.fitting(longerEdge: 2048)
        let full = try original.scaled(to: largest).oriented(orientation)
        let fullSize = full.size
        let fullBytes = try full.jpeg(quality: 82, progressive: true)
        let mediumSize = fullSize.fittingMedium
        let medium = try full.scaled(to: mediumSize)
        let isSame = mediumSize == fullSize
        let mediumBytes = isSame ? fullBytes : try medium.jpeg(quality: 82, progressive: true)
        let thumbnail = try medium.scaled(to: fullSize.fittingThumbnail)
        return Renditions(
            width: fullSize.width, height: fullSize.height,
            thumbnail: try thumbnail.jpeg(quality: 82, progressive: false),
            medium: mediumBytes, full: fullBytes)
    }
}

extension PixelSize {
    fileprivate var fittingMedium: PixelSize { fitting(longerEdge: 1080) }

    fileprivate var fittingThumbnail: PixelSize {
        let longerEdge = min(640, (320 * self.longerEdge + shorterEdge - 1) / shorterEdge)
        return fitting(longerEdge: longerEdge)
    }
}

/// One photo in three sizes, each a JPEG without metadata, upright, and never larger than the original.
public struct Renditions: Equatable, Sendable {
    /// The width of `full`, in pixels.
    public let width: Int
    /// The height of `full`, in pixels.
    public let height: Int
    /// The shorter edge is 320 pixels, so that a square tile of 160 CSS pixels is sharp on a screen of twice
    /// the density; the longer edge is at most 640.
    public let thumbnail: [UInt8]
    /// The longer edge is at most 1080 pixels.
    public let medium: [UInt8]
    /// The longer edge is at most 2048 pixels.
    public let full: [UInt8]

    /// The widths of the two smaller renditions in pixels, for a full one of this size.
    public static func widths(
        ofFull width: Int, _ height: Int
    ) -> (thumbnail: Int, medium: Int) {
        let full = PixelSize(width: width, height: height)
        return (full.fittingThumbnail.width, full.fittingMedium.width)
    }

    /// The height of the medium rendition in pixels, for a full one of this size.
    public static func mediumHeight(ofFull width: Int, _ height: Int) -> Int {
        PixelSize(width: width, height: height).fittingMedium.height
    }
}

/// Why uploaded bytes did not become a photo.
public enum PhotoError: Error, Equatable, Sendable {
    /// Neither JPEG nor PNG nor still WebP, whatever the file name says: SVG, GIF, animated WebP.
    case unsupportedType
    /// HEIC or AVIF, as phones make them.
    case heif
    /// No bytes at all.
    case empty
    /// More bytes than `maxBytes`.
    case tooLarge
    /// More pixels than `maxPixels`, or a longer edge than `maxSide`.
    case tooManyPixels
    /// Truncated or damaged, or there is no memory left to process it.
    case unreadable
}

/// Width and height in pixels, both at least 1.
struct PixelSize: Equatable, Sendable {
    let width: Int
    let height: Int

    var longerEdge: Int { max(width, height) }
    var shorterEdge: Int { min(width, height) }
    var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// The same proportions with at most that longer edge; unchanged if it fits already.
    func fitting(longerEdge limit: Int) -> PixelSize {
        guard longerEdge > limit else { return self }
        return PixelSize(width: shrunk(width, to: limit), height: shrunk(height, to: limit))
    }

    private func shrunk(_ edge: Int, to limit: Int) -> Int {
        max(1, (edge * limit + longerEdge / 2) / longerEdge)
    }
}
