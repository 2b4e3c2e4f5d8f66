import Market
import Secrets
import ViewModels

/// What a visitor keeps and shows again, as a cookie or a key, to do one thing for a while: when it
/// ends, and a signature of what it is for and of its end.
struct SignedToken: Sendable {
    let signer: Signer
    /// In seconds.
    let lifetime: Int64
    /// Stands between the end and the signature; no digit.
    let separator: Character

    /// `1795260000.SIGNATURE`: digits, the separator, and letters, digits, hyphens and low lines.
    /// - Parameter purpose: what it is for, with all that it depends on: `edit item 7`.
    func make(for purpose: String, at now: Timestamp) -> String {
        let end = (now + lifetime).seconds
        return "\(end)\(separator)\(signer.sign(text(purpose, end)))"
    }

    /// Whether it was made for this purpose, and has not ended.
    func isValid(_ token: some StringProtocol, for purpose: String, at now: Timestamp) -> Bool {
        guard let separation = token.firstIndex(of: separator),
            let end = Int64(digits: token[..<separation]), now.seconds < end
        else { return false }
        let signature = String(token[token.index(after: separation)...])
        return signer.verify(text(purpose, end), signature: signature)
    }

    private func text(_ purpose: String, _ end: Int64) -> String {
        "\(purpose) until \(end)"
    }
}
