import Market
import Photos

/// A kind of thing that is sold second-hand.
struct Product: Sendable {
    let name: String
    /// Sizes, colours and the like; none when there is but one.
    let variants: [String]
    /// The usual one second-hand, in won.
    let price: Int64
    let motif: Motif
    let tone: Tone
    /// What is good to know about this thing.
    let note: String

    init(
        _ name: String, _ variants: [String] = [], won price: Int64, _ motif: Motif,
        _ tone: Tone = .goods, note: String
    ) {
        self.name = name
        self.variants = variants
        self.price = price
        self.motif = motif
        self.tone = tone
        self.note = note
    }

    /// Whether it may be given away.
    var isCheap: Bool { price <= 16_000 }

    static func all(in category: Category) -> [Product] {
        switch category {
        case .digital: digital
        case .games: games
        case .sports: sports
        case .children: children
        case .womensFashion: womensFashion
        case .beauty: beauty
        case .mensFashion: mensFashion
        case .household: household
        case .furniture: furniture
        case .hobbies: hobbies
        case .other: other
        }
    }
}
