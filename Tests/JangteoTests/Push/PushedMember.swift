import Market
import Storage
import Synchronization
import Testing
import ViewModels
import WebPush

@testable import Jangteo

/// A member with browsers that receive pushes.
struct PushedMember {
    let storage: SQLiteStorage
    let account: Account.ID

    /// - Parameter addresses: the endpoints of the browsers.
    init(at addresses: [String], since now: Timestamp) async throws {
        storage = try SQLiteStorage(path: ":memory:")
        account = try await storage.insert(
            NewAccount(
                nickname: try #require(Nickname("민지")), passwordHash: "none", dateJoined: now))
        let session = Session(
            digest: SecretDigest("token"), account: account, dateCreated: now, lastSeen: now,
            expires: now + 86_400)
        try await storage.insert(session)
        for address in addresses {
            try await storage.subscribe(address, in: session.digest, at: now)
        }
    }

    /// Makes a memo that is due at once, which is news.
    func makeMemo(_ text: String = "전화하기", at now: Timestamp) async throws -> Memo.ID {
        try await storage.insert(MemoContent(text: text, reminder: now), of: account, at: now)
    }

    /// A push that tells one of the browsers of a memo that is due.
    func push(
        of memo: Memo.ID, to address: String, at origin: String, on date: Timestamp
    ) -> PushQueue.Push {
        PushQueue.Push(
            request: PushRequest(address: address, origin: origin, topic: "t"), account: account,
            subject: .reminder(.memo(memo)), date: date, start: date)
    }

    /// A key by which push services identify the site of a test.
    static func key() async throws -> VAPIDKey {
        try await VAPIDKey(secret: VAPIDKey.newSecret())
    }
}

/// A clock that only a test moves.
final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    init(at start: Timestamp) {
        time = Mutex(start)
    }

    var now: Timestamp { time.withLock { $0 } }

    func advance(by seconds: Int64) {
        time.withLock { $0 = $0 + seconds }
    }
}
