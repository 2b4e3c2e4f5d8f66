import Market
import Secrets
import Synchronization
import Testing

@testable import ViewModels

/// A storage with all that accounts need; passwords are hashed at the lowest cost.
struct AccountFixture {
    let storage: any MarketStorage
    /// Kept for as long as the fixture; nil over the storage of another one.
    var market: FreshMarket?
    /// Counts the hashes made and the passwords compared.
    let work = Work()
    let now = Timestamp(seconds: 1_795_260_000)
    private let tries = TryLimiter(mostTries: 3)
    private let addressTries = TryLimiter(mostTries: 7)

    static let password = "달빛처럼 환하게"

    var passwords: PasswordHashing { work.passwords }
    var check: AccountCheck {
        AccountCheck(
            storage: storage, passwords: passwords,
            tries: PasswordTries(atOne: tries, atAll: addressTries))
    }
    var signUp: SignUp { SignUp(storage: storage, passwords: passwords, secrets: Self.secrets) }
    var signIn: SignIn { SignIn(check: check) }
    var recovery: PasswordRecovery { PasswordRecovery(check: check, secrets: Self.secrets) }
    var change: PasswordChange { PasswordChange(check: check) }
    var codes: RecoveryCodes {
        RecoveryCodes(storage: storage, check: check, secrets: Self.secrets)
    }
    var deletion: AccountDeletion { AccountDeletion(storage: storage, check: check) }
    var profile: ProfileForm { ProfileForm(storage: storage, zone: .seoul) }
    var ownItems: OwnItems { OwnItems(storage: storage, zone: .seoul) }
    var interests: Interests { Interests(storage: storage, zone: .seoul) }
    var detail: ItemDetail { ItemDetail(storage: storage, zone: .seoul) }
    var itemCheck: PasswordCheck {
        PasswordCheck(
            storage: storage, passwords: passwords,
            tries: PasswordTries(atOne: TryLimiter(), atAll: addressTries))
    }
    var itemForm: ItemForm { ItemForm(storage: storage, passwords: passwords, check: itemCheck) }
    var prompt: PasswordPrompt { PasswordPrompt(storage: storage, check: itemCheck) }

    static let secrets = SecretMaking(
        random: { Token.randomBytes($0) }, digest: { SecretDigest(Digest.blake2b($0)) })

    static func with(_ body: (AccountFixture) async throws -> Void) async throws {
        try await body(AccountFixture())
    }

    /// Runs `body` with an account that has just been opened.
    static func withAccount(
        _ nickname: String = "하늘이네", _ body: (AccountFixture, Account.ID) async throws -> Void
    ) async throws {
        try await with { fixture in
            try await body(fixture, try await fixture.open(nickname).account)
        }
    }

    func open(
        _ nickname: String = "하늘이네", _ password: String = password
    ) async throws -> SignUp.Opened {
        return try #require(
            try await signUp.submit(
                SignUp.Input(nickname: nickname, password: password), from: "192.0.2.1", at: now
            ).saved)
    }

    func signIn(
        _ nickname: String, _ password: String = password, from address: String = "192.0.2.1",
        after seconds: Int64 = 0
    ) async throws -> FormResult<Account.ID, SignIn.Output> {
        let input = SignIn.Input(nickname: nickname, password: password)
        switch try await signIn.submit(input, from: address, at: now + seconds) {
        case .saved(let credentials): return .saved(credentials.account)
        case .refused(let output): return .refused(output)
        }
    }

    /// Posts an item of the account's, or of a guest's with the password `달빛1234`.
    func post(
        by seller: Account.ID?, for purpose: Item.Purpose = .offer, after seconds: Int64 = 0
    ) async throws -> Item.ID {
        var input = Fixture.lamp()
        input.purpose = purpose
        input.submissionKey = ""
        if seller != nil { input.password = "" }
        input.mode = .posting(by: seller)
        let outcome = try await itemForm.submit(input, at: now + seconds)
        guard case .saved(let saved) = outcome else {
            throw Fixture.NotSaved(outcome: "\(outcome)")
        }
        return saved.id
    }

    /// Counts the costly work on passwords, and can pretend to be busy.
    final class Work: Sendable {
        private let counts = Mutex((hashes: 0, comparisons: 0))
        private let busy = Mutex(false)

        var hashes: Int { counts.withLock(\.hashes) }
        var comparisons: Int { counts.withLock(\.comparisons) }
        var isBusy: Bool {
            get { busy.withLock { $0 } }
            set { busy.withLock { $0 = newValue } }
        }

        var passwords: PasswordHashing {
            let argon2id = PasswordHash(passes: 1, memoryBytes: 8_192)
            return PasswordHashing(
                hash: { [self] password, _ throws(StorageError) in
                    guard !isBusy else { throw .busy }
                    counts.withLock { $0.hashes += 1 }
                    do { return try argon2id.hash(password) } catch { throw .failed("no memory") }
                },
                verify: { [self] password, hash, _ throws(StorageError) in
                    guard !isBusy else { throw .busy }
                    counts.withLock { $0.comparisons += 1 }
                    return argon2id.verify(password, against: hash)
                })
        }
    }
}

extension AccountFixture {
    init() throws {
        let market = try FreshMarket()
        self.init(storage: market.storage, market: market)
    }
}
