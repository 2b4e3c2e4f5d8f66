/// One photo in three sizes, each a JPEG without metadata, upright, and never larger than the
/// original.
public struct Renditions: Equatable, Sendable {
    /// Of `full`, in pixels.
    public let width: Int
    /// Of `full`, in pixels.
    public let height: Int
    /// The shorter edge 320 pixels, so that a square tile of 160 CSS pixels is sharp on a screen
    /// of twice the density; the longer edge at most 640.
    public let thumbnail: [UInt8]
    /// The longer edge at most 1080 pixels.
    public let medium: [UInt8]
    /// The longer edge at most 2048 pixels.
    public let full: [UInt8]
}
