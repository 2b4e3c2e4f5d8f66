import Market

/// An account with all that belongs to it but its listings and sessions.
struct Member {
    var account: Account
    var passwordHash: String
    var recoveryCodes: Set<SecretDigest>
    var checklist: [String] = []
    var feedKey: String?
    var organiser = Organiser()
    /// By ascending id.
    var interests: [(id: Interest.ID, item: Item.ID)] = []
}
