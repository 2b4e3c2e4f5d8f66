/// A drawn picture of a second-hand thing, for sample listings: 960 × 720 pixels.
///
/// The same motif, seed and shot always give the same picture.
public struct SamplePhoto: Sendable {
    private let motif: Motif
    private let seed: UInt64

    /// - Parameter seed: chooses the thing's colours and its surroundings.
    public init(of motif: Motif, seed: UInt64) {
        self.motif = motif
        self.seed = seed
    }

    /// One picture of the thing, as a JPEG.
    /// - Parameter shot: other numbers show the same thing in another place, from 0 on.
    /// - Throws: `.unreadable` when there is no memory.
    public func jpeg(shot: Int = 0) throws(PhotoError) -> [UInt8] {
        var sketch = try Sketch(seed: seed, shot: shot)
        sketch.drawRoom()
        sketch.draw(motif)
        return try sketch.canvas.jpeg()
    }
}
