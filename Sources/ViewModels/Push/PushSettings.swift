import Market

/// Whether the browser in which somebody is signed in is told of news, and in how many they are.
public struct PushSettings: Sendable {
    private let storage: any PushStorage
    private let services: PushServices

    /// - Parameter services: those that are believed.
    public init(storage: any PushStorage, services: PushServices) {
        self.storage = storage
        self.services = services
    }

    /// Somebody in a browser.
    public struct Input: Equatable, Sendable {
        /// Who is signed in.
        public var account: Account.ID
        /// Of the session's token.
        public var session: SecretDigest

        /// Whose session it is.
        public init(account: Account.ID, session: SecretDigest) {
            self.account = account
            self.session = session
        }
    }

    /// What a page shows of it.
    public struct Output: Equatable, Sendable {
        /// Who is signed in.
        public let account: Account.ID
        /// Whether this browser is told.
        public let isOn: Bool
        /// How many browsers are told, this one with them.
        public let devices: Int
        /// Of all at once, so far: what a browser decided before the last time holds no more.
        public let endings: Int
    }

    /// What is asked for.
    public enum Step: Equatable, Sendable {
        /// To be told here from now on, by pushes to this address.
        case subscribe(String)
        /// To go on being told here after another sign-in, as this account decided when it had ended all
        /// so often.
        case resume(String, of: Account.ID, after: Int)
        /// To be told at another address than before, where that was not ended meanwhile.
        case move(from: String, to: String)
        /// Nothing more to this address.
        case unsubscribe(String)
        /// Nothing more anywhere.
        case unsubscribeEverywhere
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let devices = try await storage.pushSubscriptions(of: input.account, at: now).count
        return Output(
            account: input.account, isOn: try await storage.isSubscribed(input.session),
            devices: devices, endings: try await storage.pushEndings(of: input.account))
    }

    /// - Returns: why it was not done; nil when it was.
    /// - Throws: `.notFound` when the session has ended.
    public func submit(
        _ step: Step, of input: Input, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        switch step {
        case .subscribe(let address): return try await subscribe(address, of: input, at: now)
        case .resume(let address, let account, let endings):
            guard account == input.account else { return .decidedOtherwise }
            return try await subscribe(address, of: input, at: now, after: endings)
        case .move(let former, let address):
            guard let endpoint = services.endpoint(address) else { return .unknownPushService }
            try await storage.movePushSubscription(former, to: endpoint.text, of: input.account)
        case .unsubscribe(let address):
            try await storage.unsubscribe(address, of: input.account)
        case .unsubscribeEverywhere:
            try await storage.unsubscribe(nil, of: input.account)
        }
        return nil
    }

    private func subscribe(
        _ address: String, of input: Input, at now: Timestamp, after endings: Int? = nil
    ) async throws(StorageError) -> Refusal? {
        guard let endpoint = services.endpoint(address) else { return .unknownPushService }
        do throws(StorageError) {
            try await storage.subscribe(
                endpoint.text, in: input.session, at: now, after: endings)
            return nil
        } catch .changedMeanwhile {
            return .decidedOtherwise
        }
    }
}

extension Refusal {
    /// Of a browser whose pushes go elsewhere, or of nobody's: nothing would ever arrive.
    fileprivate static let unknownPushService = Refusal(
        .invalid, Alert(failed: .failure, Phrase(.unknownPushService)))
    /// What holds no more: another account is signed in, or all was ended since.
    fileprivate static let decidedOtherwise = Refusal(
        .conflict, Alert(failed: .changedMeanwhile, Phrase(.pushesEnded)))
}
