import Market
import Synchronization

/// Bytes of the photos that were asked for last, where a server far away has all of them: at most
/// 16 MB, by their digests, under which they never change.
final class KeptPhotos: Sendable {
    private static let size = 16 << 20
    /// A larger one would leave too little for the others.
    private static let largest = size / 16

    private struct Key: Hashable {
        let photo: Photo.ID
        let size: Photo.Size
    }

    private struct State {
        /// What was asked for since the older ones were dropped last, and before.
        var recent: [Key: [UInt8]] = [:]
        var older: [Key: [UInt8]] = [:]
        var recentSize = 0
        /// Grows when all are forgotten.
        var age = 0

        mutating func keep(_ bytes: [UInt8], of key: Key) {
            if recentSize + bytes.count > KeptPhotos.size / 2 {
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

    /// What was forgotten while it was read is not kept.
    var age: Int { state.withLock { $0.age } }

    func keep(_ bytes: [UInt8], of photo: Photo.ID, _ size: Photo.Size, at age: Int) {
        guard bytes.count <= Self.largest else { return }
        state.withLock { state in
            guard state.age == age else { return }
            state.keep(bytes, of: Key(photo: photo, size: size))
        }
    }

    /// When photos were deleted.
    func forgetAll() {
        state.withLock { state in state = State(age: state.age + 1) }
    }
}
