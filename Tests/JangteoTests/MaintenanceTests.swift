import Market
import Storage
import Testing

@testable import Jangteo

struct MaintenanceTests {
    private let storage: SQLiteStorage
    private let noon = Timestamp(seconds: 1_795_230_000)
    private let day: Int64 = 86_400

    init() throws {
        storage = try SQLiteStorage(path: ":memory:")
    }

    private func account(_ nickname: String = "민지") async throws -> Account.ID {
        try await storage.insert(
            NewAccount(
                nickname: try #require(Nickname(nickname)), passwordHash: "none", recoveryCodes: [],
                dateJoined: noon))
    }

    private func deleteExpired(after seconds: Int64) async {
        await Maintenance(storage: storage).deleteExpired(at: noon + seconds)
    }

    @Test func unusedPhotoIsDeletedAfterADay() async throws {
        let id = try #require(Photo.ID(String(repeating: "a", count: Photo.ID.length)))
        try await storage.insert(
            DevelopedPhoto(
                photo: Photo(id: id, width: 1, height: 1), thumbnail: [1], medium: [1], full: [1]),
            at: noon)
        await deleteExpired(after: day)
        #expect(try await storage.photos([id]).count == 1)
        await deleteExpired(after: day + 1)
        await #expect(throws: StorageError.photoNotFound) { try await storage.photos([id]) }
    }

    @Test func trashIsEmptiedAfterThirtyDays() async throws {
        let account = try await account()
        let memo = try await storage.insert(MemoContent(text: "메모"), of: account, at: noon)
        _ = try await storage.deleteMemo(memo, of: account, at: noon)
        await deleteExpired(after: 30 * day)
        #expect(try await storage.deletions(of: account).count == 1)
        await deleteExpired(after: 30 * day + 1)
        #expect(try await storage.deletions(of: account).isEmpty)
    }

    @Test func aSuspensionEnds() async throws {
        let account = try await account()
        try await storage.setSuspended(
            true, account, because: "", until: noon + day, hidingItems: false, by: nil, at: noon)
        let maintenance = Maintenance(storage: storage)
        await maintenance.endSuspensions(at: noon + (day - 1))
        #expect(try await storage.isSuspended(account))
        // However late the maintenance runs.
        await maintenance.endSuspensions(at: noon + 9 * day)
        #expect(try await !storage.isSuspended(account))
    }

    @Test func aReservationLapses() async throws {
        let (seller, asker) = (try await account(), try await account("지수"))
        let item = try await storage.insert(
            NewItem(
                content: ItemContent(
                    title: "의자", category: .furniture, price: try Price(1_000), stock: 1,
                    description: "튼튼해요."), photos: [], owner: .account(seller),
                datePosted: noon))
        let id = try await storage.ask(
            NewChatMessage(text: "저요", date: noon), about: item, by: asker)
        try await storage.take(
            .reserveFor(.day), in: id, by: .account(seller), at: noon)
        let maintenance = Maintenance(storage: storage)
        await maintenance.releaseLapsed(at: noon + (day - 1))
        #expect(try await storage.item(item).status == .reserved)
        await maintenance.releaseLapsed(at: noon + day)
        #expect(try await storage.item(item).status == .selling)
    }

    @Test func expiredSessionIsDeleted() async throws {
        let account = try await account()
        let session = Session(
            digest: SecretDigest("token"), account: account, dateCreated: noon, lastSeen: noon,
            expires: noon + day)
        try await storage.insert(session)
        await deleteExpired(after: day - 1)
        #expect(try await storage.session(session.digest, at: noon) == session)
        await deleteExpired(after: day)
        #expect(try await storage.session(session.digest, at: noon) == nil)
    }
}
