/// A drawn picture of a second-hand thing, for sample items: 960 × 720 pixels.
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
        var drawing = try Drawing(seed: seed, shot: shot)
        drawing.drawRoom()
        drawing.draw(motif)
        return try drawing.canvas.jpeg()
    }
}

/// What a sample photo shows.
public enum Motif: String, CaseIterable, Sendable {
    case laptop, phone, camera, headphones
    case gamepad, handheld
    case ball, bicycle, dumbbell
    case teddyBear, blocks, duck
    case handbag, dress
    case lipstick, perfume
    case shirt, watch
    case pot, mug
    case sofa, chair, lamp, drawers
    case books, tickets, guitar
    case giftBox, plant, carton
}

extension Drawing {
    mutating func draw(_ motif: Motif) {
        switch motif {
        case .laptop: laptop()
        case .phone: phone()
        case .camera: camera()
        case .headphones: headphones()
        case .gamepad: gamepad()
        case .handheld: handheld()
        case .ball: ball()
        case .bicycle: bicycle()
        case .dumbbell: dumbbell()
        case .teddyBear: teddyBear()
        case .blocks: blocks()
        case .duck: duck()
        case .handbag: handbag()
        case .dress: dress()
        case .lipstick: lipstick()
        case .perfume: perfume()
        case .shirt: shirt()
        case .watch: watch()
        case .pot: pot()
        case .mug: mug()
        case .sofa: sofa()
        case .chair: chair()
        case .lamp: lamp()
        case .drawers: drawers()
        case .books: books()
        case .tickets: tickets()
        case .guitar: guitar()
        case .giftBox: giftBox()
        case .plant: plant()
        case .carton: carton()
        }
    }
}
