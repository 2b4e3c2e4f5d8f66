import Market
import Secrets
import ViewModels

/// A token that lets its holder, by a cookie or a key, do one thing for a while: it holds its
/// expiry and a signature over the purpose and the expiry.
struct SignedToken: Sendable {
    let signer: Signer
    /// In seconds.
    let lifetime: Int64
    /// Separates the expiry from the signature; must not be a digit.
    let separator: Character

    /// Makes a token, `1795260000.SIGNATURE`: digits, the separator, then letters, digits, `-` and `_`.
    /// - Parameter purpose: what the token is for and all that it depends on: `edit item 7`.
    func make(for purpose: String, at now: Timestamp) -> String {
        let end = (now + lifetime).seconds
        return "\(end)\(separator)\(signer.sign(text(purpose, end)))"
    }

    /// Whether the token was made for this purpose and has not expired.
    func isValid(_ token: some StringProtocol, for purpose: String, at now: Timestamp) -> Bool {
        end(of: token, for: purpose, at: now) != nil
    }

    /// When the token expires; nil if it was not made for this purpose or has expired.
    func end(
        of token: some StringProtocol, for purpose: String, at now: Timestamp
    ) -> Timestamp? {
        guard let separation = token.firstIndex(of: separator),
            let end = Int64(digits: token[..<separation]), now.seconds < end
        else { return nil }
        let signature = String(token[token.index(after: separation)...])
        guard signer.verify(text(purpose, end), signature: signature) else { return nil }
        return Timestamp(seconds: end)
    }

    private func text(_ purpose: String, _ end: Int64) -> String {
        "\(purpose) until \(end)"
    }
}
