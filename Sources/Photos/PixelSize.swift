/// Width and height in pixels, both at least 1.
struct PixelSize: Equatable, Sendable {
    let width: Int
    let height: Int

    var longerEdge: Int { max(width, height) }
    var shorterEdge: Int { min(width, height) }
    var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// The same shape with at most so long an edge; itself when it fits already.
    func fitting(longerEdge limit: Int) -> PixelSize {
        guard longerEdge > limit else { return self }
        return PixelSize(width: shrunk(width, to: limit), height: shrunk(height, to: limit))
    }

    private func shrunk(_ edge: Int, to limit: Int) -> Int {
        max(1, (edge * limit + longerEdge / 2) / longerEdge)
    }
}
