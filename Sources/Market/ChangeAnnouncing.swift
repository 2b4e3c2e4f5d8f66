/// Tells open pages that what they show has changed.
public protocol ChangeAnnouncing: Sendable {
    /// Is posted to after each write is durable and before it is answered; what another process
    /// writes follows within a second.
    var feed: ChangeFeed { get }
}
