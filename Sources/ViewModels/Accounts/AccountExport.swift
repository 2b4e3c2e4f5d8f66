import Market

/// All that an account has written and keeps, to be taken elsewhere: what is long is read a page at
/// a time, each page in one moment, but not all pages in the same.
public struct AccountExport: Sendable {
    /// Reminders are listed so far; each stands with its task or memo too.
    public static let mostReminders = 10_000

    private static let pageSize = 50

    private let storage: any MarketStorage
    private let limiter: TryLimiter

    /// - Parameter limiter: counts the exports of an account.
    public init(
        storage: any MarketStorage,
        limiter: TryLimiter = TryLimiter(mostTries: 5, windowSeconds: 3_600)
    ) {
        self.storage = storage
        self.limiter = limiter
    }

    /// A list with its tasks, newest first.
    public struct List: Sendable {
        public let list: TaskList
        public let todos: [Todo]
    }

    /// Counts an export.
    /// - Returns: nil when it may go on, else the seconds to wait until it may.
    public func secondsToWait(_ account: Account.ID, at now: Timestamp) -> Int64? {
        limiter.secondsToWait(TryLimiter.Key(subject: account.rawValue, address: ""), at: now)
    }

    /// Uncounts an export that came to nothing.
    public func takeBack(_ account: Account.ID) {
        limiter.takeBack(TryLimiter.Key(subject: account.rawValue, address: ""))
    }

    /// What the file is called: `jangteo-하늘이네-2026-11-21.zip`, by the day it is in Korea.
    public func fileName(of account: Account, at now: Timestamp) -> String {
        let day = CivilTime(now + Moment.koreaSecondsFromUTC).iso8601.description.prefix(10)
        let nickname = account.profile.nickname.text.map { letter in
            "/\\:*?\"<>|".contains(letter) ? "_" : letter
        }
        return "jangteo-\(String(nickname))-\(day).zip"
    }

    /// The account's listings of one status.
    public func items(
        of account: Account.ID, _ status: Item.Status
    ) -> Paged<Item, Item.Position> {
        Paged { [storage] position throws(StorageError) in
            let page = try await storage.items(
                of: account, status, before: position, limit: Self.pageSize)
            var items: [Item] = []
            for summary in page {
                do throws(StorageError) {
                    items.append(try await storage.item(summary.id))
                } catch .itemNotFound {
                    // Deleted since the page was read.
                    continue
                }
            }
            return (items, page.count < Self.pageSize ? nil : page.last?.position)
        }
    }

    /// Every list with all of its tasks.
    public func lists(of account: Account.ID) -> Paged<List, ArraySlice<TaskList>> {
        Paged { [storage] rest throws(StorageError) in
            var rest = rest ?? []
            if rest.isEmpty { rest = try await storage.lists(of: account).map(\.list)[...] }
            guard let list = rest.popFirst() else { return ([], nil) }
            let next = rest.isEmpty ? nil : rest
            do throws(StorageError) {
                let todos = try await storage.todos(in: list.id, of: account)
                return ([List(list: list, todos: todos)], next)
            } catch .notFound {
                return ([], next)
            }
        }
    }

    public func memos(of account: Account.ID) -> Paged<Memo, Memo.ID> {
        Paged { [storage] id throws(StorageError) in
            let page = try await storage.memos(of: account, before: id, limit: Self.pageSize)
            return (page, page.count < Self.pageSize ? nil : page.last?.id)
        }
    }

    public func interests(of account: Account.ID) -> Paged<Interest, Interest.ID> {
        Paged { [storage] id throws(StorageError) in
            let page = try await storage.interests(of: account, before: id, limit: Self.pageSize)
            return (page, page.count < Self.pageSize ? nil : page.last?.id)
        }
    }

    /// Those not dismissed, soonest first, `mostReminders` at most.
    public func reminders(of account: Account.ID) async throws(StorageError) -> [Reminder] {
        try await storage.reminders(
            of: account, until: Timestamp(seconds: .max), limit: Self.mostReminders)
    }

    /// What can still be brought back.
    public func deletions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [Deletion] {
        try await storage.deletions(of: account)
            .filter { now < $0.date + Deletion.lifetime }
    }

    public func checklist(of account: Account.ID) async throws(StorageError) -> [String] {
        try await storage.checklist(of: account)
    }

    /// The JPEG bytes of a photo at its full size; nil when it was deleted meanwhile.
    public func photo(_ id: Photo.ID) async throws(StorageError) -> [UInt8]? {
        do {
            return try await storage.bytes(of: id, .full)
        } catch .photoNotFound {
            return nil
        }
    }
}
