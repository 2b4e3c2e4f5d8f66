import HTTPServer
import Market
import Secrets

/// What the browser keeps that has posted items without an account, or has shown their passwords since: for
/// each a cookie that opens nothing, and tells that what was asked about the item is for who looks at it, as
/// is why it is hidden. It is good as long as the item's password is. Another names the items, which everybody
/// may look at, each with the beginning of that mark: every page tells how many messages about them wait.
struct PostingMark: Sendable {
    /// In seconds: 90 days.
    private static let lifetime = 90 * 86_400
    /// So many are named, those posted last.
    private static let mostItems = 10
    /// What nobody guesses; all of a mark would be much to send along with each request.
    private static let shortLength = 12

    let storage: any ItemStorage & SellingStorage
    let cookies: CookieJar

    func leave(
        for id: Item.ID, _ context: RequestContext, on response: inout Response
    ) async {
        // Whatever is in the way: without a mark the page is what it is for everybody. An item that no
        // password opens has none.
        guard let hash = try? await storage.passwordHash(of: id) else { return }
        let mark = Self.mark(of: id, hash)
        cookies.set(
            .posted, to: mark, path: Link.item(id), lifetime: Self.lifetime, on: &response)
        let new = Entry(item: id, mark: mark.prefix(Self.shortLength))
        let all = [new] + entries(context).filter { $0.item != id }
        let named = all.prefix(Self.mostItems).map(\.text).joined(separator: ".")
        cookies.set(.postedItems, to: named, lifetime: Self.lifetime, on: &response)
    }

    /// Those that the browser says it has posted as a guest, each once, the last one first.
    func items(_ context: RequestContext) -> [Item.ID] {
        entries(context).map(\.item)
    }

    /// How many messages about them were not read, of each that the browser has indeed posted and everybody
    /// sees. Of who has posted none nothing is read.
    func unreadMessages(_ context: RequestContext) async -> [Item.ID: Int] {
        let held = entries(context).filter { $0.mark.utf8.count == Self.shortLength }
        guard !held.isEmpty else { return [:] }
        // Whatever is in the way: the page is what it is for everybody.
        let items = (try? await storage.guestItems(held.map(\.item))) ?? []
        var unread: [Item.ID: Int] = [:]
        for item in items {
            let mark = Self.mark(of: item.id, item.passwordHash).prefix(Self.shortLength)
            guard held.contains(Entry(item: item.id, mark: mark)) else { continue }
            unread[item.id] = item.unreadMessages
        }
        return unread
    }

    /// Whether the browser names any. Asked first where requests come in: one that waits for nothing holds less.
    func areNamed(_ context: RequestContext) -> Bool {
        cookies.value(.postedItems, in: context.request) != nil
    }

    /// The same of all together, as the header counts them.
    func countUnreadMessages(_ context: RequestContext) async -> Int {
        await unreadMessages(context).values.reduce(0, +)
    }

    /// How many the browser has indeed posted that are there still.
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

    /// An item that the browser names, with what proves it; empty where nothing does.
    private struct Entry: Equatable {
        let item: Item.ID
        let mark: Substring

        /// As it stands in the cookie, `7~AbCd`.
        var text: String { mark.isEmpty ? "\(item)" : "\(item)~\(mark)" }

        init(item: Item.ID, mark: Substring) {
            (self.item, self.mark) = (item, mark)
        }

        init?(_ text: Substring) {
            let parts = text.split(
                separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
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
