/// A room with one thing in it, laid out on 960 × 720 units: the table begins at y = 500, and
/// things stand around x = 480 on y = 600.
struct Drawing: ~Copyable {
    var canvas: Canvas
    let palette: Palette
    private let placement: Placement
    private let roomStyle: Double

    /// Where a thing stands and how near.
    private struct Placement {
        let scale: Double
        let shift: Double
        let isMirrored: Bool
    }

    init(seed: UInt64, shot: Int) throws(PhotoError) {
        canvas = try Canvas(PixelSize(width: 960, height: 720))
        var thing = SplitMix64(seed: seed)
        var room = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: shot) &* 0x1234_5677)
        _ = room.next()
        palette = Palette(thing: &thing, room: &room)
        placement = Placement(
            scale: shot == 0 ? 1 : room.number(0.78...1.08),
            shift: shot == 0 ? 0 : room.number(-70...70),
            isMirrored: shot % 2 != 0)
        roomStyle = room.number(0...1)
    }

    mutating func drawRoom() {
        let (wall, table) = (palette.wall, palette.table)
        paint(.rectangle(0, 0, 960, 500), wall.lighter(0.35), wall)
        if roomStyle < 0.35 {
            paint(.circle(480, 330, 270), wall.lighter(0.45), wall.lighter(0.2))
        } else if roomStyle < 0.6 {
            paint(.rectangle(640, 70, 230, 270), wall.lighter(0.75), wall.lighter(0.55))
            paint(.rectangle(750, 70, 10, 270), wall.lighter(0.1), wall)
            paint(.rectangle(640, 200, 230, 10), wall.lighter(0.1), wall)
        } else if roomStyle < 0.8 {
            for x in stride(from: 40.0, to: 960, by: 120) {
                paint(.rectangle(x, 0, 40, 500), wall.lighter(0.5), wall.lighter(0.12))
            }
        }
        paint(.rectangle(0, 500, 960, 220), table.lighter(0.25), table.darker(0.08))
        paint(.rectangle(0, 500, 960, 6), table.lighter(0.5), table.lighter(0.3))
    }

    /// One colour, a little lighter at the top as under a lamp.
    mutating func fill(_ shape: Shape, _ color: Color, opacity: Double = 1) {
        fill(shape, color.lighter(0.1), color.darker(0.06), opacity: opacity)
    }

    mutating func fill(_ shape: Shape, _ top: Color, _ bottom: Color, opacity: Double = 1) {
        let placement = placement
        let placed = shape.mapped { point in
            let aside = (point.x - 480) * placement.scale
            return Point(
                x: 480 + placement.shift + (placement.isMirrored ? -aside : aside),
                y: 600 + (point.y - 600) * placement.scale)
        }
        paint(placed, top, bottom, opacity: opacity)
    }

    /// A soft shadow on the table under something so wide.
    mutating func shadow(_ x: Double, _ y: Double, width: Double, height: Double = 44) {
        for step in stride(from: 1.0, through: 0.4, by: -0.05) {
            fill(
                .arc(x, y, width / 2 * step, height / 2 * step), palette.ink, palette.ink,
                opacity: 0.028)
        }
    }

    private mutating func paint(
        _ shape: Shape, _ top: Color, _ bottom: Color, opacity: Double = 1
    ) {
        canvas.fill(shape, top, bottom, opacity: opacity)
    }
}
