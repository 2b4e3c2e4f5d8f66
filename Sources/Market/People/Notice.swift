/// What somebody is told of what operators have decided about them, or of what they have reported. It is
/// there until they have seen it, for `Deletion.lifetime` at most.
public struct Notice: Equatable, Sendable {
    /// The number of a notice; it grows with each.
    public typealias ID = Identifier<Notice>

    /// What it tells.
    public let kind: Kind
    /// As it was given; empty for no reason, and for what came of a report.
    public let reason: String
    /// When its reader, who is suspended, may write again by themselves; nil for anything else.
    public let ends: Timestamp?

    /// What somebody is told.
    public init(_ kind: Kind, because reason: String = "", until end: Timestamp? = nil) {
        self.kind = kind
        self.reason = reason
        ends = end
    }

    /// What may be told; the raw value is the one in storage. That a listing is hidden stands with its
    /// hiding.
    public enum Kind: Int, CaseIterable, Sendable {
        /// Everybody sees a listing again.
        case shown
        /// Its reader neither writes nor posts.
        case suspended
        /// They may again.
        case lifted
        /// Nobody reads a message of theirs any more.
        case removed
        /// Its two do again.
        case returned
        /// What they have reported is hidden.
        case reportedItemHidden
        /// Nobody reads it any more.
        case reportedMessageRemoved
        /// Something else has come of their report.
        case reportActedOn
        /// Nothing has.
        case reportDismissed
        /// Whom they have reported, or whose listing, has left.
        case reportedHasLeft
    }
}
