import Market
import Storage
import Testing

@testable import Jangteo

struct UpkeepTests {
    private let storage = MemoryStorage()
    private let noon = Timestamp(seconds: 1_795_230_000)
    private let day: Int64 = 86_400

    private func account() throws -> Account.ID {
        try storage.insert(
            NewAccount(
                nickname: try #require(Nickname("민지")), passwordHash: "none", recoveryCodes: [],
                dateJoined: noon))
    }

    private func forgetWhatIsOver(after seconds: Int64) async {
        await Upkeep(storage).forgetWhatIsOver(at: noon + seconds)
    }

    @Test func aPhotoThatNoListingShowsIsForgottenAfterADay() async throws {
        let id = try #require(Photo.ID(String(repeating: "a", count: Photo.ID.length)))
        storage.insert(
            DevelopedPhoto(
                photo: Photo(id: id, width: 1, height: 1), thumbnail: [1], medium: [1], full: [1]),
            at: noon)
        await forgetWhatIsOver(after: day)
        #expect(try storage.photos([id]).count == 1)
        await forgetWhatIsOver(after: day + 1)
        #expect(throws: StorageError.photoNotFound) { try storage.photos([id]) }
    }

    @Test func whatWasDeletedIsForgottenAfterThirtyDays() async throws {
        let account = try account()
        let memo = try storage.insert(MemoContent(text: "메모"), of: account, at: noon)
        _ = try storage.deleteMemo(memo, of: account, at: noon)
        await forgetWhatIsOver(after: 30 * day)
        #expect(storage.deletions(of: account).count == 1)
        await forgetWhatIsOver(after: 30 * day + 1)
        #expect(storage.deletions(of: account).isEmpty)
    }

    @Test func aSessionIsForgottenWhenItHasExpired() async throws {
        let account = try account()
        let session = Session(
            digest: SecretDigest("token"), account: account, dateCreated: noon, lastSeen: noon,
            expires: noon + day)
        try storage.insert(session)
        await forgetWhatIsOver(after: day - 1)
        #expect(storage.session(session.digest, at: noon) == session)
        await forgetWhatIsOver(after: day)
        #expect(storage.session(session.digest, at: noon) == nil)
    }
}
