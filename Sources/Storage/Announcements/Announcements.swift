import Market
import Synchronization

extension SQLStorage: AnnouncementStorage {
    public var announcementBoard: AnnouncementBoard { memory.announcements.current }

    public func insert(
        _ announcement: AnnouncementContent, at now: Timestamp
    ) async throws(StorageError) -> Announcement.ID {
        try await writeAnnouncement { connection throws(StorageError) in
            let newest: Announcement? = try connection.first(Announcement.selectNewest)
            if let newest, newest.content == announcement,
                newest.dateWritten + Announcement.timeToRepeat > now
            {
                return newest.id
            }
            if announcement.isOnTop { try connection.clearTop() }
            return try connection.insert(
                """
                INSERT INTO announcement (title, text, ends, is_on_top, date_written, date_modified)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                announcement.title, announcement.text, announcement.ends, announcement.isOnTop,
                now, now)
        }
    }

    public func announcements(
        before id: Announcement.ID?, limit: Int
    ) async throws(StorageError) -> [Announcement] {
        try await all(
            """
            SELECT \(Announcement.columns) FROM announcement
            WHERE date_deleted IS NULL AND id < ? ORDER BY id DESC LIMIT ?
            """, id ?? .max, max(limit, 0))
    }

    public func announcement(_ id: Announcement.ID) async throws(StorageError) -> Announcement {
        try await one(Announcement.select, id)
    }

    public func update(
        _ id: Announcement.ID, content: AnnouncementContent, revision: Int64?, at now: Timestamp
    ) async throws(StorageError) {
        try await writeAnnouncement { connection throws(StorageError) in
            let announcement: Announcement = try connection.one(Announcement.select, id)
            if let revision { try announcement.checkRevision(revision) }
            if content.isOnTop { try connection.clearTop() }
            try connection.run(
                """
                UPDATE announcement SET title = ?, text = ?, ends = ?, is_on_top = ?,
                    date_modified = ?, revision = revision + 1
                WHERE id = ?
                """, content.title, content.text, content.ends, content.isOnTop, now, id)
        }
    }

    @discardableResult
    public func endAnnouncement(
        _ id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) -> Announcement {
        try await writeAnnouncement { connection throws(StorageError) in
            let announcement: Announcement = try connection.one(Announcement.select, id)
            if !announcement.content.isOver(at: now) { try connection.setEnd(now, of: id) }
            return announcement
        }
    }

    public func resumeAnnouncement(
        _ id: Announcement.ID, until end: Timestamp?, at now: Timestamp
    ) async throws(StorageError) {
        try await writeAnnouncement { connection throws(StorageError) in
            let announcement: Announcement = try connection.one(Announcement.select, id)
            guard announcement.content.isOver(at: now) else { return }
            try connection.setEnd(end, of: id)
        }
    }

    public func deleteAnnouncement(
        _ id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await writeAnnouncement { connection throws(StorageError) in
            try connection.runOnce(
                "UPDATE announcement SET date_deleted = ? WHERE id = ? AND date_deleted IS NULL",
                now, id)
        }
    }

    public func deletedAnnouncements(
        since moment: Timestamp, before key: DeletedAnnouncement.Key?, limit: Int
    ) async throws(StorageError) -> [DeletedAnnouncement] {
        try await all(
            """
            SELECT \(DeletedAnnouncement.columns) FROM announcement
            WHERE date_deleted >= ? AND (date_deleted, id) < (?, ?)
            ORDER BY date_deleted DESC, id DESC LIMIT ?
            """, moment, key?.date ?? Timestamp(seconds: .max), key?.id ?? .max, max(limit, 0))
    }

    public func restoreAnnouncement(_ id: Announcement.ID) async throws(StorageError) {
        try await writeAnnouncement { connection throws(StorageError) in
            try connection.runOnce("UPDATE announcement SET date_deleted = NULL WHERE id = ?", id)
        }
    }

    /// Marks the announcements as changed, so that they are reread into memory after the commit.
    private func writeAnnouncement<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await write { connection throws(StorageError) in
            connection.hasChangedAnnouncements = true
            return try body(connection)
        }
    }
}

/// What every page needs to know about announcements, in memory.
final class AnnouncementCache: Sendable {
    private let board = Mutex(AnnouncementBoard.empty)

    var current: AnnouncementBoard { board.withLock { $0 } }

    /// Rereads the announcements; if that fails, they stay as they were.
    func read(from connection: Connection) throws(StorageError) {
        let read = try connection.announcementBoard()
        board.withLock { $0 = read }
    }
}

extension Connection {
    fileprivate func announcementBoard() throws(StorageError) -> AnnouncementBoard {
        let isEmpty = try !exists("SELECT 1 FROM announcement WHERE date_deleted IS NULL LIMIT 1")
        return AnnouncementBoard(
            isEmpty: isEmpty,
            top: try first(
                """
                SELECT \(AnnouncementBoard.Top.columns) FROM announcement
                WHERE is_on_top = 1 AND date_deleted IS NULL ORDER BY id DESC LIMIT 1
                """))
    }

    /// Only one announcement can be on top, including those that may be restored.
    fileprivate func clearTop() throws(StorageError) {
        try run("UPDATE announcement SET is_on_top = 0 WHERE is_on_top = 1")
    }

    fileprivate func setEnd(_ end: Timestamp?, of id: Announcement.ID) throws(StorageError) {
        try run("UPDATE announcement SET ends = ?, revision = revision + 1 WHERE id = ?", end, id)
    }

    func purgeAnnouncements(before moment: Timestamp) throws(StorageError) {
        try run("DELETE FROM announcement WHERE date_deleted < ?", moment)
    }
}

// MARK: - Rows

extension Announcement: Record {
    static let columns: SQL =
        "id, title, text, ends, is_on_top, date_written, date_modified, revision"
    fileprivate static let select: SQL =
        "SELECT \(columns) FROM announcement WHERE id = ? AND date_deleted IS NULL"
    fileprivate static let selectNewest: SQL =
        "SELECT \(columns) FROM announcement WHERE date_deleted IS NULL ORDER BY id DESC LIMIT 1"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(),
            content: AnnouncementContent(
                title: try row.next(), text: try row.next(), ends: try row.next(),
                isOnTop: try row.next()),
            dateWritten: try row.next(), dateModified: try row.next(), revision: try row.next())
    }
}

extension DeletedAnnouncement: Record {
    static let columns: SQL = "id, title, date_deleted"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), title: try row.next(), dateDeleted: try row.next())
    }
}

extension AnnouncementBoard.Top: Record {
    static let columns: SQL = "id, title, ends"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), title: try row.next(), ends: try row.next())
    }
}
