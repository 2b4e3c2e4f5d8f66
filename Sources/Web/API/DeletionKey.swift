import Market
import Secrets
import ViewModels

/// What a client gets for the secret of a product: with it the product can be deleted, for a while.
struct DeletionKey: Sendable {
    /// In seconds.
    private static let lifetime: Int64 = 10 * 60

    private let signer = Signer()

    /// Letters, digits, hyphens and low lines; never a number alone.
    func make(for id: Item.ID, at now: Timestamp) -> String {
        let end = (now + Self.lifetime).seconds
        return "\(id)-\(end)-\(signer.sign(text(id, end)))"
    }

    /// Whether it has the form of a key, or begins like one.
    static func mayBeOne(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && Item.ID(digits: parts[0]) != nil
            && Int64(digits: parts[1]) != nil
    }

    /// The product that the key opens; nil when it is none of ours, or too old.
    func item(openedBy key: Substring, at now: Timestamp) -> Item.ID? {
        let parts = key.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let id = Item.ID(digits: parts[0]),
            let end = Int64(digits: parts[1]), now.seconds < end,
            signer.verify(text(id, end), signature: String(parts[2]))
        else { return nil }
        return id
    }

    private func text(_ id: Item.ID, _ end: Int64) -> String {
        "delete item \(id) until \(end)"
    }
}
