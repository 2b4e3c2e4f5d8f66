/// Why bytes were not developed into a photo.
public enum PhotoError: Error, Equatable, Sendable {
    /// Neither JPEG nor PNG nor still WebP, whatever its name says: SVG, GIF, HEIC, moving WebP.
    case unsupportedType
    /// More bytes than the darkroom takes.
    case tooLarge
    /// More pixels, or a longer side, than the darkroom takes.
    case tooManyPixels
    /// Cut short or damaged, or there is no memory left to develop it in.
    case unreadable
}
