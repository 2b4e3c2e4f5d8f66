import Fixtures
import Market
import Storage
import Testing

/// What operators announce to everybody.
struct AnnouncementStorageTests {
    private func content(
        _ title: String, ends: Timestamp? = nil, isOnTop: Bool = false
    ) -> AnnouncementContent {
        AnnouncementContent(title: title, text: title + "\n자세한 내용", ends: ends, isOnTop: isOnTop)
    }

    @Test(arguments: Backend.all)
    func announcementsArePagedNewestFirst(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            #expect(storage.announcementBoard == .empty)
            var ids: [Announcement.ID] = []
            for title in ["첫째", "둘째", "셋째"] {
                ids.append(try await storage.insert(content(title), at: noon))
            }
            let page = try await storage.announcements(before: nil, limit: 2)
            #expect(page.map(\.id) == [ids[2], ids[1]])
            #expect(page.first?.content == content("셋째") && page.first?.dateWritten == noon)
            let next = try await storage.announcements(before: ids[1], limit: 2)
            #expect(next.map(\.content.title) == ["첫째"])
            #expect(try await storage.announcements(before: nil, limit: -1).isEmpty)
            #expect(!storage.announcementBoard.isEmpty)
            #expect(storage.announcementBoard.top(at: noon) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func theSameFormSentAgainAddsNone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(content("첫째", isOnTop: true), at: noon)
            let again = content("첫째", isOnTop: true)
            #expect(try await storage.insert(again, at: noon + 59) == id)
            #expect(storage.announcementBoard.top(at: noon)?.id == id)
            // Different content, or the same content a while later, makes another announcement.
            let other = try await storage.insert(content("첫째"), at: noon + 59)
            let later = try await storage.insert(content("첫째"), at: noon + 119)
            let all = try await storage.announcements(before: nil, limit: 9)
            #expect(all.map(\.id) == [later, other, id])
            // Nor does a form that repeats a deleted announcement bring that one back.
            try await storage.deleteAnnouncement(later, at: noon + 120)
            try await storage.deleteAnnouncement(other, at: noon + 120)
            let third = try await storage.insert(content("첫째"), at: noon + 120)
            #expect(![id, other, later].contains(third))
        }
    }

    /// A deleted announcement cannot be edited, ended, or deleted again.
    @Test(arguments: Backend.all)
    func deletedAnnouncementsAreNotFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let deleted = try await storage.insert(content("지울 것"), at: noon)
            try await storage.deleteAnnouncement(deleted, at: noon)
            for id in [deleted, 77] {
                await #expect(throws: StorageError.notFound) { try await storage.announcement(id) }
                await #expect(throws: StorageError.notFound) {
                    try await storage.update(id, content: content("고친 것"), revision: nil, at: noon)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.endAnnouncement(id, at: noon)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.resumeAnnouncement(id, until: nil, at: noon)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.deleteAnnouncement(id, at: noon)
                }
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.restoreAnnouncement(77)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anEditOfAnOlderRevisionIsRefused(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(content("첫째"), at: noon)
            try await storage.update(id, content: content("고친 것"), revision: 1, at: noon + 60)
            let edited = try await storage.announcement(id)
            #expect(edited.content == content("고친 것") && edited.revision == 2)
            #expect(edited.dateWritten == noon && edited.dateModified == noon + 60)
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.update(id, content: content("늦은 것"), revision: 1, at: noon)
            }
            #expect(try await storage.announcement(id) == edited)
            // An edit without a revision overwrites any.
            try await storage.update(id, content: content("끝"), revision: nil, at: noon)
            #expect(try await storage.announcement(id).content.title == "끝")
        }
    }

    @Test(arguments: Backend.all)
    func oneAtATimeStandsOnTop(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            func top() -> Announcement.ID? { storage.announcementBoard.top(at: noon)?.id }
            let first = try await storage.insert(content("첫째", isOnTop: true), at: noon)
            #expect(top() == first)
            #expect(storage.announcementBoard.top(at: noon)?.title == "첫째")
            let second = try await storage.insert(content("둘째", isOnTop: true), at: noon)
            #expect(top() == second)
            #expect(try await !storage.announcement(first).content.isOnTop)
            try await storage.update(
                first, content: content("첫째", isOnTop: true), revision: nil, at: noon)
            #expect(top() == first)
            try await storage.update(first, content: content("첫째"), revision: nil, at: noon)
            #expect(top() == nil)
        }
    }

    @Test(arguments: Backend.all)
    func endedAnnouncementsLeaveTheTopAndStayReadable(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(
                content("첫째", ends: noon + 60, isOnTop: true), at: noon)
            #expect(storage.announcementBoard.top(at: noon + 59)?.id == id)
            #expect(storage.announcementBoard.top(at: noon + 60) == nil)
            try await storage.endAnnouncement(id, at: noon + 30)
            #expect(storage.announcementBoard.top(at: noon + 29)?.ends == noon + 30)
            #expect(storage.announcementBoard.top(at: noon + 30) == nil)
            // It had already ended.
            try await storage.endAnnouncement(id, at: noon + 90)
            let ended = try await storage.announcement(id)
            #expect(ended.content.ends == noon + 30 && ended.content.isOver(at: noon + 30))
            #expect(try await storage.announcements(before: nil, limit: 9).map(\.id) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func anAnnouncementEndedByMistakeIsResumed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(
                content("첫째", ends: noon + 60, isOnTop: true), at: noon)
            let former = try await storage.endAnnouncement(id, at: noon + 30)
            #expect(former.content.ends == noon + 60)
            try await storage.resumeAnnouncement(id, until: former.content.ends, at: noon + 31)
            #expect(storage.announcementBoard.top(at: noon + 31)?.ends == noon + 60)
            #expect(try await storage.announcement(id).dateModified == noon)
            // Resuming an announcement that has not ended leaves its end alone.
            try await storage.resumeAnnouncement(id, until: nil, at: noon + 32)
            #expect(try await storage.announcement(id).content.ends == noon + 60)
            try await storage.resumeAnnouncement(id, until: nil, at: noon + 60)
            #expect(try await storage.announcement(id).content.ends == nil)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedAnnouncementIsRestoredUntilItIsPurged(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let first = try await storage.insert(content("첫째", isOnTop: true), at: noon)
            try await storage.deleteAnnouncement(first, at: noon)
            #expect(storage.announcementBoard == .empty)
            #expect(try await storage.announcements(before: nil, limit: 9).isEmpty)
            for _ in 1...2 { try await storage.restoreAnnouncement(first) }
            #expect(storage.announcementBoard.top(at: noon)?.id == first)
            // Another announcement has taken the top meanwhile.
            try await storage.deleteAnnouncement(first, at: noon)
            let second = try await storage.insert(content("둘째", isOnTop: true), at: noon)
            try await storage.restoreAnnouncement(first)
            #expect(storage.announcementBoard.top(at: noon)?.id == second)
            try await storage.deleteAnnouncement(first, at: noon)
            try await storage.purgeDeletions(before: noon)
            try await storage.restoreAnnouncement(first)
            try await storage.deleteAnnouncement(first, at: noon)
            try await storage.purgeDeletions(before: noon + 1)
            await #expect(throws: StorageError.notFound) {
                try await storage.restoreAnnouncement(first)
            }
            #expect(try await storage.announcements(before: nil, limit: 9).map(\.id) == [second])
        }
    }

    @Test(arguments: Backend.all)
    func deletedOnesAreListedUntilTheyComeBackOrAreGone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var ids: [Announcement.ID] = []
            for title in ["첫째", "둘째", "셋째", "넷째"] {
                ids.append(try await storage.insert(content(title), at: noon))
            }
            func deleted(
                since moment: Timestamp = noon, before key: DeletedAnnouncement.Key? = nil,
                limit: Int = 9
            ) async throws -> [DeletedAnnouncement] {
                try await storage.deletedAnnouncements(since: moment, before: key, limit: limit)
            }
            #expect(try await deleted().isEmpty)
            // Two in the same second.
            for (id, delay) in zip([ids[2], ids[0], ids[1]], [1, 2, 2] as [Int64]) {
                try await storage.deleteAnnouncement(id, at: noon + delay)
            }
            let all = try await deleted()
            #expect(all.map(\.id) == [ids[1], ids[0], ids[2]])
            #expect(all.map(\.title) == ["둘째", "첫째", "셋째"])
            #expect(all.map(\.dateDeleted) == [noon + 2, noon + 2, noon + 1])
            #expect(try await deleted(since: noon + 2).map(\.id) == [ids[1], ids[0]])
            #expect(try await deleted(limit: 1).map(\.id) == [ids[1]])
            #expect(try await deleted(before: all[0].key).map(\.id) == [ids[0], ids[2]])
            #expect(try await deleted(before: all[1].key).map(\.id) == [ids[2]])
            #expect(try await deleted(limit: -1).isEmpty)
            try await storage.restoreAnnouncement(ids[1])
            try await storage.purgeDeletions(before: noon + 2)
            #expect(try await deleted().map(\.id) == [ids[0]])
        }
    }

    @Test func anotherProcessesAnnouncementIsShownHere() async throws {
        try await withTemporaryFolder { folder in
            try Backend.emptyFile.copy(to: folder + "/market.db")
            let one = try SQLiteStorage(path: folder + "/market.db")
            defer { one.close() }
            let other = try SQLiteStorage(path: folder + "/market.db")
            defer { other.close() }
            var changes = one.feed.changes([.items]).makeAsyncIterator()
            let id = try await other.insert(content("첫째", isOnTop: true), at: noon)
            _ = await changes.next()
            #expect(one.announcementBoard.top(at: noon)?.id == id)
            // A storage that opens later has it from the start, too.
            let third = try SQLiteStorage(path: folder + "/market.db")
            defer { third.close() }
            #expect(third.announcementBoard.top(at: noon)?.title == "첫째")
        }
    }

    #if PostgreSQL
        @Test func everyProgramOverADatabaseShowsIt() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let one = try PostgreSQLStorage(address: address)
            defer { one.close() }
            let other = try PostgreSQLStorage(address: address)
            defer { other.close() }
            let id = try await one.insert(content("첫째", isOnTop: true), at: noon)
            #expect(one.announcementBoard.top(at: noon)?.id == id)
            try await waitUntil { other.announcementBoard.top(at: noon)?.id == id }
            try await other.deleteAnnouncement(id, at: noon)
            try await waitUntil { one.announcementBoard == .empty }
        }
    #endif
}
