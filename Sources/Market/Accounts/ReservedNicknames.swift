/// The nicknames that operators are named by at the start: nobody takes one, and who has one keeps it. Else
/// who takes one that was given up would look after the market from the next start on.
public struct ReservedNicknames: Equatable, Sendable {
    private let keys: Set<String>

    /// None, unless said otherwise.
    public init(_ nicknames: [Nickname] = []) {
        keys = Set(nicknames.map(\.key))
    }

    /// Whether it, or one that passes for it, is among them.
    public func contains(_ nickname: Nickname) -> Bool { keys.contains(nickname.key) }
}
