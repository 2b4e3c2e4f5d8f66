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

extension Sketch {
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
