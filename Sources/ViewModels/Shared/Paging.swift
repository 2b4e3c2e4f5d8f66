import Market

/// A page of what is read by key: what it shows, and whether there is more behind it.
struct KeyedPage<Element: Sendable>: Sendable {
    let elements: ArraySlice<Element>
    let hasMore: Bool

    /// Reads one element more than the page shows.
    /// - Parameter read: reads at most so many elements.
    init(
        size: Int, _ read: (_ limit: Int) async throws(StorageError) -> [Element]
    ) async throws(StorageError) {
        let found = try await read(size + 1)
        elements = found.prefix(size)
        hasMore = found.count > size
    }

    /// The key that the next page goes on from; nil on the last one.
    func next<Key>(_ key: (Element) -> Key) -> Key? {
        hasMore ? elements.last.map(key) : nil
    }
}

extension BidirectionalCollection {
    /// Each row with the one that is looked at when it is gone: the row below, else the one above.
    var withNext: [(Element, Element?)] {
        indices.map { place in
            let below = index(after: place)
            if below < endIndex { return (self[place], self[below]) }
            return (self[place], place > startIndex ? self[index(before: place)] : nil)
        }
    }
}

/// A page of a list that is read by key.
public struct ListPage<Entry: Sendable, Key: Sendable>: Sendable {
    /// In the list's order, no more than a page holds.
    public let entries: [Entry]
    /// Whether the list begins here.
    public let isFirst: Bool
    /// The key that the next page goes on from; nil on the last one.
    public let older: Key?
    /// Set when there is nothing to show: what to do about it.
    public let emptyText: Phrase?
}

extension ListPage {
    /// - Parameters:
    ///   - key: where the page goes on from; nil begins the list.
    ///   - next: where the page behind it goes on from.
    ///   - emptyText: says what to do where the list has nothing at all.
    init<Element: Sendable>(
        _ page: KeyedPage<Element>, after key: Key?, by next: (Element) -> Key,
        whenEmpty emptyText: Phrase, entry: (Element) -> Entry
    ) {
        let text = key == nil ? emptyText : pastTheEndText
        self.init(
            entries: page.elements.map(entry), isFirst: key == nil, older: page.next(next),
            emptyText: page.elements.isEmpty ? text : nil)
    }

    /// Reads the page, of which nothing else is to be known.
    /// - Parameters:
    ///   - key: where it goes on from; nil begins the list.
    ///   - size: how many it shows at most.
    ///   - emptyText: says what to do where the list has nothing at all.
    ///   - read: reads at most so many elements.
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

/// What a page says that begins past the end of its list.
let pastTheEndText = Phrase(.pastTheEnd)

/// What is read a page at a time and handed out one by one, so that all of it is never in memory.
public struct Paged<Element: Sendable, Key: Sendable>: AsyncSequence, Sendable {
    /// What reading a page throws.
    public typealias Failure = StorageError

    /// A page and the key that the next one goes on from; nil on the last.
    typealias Page = (elements: [Element], next: Key?)

    /// - Parameter key: nil asks for the first page.
    let page: @Sendable (_ key: Key?) async throws(StorageError) -> Page

    /// Begins with the first page, whatever other iterators have read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(page: page)
    }

    /// Reads a page when the one before is used up.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let page: @Sendable (Key?) async throws(StorageError) -> Page
        private var elements: ArraySlice<Element> = []
        private var key: Key?
        private var isLast = false

        init(page: @escaping @Sendable (Key?) async throws(StorageError) -> Page) {
            self.page = page
        }

        /// Nil after the last page; throws what reading a page throws.
        public mutating func next() async throws(StorageError) -> Element? {
            try await next(isolation: nil)
        }

        /// The same, on the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(StorageError) -> Element? {
            // Any page may have lost all that was on it.
            while elements.isEmpty, !isLast {
                let read = try await page(key)
                (elements, key, isLast) = (read.elements[...], read.next, read.next == nil)
            }
            return elements.popFirst()
        }
    }
}
