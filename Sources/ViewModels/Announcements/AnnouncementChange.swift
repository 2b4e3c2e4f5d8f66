import Market

/// What an operator does with an announcement beside writing it.
public struct AnnouncementChange: Sendable {
    /// What is done.
    public enum Input: Equatable, Sendable {
        /// It is over from now on.
        case end(Announcement.ID)
        /// It was not to be over: it holds until then again; nil for good.
        case resume(Announcement.ID, until: Timestamp?)
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
            consequences: [
                Phrase(.announcementIsLost, .text(title)), Phrase(.announcementMayBeUndone),
            ],
            answer: Phrase(.deleteAnnouncement))
    }

    /// - Returns: what may be undone of it; nil where nothing was done that may be.
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
