/// Develops uploaded bytes into renditions: checks, decodes, turns upright, scales, encodes anew.
///
/// Synchronous and busy for as long as it takes (a quarter of a second for 12 megapixels), holding
/// four bytes a pixel and more: run it off the event loops, and few at once.
public struct Darkroom: Sendable {
    private let mostBytes: Int
    private let mostPixels: Int
    private let longestSide: Int

    /// - Parameter longestSide: of the original, in pixels.
    public init(
        mostBytes: Int = 20 << 20, mostPixels: Int = 40_000_000, longestSide: Int = 20_000
    ) {
        self.mostBytes = mostBytes
        self.mostPixels = mostPixels
        self.longestSide = longestSide
    }

    /// Nothing is decoded before its header has been found within the limits.
    /// - Throws: any `PhotoError`.
    public func develop(_ bytes: Span<UInt8>) throws(PhotoError) -> Renditions {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        let header = try ImageHeader(reading: bytes)
        try checkLimits(header.size)
        let original = try Bitmap(decoding: bytes, as: header.type)
        guard original.size == header.size else { throw .unreadable }
        return try print(original, turned: header.orientation)
    }

    private func checkLimits(_ size: PixelSize) throws(PhotoError) {
        guard size.longerEdge <= longestSide, size.width * size.height <= mostPixels else {
            throw .tooManyPixels
        }
    }

    /// Scales before it turns, since the smaller picture turns faster.
    private func print(
        _ original: consuming Bitmap, turned orientation: Orientation
    ) throws(PhotoError) -> Renditions {
        let largest = original.size.fitting(longerEdge: 2048)
        let full = try original.scaled(to: largest).turned(orientation)
        let fullSize = full.size
        let fullBytes = try full.jpeg(quality: 82, progressive: true)
        let medium = try full.scaled(to: fullSize.fitting(longerEdge: 1080))
        let mediumBytes = try medium.jpeg(quality: 82, progressive: true)
        let thumbnail = try medium.scaled(to: fullSize.fittingThumbnail)
        return Renditions(
            width: fullSize.width, height: fullSize.height,
            thumbnail: try thumbnail.jpeg(quality: 82, progressive: false),
            medium: mediumBytes, full: fullBytes)
    }
}

extension PixelSize {
    fileprivate var fittingThumbnail: PixelSize {
        let longerEdge = min(640, (320 * self.longerEdge + shorterEdge - 1) / shorterEdge)
        return fitting(longerEdge: longerEdge)
    }
}
