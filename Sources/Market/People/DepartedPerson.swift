/// A former member who was reported or decided about; operators can find them for `Deletion.lifetime`.
public struct DepartedPerson: Identifiable, Equatable, Sendable {
    /// The id of their former account.
    public let id: Account.ID
    /// Their nickname when they left.
    public let nickname: String
    /// When they left.
    public let date: Timestamp
    /// Whether they were suspended when they left.
    public let wasSuspended: Bool

    /// A former member.
    public init(id: Account.ID, nickname: String, date: Timestamp, wasSuspended: Bool) {
        (self.id, self.nickname) = (id, nickname)
        (self.date, self.wasSuspended) = (date, wasSuspended)
    }
}
