import CSQLite
import Market

/// What a reader goes on reading from, and what a writer appends to.
extension Connection {
    /// Reads from one state of the file from here on: that of this count of changes or a later
    /// one, and no other as long as the count stays.
    func keepSnapshot(of changes: UInt64) throws(StorageError) {
        guard snapshot != changes else { return }
        endSnapshot()
        try run("BEGIN")
        snapshot = changes
    }

    func endSnapshot() {
        guard snapshot != nil else { return }
        snapshot = nil
        // SQLite has ended it by itself when reading failed; nothing was written that could be
        // lost.
        if isInTransaction, (try? run("COMMIT")) == nil { _ = try? run("ROLLBACK") }
    }
}
