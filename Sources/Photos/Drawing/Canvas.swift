/// Fills shapes on a bitmap, with smooth edges.
struct Canvas: ~Copyable {
    let bitmap: Bitmap
    /// The change in coverage from each pixel of a row to the next; `paint` sums them up.
    private var changes: [Double]

    /// The number of lines that sample each row of pixels to find how much of a pixel a shape covers.
    private static let linesPerRow = 8

    init(_ size: PixelSize) throws(PhotoError) {
        bitmap = try Bitmap(size)
        changes = [Double](repeating: 0, count: (size.width + 2) * size.height)
    }

    /// Fills with one colour, or with a gradient from the shape's top to its bottom.
    mutating func fill(_ shape: Shape, _ top: Color, _ bottom: Color, opacity: Double = 1) {
        let (x, y) = shape.extent
        let rows = pixels(y, of: bitmap.size.height)
        guard !rows.isEmpty else { return }
        // Wider than the shape by more than the rounding errors of `trace`.
        let columns = pixels(x.lowerBound - 1...x.upperBound + 2, of: bitmap.size.width + 2)
        for (index, point) in shape.points.enumerated() {
            trace(from: point, to: shape.points[(index + 1) % shape.points.count])
        }
        for row in rows {
            let share = (Double(row) - y.lowerBound) / max(1, y.upperBound - y.lowerBound)
            let color = top.mixed(with: bottom, min(1, max(0, share)))
            paint(row, columns, color, opacity: opacity)
        }
    }

    /// The pixels along one axis that the extent touches, clipped to the picture.
    private func pixels(_ extent: ClosedRange<Double>, of count: Int) -> Range<Int> {
        let end = min(count, Int(max(0, extent.upperBound)) + 1)
        return min(end, Int(max(0, extent.lowerBound)))..<end
    }

    /// Records where the edge crosses each line: there the inside begins or ends.
    private mutating func trace(from start: Point, to end: Point) {
        let lines = Double(Self.linesPerRow)
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        let first = Int(max(0, upper.y * lines + 0.5))
        let last = Int(max(0, min(Double(bitmap.size.height), lower.y) * lines + 0.5))
        let change = (start.y < end.y ? 1 : -1) / lines
        let width = Double(bitmap.size.width)
        for line in first..<max(first, last) {
            let y = (Double(line) + 0.5) / lines
            let along = (y - upper.y) / (lower.y - upper.y)
            let x = min(width, max(0, upper.x + (lower.x - upper.x) * along))
            let index = line / Self.linesPerRow * (bitmap.size.width + 2) + Int(x)
            let part = x - x.rounded(.down)
            changes[index] += change * (1 - part)
            changes[index + 1] += change * part
        }
    }

    /// Sums up the changes along the row, and resets them for the next shape.
    private mutating func paint(
        _ y: Int, _ columns: Range<Int>, _ color: Color, opacity: Double
    ) {
        let (start, width) = (y * (bitmap.size.width + 2), bitmap.size.width)
        let (row, pixel) = (bitmap.rows[y], color.pixel)
        // Avoids a bounds check per index: a picture's pixels are painted about ten times.
        changes.withUnsafeMutableBufferPointer { changes in
            var inside = 0.0
            for x in columns {
                inside += changes[start + x]
                changes[start + x] = 0
                let share = min(1, abs(inside)) * opacity
                guard share > 0.002, x < width else { continue }
                row[x] =
                    share > 0.998 ? pixel : Color(hex: row[x]).mixed(with: color, share).pixel
            }
        }
    }
}
