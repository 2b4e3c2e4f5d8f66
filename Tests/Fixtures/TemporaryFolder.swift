import Foundation

/// A folder for one test. `defer { folder.remove() }` keeps it until the end of the scope.
public final class TemporaryFolder: Sendable {
    /// In memory if there is room: on disk, tests that write would spend half of their time waiting
    /// for it, and no test cuts the power.
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

    /// The path of a file or folder inside, whether it exists or not.
    public func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes a file and returns its path.
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    public func remove() {
        try? FileManager.default.removeItem(atPath: path)  // Gone already is as good.
    }
}
