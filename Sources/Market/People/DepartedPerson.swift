/// Who was reported, or decided about, and has left, as operators find them for `Deletion.lifetime`.
public struct DepartedPerson: Identifiable, Equatable, Sendable {
    /// That of the account that they had.
    public let id: Account.ID
    /// As they were called then.
    public let nickname: String
    /// When they left.
    public let date: Timestamp
    /// Whether they were suspended then.
    public let wasSuspended: Bool

    /// Somebody who has left.
    public init(id: Account.ID, nickname: String, date: Timestamp, wasSuspended: Bool) {
        (self.id, self.nickname) = (id, nickname)
        (self.date, self.wasSuspended) = (date, wasSuspended)
    }
}
