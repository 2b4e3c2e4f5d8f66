/// Somebody whom an operator keeps from writing, as operators look through them.
public struct SuspendedPerson: Identifiable, Equatable, Sendable {
    /// Names their page.
    public let id: Account.ID
    /// As they are called now.
    public let nickname: String
    /// What they are told; empty for no reason.
    public let reason: String
    /// Since when they may not write.
    public let date: Timestamp

    /// Somebody who may not write.
    public init(id: Account.ID, nickname: String, reason: String, date: Timestamp) {
        self.id = id
        self.nickname = nickname
        self.reason = reason
        self.date = date
    }

    /// The place of somebody among them, where a page goes on.
    public struct Key: Equatable, Sendable {
        /// Since when they may not write.
        public let date: Timestamp
        /// Of two of the same second the larger comes first.
        public let id: Account.ID

        /// A place among them.
        public init(date: Timestamp, id: Account.ID) {
            self.date = date
            self.id = id
        }
    }

    /// Where a page that ends with them goes on.
    public var key: Key { Key(date: date, id: id) }
}
