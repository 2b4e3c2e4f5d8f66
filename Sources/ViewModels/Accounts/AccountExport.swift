import Market

/// All that an account has written and keeps, to be taken elsewhere.
public struct AccountExport: Sendable {
    /// The account signed in to.
    public typealias Input = Account

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let limiter: TryLimiter

    /// - Parameter limiter: counts the exports of an account.
    public init(storage: any MarketStorage, zone: MarketTimeZone, limiter: TryLimiter) {
        self.storage = storage
        self.zone = zone
        self.limiter = limiter
    }

    /// Counts an export; why there is none is a refusal.
    public func output(for account: Input, at now: Timestamp) -> Result<Output, Refusal> {
        if let wait = limiter.secondsToWait(key(account), at: now) {
            return .failure(Refusal([], .tooManyTries(wait: wait)))
        }
        return .success(Output(account: account, date: now, zone: zone, storage: storage))
    }

    /// Uncounts an export that came to nothing.
    public func refund(_ account: Account) {
        limiter.refund(key(account))
    }

    private func key(_ account: Account) -> TryLimiter.Key {
        TryLimiter.Key(subject: account.id.rawValue, address: "")
    }

    /// A list with its to-dos, newest first.
    public struct List: Sendable {
        /// The list itself.
        public let list: TodoList
        /// All of its to-dos, completed ones too.
        public let todos: [Todo]
    }

    /// Reads what is long a page at a time, each page in one moment, but not all pages in the same.
    public struct Output: Sendable {
        /// Reminders are listed so far; each stands with its to-do or memo too.
        public static let mostReminders = 10_000

        private static let pageSize = 50

        /// Whose it is.
        public let account: Account
        /// When it was asked for.
        public let date: Timestamp
        fileprivate let zone: MarketTimeZone
        fileprivate let storage: any MarketStorage

        /// What the file is called: `jangteo-하늘이네-2026-11-21.zip`, by the day it is there.
        public var fileName: String {
            let nickname = account.profile.nickname.text.map { letter in
                "/\\:*?\"<>|".contains(letter) ? "_" : letter
            }
            return "jangteo-\(String(nickname))-\(zone.day(of: date)).zip"
        }

        /// Where it lives, as its profile has it; nil for nowhere.
        public func neighbourhood() async throws(StorageError) -> Neighbourhood? {
            let places = try await storage.places()
            return try await storage.account(account.id).neighbourhood
                .flatMap { places.neighbourhood($0) }
        }

        /// The account's items of one status, newest first.
        public func items(_ status: Item.Status) -> Paged<Item, Item.Position> {
            Paged { [storage, account] position throws(StorageError) in
                let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
                    try await storage.items(
                        of: account.id, status, before: position, limit: limit)
                }
                var items: [Item] = []
                for summary in page.elements {
                    do throws(StorageError) {
                        items.append(try await storage.item(summary.id))
                    } catch .itemNotFound {
                        // Deleted since the page was read.
                        continue
                    }
                }
                return (items, page.next(\.position))
            }
        }

        /// What it has begun to write of an item; nil for nothing.
        /// - Throws: `StorageError` of a storage that failed.
        public func draft() async throws(StorageError) -> ItemDraft? {
            try await storage.draft(of: account.id)
        }

        /// Every list with all of its to-dos.
        public var lists: Paged<List, ArraySlice<TodoList>> {
            Paged { [storage, account] rest throws(StorageError) in
                var rest = rest ?? []
                if rest.isEmpty { rest = try await storage.lists(of: account.id).map(\.list)[...] }
                guard let list = rest.popFirst() else { return ([], nil) }
                let next = rest.isEmpty ? nil : rest
                do throws(StorageError) {
                    let todos = try await storage.todos(in: list.id, of: account.id)
                    return ([List(list: list, todos: todos)], next)
                } catch .notFound {
                    return ([], next)
                }
            }
        }

        /// Newest first.
        public var memos: Paged<Memo, Memo.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.memos(of: account.id, before: id, limit: limit)
            }
        }

        /// Newest first.
        public var interests: Paged<Interest, Interest.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.interests(of: account.id, before: id, limit: limit)
            }
        }

        /// What it has told of dealings, written last first.
        public var reviews: Paged<Review, Review.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.reviews(by: account.id, before: id, limit: limit)
            }
        }

        /// What it has bought, or sold, closed last first.
        public func deals(_ side: Deal.Side) -> Paged<Deal, Deal.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.deals(side, of: account.id, before: id, limit: limit)
            }
        }

        /// Whom it has blocked.
        /// - Throws: `StorageError` of a storage that failed.
        public func blockedPeople() async throws(StorageError) -> [Account] {
            try await storage.blockedPeople(by: account.id)
        }

        /// What it has told the operator of, last first.
        public var reports: Paged<Report, Report.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.reports(by: account.id, before: id, limit: limit)
            }
        }

        /// Written in last first.
        public var conversations: Paged<Conversation, ChatMessage.ID> {
            Paged { [storage, account] message throws(StorageError) in
                let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
                    try await storage.conversations(
                        of: .account(account.id), before: message, limit: limit)
                }
                return (Array(page.elements), page.next(\.lastMessage.id))
            }
        }

        /// What stands in one of them, sent first first.
        public func messages(in conversation: Conversation) -> Paged<ChatMessage, ChatMessage.ID> {
            Paged { [storage, account] message throws(StorageError) in
                do throws(StorageError) {
                    let page = try await KeyedPage(size: Self.pageSize) {
                        limit throws(StorageError) in
                        try await storage.messages(
                            in: conversation.id, of: .account(account.id), after: message,
                            limit: limit)
                    }
                    return (Array(page.elements), page.next(\.id))
                } catch .notFound {
                    // Gone since the page was read.
                    return ([], nil)
                }
            }
        }

        /// Kept last first; `Limits.savedSearches` at most.
        /// - Throws: `StorageError` of a storage that failed.
        public func savedSearches() async throws(StorageError) -> [SavedSearch] {
            try await storage.savedSearches(of: account.id)
        }

        private func paged<Element: Identifiable & Sendable>(
            _ read: @escaping @Sendable (Element.ID?, Int) async throws(StorageError) -> [Element]
        ) -> Paged<Element, Element.ID> {
            Paged { id throws(StorageError) in
                let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
                    try await read(id, limit)
                }
                return (Array(page.elements), page.next(\.id))
            }
        }

        /// Those not dismissed, soonest first, `mostReminders` at most.
        /// - Throws: `StorageError` of a storage that failed.
        public func reminders() async throws(StorageError) -> [Reminder] {
            try await storage.reminders(
                of: account.id, until: Timestamp(seconds: .max), limit: Self.mostReminders)
        }

        /// What can still be brought back.
        /// - Throws: `StorageError` of a storage that failed.
        public func deletions() async throws(StorageError) -> [Deletion] {
            try await storage.deletions(of: account.id, at: date)
        }

        /// The item that a deletion holds; nil for another one, and for one that is not in the
        /// trash any more.
        /// - Throws: `StorageError` of a storage that failed.
        public func item(in deletion: Deletion) async throws(StorageError) -> Item? {
            guard deletion.kind == .items else { return nil }
            do throws(StorageError) {
                return try await storage.item(in: deletion.id, of: account.id)
            } catch .notFound {
                return nil
            }
        }

        /// The titles that a checklist of a new item begins with.
        /// - Throws: `.notFound` when the account is gone.
        public func checklist() async throws(StorageError) -> [String] {
            try await storage.checklist(of: account.id)
        }

        /// In which browsers it is told of news.
        /// - Throws: `StorageError` of a storage that failed.
        public func pushSubscriptions() async throws(StorageError) -> [PushSubscription] {
            try await storage.pushSubscriptions(of: account.id, at: date)
        }

        /// The JPEG bytes of a photo at its full size; nil when it was deleted meanwhile.
        /// - Throws: `StorageError` of a storage that failed.
        public func photo(_ source: PhotoSource) async throws(StorageError) -> [UInt8]? {
            do throws(StorageError) {
                switch source {
                case .kept(let id):
                    return try await storage.bytes(of: id, .full, for: .account(account.id))
                case .sent(let message, let conversation):
                    return try await storage.photo(
                        of: message, in: conversation, of: .account(account.id), .full)
                }
            } catch {
                guard error == .photoNotFound || error == .notFound else { throw error }
                return nil
            }
        }
    }

    /// Where a photo is kept.
    public enum PhotoSource: Equatable, Sendable {
        /// Of an item or of the account itself.
        case kept(Photo.ID)
        /// Sent to one of the two people of a conversation.
        case sent(ChatMessage.ID, in: Conversation.ID)
    }
}
