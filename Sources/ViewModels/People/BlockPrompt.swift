import Market

/// Asks before somebody is blocked, and names what would end between the two.
public struct BlockPrompt: Sendable {
    /// The person who would be blocked.
    public typealias Input = Account.ID
    /// The question.
    public typealias Output = Question

    private let storage: any MarketStorage

    /// Reads from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// - Throws: `.notFound` when there is no such account, or it is one's own.
    public func output(
        for person: Input, by account: Account.ID
    ) async throws(StorageError) -> Output {
        guard person != account else { throw .notFound }
        let nickname = try await storage.account(person).profile.nickname.text
        let lost = try await storage.lostByBlocking(person, by: account)
        return Question(
            heading: Phrase(.askBlock, .text(nickname)),
            consequences: [lost, Phrase(.blockHint)].compactMap { $0 }, answer: Phrase(.block))
    }

    /// Whether something would end between the two, so that the block button has to ask first.
    /// - Throws: `StorageError` if the storage fails.
    public func isNeeded(
        for person: Input, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await storage.lostByBlocking(person, by: account) != nil
    }
}

extension BlockStorage {
    /// Says what would end between two people if one blocked the other; nil if nothing would.
    fileprivate func lostByBlocking(
        _ person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Phrase? {
        let stages = try await keptStages(between: account, person)
        if stages.contains(.appointed) { return Phrase(.blockEndsAppointment) }
        return stages.isEmpty ? nil : Phrase(.blockEndsReservation)
    }
}
