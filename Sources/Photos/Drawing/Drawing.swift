/// A room with one thing in it, laid out on 960 × 720 units: the table begins at y = 500, and
/// things stand around x = 480 on y = 600.
struct Drawing: ~Copyable {
    var canvas: Canvas
    let palette: Palette
    /// Where the thing stands, how near and how turned.
    private let place: (Point) -> Point
    private let roomStyle: Double

    init(seed: UInt64, shot: Int) throws(PhotoError) {
        canvas = try Canvas(PixelSize(width: 960, height: 720))
        var thing = SplitMix64(seed: seed)
        var room = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: shot) &* 0x1234_5677)
        _ = room.next()
        palette = Palette(thing: &thing, room: &room)
        let scale = shot == 0 ? 1 : room.number(0.78...1.08)
        let middle = 480 + (shot == 0 ? 0 : room.number(-70...70))
        let width = shot % 2 == 0 ? scale : -scale
        place = { Point(x: middle + ($0.x - 480) * width, y: 600 + ($0.y - 600) * scale) }
        roomStyle = room.number(0...1)
    }

    mutating func drawRoom() {
        let (wall, table) = (palette.wall, palette.table)
        canvas.fill(.rectangle(0, 0, 960, 500), wall.lighter(0.35), wall)
        if roomStyle < 0.35 {
            canvas.fill(.circle(480, 330, 270), wall.lighter(0.45), wall.lighter(0.2))
        } else if roomStyle < 0.6 {
            canvas.fill(.rectangle(640, 70, 230, 270), wall.lighter(0.75), wall.lighter(0.55))
            canvas.fill(.rectangle(750, 70, 10, 270), wall.lighter(0.1), wall)
            canvas.fill(.rectangle(640, 200, 230, 10), wall.lighter(0.1), wall)
        } else if roomStyle < 0.8 {
            for x in stride(from: 40.0, to: 960, by: 120) {
                canvas.fill(.rectangle(x, 0, 40, 500), wall.lighter(0.5), wall.lighter(0.12))
            }
        }
        canvas.fill(.rectangle(0, 500, 960, 220), table.lighter(0.25), table.darker(0.08))
        canvas.fill(.rectangle(0, 500, 960, 6), table.lighter(0.5), table.lighter(0.3))
    }

    mutating func draw(_ motif: Motif) {
        var reader = MotifReader(palette)
        for line in MotifReader.motifs[motif.rawValue] {
            switch reader.read(line) {
            case .fill(let shapes, let top, let bottom, let opacity):
                for shape in shapes { fill(shape, top, bottom, opacity: opacity) }
            case .shadow(let x, let y, let width, let height):
                shadow(x, y, width: width, height: height)
            case .setting, nil: break
            }
        }
    }

    /// A soft shadow on the table under something so wide.
    private mutating func shadow(_ x: Double, _ y: Double, width: Double, height: Double) {
        for step in stride(from: 1.0, through: 0.4, by: -0.05) {
            let oval = Shape.arc(x, y, width / 2 * step, height / 2 * step)
            fill(oval, Palette.ink, Palette.ink, opacity: 0.028)
        }
    }

    private mutating func fill(_ shape: Shape, _ top: Color, _ bottom: Color, opacity: Double) {
        canvas.fill(shape.mapped(place), top, bottom, opacity: opacity)
    }
}
