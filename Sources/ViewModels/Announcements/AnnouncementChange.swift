import Market

/// What operators do with an announcement besides writing it.
public struct AnnouncementChange: Sendable {
    /// The change.
    public enum Input: Equatable, Sendable {
        /// Ends the announcement now.
        case end(Announcement.ID)
        /// Undoes an ending that was not meant; the announcement runs until then, or for good if nil.
        case resume(Announcement.ID, until: Timestamp?)
        /// Deletes the announcement.
        case delete(Announcement.ID)
        /// Restores a deleted announcement.
        case restore(Announcement.ID)
    }

    /// The question before an announcement is deleted.
    public typealias Output = Question

    private let storage: any AnnouncementStorage

    /// Reads from and writes to `storage`.
    public init(storage: any AnnouncementStorage) {
        self.storage = storage
    }

    /// Asks whether to delete an announcement.
    /// - Throws: `.notFound`.
    public func output(for id: Announcement.ID) async throws(StorageError) -> Output {
        let title = try await storage.announcement(id).content.title
        return Question(
            heading: Phrase(.askDeleteAnnouncement),
            consequences: [
                Phrase(.announcementIsLost, .text(title)), Phrase(.announcementMayBeUndone),
            ],
            answer: Phrase(.deleteAnnouncement))
    }

    /// Carries out a change.
    /// - Returns: what can be undone; nil if nothing can.
    /// - Throws: `.notFound`.
    @discardableResult
    public func submit(
        _ action: Input, at now: Timestamp
    ) async throws(StorageError) -> Alert.Undoing? {
        switch action {
        case .end(let id):
            let former = try await storage.endAnnouncement(id, at: now).content
            return former.isOver(at: now) ? nil : .ending(id, until: former.ends)
        case .resume(let id, until: let end):
            try await storage.resumeAnnouncement(id, until: end, at: now)
            return nil
        case .delete(let id):
            try await storage.deleteAnnouncement(id, at: now)
            return .announcement(id)
        case .restore(let id):
            try await storage.restoreAnnouncement(id)
            return nil
        }
    }
}
