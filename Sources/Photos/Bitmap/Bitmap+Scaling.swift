extension Bitmap {
    /// Scales down, each new pixel the mean of the area it covers; itself when it has that size.
    ///
    /// Lengths are kept whole: of an edge of `old` pixels that becomes one of `new`, an old pixel
    /// measures `new` and a new pixel `old`.
    /// - Throws: `.unreadable` when there is no memory.
    consuming func scaled(to smaller: PixelSize) throws(PhotoError) -> Bitmap {
        guard smaller != size else { return self }
        let result = try Bitmap(smaller)
        let mean = 1 / Float(size.width * size.height)
        let spans = (0..<smaller.width).map { PixelSpan($0, of: size.width, to: smaller.width) }
        var sums = [SIMD4<Float>](repeating: .zero, count: smaller.width)
        var target = 0
        for y in 0..<size.height {
            let beyond = (y + 1) * smaller.height - (target + 1) * size.height
            add(row: y, spans, weight: smaller.height - max(0, beyond), to: &sums)
            guard beyond >= 0 else { continue }
            for x in sums.indices {
                result.rows[target][x] = Int32(color: sums[x] * mean)
                sums[x] = .zero
            }
            target += 1
            if beyond > 0 { add(row: y, spans, weight: beyond, to: &sums) }
        }
        return result
    }

    /// Adds the row's share to each of the new pixels that it is squeezed into.
    private func add(
        row y: Int, _ spans: [PixelSpan], weight: Int, to sums: inout [SIMD4<Float>]
    ) {
        let row = rows[y]
        let weight = Float(weight)
        for (x, span) in spans.enumerated() {
            var share = Channels()
            for whole in span.first + 1..<span.last { share.add(row[whole]) }
            share.multiply(by: spans.count)
            share.add(row[span.first], weight: span.firstWeight)
            if span.lastWeight > 0 { share.add(row[span.last], weight: span.lastWeight) }
            sums[x] += share.color * weight
        }
    }
}

/// The old pixels that a new one covers along a row: the first in part, then whole ones, and the
/// last in part or not at all.
private struct PixelSpan {
    let first: Int
    let last: Int
    let firstWeight: Int
    let lastWeight: Int

    init(_ x: Int, of old: Int, to new: Int) {
        first = x * old / new
        last = (x + 1) * old / new
        firstWeight = (first + 1) * new - x * old
        lastWeight = (x + 1) * old - last * new
    }
}

/// Sums of a few pixels' red, green and blue.
private struct Channels {
    private var red = 0
    private var green = 0
    private var blue = 0

    var color: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }

    mutating func add(_ pixel: Int32, weight: Int = 1) {
        red &+= Int(pixel >> 16 & 0xFF) &* weight
        green &+= Int(pixel >> 8 & 0xFF) &* weight
        blue &+= Int(pixel & 0xFF) &* weight
    }

    mutating func multiply(by factor: Int) {
        red *= factor
        green *= factor
        blue *= factor
    }
}

extension Int32 {
    /// An opaque pixel of red, green and blue, each from 0 to 255.
    fileprivate init(color: SIMD4<Float>) {
        self = Int32(color.x + 0.5) << 16 | Int32(color.y + 0.5) << 8 | Int32(color.z + 0.5)
    }
}
