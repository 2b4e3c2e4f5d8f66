import Glibc

struct Point: Sendable {
    let x: Double
    let y: Double
}

/// A closed outline; whatever it winds around is inside.
struct Shape: Sendable {
    var points: [Point]

    /// Part of an ellipse's rim, between two angles in degrees, clockwise from the right.
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

    /// An arc of the given thickness, with straight ends.
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
    static func line(_ from: Point, _ to: Point, width: Double) -> Shape {
        let degrees = atan2(to.y - from.y, to.x - from.x) * 180 / .pi
        let radius = width / 2
        return Shape(
            points: arc(to.x, to.y, radius, radius, from: degrees - 90, to: degrees + 90).points
                + arc(from.x, from.y, radius, radius, from: degrees + 90, to: degrees + 270).points)
    }

    /// A smooth closed curve through the points (Catmull-Rom).
    static func smooth(_ corners: [Point]) -> Shape {
        var points: [Point] = []
        for index in corners.indices {
            let near = (-1...2).map { corners[(index + $0 + corners.count) % corners.count] }
            for step in 0..<16 {
                let t = Double(step) / 16
                points.append(
                    Point(
                        x: spline(near[0].x, near[1].x, near[2].x, near[3].x, t),
                        y: spline(near[0].y, near[1].y, near[2].y, near[3].y, t)))
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

    /// The ranges from the leftmost to the rightmost point, and from the highest to the lowest.
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

    /// Mirrored at the vertical centre line of a drawing.
    var mirrored: Shape { mapped { Point(x: 960 - $0.x, y: $0.y) } }

    func mapped(_ move: (Point) -> Point) -> Shape {
        Shape(points: points.map(move))
    }
}

extension Shape {
    /// The shape that a line of `Motifs.txt` names; nil for another name or a wrong count of numbers.
    init?(_ name: Substring, _ n: [Double]) {
        let points = stride(from: 0, to: n.count - 1, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) }
        switch (name, n.count) {
        case ("circle", 3): self = .circle(n[0], n[1], n[2])
        case ("arc", 4): self = .arc(n[0], n[1], n[2], n[3])
        case ("arc", 6): self = .arc(n[0], n[1], n[2], n[3], from: n[4], to: n[5])
        case ("band", 5): self = .band(n[0], n[1], n[2], n[3], width: n[4])
        case ("band", 7): self = .band(n[0], n[1], n[2], n[3], width: n[4], from: n[5], to: n[6])
        case ("rectangle", 4): self = .rectangle(n[0], n[1], n[2], n[3])
        case ("rectangle", 5): self = .rectangle(n[0], n[1], n[2], n[3], corner: n[4])
        case ("line", 5): self = .line(points[0], points[1], width: n[4])
        case ("polygon", 6...) where n.count.isMultiple(of: 2): self.init(points: points)
        case ("smooth", 6...) where n.count.isMultiple(of: 2): self = .smooth(points)
        default: return nil
        }
    }
}
