import HTTPServer
import Market
import Secrets
import ViewModels

/// Knows the owner of an item, and turns away who can have no business with it.
struct ItemAuthorization: Sendable {
    let storage: any ItemStorage

    /// Whether the visitor is signed in as the owner; false where the item's password is to show
    /// it.
    /// - Throws: `.notFound` for another account's item, `.signedOut` when its owner may have come
    ///   without a session.
    func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        switch try await storage.access(to: id, of: context.member?.account.id) {
        case .own: return true
        case .password: return false
        case .none:
            _ = try context.account
            throw SiteError.notFound
        }
    }

    /// Says that the owner's edit is saved, and of what operators have hidden that nobody else sees it yet.
    func alertOfEdit(_ id: Item.ID) async -> Alert.Name {
        // It is saved, whatever is in the way of telling more.
        let isHidden = (try? await storage.item(id).isHidden) ?? false
        return isHidden ? .hiddenItemUpdated : .itemUpdated
    }
}

/// What the owner of an item gets for its password: a signed cookie that opens for a while all that
/// they may do with it, but deleting it and taking it over. It is for that item alone. Another,
/// which names the item, goes with it to the paths of photos: of the item whose password was shown
/// last. Who has just posted an item has chosen its password: a third has those taken over together without it.
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

    /// - Parameter now: of what goes on longer than its request; nil is the request's time.
    func isHeld(
        _ context: RequestContext, for id: Item.ID, at now: Timestamp? = nil
    ) -> Bool {
        guard let token = cookies.value(.edit, in: context.request) else { return false }
        return tokens.isValid(token, for: purpose(id), at: now ?? context.now)
    }

    /// The item for whose photos it is held; nil for none.
    func itemOfPhotos(_ context: RequestContext) -> Item.ID? {
        guard let value = cookies.value(.photos, in: context.request),
            let dot = value.firstIndex(of: "."), let id = Item.ID(digits: value[..<dot]),
            tokens.isValid(value[dot...].dropFirst(), for: purpose(id), at: context.now)
        else { return nil }
        return id
    }

    private func purpose(_ id: Item.ID) -> String { "edit item \(id)" }

    // MARK: - What was posted just now

    /// So many are remembered, those posted last.
    private static let mostNewItems = 10

    /// Notes that whoever uses the browser has just chosen the password of a new item: so long they need not
    /// show it to take the item over with all that they have posted.
    func noteNew(_ id: Item.ID, _ context: RequestContext, on response: inout Response) {
        let new = "\(id).\(tokens.make(for: takeover(id), at: context.now))"
        let all = [new[...]] + newEntries(context).map(\.text)
        cookies.set(
            .newItems, to: all.prefix(Self.mostNewItems).joined(separator: ":"),
            path: Link.items(), lifetime: Int(Self.lifetime), on: &response)
    }

    /// Those of which that holds still.
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
    /// The items that a cookie names, one behind the other, each once. Whatever else stands there is left
    /// out, and so is what stands behind as many as `limit`.
    func items(_ name: Name, in request: Request, limit: Int) -> [Item.ID] {
        let held = value(name, in: request) ?? ""
        return held.split(separator: ".").prefix(limit).reduce(into: []) { ids, digits in
            guard let id = Item.ID(digits: digits), !ids.contains(id) else { return }
            ids.append(id)
        }
    }
}
