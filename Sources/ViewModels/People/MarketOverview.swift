import Market

/// The market as operators look after it: how much there is, and who has joined.
public struct MarketOverview: Sendable {
    /// How many people a page shows at most.
    public static let pageSize = 20
    /// Reports are counted so far; more are as many.
    private static let mostReports = 1_000

    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let version: String
    private let start: Timestamp

    /// - Parameters:
    ///   - version: of the program.
    ///   - start: when it began to serve.
    public init(
        storage: any MarketStorage, zone: MarketTimeZone, version: String, start: Timestamp
    ) {
        self.storage = storage
        self.zone = zone
        self.version = version
        self.start = start
    }

    /// Which page of it.
    public struct Input: Equatable, Sendable {
        /// A part of the nickname of who is looked for, as typed; empty for everybody.
        public var text: String
        /// Of who comes last on the page before; nil begins with who joined last.
        public var key: Account.ID?

        /// The first page of everybody, unless said otherwise.
        public init(text: String = "", before key: Account.ID? = nil) {
            self.text = text
            self.key = key
        }
    }

    /// A page of it.
    public struct Output: Sendable {
        /// How much there is; empty but on the first page of everybody.
        public let numbers: [Number]
        /// What is looked for, without the white space around it.
        public let text: String
        /// Who joined last comes first.
        public let page: ListPage<Entry, Account.ID>
        /// Of the program.
        public let version: String
        /// When it began to serve.
        public let start: Moment
    }

    /// How much there is of something.
    public struct Number: Equatable, Sendable {
        /// Of what.
        public let name: Phrase
        /// With separators between its thousands; with a plus sign behind it where there may be more.
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

    /// Somebody with an account.
    public struct Entry: Equatable, Sendable {
        /// Names their page.
        public let id: Account.ID
        /// What they are called.
        public let nickname: String
        /// When they signed up.
        public let date: Moment
        /// Whether they may not write or post.
        public let isSuspended: Bool

        init(_ person: JoinedPerson, zone: MarketTimeZone) {
            (id, nickname, isSuspended) = (person.id, person.nickname, person.isSuspended)
            date = Moment(person.date, in: zone)
        }
    }

    /// - Throws: `StorageError` of a storage that failed.
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
            numbers: numbers, text: text, page: page, version: version,
            start: Moment(start, in: zone))
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
