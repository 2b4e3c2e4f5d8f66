import Market

/// The announcements that operators can still restore.
public struct DeletedAnnouncements: Sendable {
    /// The moment at which they are listed.
    public typealias Input = Timestamp

    /// The announcements, the latest deleted first.
    public typealias Output = [Entry]

    /// The maximum number of announcements that are listed.
    public static let most = 20

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
    public func output(for now: Input) async throws(StorageError) -> Output {
        let deleted = try await storage.deletedAnnouncements(
            since: now + -Deletion.lifetime, limit: Self.most)
        return deleted.map { found in
            Entry(
                id: found.id, title: found.title,
                dateDeleted: Moment(found.dateDeleted, in: zone))
        }
    }
}
