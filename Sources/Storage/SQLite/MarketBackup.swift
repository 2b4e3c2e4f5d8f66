import Glibc
import Market

/// Copies a market's file while it is served.
public enum MarketBackup {
    /// How long to wait for another process, in milliseconds.
    private static let busyTimeout: Int32 = 5_000

    /// Copies the market, as it is at one moment, into a new file that only its owner may read. Others may
    /// read and write meanwhile. If that fails, no file is left behind.
    /// - Parameters:
    ///   - source: the path of an existing file, of this version's format or an earlier one.
    ///   - target: the path of the new file.
    /// - Throws: `.unusable` if `source` is not a market, or is of a newer version, or if `target` exists
    ///   or cannot be made; `.full`; `.busy`.
    public static func make(of source: String, to target: String) throws(StorageError) {
        let market = try SQLiteConnection(path: source, role: .writer, busyTimeout: busyTimeout)
        try Migrations.check(market)
        guard try Migrations.version(of: market) > 0 else {
            throw .unusable("\(source) is not a market")
        }
        // SQLite takes ‘:memory:’ for no file, and no name with a slash for anything but a file.
        let target = target.contains("/") ? target : "./" + target
        let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unusable("\(target) cannot be made: \(String(cString: strerror(errno)))")
        }
        close(file)
        do throws(StorageError) {
            let copy = try SQLiteConnection(path: target, role: .writer, busyTimeout: busyTimeout)
            try market.copy(over: copy)
        } catch {
            unlink(target)
            throw error
        }
    }
}
