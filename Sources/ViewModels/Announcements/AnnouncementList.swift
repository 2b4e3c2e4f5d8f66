import Market

/// What those who run the market have told everybody, over or not.
public struct AnnouncementList: Sendable {
    /// Of the announcement that the page goes on from; nil begins with the newest.
    public typealias Input = Announcement.ID?

    /// The newest first.
    public typealias Output = ListPage<Entry, Announcement.ID>

    /// How many a page shows at most.
    public static let pageSize = 20

    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// An announcement in it.
    public struct Entry: Equatable, Sendable {
        /// Names its page.
        public let id: Announcement.ID
        /// What it is called.
        public let title: String
        /// When it was first written.
        public let date: Moment
        /// Until when it holds, or that it is over; nil where it holds for good.
        public let endText: Phrase?
        /// Whether it stands on top of the market's list.
        public let isOnTop: Bool
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for key: Input = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        try await ListPage(
            after: key, size: Self.pageSize, whenEmpty: Phrase(.noAnnouncements),
            read: { limit throws(StorageError) in
                try await storage.announcements(before: key, limit: limit)
            },
            entry: { found in
                Entry(
                    id: found.id, title: found.content.title,
                    date: Moment(found.dateWritten, in: zone),
                    endText: found.content.endText(at: now, in: zone),
                    isOnTop: found.content.isOnTop && !found.content.isOver(at: now))
            })
    }
}

/// One announcement to read.
public struct AnnouncementDetail: Sendable {
    /// Which one.
    public typealias Input = Announcement.ID

    private static let longestSummary = 120

    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// Its page.
    public struct Output: Equatable, Sendable {
        /// Names it in links.
        public let id: Announcement.ID
        /// What it is called.
        public let title: String
        /// All of it, with its addresses to follow.
        public let text: [TextSegment]
        /// Its beginning on one line, for previews.
        public let summary: String
        /// When it was first written.
        public let date: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
        /// Until when it holds, or that it is over; nil where it holds for good.
        public let endText: Phrase?
        /// Whether it is over.
        public let isOver: Bool
    }

    /// - Throws: `.notFound`.
    public func output(
        for id: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let found = try await storage.announcement(id)
        let content = found.content
        let isEdited = found.dateModified != found.dateWritten
        return Output(
            id: id, title: content.title, text: TextSegment.segments(of: content.text),
            summary: oneLine(content.text, atMost: Self.longestSummary),
            date: Moment(found.dateWritten, in: zone),
            dateModified: isEdited ? Moment(found.dateModified, in: zone) : nil,
            endText: content.endText(at: now, in: zone),
            isOver: content.isOver(at: now))
    }
}

extension AnnouncementContent {
    /// Until when it holds, or that it is over; nil where it holds for good.
    fileprivate func endText(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard let ends else { return nil }
        guard !isOver(at: now) else { return Phrase(.announcementIsOver) }
        return Phrase(.announcementUntil, .phrase(zone.civilTime(ends + -1).dayOfWeekAndYear))
    }
}
