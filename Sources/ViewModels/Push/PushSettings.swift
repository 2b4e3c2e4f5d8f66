import Market

/// Whether somebody's browser receives pushes of news, and how many of their browsers do.
public struct PushSettings: Sendable {
    private let storage: any PushStorage
    private let services: PushServices

    /// - Parameter services: the push services that are trusted.
    public init(storage: any PushStorage, services: PushServices) {
        self.storage = storage
        self.services = services
    }

    /// A signed-in person in a browser.
    public struct Input: Equatable, Sendable {
        /// The signed-in account.
        public var account: Account.ID
        /// The digest of the session's token.
        public var session: SecretDigest

        /// A session and its account.
        public init(account: Account.ID, session: SecretDigest) {
            self.account = account
            self.session = session
        }
    }

    /// What a page shows of the settings.
    public struct Output: Equatable, Sendable {
        /// The signed-in account.
        public let account: Account.ID
        /// Whether this browser receives pushes.
        public let isOn: Bool
        /// How many browsers receive pushes, this one included.
        public let devices: Int
        /// How often the account has ended all subscriptions at once; what a browser decided before
        /// the last time no longer holds.
        public let endings: Int
    }

    /// A change of the settings.
    public enum Step: Equatable, Sendable {
        /// Starts pushes to this browser, at this address.
        case subscribe(String)
        /// Resumes pushes to this browser after another sign-in. The account decided on them in this
        /// browser when it had ended all subscriptions `after` times.
        case resume(String, of: Account.ID, after: Int)
        /// Moves pushes to another address, unless they were ended meanwhile.
        case move(from: String, to: String)
        /// Ends pushes to this address.
        case unsubscribe(String)
        /// Ends pushes to all browsers.
        case unsubscribeEverywhere
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for input: Input, at now: Timestamp) async throws(StorageError) -> Output {
        let devices = try await storage.pushSubscriptions(of: input.account, at: now).count
        return Output(
            account: input.account, isOn: try await storage.isSubscribed(input.session),
            devices: devices, endings: try await storage.pushEndings(of: input.account))
    }

    /// Changes the settings.
    /// - Returns: why it was not done; nil if it was.
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
            try await storage.subscribe(endpoint.text, in: input.session, at: now, after: endings)
            return nil
        } catch .changedMeanwhile {
            return .decidedOtherwise
        }
    }
}

extension Refusal {
    /// The browser's pushes go to an unknown service, so that none would ever arrive.
    fileprivate static let unknownPushService = Refusal(
        .invalid, Alert(failed: .notDone, Phrase(.unknownPushService)))
    /// The earlier decision no longer holds: another account is signed in, or all subscriptions were
    /// ended since.
    fileprivate static let decidedOtherwise = Refusal(
        .conflict, Alert(failed: .changedMeanwhile, Phrase(.pushesEnded)))
}
