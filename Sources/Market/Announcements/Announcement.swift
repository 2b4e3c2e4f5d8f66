/// What those who run the market tell everybody. It is the market's own: no author is kept with it.
public struct Announcement: Revised, Identifiable, Equatable, Sendable {
    /// The number of an announcement; it grows with each.
    public typealias ID = Identifier<Announcement>

    /// For how many seconds the same content counts as the same form sent again.
    public static let timeToRepeat: Int64 = 60

    /// The larger, the newer.
    public let id: ID
    /// As it was last written.
    public let content: AnnouncementContent
    /// When it was first written.
    public let dateWritten: Timestamp
    /// Moves at every edit.
    public let dateModified: Timestamp
    /// Grows with every edit; an edit names the revision that it was made from.
    public let revision: Int64

    /// An announcement as it is kept.
    public init(
        id: ID, content: AnnouncementContent, dateWritten: Timestamp, dateModified: Timestamp,
        revision: Int64
    ) {
        self.id = id
        self.content = content
        self.dateWritten = dateWritten
        self.dateModified = dateModified
        self.revision = revision
    }
}

/// What an announcement says, checked.
public struct AnnouncementContent: Equatable, Sendable {
    /// 1 to `Limits.announcementTitle` characters on one line.
    public var title: String
    /// 1 to `Limits.announcement` characters, not all of them white space.
    public var text: String
    /// When it is over: it can still be read, but is no longer on top. Nil for never.
    public var ends: Timestamp?
    /// Whether it is on top of the market's list.
    public var isOnTop: Bool

    /// A title with its text.
    public init(title: String, text: String, ends: Timestamp? = nil, isOnTop: Bool = false) {
        self.title = title
        self.text = text
        self.ends = ends
        self.isOnTop = isOnTop
    }

    /// Whether it is over.
    public func isOver(at now: Timestamp) -> Bool { ends.map { $0 <= now } ?? false }
}

/// An announcement that was deleted and can still be restored.
public struct DeletedAnnouncement: Identifiable, Equatable, Sendable {
    /// The announcement's number.
    public let id: Announcement.ID
    /// Its title.
    public let title: String
    /// When it was deleted.
    public let dateDeleted: Timestamp

    /// A deleted announcement.
    public init(id: Announcement.ID, title: String, dateDeleted: Timestamp) {
        self.id = id
        self.title = title
        self.dateDeleted = dateDeleted
    }

    /// The position of a deleted announcement in the list, by when it was deleted.
    public typealias Key = DatedKey<Announcement>

    /// The key with which the next page continues after this announcement.
    public var key: Key { Key(date: dateDeleted, id: id) }
}

/// What every page needs to know of the announcements, small enough to cache.
public struct AnnouncementBoard: Equatable, Sendable {
    /// Whether there is no announcement to read.
    public let isEmpty: Bool
    private let last: Top?

    /// The announcement on top of the market's list.
    public struct Top: Equatable, Sendable {
        /// Identifies its page.
        public let id: Announcement.ID
        /// Its title.
        public let title: String
        /// When it is no longer on top; nil for never.
        public let ends: Timestamp?

        /// An announcement with its title.
        public init(id: Announcement.ID, title: String, ends: Timestamp?) {
            (self.id, self.title, self.ends) = (id, title, ends)
        }
    }

    /// - Parameter top: the announcement that was put on top, over or not; nil if none.
    public init(isEmpty: Bool, top: Top? = nil) {
        (self.isEmpty, last) = (isEmpty, top)
    }

    /// The board of a market without announcements.
    public static let empty = AnnouncementBoard(isEmpty: true)

    /// The announcement on top at a moment; nil if none.
    public func top(at now: Timestamp) -> Top? {
        guard let last, last.ends.map({ now < $0 }) ?? true else { return nil }
        return last
    }
}

/// Where announcements are kept. Every method is atomic; a deleted announcement is `.notFound`,
/// like one that never was.
public protocol AnnouncementStorage: Sendable {
    /// The board as of everything committed, cached: a page reads nothing from the storage for it.
    var announcementBoard: AnnouncementBoard { get }

    /// Adds an announcement; if it is on top, it replaces the one that was. The same content as the
    /// newest, within `Announcement.timeToRepeat`, adds nothing and returns the newest one's id.
    func insert(
        _ announcement: AnnouncementContent, at now: Timestamp
    ) async throws(StorageError) -> Announcement.ID

    /// Newest first.
    func announcements(
        before id: Announcement.ID?, limit: Int
    ) async throws(StorageError) -> [Announcement]

    /// - Throws: `.notFound`.
    func announcement(_ id: Announcement.ID) async throws(StorageError) -> Announcement

    /// Replaces what an announcement says; if it is on top, it replaces the one that was.
    /// - Parameter revision: the revision that the edit was made from; nil overwrites any.
    /// - Throws: `.notFound`; `.changedMeanwhile`.
    func update(
        _ id: Announcement.ID, content: AnnouncementContent, revision: Int64?, at now: Timestamp
    ) async throws(StorageError)

    /// Ends an announcement now, unless it is over already.
    /// - Returns: the announcement as it was before.
    /// - Throws: `.notFound`.
    @discardableResult
    func endAnnouncement(
        _ id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) -> Announcement

    /// Lets an announcement that is over hold again; if it is not over, nothing changes.
    /// - Parameter end: when it is over again; nil for never.
    /// - Throws: `.notFound`.
    func resumeAnnouncement(
        _ id: Announcement.ID, until end: Timestamp?, at now: Timestamp
    ) async throws(StorageError)

    /// Deletes an announcement; it can be restored for `Deletion.lifetime`.
    /// - Throws: `.notFound`.
    func deleteAnnouncement(_ id: Announcement.ID, at now: Timestamp) async throws(StorageError)

    /// The announcements that were deleted at a moment or later, the latest first.
    /// - Parameter key: the announcement after which to continue; nil starts with the latest.
    func deletedAnnouncements(
        since moment: Timestamp, before key: DeletedAnnouncement.Key?, limit: Int
    ) async throws(StorageError) -> [DeletedAnnouncement]

    /// Restores a deleted announcement, on top only if no other has taken that place. Restoring
    /// twice is no error.
    /// - Throws: `.notFound`, also once it is gone for good.
    func restoreAnnouncement(_ id: Announcement.ID) async throws(StorageError)
}
