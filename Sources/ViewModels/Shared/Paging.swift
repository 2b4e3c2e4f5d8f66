import Market

/// A page of keyset paging: its elements, and whether there are more.
struct KeyedPage<Element: Sendable>: Sendable {
    let elements: ArraySlice<Element>
    let hasMore: Bool

    /// Reads one element more than the page shows, to know whether there are more.
    /// - Parameter read: reads up to a number of elements.
    init(
        size: Int, _ read: (_ limit: Int) async throws(StorageError) -> [Element]
    ) async throws(StorageError) {
        let found = try await read(size + 1)
        elements = found.prefix(size)
        hasMore = found.count > size
    }

    /// The key that the next page comes after; nil on the last page.
    func next<Key>(_ key: (Element) -> Key) -> Key? { hasMore ? elements.last.map(key) : nil }
}

extension BidirectionalCollection {
    /// Each row with the row that the page goes to when it is removed: the one below, else the one above.
    var withNext: [(Element, Element?)] {
        indices.map { place in
            let below = index(after: place)
            if below < endIndex { return (self[place], self[below]) }
            return (self[place], place > startIndex ? self[index(before: place)] : nil)
        }
    }
}

/// A page of a list with keyset paging.
public struct ListPage<Entry: Sendable, Key: Sendable>: Sendable {
    /// The rows in the list's order.
    public let entries: [Entry]
    /// Whether this is the first page.
    public let isFirst: Bool
    /// The key that the next page comes after; nil on the last page.
    public let older: Key?
    /// Says what to do when there is nothing to show; nil otherwise.
    public let emptyText: Phrase?
}

extension ListPage {
    /// - Parameters:
    ///   - key: the key that the page comes after; nil for the first page.
    ///   - next: an element's key.
    ///   - emptyText: says what to do when the list is empty.
    init<Element: Sendable>(
        _ page: KeyedPage<Element>, after key: Key?, by next: (Element) -> Key,
        whenEmpty emptyText: Phrase, entry: (Element) -> Entry
    ) {
        let text = key == nil ? emptyText : pastTheEndText
        self.init(
            entries: page.elements.map(entry), isFirst: key == nil, older: page.next(next),
            emptyText: page.elements.isEmpty ? text : nil)
    }

    /// Reads a page that needs nothing beyond its entries.
    /// - Parameters:
    ///   - key: the key that the page comes after; nil for the first page.
    ///   - size: how many elements the page shows at most.
    ///   - emptyText: says what to do when the list is empty.
    ///   - read: reads up to a number of elements.
    init<Element: Identifiable & Sendable>(
        after key: Key?, size: Int, whenEmpty emptyText: Phrase,
        read: (_ limit: Int) async throws(StorageError) -> [Element],
        entry: (Element) -> Entry
    ) async throws(StorageError) where Element.ID == Key {
        self.init(
            try await KeyedPage(size: size, read), after: key, by: { $0.id },
            whenEmpty: emptyText, entry: entry)
    }
}

/// The text of a page past the end of its list.
let pastTheEndText = Phrase(.pastTheEnd)

/// Elements read a page at a time and delivered one by one, so that they are never all in memory.
public struct Paged<Element: Sendable, Key: Sendable>: AsyncSequence, Sendable {
    /// The error of reading a page.
    public typealias Failure = StorageError

    /// A page, and the key that the next one comes after; nil on the last page.
    typealias Page = (elements: [Element], next: Key?)

    /// - Parameter key: nil for the first page.
    let page: @Sendable (_ key: Key?) async throws(StorageError) -> Page

    /// Each iterator begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(page: page) }

    /// Reads the next page when the current one is used up.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let page: @Sendable (Key?) async throws(StorageError) -> Page
        private var elements: ArraySlice<Element> = []
        private var key: Key?
        private var isLast = false

        init(page: @escaping @Sendable (Key?) async throws(StorageError) -> Page) {
            self.page = page
        }

        /// Returns nil after the last page; throws what reading a page throws.
        public mutating func next() async throws(StorageError) -> Element? {
            try await next(isolation: nil)
        }

        /// Like `next()`, on the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(StorageError) -> Element? {
            // A page may be empty, if everything on it has been deleted.
            while elements.isEmpty, !isLast {
                let read = try await page(key)
                (elements, key, isLast) = (read.elements[...], read.next, read.next == nil)
            }
            return elements.popFirst()
        }
    }
}
