import Market

extension Reminder.Subject {
    /// Of the page of what it reminds of.
    var path: String {
        switch self {
        case .todo(let id): "/my/tasks/\(id)"
        case .memo(let id): Link.memo(id)
        }
    }

    /// What people call such a thing.
    var kind: String {
        switch self {
        case .todo: "할 일"
        case .memo: "메모"
        }
    }
}
