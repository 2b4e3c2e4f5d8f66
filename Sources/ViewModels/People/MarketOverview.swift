import Market

/// The operators' overview of the market: how much there is, and who has joined.
public struct MarketOverview: Sendable {
    /// The maximum number of people on a page.
    public static let pageSize = 20
    /// Open reports are counted up to this number; more count as this many.
    private static let mostReports = 1_000

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let hasContact: Bool
    private let version: String
    private let start: Timestamp

    /// - Parameters:
    ///   - hasContact: whether every page says who runs the market.
    ///   - version: the software's version.
    ///   - start: when the server began to serve.
    public init(
        storage: any MarketStorage, zone: MarketTimeZone, hasContact: Bool, version: String,
        start: Timestamp
    ) {
        self.storage = storage
        self.zone = zone
        self.hasContact = hasContact
        self.version = version
        self.start = start
    }

    /// The requested page of the overview.
    public struct Input: Equatable, Sendable {
        /// A part of the nickname to search for, as typed; empty for everybody.
        public var text: String
        /// The last person of the previous page; nil starts with the latest to join.
        public var key: Account.ID?

        /// The first page of everybody, unless something else is given.
        public init(text: String = "", before key: Account.ID? = nil) {
            self.text = text
            self.key = key
        }
    }

    /// A page of the overview.
    public struct Output: Sendable {
        /// The counts; empty except on the first page of everybody.
        public let numbers: [Number]
        /// The search text, trimmed.
        public let text: String
        /// The people, the latest to join first.
        public let page: ListPage<Entry, Account.ID>
        /// What to do in a new market; empty once it is done, and except on the first page of everybody.
        public let firstSteps: FirstSteps.Output
        /// The software's version.
        public let version: String
        /// When the server began to serve.
        public let start: Moment
    }

    /// A count of something.
    public struct Number: Equatable, Sendable {
        /// What is counted.
        public let name: Phrase
        /// The count with thousands separators, and a plus sign if there may be more.
        public let text: String

        init(_ name: Phrase.Key, _ number: Int64, orMore: Bool) {
            var text = ShortText()
            text.append(number, grouped: true)
            self.name = Phrase(name)
            self.text = text.description + (orMore ? "+" : "")
        }

        fileprivate init(_ name: Phrase.Key, _ number: Int, atMost most: Int) {
            self.init(name, Int64(number), orMore: number >= most)
        }
    }

    /// A person with an account.
    public struct Entry: Equatable, Sendable {
        /// The account's id, used in links.
        public let id: Account.ID
        /// The nickname.
        public let nickname: String
        /// When they signed up.
        public let date: Moment
        /// Whether they are kept from writing and posting.
        public let isSuspended: Bool

        init(_ person: JoinedPerson, zone: MarketTimeZone) {
            (id, nickname, isSuspended) = (person.id, person.nickname, person.isSuspended)
            date = Moment(person.date, in: zone)
        }
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let text = input.text.trimmed
        let isFirst = text.isEmpty && input.key == nil
        let numbers = try await isFirst ? self.numbers(at: now) : []
        let page: ListPage<Entry, Account.ID> = try await ListPage(
            after: input.key, size: Self.pageSize, whenEmpty: Phrase(.nobodyCalledSo),
            read: { limit throws(StorageError) in
                try await storage.joinedPeople(
                    called: text.isEmpty ? nil : text, before: input.key, limit: limit)
            },
            entry: { found in Entry(found, zone: zone) })
        return Output(
            numbers: numbers, text: text, page: page,
            firstSteps: try await isFirst
                ? FirstSteps(storage: storage).output(for: hasContact) : [],
            version: version, start: Moment(start, in: zone))
    }

    private func numbers(at now: Timestamp) async throws(StorageError) -> [Number] {
        let week = zone.midnights(ofWeekAround: now)[0]
        let counts = try await storage.marketCounts(
            today: zone.day(around: now).lowerBound, week: week)
        let items = try await storage.itemCounts(ItemFilter(status: .unsold))
        let reports = try await storage.countOpenReports(upTo: Self.mostReports)
        let most = MarketCounts.mostNew
        return [
            Number(.peopleCount, counts.people, atMost: MarketCounts.mostPeople),
            Number(.openItemCount, items[nil], orMore: items.isPartial),
            Number(.openReportCount, reports, atMost: Self.mostReports),
            Number(.peopleToday, counts.newPeople.today, atMost: most),
            Number(.peopleThisWeek, counts.newPeople.thisWeek, atMost: most),
            Number(.itemsToday, counts.newItems.today, atMost: most),
            Number(.itemsThisWeek, counts.newItems.thisWeek, atMost: most),
        ]
    }
}
