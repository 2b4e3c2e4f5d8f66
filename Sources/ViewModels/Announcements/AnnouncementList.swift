import Market

/// The operators' announcements to everybody, past ones included.
public struct AnnouncementList: Sendable {
    /// The announcement after which the page continues; nil starts with the newest.
    public typealias Input = Announcement.ID?

    /// A page of announcements, the newest first.
    public typealias Output = ListPage<Entry, Announcement.ID>

    /// The maximum number of announcements on a page.
    public static let pageSize = 20

    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// An announcement in the list.
    public struct Entry: Equatable, Sendable {
        /// The announcement's id, used in links.
        public let id: Announcement.ID
        /// Its title.
        public let title: String
        /// When it was first written.
        public let date: Moment
        /// Until when it applies, or that it is over; nil if it has no end.
        public let endText: Phrase?
        /// Whether it is on top of the market's list.
        public let isOnTop: Bool
    }

    /// - Throws: `StorageError` if the storage fails.
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
    /// The announcement to show.
    public typealias Input = Announcement.ID

    private static let longestSummary = 120

    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The announcement's page.
    public struct Output: Equatable, Sendable {
        /// The announcement's id, used in links.
        public let id: Announcement.ID
        /// Its title.
        public let title: String
        /// The whole text, with addresses as links.
        public let text: [TextSegment]
        /// The text's beginning on one line, for previews.
        public let summary: String
        /// When it was first written.
        public let date: Moment
        /// When it was last edited; nil if never.
        public let dateModified: Moment?
        /// Until when it applies, or that it is over; nil if it has no end.
        public let endText: Phrase?
        /// Whether it is over.
        public let isOver: Bool
    }

    /// - Throws: `.notFound`.
    public func output(for id: Input, at now: Timestamp) async throws(StorageError) -> Output {
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
    /// Until when it applies, or that it is over; nil if it has no end.
    fileprivate func endText(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard let ends else { return nil }
        guard !isOver(at: now) else { return Phrase(.announcementIsOver) }
        return Phrase(.announcementUntil, .phrase(zone.civilTime(ends + -1).dayOfWeekAndYear))
    }
}
