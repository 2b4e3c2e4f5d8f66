import Foundation

/// A folder of a test's own. `defer { folder.remove() }` keeps it as long as it is needed.
public final class TemporaryFolder: Sendable {
    /// In memory, where there is room: with a disk's, half of the time of what writes is spent waiting
    /// for it, and no test takes its power away.
    public static let root: String = {
        let memory = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")
        let free = (memory?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free >= 4 << 30 ? "/dev/shm/" : NSTemporaryDirectory()
    }()

    public let path: String

    public init() throws {
        path = Self.root + "jangteo-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        remove()
    }

    /// The path of a file or folder inside, there or not.
    public func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes a file and answers its path.
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    public func remove() {
        try? FileManager.default.removeItem(atPath: path)  // Gone already is as good.
    }
}
