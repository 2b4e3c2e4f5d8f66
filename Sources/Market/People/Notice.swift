/// What a member is told about an operator's decision that concerns them, or about a report of
/// theirs. It is kept until they have seen it, but no longer than `Deletion.lifetime`.
public struct Notice: Equatable, Sendable {
    /// A notice's number; every new notice gets a larger one.
    public typealias ID = Identifier<Notice>

    /// What the notice is about.
    public let kind: Kind
    /// The operator's reason; empty for none, and for the outcome of a report.
    public let reason: String
    /// When the reader's suspension ends by itself; nil for one without an end, and for other notices.
    public let ends: Timestamp?

    /// A notice.
    public init(_ kind: Kind, because reason: String = "", until end: Timestamp? = nil) {
        self.kind = kind
        self.reason = reason
        ends = end
    }

    /// What the notice is about; the raw value is stored. That a listing was hidden is not here: it
    /// is recorded with the listing.
    public enum Kind: Int, CaseIterable, Sendable {
        /// The reader's listing is shown to everybody again.
        case shown
        /// The reader is suspended, and can neither write nor post.
        case suspended
        /// The reader's suspension was lifted.
        case lifted
        /// A message of the reader's was removed, so that nobody can read it.
        case removed
        /// The removed message was brought back.
        case returned
        /// The listing that the reader reported was hidden.
        case reportedItemHidden
        /// The message that the reader reported was removed.
        case reportedMessageRemoved
        /// Something else was done about the reader's report.
        case reportActedOn
        /// The reader's report was dismissed.
        case reportDismissed
        /// The person that the reader reported, or the seller of the reported listing, has left.
        case reportedHasLeft
    }
}
