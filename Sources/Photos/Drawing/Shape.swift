import Glibc

struct Point: Sendable {
    let x: Double
    let y: Double
}

/// A closed outline; what it winds around is inside.
struct Shape: Sendable {
    var points: [Point]

    static func polygon(_ points: (Double, Double)...) -> Shape {
        Shape(points: points.map { Point(x: $0.0, y: $0.1) })
    }

    /// Part of an ellipse's rim, from one angle to another in degrees, clockwise from the right.
    static func arc(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double,
        from start: Double = 0, to end: Double = 360
    ) -> Shape {
        let steps = 96
        return Shape(
            points: (0...steps).map { step in
                let angle = (start + (end - start) * Double(step) / Double(steps)) * .pi / 180
                return Point(x: x + radiusX * cos(angle), y: y + radiusY * sin(angle))
            })
    }

    static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
        arc(x, y, radius, radius)
    }

    /// An arc as thick as `width`, its ends cut straight.
    static func band(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, width: Double,
        from start: Double = 0, to end: Double = 360
    ) -> Shape {
        let half = width / 2
        let outer = arc(x, y, radiusX + half, radiusY + half, from: start, to: end)
        let inner = arc(x, y, radiusX - half, radiusY - half, from: start, to: end)
        return Shape(points: outer.points + inner.points.reversed())
    }

    static func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0
    ) -> Shape {
        let radius = min(corner, width / 2, height / 2)
        let (left, right) = (x + radius, x + width - radius)
        let (top, bottom) = (y + radius, y + height - radius)
        return Shape(
            points: arc(right, bottom, radius, radius, from: 0, to: 90).points
                + arc(left, bottom, radius, radius, from: 90, to: 180).points
                + arc(left, top, radius, radius, from: 180, to: 270).points
                + arc(right, top, radius, radius, from: 270, to: 360).points)
    }

    /// A straight stroke with round ends.
    static func line(_ from: (Double, Double), _ to: (Double, Double), width: Double) -> Shape {
        let degrees = atan2(to.1 - from.1, to.0 - from.0) * 180 / .pi
        let radius = width / 2
        return Shape(
            points: arc(to.0, to.1, radius, radius, from: degrees - 90, to: degrees + 90).points
                + arc(from.0, from.1, radius, radius, from: degrees + 90, to: degrees + 270).points)
    }

    /// A smooth closed curve through the points (Catmull-Rom).
    static func smooth(_ corners: (Double, Double)...) -> Shape {
        var points: [Point] = []
        for index in corners.indices {
            let near = (-1...2).map { corners[(index + $0 + corners.count) % corners.count] }
            for step in 0..<16 {
                let t = Double(step) / 16
                points.append(
                    Point(
                        x: spline(near[0].0, near[1].0, near[2].0, near[3].0, t),
                        y: spline(near[0].1, near[1].1, near[2].1, near[3].1, t)))
            }
        }
        return Shape(points: points)
    }

    private static func spline(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double
    ) -> Double {
        let linear = (c - a) * t
        let square = (2 * a - 5 * b + 4 * c - d) * t * t
        let cube = (3 * b - a - 3 * c + d) * t * t * t
        return b + (linear + square + cube) / 2
    }

    /// From the leftmost to the rightmost point, and from the highest to the lowest.
    var extent: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        guard var low = points.first else { return (0...0, 0...0) }
        var high = low
        for point in points {
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return (low.x...high.x, low.y...high.y)
    }

    func turned(_ degrees: Double, around x: Double, _ y: Double) -> Shape {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return mapped { point in
            let (dx, dy) = (point.x - x, point.y - y)
            return Point(x: x + dx * cosine - dy * sine, y: y + dx * sine + dy * cosine)
        }
    }

    func mapped(_ move: (Point) -> Point) -> Shape {
        Shape(points: points.map(move))
    }
}
