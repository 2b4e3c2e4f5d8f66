import HTTPServer
import Market
import Secrets

/// Cookies of a browser that has posted items without an account, or has entered their passwords
/// since. For each item, `posted` grants nothing, but marks the visitor as the one to whom
/// questions about it, and the reason why it is hidden, are shown; it is valid until the item's
/// password changes. `posted-items` lists the items, which are public, each with the first
/// characters of its mark: every page counts their unread messages.
struct PostingMark: Sendable {
    /// In seconds: 90 days.
    private static let lifetime = 90 * 86_400
    /// The most items listed; the newest are kept.
    private static let mostItems = 10
    /// Long enough not to be guessed; whole marks would make every request much larger.
    private static let shortLength = 12

    let storage: any ItemStorage & SellingStorage
    let cookies: CookieJar

    /// - Parameter isGranted: whether an edit grant for the item is given, too. The first entry of the
    ///   list is the item of the last grant, as `PasswordPromptScene.endManagement` relies on.
    func leave(
        for id: Item.ID, isGranted: Bool = true, _ context: RequestContext,
        on response: inout Response
    ) async {
        // If the read fails, the visitor has no mark and sees the public page. An item without a
        // password gets no mark.
        guard let hash = try? await storage.passwordHash(of: id) else { return }
        let mark = Self.mark(of: id, hash)
        cookies.set(.posted, to: mark, path: Link.item(id), lifetime: Self.lifetime, on: &response)
        let new = Entry(item: id, mark: mark.prefix(Self.shortLength))
        var entries = entries(context)
        if isGranted {
            entries = [new] + entries.filter { $0.item != id }
        } else if let known = entries.firstIndex(where: { $0.item == id }) {
            entries[known] = new
        } else {
            entries.insert(new, at: min(1, entries.count))
        }
        set(entries, on: &response)
    }

    /// Makes the browser forget that it has posted the item.
    func remove(for id: Item.ID, _ context: RequestContext, on response: inout Response) {
        cookies.set(.posted, to: "", path: Link.item(id), lifetime: 0, on: &response)
        let entries = entries(context)
        let others = entries.filter { $0.item != id }
        if others.count < entries.count { set(others, on: &response) }
    }

    private func set(_ entries: [Entry], on response: inout Response) {
        let named = entries.prefix(Self.mostItems).map(\.text).joined(separator: ".")
        cookies.set(
            .postedItems, to: named, lifetime: entries.isEmpty ? 0 : Self.lifetime, on: &response)
    }

    /// The items that the browser claims to have posted as a guest, each once, the newest first.
    func items(_ context: RequestContext) -> [Item.ID] {
        entries(context).map(\.item)
    }

    /// The number of unread messages for each public item that the browser has proved to have
    /// posted. Reads nothing if the browser claims none.
    func unreadMessages(_ context: RequestContext) async -> [Item.ID: Int] {
        let held = entries(context).filter { $0.mark.utf8.count == Self.shortLength }
        guard !held.isEmpty else { return [:] }
        // If the read fails, the page is the same as for everybody.
        let items = (try? await storage.guestItems(held.map(\.item))) ?? []
        var unread: [Item.ID: Int] = [:]
        for item in items {
            let mark = Self.mark(of: item.id, item.passwordHash).prefix(Self.shortLength)
            guard held.contains(Entry(item: item.id, mark: mark)) else { continue }
            unread[item.id] = item.unreadMessages
        }
        return unread
    }

    /// Whether the browser claims any items. Requests ask this first, because a request without a
    /// wait needs less memory.
    func areNamed(_ context: RequestContext) -> Bool {
        cookies.value(.postedItems, in: context.request) != nil
    }

    /// The total of `unreadMessages`, as the header shows it.
    func countUnreadMessages(_ context: RequestContext) async -> Int {
        await unreadMessages(context).values.reduce(0, +)
    }

    /// How many items the browser has proved to have posted and that still exist.
    func countItems(_ context: RequestContext) async -> Int {
        await unreadMessages(context).count
    }

    func isHeld(_ context: RequestContext, for id: Item.ID) async -> Bool {
        guard let held = cookies.value(.posted, in: context.request),
            let hash = try? await storage.passwordHash(of: id)
        else { return false }
        return Self.mark(of: id, hash) == held
    }

    private static func mark(of id: Item.ID, _ hash: String) -> String {
        Digest.blake2b(Array("posted \(id) ".utf8), Array(hash.utf8))
    }

    /// An item that the browser lists, with the start of its mark; empty if it has none.
    private struct Entry: Equatable {
        let item: Item.ID
        let mark: Substring

        /// The entry as it is written in the cookie, `7~AbCd`.
        var text: String { mark.isEmpty ? "\(item)" : "\(item)~\(mark)" }

        init(item: Item.ID, mark: Substring) {
            (self.item, self.mark) = (item, mark)
        }

        init?(_ text: Substring) {
            let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
            guard let item = Item.ID(digits: parts[0]) else { return nil }
            self.init(item: item, mark: parts.count > 1 ? parts[1] : "")
        }
    }

    private func entries(_ context: RequestContext) -> [Entry] {
        guard let held = cookies.value(.postedItems, in: context.request) else { return [] }
        return held.split(separator: ".").prefix(Self.mostItems).reduce(into: []) { known, text in
            guard let entry = Entry(text), !known.contains(where: { $0.item == entry.item })
            else { return }
            known.append(entry)
        }
    }
}
