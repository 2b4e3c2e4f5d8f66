/// What those who run the market tell everybody. It is the market's: nobody's name is kept with it.
public struct Announcement: Revised, Identifiable, Equatable, Sendable {
    /// The number of an announcement; it grows with each.
    public typealias ID = Identifier<Announcement>

    /// For so long, in seconds, the same text is the same form sent again.
    public static let timeToRepeat: Int64 = 60

    /// The larger the newer.
    public let id: ID
    /// As it was written last.
    public let content: AnnouncementContent
    /// When it was first written.
    public let dateWritten: Timestamp
    /// Moves at every edit.
    public let dateModified: Timestamp
    /// Grows with every edit: an edit names the one it was made from.
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
    /// 1 to `Limits.announcementTitle` letters on one line.
    public var title: String
    /// 1 to `Limits.announcement` letters, not all of them white space.
    public var text: String
    /// From when on it is over: it stays to be read, and stands on top of nothing. Nil for never.
    public var ends: Timestamp?
    /// Whether it stands on top of the market's list.
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

/// What every page has to know of the announcements, small enough to be kept in memory.
public struct AnnouncementBoard: Equatable, Sendable {
    /// Whether there is none to read.
    public let isEmpty: Bool
    private let last: Top?

    /// The one that stands on top of the market's list.
    public struct Top: Equatable, Sendable {
        /// Names its page.
        public let id: Announcement.ID
        /// What it is called.
        public let title: String
        /// From when on it stands there no more; nil for never.
        public let ends: Timestamp?

        /// One with its title.
        public init(id: Announcement.ID, title: String, ends: Timestamp?) {
            (self.id, self.title, self.ends) = (id, title, ends)
        }
    }

    /// - Parameter top: the one that was put on top, over or not; nil for none.
    public init(isEmpty: Bool, top: Top? = nil) {
        (self.isEmpty, last) = (isEmpty, top)
    }

    /// Where there is nothing.
    public static let empty = AnnouncementBoard(isEmpty: true)

    /// The one that stands on top then; nil for none.
    public func top(at now: Timestamp) -> Top? {
        guard let last, last.ends.map({ now < $0 }) ?? true else { return nil }
        return last
    }
}

/// Where announcements are kept. Every method is atomic; one that is deleted is `.notFound` like one that
/// never was.
public protocol AnnouncementStorage: Sendable {
    /// As of all that is committed: it costs a page no look into the storage.
    var announcementBoard: AnnouncementBoard { get }

    /// One that stands on top takes the place of the one that did. The newest again, within
    /// `Announcement.timeToRepeat`, is the one that is there already.
    func insert(
        _ announcement: AnnouncementContent, at now: Timestamp
    ) async throws(StorageError) -> Announcement.ID

    /// The newest first.
    func announcements(
        before id: Announcement.ID?, limit: Int
    ) async throws(StorageError) -> [Announcement]

    /// - Throws: `.notFound`.
    func announcement(_ id: Announcement.ID) async throws(StorageError) -> Announcement

    /// As `insert`.
    /// - Parameter revision: the one that the edit was made from; nil overwrites any.
    /// - Throws: `.notFound`; `.changedMeanwhile`.
    func update(
        _ id: Announcement.ID, content: AnnouncementContent, revision: Int64?, at now: Timestamp
    ) async throws(StorageError)

    /// It is over from now on, unless it was before.
    /// - Returns: as it was before.
    /// - Throws: `.notFound`.
    @discardableResult
    func endAnnouncement(
        _ id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) -> Announcement

    /// One that is over holds again, unless it does by now.
    /// - Parameter end: until when; nil for good.
    /// - Throws: `.notFound`.
    func resumeAnnouncement(
        _ id: Announcement.ID, until end: Timestamp?, at now: Timestamp
    ) async throws(StorageError)

    /// It may be brought back for `Deletion.lifetime`.
    /// - Throws: `.notFound`.
    func deleteAnnouncement(_ id: Announcement.ID, at now: Timestamp) async throws(StorageError)

    /// Brings it back as it was; on top, unless another one stands there by now. Twice is no error.
    /// - Throws: `.notFound`, also once it is gone for good.
    func restoreAnnouncement(_ id: Announcement.ID) async throws(StorageError)
}
