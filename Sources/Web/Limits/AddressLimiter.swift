import Synchronization

/// Counts places of a scarce resource. An address may hold a quarter of what the others leave: four
/// greedy addresses leave about a third free, and it takes many to use up all.
final class AddressLimiter: Sendable {
    private struct State {
        var places = 0
        var placesByAddress: [String: Int] = [:]
    }

    private let most: Int
    private let state = Mutex(State())

    init(most: Int) {
        self.most = most
    }

    /// How many places are taken now.
    var places: Int { state.withLock(\.places) }

    /// Takes a place, to be given back by `leave`.
    /// - Returns: whether there was one.
    func enter(_ address: String) -> Bool {
        state.withLock { state in
            let own = state.placesByAddress[address, default: 0]
            let left = most - (state.places - own)
            guard state.places < most, own < max(left / 4, 1) else { return false }
            state.places += 1
            state.placesByAddress[address] = own + 1
            return true
        }
    }

    func leave(_ address: String) {
        state.withLock { state in
            state.places -= 1
            let own = state.placesByAddress[address, default: 0] - 1
            state.placesByAddress[address] = own > 0 ? own : nil
        }
    }

    /// Whether the address has a place.
    func holdsPlace(_ address: String) -> Bool {
        state.withLock { $0.placesByAddress[address] != nil }
    }

    /// Whether the address could take a place now.
    func hasPlace(for address: String) -> Bool {
        guard enter(address) else { return false }
        leave(address)
        return true
    }
}
