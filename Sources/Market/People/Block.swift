/// Stores which members have blocked whom. Neither of the two can write to or deal with the other
/// any more, whichever of them sells, and the blocked one is not told of the block. The blocked
/// member's items are left out of the blocker's lists and are not reported by the blocker's saved
/// searches. Pages of items, and interest in them, stay, but neither is told when an item of the
/// other becomes cheaper, and neither follows the other any more. Every method is atomic.
public protocol BlockStorage: Sendable {
    /// Blocks or unblocks a person; doing so twice is no error. Blocking takes each of the two out
    /// of the waiting lines for the other's items and ends the reservations between them.
    /// - Throws: `.notFound` if one of the two is gone, or if they are the same account;
    ///   `.limitReached` past `Limits.blocks`.
    func setBlocked(
        _ isBlocked: Bool, _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError)

    /// Whether the account has blocked the person; whether the person has blocked the account does not count.
    func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// The stages of all reservations between the two, which a block would end.
    func keptStages(
        between account: Account.ID, _ person: Account.ID
    ) async throws(StorageError) -> [Dealing.Stage]

    /// All people whom an account has blocked; `Limits.blocks` at most.
    func blockedPeople(by account: Account.ID) async throws(StorageError) -> [Account]
}

extension Dealing.Step {
    /// Whether the step asks nothing of the other person, so that it stays possible after a block.
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
