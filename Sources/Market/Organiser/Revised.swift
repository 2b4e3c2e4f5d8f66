/// A record that counts its edits, so that an edit cannot overwrite another one that its form did not show.
public protocol Revised: Sendable {
    /// Incremented by every edit.
    var revision: Int64 { get }
}

extension Revised {
    /// - Parameter edited: the revision on which an edit is based.
    /// - Throws: `.changedMeanwhile` if that is not the current one.
    public func checkRevision(_ edited: Int64) throws(StorageError) {
        guard edited == revision else { throw .changedMeanwhile }
    }
}
