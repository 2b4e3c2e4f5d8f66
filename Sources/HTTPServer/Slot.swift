/// A place in a loop's table of channels. The generation tells a late event of a closed connection
/// from one of its successor in the same place.
struct Slot: Equatable {
    struct Holder {
        var channel: Channel?
        var generation: UInt32
    }

    let index: Int
    let generation: UInt32

    static let bell = Slot(index: 0xFFFF_FFFE, generation: 0xFFFF_FFFF)
    static let listener = Slot(index: 0xFFFF_FFFF, generation: 0xFFFF_FFFF)

    init(index: Int, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    init(_ value: UInt64) {
        index = Int(value & 0xFFFF_FFFF)
        generation = UInt32(truncatingIfNeeded: value >> 32)
    }

    /// What travels through epoll.
    var value: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
