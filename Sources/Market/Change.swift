/// What a write has changed, as far as an open page asks.
public enum Change: Hashable, Sendable {
    /// Listings: new, edited, pulled up, gone.
    case items
    /// What this account keeps for itself, or is, or where it is signed in.
    case organiser(Account.ID)
}
