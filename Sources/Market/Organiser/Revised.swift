/// What counts its edits, so that none overwrites another one that its form did not show.
public protocol Revised: Sendable {
    /// Grows with every edit.
    var revision: Int64 { get }
}

extension Revised {
    /// - Parameter edited: the revision that an edit was made from.
    /// - Throws: `.changedMeanwhile` when that is not this one.
    public func checkRevision(_ edited: Int64) throws(StorageError) {
        guard edited == revision else { throw .changedMeanwhile }
    }
}
