/// Tells whether what was read before is still what is kept.
public protocol ChangeCounting: Sendable {
    /// Grows with every write that changes something, after it is durable and before it is
    /// answered: what was read at one count is exact as long as the count stays. A change by another
    /// process shows a moment later.
    var changes: UInt64 { get }
}
