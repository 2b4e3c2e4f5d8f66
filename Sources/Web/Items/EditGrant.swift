import HTTPServer
import Market
import Secrets

/// What the owner of a listing gets for its password: a signed cookie that opens its edit form for
/// a while. It is for that listing alone.
struct EditGrant: Sendable {
    private static let lifetime: Int64 = 30 * 60

    let signer: Signer
    let cookies: CookieJar

    func give(for id: Item.ID, on response: inout Response, at now: Timestamp) {
        let end = (now + Self.lifetime).seconds
        let value = "\(end).\(signer.sign(text(id, end)))"
        cookies.set(
            .edit, to: value, path: Link.item(id), lifetime: Int(Self.lifetime),
            on: &response)
    }

    func take(for id: Item.ID, on response: inout Response) {
        cookies.set(
            .edit, to: "", path: Link.item(id), lifetime: 0, on: &response)
    }

    func isHeld(_ context: RequestContext, for id: Item.ID) -> Bool {
        guard let value = cookies.value(.edit, in: context.request),
            let dot = value.firstIndex(of: "."),
            let end = Int64(digits: value[..<dot]), context.now.seconds < end
        else { return false }
        let signature = String(value[value.index(after: dot)...])
        return signer.verify(text(id, end), signature: signature)
    }

    private func text(_ id: Item.ID, _ end: Int64) -> String {
        "edit item \(id) until \(end)"
    }
}
