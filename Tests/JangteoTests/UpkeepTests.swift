import Market
import Storage
import Testing

@testable import Jangteo

struct UpkeepTests {
    private let storage: SQLiteStorage
    private let noon = Timestamp(seconds: 1_795_230_000)
    private let day: Int64 = 86_400

    init() throws {
        storage = try SQLiteStorage(path: ":memory:")
    }

    private func account() async throws -> Account.ID {
        try await storage.insert(
            NewAccount(
                nickname: try #require(Nickname("민지")), passwordHash: "none", recoveryCodes: [],
                dateJoined: noon))
    }

    private func forgetWhatIsOver(after seconds: Int64) async {
        await Upkeep(storage).forgetWhatIsOver(at: noon + seconds)
    }

    @Test func aPhotoThatNoListingShowsIsForgottenAfterADay() async throws {
        let id = try #require(Photo.ID(String(repeating: "a", count: Photo.ID.length)))
        try await storage.insert(
            DevelopedPhoto(
                photo: Photo(id: id, width: 1, height: 1), thumbnail: [1], medium: [1], full: [1]),
            at: noon)
        await forgetWhatIsOver(after: day)
        #expect(try storage.photos([id]).count == 1)
        await forgetWhatIsOver(after: day + 1)
        #expect(throws: StorageError.photoNotFound) { try storage.photos([id]) }
    }

    @Test func whatWasDeletedIsForgottenAfterThirtyDays() async throws {
        let account = try await account()
        let memo = try await storage.insert(MemoContent(text: "메모"), of: account, at: noon)
        _ = try await storage.deleteMemo(memo, of: account, at: noon)
        await forgetWhatIsOver(after: 30 * day)
        #expect(try storage.deletions(of: account).count == 1)
        await forgetWhatIsOver(after: 30 * day + 1)
        #expect(try storage.deletions(of: account).isEmpty)
    }

    @Test func aSessionIsForgottenWhenItHasExpired() async throws {
        let account = try await account()
        let session = Session(
            digest: SecretDigest("token"), account: account, dateCreated: noon, lastSeen: noon,
            expires: noon + day)
        try await storage.insert(session)
        await forgetWhatIsOver(after: day - 1)
        #expect(try storage.session(session.digest, at: noon) == session)
        await forgetWhatIsOver(after: day)
        #expect(try storage.session(session.digest, at: noon) == nil)
    }
}
