import Market
import Synchronization

/// A cache of the photos requested last, for databases on a server, which may be far away: at most
/// 16 MB, by digest, under which the bytes never change.
final class PhotoCache: Sendable {
    private static let size = 16 << 20
    /// A larger photo would leave too little room for others.
    private static let largest = size / 16

    private struct Key: Hashable {
        let photo: Photo.ID
        let size: Photo.Size
    }

    private struct State {
        /// Photos requested since the older half was last dropped, and those requested before.
        var recent: [Key: [UInt8]] = [:]
        var older: [Key: [UInt8]] = [:]
        var recentSize = 0
        /// Increases whenever everything is dropped.
        var age = 0

        mutating func keep(_ bytes: [UInt8], of key: Key) {
            if recentSize + bytes.count > PhotoCache.size / 2 {
                (older, recent, recentSize) = (recent, [:], 0)
            }
            guard recent.updateValue(bytes, forKey: key) == nil else { return }
            recentSize += bytes.count
        }
    }

    private let state = Mutex(State())

    func bytes(of photo: Photo.ID, _ size: Photo.Size) -> [UInt8]? {
        let key = Key(photo: photo, size: size)
        return state.withLock { state in
            if let bytes = state.recent[key] { return bytes }
            guard let bytes = state.older[key] else { return nil }
            state.keep(bytes, of: key)
            return bytes
        }
    }

    /// Pass it to `keep`, so that a photo read before `forgetAll` is not cached after it.
    var age: Int { state.withLock { $0.age } }

    func keep(_ bytes: [UInt8], of photo: Photo.ID, _ size: Photo.Size, at age: Int) {
        guard bytes.count <= Self.largest else { return }
        state.withLock { state in
            guard state.age == age else { return }
            state.keep(bytes, of: Key(photo: photo, size: size))
        }
    }

    /// Drops everything, because photos were deleted or hidden.
    func forgetAll() { state.withLock { state in state = State(age: state.age + 1) } }
}
