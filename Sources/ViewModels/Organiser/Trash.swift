import Market

/// What was deleted and can still be brought back, newest first.
public struct Trash: Sendable {
    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let entries: [Entry]
        /// Set when there is none.
        public let emptyText: String?
        public let alert: Alert?
    }

    /// A deletion as the page shows it.
    public struct Entry: Equatable, Sendable {
        public let id: Deletion.ID
        /// What it held: `할 일 ‘우유 사기’ 외 2개`.
        public let title: String
        public let dateDeleted: Moment
        /// When it is gone for good.
        public let dateGone: Moment
    }

    public func output(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        try await output(of: account, at: now, alert: nil)
    }

    /// Brings back what was deleted.
    /// - Returns: what it was, or the trash, saying why not.
    /// - Throws: `.notFound` when the account has no such deletion, or its time is over.
    public func restore(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<Deletion.Kind, Output> {
        let deletion = try await deletion(id, of: account, at: now)
        do {
            try await storage.restore(id, of: account)
            return .saved(deletion.kind)
        } catch .limitReached(let most) {
            let alert = Alert(
                .failure, title: "실패",
                lines: [
                    Alert.Line("\(deletion.kind.name) \(grouped(Int64(most)))개가 다 차서 되돌릴 자리가 없어요.")
                ])
            return .refused(try await output(of: account, at: now, alert: alert), .invalid)
        }
    }

    private func deletion(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        let deletions = try await kept(of: account, at: now)
        guard let deletion = deletions.first(where: { $0.id == id }) else { throw .notFound }
        return deletion
    }

    /// The deletions whose time is not over; what removes them for good comes by now and then only.
    private func kept(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [Deletion] {
        try await storage.deletions(of: account)
            .filter { now < $0.date + Deletion.lifetime }
    }

    private func output(
        of account: Account.ID, at now: Timestamp, alert: Alert?
    ) async throws(StorageError) -> Output {
        let deletions = try await kept(of: account, at: now)
        return Output(
            entries: deletions.map(Entry.init),
            emptyText: deletions.isEmpty ? "휴지통이 비어 있어요. 지운 것은 여기에 30일 동안 있어요." : nil,
            alert: alert)
    }
}

extension Trash.Entry {
    private static let longestTitle = 60

    fileprivate init(_ deletion: Deletion) {
        id = deletion.id
        let rest = deletion.count > 1 ? " 외 \(deletion.count - 1)개" : ""
        let first = oneLine(deletion.title, atMost: Self.longestTitle)
        title = "\(deletion.kind.name) ‘\(first)’\(rest)"
        dateDeleted = Moment(deletion.date)
        dateGone = Moment(deletion.date + Deletion.lifetime)
    }
}

extension Deletion.Kind {
    fileprivate var name: String {
        switch self {
        case .lists: "목록"
        case .todos: "할 일"
        case .memos: "메모"
        }
    }
}
