/// What a picture's container says of it, read without decoding a pixel.
///
/// The whole container is walked to its end mark, so a picture that was cut short is known here.
struct ImageHeader: Equatable, Sendable {
    enum ImageType: Sendable { case jpeg, png, webp }

    let type: ImageType
    /// As stored, before `orientation` is applied.
    let size: PixelSize
    let orientation: Orientation

    /// Goes by the content's first bytes alone.
    /// - Throws: `.unsupportedType`, `.unreadable`.
    init(reading bytes: Span<UInt8>) throws(PhotoError) {
        if bytes.holds([0xFF, 0xD8, 0xFF], at: 0) {
            self = try .jpeg(bytes)
        } else if bytes.holds(Self.pngSignature, at: 0) {
            self = try .png(bytes)
        } else if bytes.holds("RIFF", at: 0), bytes.holds("WEBP", at: 8) {
            self = try .webp(bytes)
        } else {
            throw .unsupportedType
        }
    }

    init(
        type: ImageType, width: Int, height: Int, orientation: Orientation?
    ) throws(PhotoError) {
        guard width > 0, height > 0 else { throw .unreadable }
        self.type = type
        self.size = PixelSize(width: width, height: height)
        self.orientation = orientation ?? .up
    }
}
