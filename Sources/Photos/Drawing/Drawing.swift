/// A room with one thing in it. Things are laid out on 960 × 720 units, centred at x = 480 and standing on
/// y = 600, and are moved to the picture's table.
struct Drawing: ~Copyable {
    private(set) var canvas: Canvas
    let palette: Palette
    private let frame: Frame
    /// Maps the thing's coordinates to the picture: where it stands, how large, and whether mirrored.
    private let place: (Point) -> Point
    private let roomStyle: Double

    /// - Parameters:
    ///   - main: the thing's own colour.
    ///   - seed: chooses everything else; the same seed gives the same picture.
    init(main: Color, seed: UInt64, shot: Shot) throws(PhotoError) {
        frame = Frame.of(shot, seed: seed)
        canvas = try Canvas(frame.size)
        var thing = SplitMix64(seed: seed)
        var room = SplitMix64(seed: seed &+ UInt64(shot.rawValue) &* 0x1234_5677)
        _ = room.next()
        palette = Palette(main: main, thing: &thing, room: &room)
        let isElsewhere = shot == .elsewhere
        let scale = frame.scale * (isElsewhere ? room.number(0.82...1) : 1)
        let middle = frame.foot.x + (isElsewhere ? room.number(-50...50) : 0)
        let (width, foot) = (isElsewhere ? -scale : scale, frame.foot.y)
        place = { Point(x: middle + ($0.x - 480) * width, y: foot + ($0.y - 600) * scale) }
        roomStyle = shot == .avatar ? 0 : room.number(0...1)
    }

    mutating func drawRoom() {
        let (wall, table) = (palette.wall, palette.table)
        let (width, height) = (frame.width, frame.height)
        let top = frame.tableTop
        canvas.fill(.rectangle(0, 0, width, height), wall.lighter(0.35), wall)
        if roomStyle < 0.35 {
            let middle = Shape.circle(width / 2, top * 0.66, top * 0.54)
            canvas.fill(middle, wall.lighter(0.45), wall.lighter(0.2))
        } else if roomStyle < 0.6 {
            drawWindow()
        } else if roomStyle < 0.8 {
            for x in stride(from: 30, to: width, by: 100) {
                canvas.fill(.rectangle(x, 0, 34, top), wall.lighter(0.5), wall.lighter(0.12))
            }
        }
        guard top < height else { return }
        canvas.fill(
            .rectangle(0, top, width, height - top), table.lighter(0.25), table.darker(0.08))
        canvas.fill(.rectangle(0, top, width, 6), table.lighter(0.5), table.lighter(0.3))
    }

    consuming func finished() -> Bitmap { canvas.bitmap }

    private mutating func drawWindow() {
        let (wall, left) = (palette.wall, frame.width * 0.67)
        canvas.fill(.rectangle(left, 60, 180, 220), wall.lighter(0.75), wall.lighter(0.55))
        canvas.fill(.rectangle(left + 86, 60, 8, 220), wall.lighter(0.1), wall)
        canvas.fill(.rectangle(left, 166, 180, 8), wall.lighter(0.1), wall)
    }

    mutating func draw(_ motif: Motif) {
        var reader = MotifReader(palette)
        draw(MotifReader.motifs[motif.rawValue], &reader)
    }

    private mutating func draw(_ lines: [Substring], _ reader: inout MotifReader) {
        for line in lines {
            switch reader.read(line) {
            case .fill(let shapes, let top, let bottom, let opacity):
                for shape in shapes { fill(shape, top, bottom, opacity: opacity) }
            case .shadow(let x, let y, let width, let height):
                shadow(x, y, width: width, height: height)
            case .motif(let lines): draw(lines, &reader)
            case .setting, nil: break
            }
        }
    }

    /// A soft shadow on the table under a thing of that width.
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

/// The size of the picture, in the proportions of phone photos, and where things stand in it.
private struct Frame {
    let width: Double
    let height: Double
    /// Where the wall ends and the table begins; equal to `height` for no table.
    let tableTop: Double
    let foot: Point
    let scale: Double

    var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

    /// Each shot of a thing has different proportions.
    static func of(_ shot: Shot, seed: UInt64) -> Frame {
        let first = Int(seed % UInt64(shapes.count))
        switch shot {
        case .first: return shapes[first]
        case .elsewhere: return shapes[(first + 1) % shapes.count]
        case .near: return shapes[(first + 2) % shapes.count].nearer
        case .avatar: return avatar
        }
    }

    private static let shapes = [
        Frame(
            width: 600, height: 800, tableTop: 535, foot: Point(x: 300, y: 625), scale: 0.77),
        Frame(
            width: 680, height: 680, tableTop: 475, foot: Point(x: 340, y: 570), scale: 0.83),
        Frame(
            width: 800, height: 600, tableTop: 415, foot: Point(x: 400, y: 500), scale: 0.83),
    ]

    private static let avatar = Frame(
        width: 480, height: 480, tableTop: 480, foot: Point(x: 240, y: 405), scale: 0.73)

    private var nearer: Frame {
        Frame(
            width: width, height: height, tableTop: tableTop,
            foot: Point(x: foot.x, y: foot.y + height * 0.13), scale: scale * 1.4)
    }
}
