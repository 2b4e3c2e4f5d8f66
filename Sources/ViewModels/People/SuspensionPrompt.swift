import Market

/// Asks before somebody is suspended without an end.
public struct SuspensionPrompt: Sendable {
    /// The person who would be suspended.
    public typealias Input = Account.ID
    /// The question.
    public typealias Output = Question

    private let storage: any MarketStorage

    /// Reads from `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// - Parameters:
    ///   - hidesItems: whether the person's listings would be hidden, too.
    ///   - account: the operator's.
    /// - Throws: `.notFound` when there is no such account, or it is the operator's own.
    public func output(
        for person: Input, hidingItems hidesItems: Bool, by account: Account.ID
    ) async throws(StorageError) -> Output {
        guard person != account else { throw .notFound }
        let nickname = try await storage.account(person).profile.nickname.text
        return Question(
            heading: Phrase(.askSuspend, .text(nickname)),
            consequences: [Phrase(.suspendHint)] + (hidesItems ? [Phrase(.suspendHidesItems)] : []),
            answer: Phrase(.suspendWithoutEnd))
    }
}
