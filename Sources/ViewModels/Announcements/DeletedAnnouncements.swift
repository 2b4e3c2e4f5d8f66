import Market

/// The announcements that operators can still restore.
public struct DeletedAnnouncements: Sendable {
    /// The last announcement of the previous page; nil starts with the latest.
    public typealias Input = DeletedAnnouncement.Key?

    /// A page of announcements, the latest deleted first.
    public typealias Output = ListPage<Entry, DeletedAnnouncement.Key>

    /// The maximum number of announcements on a page.
    public static let pageSize = 20

    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A deleted announcement.
    public struct Entry: Equatable, Sendable {
        /// The announcement's id, used in links.
        public let id: Announcement.ID
        /// Its title.
        public let title: String
        /// When it was deleted.
        public let dateDeleted: Moment
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for key: Input = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.deletedAnnouncements(
                since: now + -Deletion.lifetime, before: key, limit: limit)
        }
        return ListPage(page, after: key, by: \.key, whenEmpty: Phrase(.noAnnouncements)) { found in
            Entry(
                id: found.id, title: found.title,
                dateDeleted: Moment(found.dateDeleted, in: zone))
        }
    }
}
