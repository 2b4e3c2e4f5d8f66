/// Where it is kept whom people have blocked. Who is blocked neither writes to nor deals with the one
/// who did it, on either side, and is not told of it. What they offer or want is in no list of the
/// one who did it, and told to them by no kept search; its page, and an interest in it, stay, but neither
/// is told that something of the other's is cheaper. Neither follows the other any more. Every method is
/// atomic.
public protocol BlockStorage: Sendable {
    /// Twice is no error. Who waits in line for something of the other waits no more.
    /// - Throws: `.notFound` when one of the two is gone, or both are the same; `.limitReached` past
    ///   `Limits.blocks`.
    func setBlocked(
        _ isBlocked: Bool, _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError)

    /// Whether the account has blocked the person; nothing of the reverse.
    func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// How far the two have come wherever one keeps something for the other, which blocking ends.
    func keptStages(
        between account: Account.ID, _ person: Account.ID
    ) async throws(StorageError) -> [Dealing.Stage]

    /// Everybody whom an account has blocked; `Limits.blocks` at most.
    func blockedPeople(by account: Account.ID) async throws(StorageError) -> [Account]
}

extension Dealing.Step {
    /// Whether it asks nothing of the other, so that it stays possible between two who are done
    /// with each other.
    public var givesBack: Bool {
        switch self {
        case .leaveLine, .release, .declineOffer, .declineAppointment, .callOffAppointment,
            .sayMet, .sayNotCome, .reopen, .review:
            true
        case .write, .offerPrice, .acceptOffer, .joinLine, .reserve, .proposeAppointment,
            .acceptAppointment, .close, .dealAgain:
            false
        }
    }
}
