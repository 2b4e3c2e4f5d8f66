import Market

/// Why there are no samples, or fewer than asked for.
public enum SamplesError: Error, Equatable, Sendable {
    /// No memory to draw or develop a photo in.
    case cannotDraw
    /// The market refuses a sample's price.
    case price(PriceError)
    case storage(StorageError)
}
