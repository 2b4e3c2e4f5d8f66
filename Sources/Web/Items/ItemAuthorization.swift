import HTTPServer
import Market
import Secrets
import ViewModels

/// Checks who may act on an item as its owner.
struct ItemAuthorization: Sendable {
    let storage: any ItemStorage

    /// Whether the visitor is signed in as the owner; false if the item's password must prove it instead.
    /// - Throws: `.notFound` for another account's item; `.signedOut` if nobody is signed in,
    ///   because the owner may be visiting without a session.
    func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        switch try await storage.access(to: id, of: context.member?.account.id) {
        case .own: return true
        case .password: return false
        case .none:
            _ = try context.account
            throw SiteError.notFound
        }
    }

    /// The alert for a saved edit; if operators have hidden the item, it adds that nobody else sees
    /// the edit yet.
    func alertOfEdit(_ id: Item.ID) async -> Alert.Name {
        // If the read fails, the edit is still saved.
        let isHidden = (try? await storage.item(id).isHidden) ?? false
        return isHidden ? .hiddenItemUpdated : .itemUpdated
    }
}

/// Signed cookies that prove the right to a guest's item. `edit`, given for the item's password, allows
/// everything but deletion and takeover for a while, for that item alone. `photos` names the item whose
/// password was entered last, and goes with it to the paths of photos. `new-items` lets a guest who has just
/// posted items, and so chosen their passwords, take them over without entering these again.
struct EditGrant: Sendable {
    private static let lifetime: Int64 = 30 * 60

    private let tokens: SignedToken
    private let cookies: CookieJar

    init(signer: Signer, cookies: CookieJar) {
        tokens = SignedToken(signer: signer, lifetime: Self.lifetime, separator: ".")
        self.cookies = cookies
    }

    func give(for id: Item.ID, on response: inout Response, at now: Timestamp) {
        let (token, lifetime) = (tokens.make(for: purpose(id), at: now), Int(Self.lifetime))
        cookies.set(.edit, to: token, path: Link.item(id), lifetime: lifetime, on: &response)
        cookies.set(
            .photos, to: "\(id).\(token)", path: Link.photos(), lifetime: lifetime, on: &response)
    }

    /// - Parameter now: the current time, for work that outlasts its request; nil for the request's time.
    func isHeld(
        _ context: RequestContext, for id: Item.ID, at now: Timestamp? = nil
    ) -> Bool {
        guard let token = cookies.value(.edit, in: context.request) else { return false }
        return tokens.isValid(token, for: purpose(id), at: now ?? context.now)
    }

    /// The item whose hidden photos the visitor may see; nil for none.
    func itemOfPhotos(_ context: RequestContext) -> Item.ID? {
        guard let value = cookies.value(.photos, in: context.request),
            let dot = value.firstIndex(of: "."), let id = Item.ID(digits: value[..<dot]),
            tokens.isValid(value[dot...].dropFirst(), for: purpose(id), at: context.now)
        else { return nil }
        return id
    }

    private func purpose(_ id: Item.ID) -> String { "edit item \(id)" }

    // MARK: - What was posted just now

    /// The most new items remembered; the newest are kept.
    private static let mostNewItems = 10

    /// Notes that this browser's user has just chosen a new item's password, so that for a while
    /// they can take the item over, together with their other guest items, without entering it.
    func noteNew(_ id: Item.ID, _ context: RequestContext, on response: inout Response) {
        let new = "\(id).\(tokens.make(for: takeover(id), at: context.now))"
        let all = [new[...]] + newEntries(context).map(\.text)
        cookies.set(
            .newItems, to: all.prefix(Self.mostNewItems).joined(separator: ":"),
            path: Link.items(), lifetime: Int(Self.lifetime), on: &response)
    }

    /// The items posted here for which that is still valid.
    func newItems(_ context: RequestContext) -> Set<Item.ID> {
        Set(newEntries(context).map(\.item))
    }

    private func newEntries(_ context: RequestContext) -> [(item: Item.ID, text: Substring)] {
        let held = cookies.value(.newItems, in: context.request) ?? ""
        return held.split(separator: ":").prefix(Self.mostNewItems).compactMap { text in
            guard let dot = text.firstIndex(of: "."), let id = Item.ID(digits: text[..<dot]),
                tokens.isValid(text[dot...].dropFirst(), for: takeover(id), at: context.now)
            else { return nil }
            return (item: id, text: text)
        }
    }

    private func takeover(_ id: Item.ID) -> String { "take over item \(id)" }
}

extension CookieJar {
    /// The item ids in a cookie's dot-separated list, each once. Skips anything else, and ignores
    /// all entries after the first `limit`.
    func items(_ name: Name, in request: Request, limit: Int) -> [Item.ID] {
        let held = value(name, in: request) ?? ""
        return held.split(separator: ".").prefix(limit).reduce(into: []) { ids, digits in
            guard let id = Item.ID(digits: digits), !ids.contains(id) else { return }
            ids.append(id)
        }
    }
}
