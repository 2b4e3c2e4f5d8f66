import Market

/// What an operator does with an announcement beside writing it.
public struct AnnouncementChange: Sendable {
    /// What is done.
    public enum Input: Equatable, Sendable {
        /// It is over from now on.
        case end(Announcement.ID)
        /// Nobody reads it any more.
        case delete(Announcement.ID)
        /// Everybody does again.
        case restore(Announcement.ID)
    }

    /// What is asked before it is deleted.
    public typealias Output = Question

    private let storage: any AnnouncementStorage

    /// Reads from and writes to `storage`.
    public init(storage: any AnnouncementStorage) {
        self.storage = storage
    }

    /// Asks whether one is to be deleted.
    /// - Throws: `.notFound`.
    public func output(for id: Announcement.ID) async throws(StorageError) -> Output {
        let title = try await storage.announcement(id).content.title
        return Question(
            heading: Phrase(.askDeleteAnnouncement),
            consequences: [Phrase(.announcementIsLost, .text(title))],
            answer: Phrase(.deleteAnnouncement))
    }

    /// - Throws: `.notFound`.
    public func submit(_ action: Input, at now: Timestamp) async throws(StorageError) {
        switch action {
        case .end(let id): try await storage.endAnnouncement(id, at: now)
        case .delete(let id): try await storage.deleteAnnouncement(id, at: now)
        case .restore(let id): try await storage.restoreAnnouncement(id)
        }
    }
}
