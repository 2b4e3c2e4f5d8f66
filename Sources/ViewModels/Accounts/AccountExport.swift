import Market

/// Everything that an account has written and stored, for download.
public struct AccountExport: Sendable {
    /// The signed-in account.
    public typealias Input = Account

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let limiter: TryLimiter

    /// - Parameter limiter: counts the exports of each account.
    public init(storage: any MarketStorage, zone: MarketTimeZone, limiter: TryLimiter) {
        self.storage = storage
        self.zone = zone
        self.limiter = limiter
    }

    /// Counts an export and returns it, or refuses if there were too many.
    public func output(for account: Input, at now: Timestamp) -> Result<Output, Refusal> {
        if let wait = limiter.secondsToWait(key(account), at: now) {
            return .failure(Refusal([], .tooManyTries(wait: wait)))
        }
        return .success(Output(account: account, date: now, zone: zone, storage: storage))
    }

    /// Uncounts an export that failed.
    public func refund(_ account: Account) { limiter.refund(key(account)) }

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

    /// The exported data. Long lists are read a page at a time: each page is one snapshot, but not
    /// all pages together.
    public struct Output: Sendable {
        /// The maximum number of reminders in the list; each is also exported with its to-do or memo.
        public static let mostReminders = 10_000

        private static let pageSize = 50

        /// The account whose data it is.
        public let account: Account
        /// When the export was requested.
        public let date: Timestamp
        fileprivate let zone: MarketTimeZone
        fileprivate let storage: any MarketStorage

        /// The file's name, with the day in the market's time zone: `jangteo-하늘이네-2026-11-21.zip`.
        public var fileName: String {
            let nickname = account.profile.nickname.text.map { letter in
                "/\\:*?\"<>|".contains(letter) ? "_" : letter
            }
            return "jangteo-\(String(nickname))-\(zone.day(of: date)).zip"
        }

        /// The neighbourhood in the account's profile; nil if there is none.
        public func neighbourhood() async throws(StorageError) -> Neighbourhood? {
            let places = try await storage.places()
            return try await storage.account(account.id).neighbourhood
                .flatMap { places.neighbourhood($0) }
        }

        /// What everybody can see of the account's dealings.
        /// - Throws: `StorageError` if the storage fails.
        public func facts() async throws(StorageError) -> PersonFacts {
            try await storage.facts(of: account.id, at: date)
        }

        /// The account's items of one status, newest first.
        public func items(_ status: Item.Status) -> Paged<Item, Item.Position> {
            Paged { [storage, account] position throws(StorageError) in
                let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
                    try await storage.items(of: account.id, status, before: position, limit: limit)
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

        /// The account's unfinished draft of an item; nil if there is none.
        /// - Throws: `StorageError` if the storage fails.
        public func draft() async throws(StorageError) -> ItemDraft? {
            try await storage.draft(of: account.id)
        }

        /// Every list, with all of its to-dos.
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

        /// The memos, newest first.
        public var memos: Paged<Memo, Memo.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.memos(of: account.id, before: id, limit: limit)
            }
        }

        /// The interests, newest first.
        public var interests: Paged<Interest, Interest.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.interests(of: account.id, before: id, limit: limit)
            }
        }

        /// The sellers whom the account follows; at most `Limits.followedSellers`.
        /// - Throws: `StorageError` if the storage fails.
        public func followedSellers() async throws(StorageError) -> [FollowedSeller] {
            try await storage.followedSellers(of: account.id)
        }

        /// The reviews that the account has written, the latest first.
        public var reviews: Paged<Review, Review.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.reviews(by: account.id, before: id, limit: limit)
            }
        }

        /// The account's purchases or sales, the latest closed first.
        public func deals(_ side: Deal.Side) -> Paged<Deal, Deal.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.deals(side, of: account.id, before: id, limit: limit)
            }
        }

        /// The people whom the account has blocked.
        /// - Throws: `StorageError` if the storage fails.
        public func blockedPeople() async throws(StorageError) -> [Account] {
            try await storage.blockedPeople(by: account.id)
        }

        /// The reports that the account has sent, the latest first.
        public var reports: Paged<Report, Report.ID> {
            paged { [storage, account] id, limit throws(StorageError) in
                try await storage.reports(by: account.id, before: id, limit: limit)
            }
        }

        /// The conversations, the latest written in first.
        public var conversations: Paged<Conversation, ChatMessage.ID> {
            Paged { [storage, account] message throws(StorageError) in
                let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
                    try await storage.conversations(
                        of: .account(account.id), before: message, limit: limit)
                }
                return (Array(page.elements), page.next(\.lastMessage.id))
            }
        }

        /// The messages of a conversation, the earliest first.
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
                    // The conversation was deleted after the page was read.
                    return ([], nil)
                }
            }
        }

        /// The saved searches, the latest first; at most `Limits.savedSearches`.
        /// - Throws: `StorageError` if the storage fails.
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

        /// The reminders that are not dismissed, the soonest first; at most `mostReminders`.
        /// - Throws: `StorageError` if the storage fails.
        public func reminders() async throws(StorageError) -> [Reminder] {
            try await storage.reminders(
                of: account.id, until: Timestamp(seconds: .max), limit: Self.mostReminders)
        }

        /// The deletions that can still be undone.
        /// - Throws: `StorageError` if the storage fails.
        public func deletions() async throws(StorageError) -> [Deletion] {
            try await storage.deletions(of: account.id, at: date)
        }

        /// The item in a deletion; nil if it is a deletion of something else, or no longer in the trash.
        /// - Throws: `StorageError` if the storage fails.
        public func item(in deletion: Deletion) async throws(StorageError) -> Item? {
            guard deletion.kind == .items else { return nil }
            do throws(StorageError) {
                return try await storage.item(in: deletion.id, of: account.id)
            } catch .notFound {
                return nil
            }
        }

        /// The titles with which the checklist of a new item begins.
        /// - Throws: `.notFound` when the account is gone.
        public func checklist() async throws(StorageError) -> [String] {
            try await storage.checklist(of: account.id)
        }

        /// The browsers that receive pushes for the account.
        /// - Throws: `StorageError` if the storage fails.
        public func pushSubscriptions() async throws(StorageError) -> [PushSubscription] {
            try await storage.pushSubscriptions(of: account.id, at: date)
        }

        /// The JPEG bytes of a photo at its full size; nil if it was deleted meanwhile.
        /// - Throws: `StorageError` if the storage fails.
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

    /// Where a photo belongs.
    public enum PhotoSource: Equatable, Sendable {
        /// To an item, or to the account itself.
        case kept(Photo.ID)
        /// To a message in a conversation.
        case sent(ChatMessage.ID, in: Conversation.ID)
    }
}
