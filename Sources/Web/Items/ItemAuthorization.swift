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

/// Signed cookies that prove the right to a guest's item. `edit`, given to the browser that has just posted
/// the item or entered its password, allows everything but takeover for an hour, for that item alone and
/// while it keeps that password. In the browser that has deleted the item, it also allows restoring it.
/// `photos` names the item that the last grant was for, and goes with it to the paths of photos. `new-items`
/// lets a guest who has just posted items, and so chosen their passwords, take them over without entering
/// these again.
struct EditGrant: Sendable {
    /// In seconds.
    private static let lifetime: Int64 = 60 * 60
    /// How long new items can be taken over, in seconds.
    private static let takeoverLifetime: Int64 = 30 * 60
    /// Stands between the two tokens of the cookie; no token contains it.
    private static let divider: Character = ":"

    private let tokens: SignedToken
    private let takeovers: SignedToken
    private let storage: any ItemStorage
    private let cookies: CookieJar

    init(signer: Signer, storage: any ItemStorage, cookies: CookieJar) {
        tokens = SignedToken(signer: signer, lifetime: Self.lifetime, separator: ".")
        takeovers = SignedToken(signer: signer, lifetime: Self.takeoverLifetime, separator: ".")
        self.storage = storage
        self.cookies = cookies
    }

    func give(for id: Item.ID, on response: inout Response, at now: Timestamp) async {
        guard let purpose = await purpose(id) else { return }
        let (token, lifetime) = (tokens.make(for: purpose, at: now), Int(Self.lifetime))
        cookies.set(.edit, to: token, path: Link.item(id), lifetime: lifetime, on: &response)
        cookies.set(
            .photos, to: "\(id).\(token)", path: Link.photos(), lifetime: lifetime, on: &response)
    }

    /// Lets the browser restore an item that a guest has just deleted here. The grant that it held for the
    /// item stays, and ends when it would have: otherwise deleting and restoring the item would renew the
    /// hour without the password. Returns false if the item is gone for good.
    func give(
        forDeleted id: Item.ID, _ context: RequestContext, on response: inout Response
    ) async -> Bool {
        guard let hash = try? await storage.passwordHash(ofDeleted: id) else { return false }
        let held = held(context).edit
        let isGranted = tokens.isValid(held, for: editing(id, hash), at: context.now)
        let restoration = tokens.make(for: restoring(id, hash), at: context.now)
        cookies.set(
            .edit, to: "\(isGranted ? held : "")\(Self.divider)\(restoration)", path: Link.item(id),
            lifetime: Int(Self.lifetime), on: &response)
        return true
    }

    /// Whether the visitor may restore the deleted item of a guest.
    func isHeld(_ context: RequestContext, forDeleted id: Item.ID) async -> Bool {
        let token = held(context).restoration
        guard !token.isEmpty, let hash = try? await storage.passwordHash(ofDeleted: id) else {
            return false
        }
        return tokens.isValid(token, for: restoring(id, hash), at: context.now)
    }

    /// When a grant that is given now ends.
    func endOfNew(at now: Timestamp) -> Timestamp { now + Self.lifetime }

    /// - Parameter now: the current time, for work that outlasts its request; nil for the request's time.
    func isHeld(
        _ context: RequestContext, for id: Item.ID, at now: Timestamp? = nil
    ) async -> Bool {
        await end(context, for: id, at: now) != nil
    }

    /// When the visitor's grant for the item ends; nil if they hold none.
    func end(
        _ context: RequestContext, for id: Item.ID, at now: Timestamp? = nil
    ) async -> Timestamp? {
        let token = held(context).edit
        guard !token.isEmpty, let purpose = await purpose(id) else { return nil }
        return tokens.end(of: token, for: purpose, at: now ?? context.now)
    }

    /// The tokens in the browser's cookie, each empty if there is none: the grant and, behind a divider, what
    /// allows restoring the item.
    private func held(
        _ context: RequestContext
    ) -> (edit: Substring, restoration: Substring) {
        let value = cookies.value(.edit, in: context.request) ?? ""
        let end = value.firstIndex(of: Self.divider) ?? value.endIndex
        return (edit: value[..<end], restoration: value[end...].dropFirst())
    }

    /// The item whose hidden photos the visitor may see; nil for none.
    func itemOfPhotos(_ context: RequestContext) async -> Item.ID? {
        guard let value = cookies.value(.photos, in: context.request),
            let dot = value.firstIndex(of: "."), let id = Item.ID(digits: value[..<dot]),
            let purpose = await purpose(id),
            tokens.isValid(value[dot...].dropFirst(), for: purpose, at: context.now)
        else { return nil }
        return id
    }

    /// Removes from this browser every proof that it may change the item or take it over.
    /// - Parameter isLast: whether the last grant was for this item, so that `photos` names it.
    ///   Browsers send that cookie only to the photos, so the request does not say.
    func withdraw(
        for id: Item.ID, isLast: Bool, _ context: RequestContext, on response: inout Response
    ) {
        cookies.set(.edit, to: "", path: Link.item(id), lifetime: 0, on: &response)
        if isLast { cookies.set(.photos, to: "", path: Link.photos(), lifetime: 0, on: &response) }
        let entries = newEntries(context)
        let others = entries.filter { $0.item != id }
        if others.count < entries.count { setNew(others.map(\.text), on: &response) }
    }

    /// The hash is part of it, so that a changed password ends the grant. Nil for an item without a
    /// password; also if the read fails, and then the password is asked for.
    private func purpose(_ id: Item.ID) async -> String? {
        guard let hash = try? await storage.passwordHash(of: id) else { return nil }
        return editing(id, hash)
    }

    private func editing(_ id: Item.ID, _ hash: String) -> String { "edit item \(id) by \(hash)" }
    private func restoring(_ id: Item.ID, _ hash: String) -> String {
        "restore item \(id) by \(hash)"
    }

    // MARK: - What was posted just now

    /// The most new items remembered; the newest are kept.
    private static let mostNewItems = 10

    /// Notes that this browser's user has just chosen a new item's password, so that for a while
    /// they can take the item over, together with their other guest items, without entering it.
    func noteNew(_ id: Item.ID, _ context: RequestContext, on response: inout Response) {
        let new = "\(id).\(takeovers.make(for: takeover(id), at: context.now))"
        setNew([new[...]] + newEntries(context).map(\.text), on: &response)
    }

    private func setNew(_ entries: [Substring], on response: inout Response) {
        cookies.set(
            .newItems, to: entries.prefix(Self.mostNewItems).joined(separator: ":"),
            path: Link.items(), lifetime: entries.isEmpty ? 0 : Int(Self.takeoverLifetime),
            on: &response)
    }

    /// The items posted here for which that is still valid.
    func newItems(_ context: RequestContext) -> Set<Item.ID> {
        Set(newEntries(context).map(\.item))
    }

    private func newEntries(_ context: RequestContext) -> [(item: Item.ID, text: Substring)] {
        let held = cookies.value(.newItems, in: context.request) ?? ""
        return held.split(separator: ":").prefix(Self.mostNewItems).compactMap { text in
            guard let dot = text.firstIndex(of: "."), let id = Item.ID(digits: text[..<dot]),
                takeovers.isValid(text[dot...].dropFirst(), for: takeover(id), at: context.now)
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
