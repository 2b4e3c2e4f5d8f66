import Market

/// The parts of the sitemap. Each covers a fixed range of positions in the list, so that it stays
/// the same as new items come.
public struct SitemapIndex: Sendable {
    /// How many positions a part covers.
    public typealias Input = Int64
    /// The numbers of the parts that have an item, from 1 on.
    public typealias Output = [Int64]

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Looks for an item in each part.
    public func output(for size: Input) async throws(StorageError) -> Output {
        let newest = try await storage.items(ItemQuery(limit: 1)).items.first
        guard let newest else { return [] }
        var parts: Output = []
        for part in 1...max(newest.position.rawValue - 1, 0) / size + 1 {
            guard let places = SitemapPart.places(of: part, size: size) else { break }
            if try await !storage.itemDates(places, limit: 1).isEmpty { parts.append(part) }
        }
        return parts
    }
}

/// The announcements in the sitemap.
public struct SitemapAnnouncements: Sendable {
    /// How many announcements at most.
    public typealias Input = Int
    /// The newest first.
    public typealias Output = [Entry]

    private let storage: any AnnouncementStorage

    /// Reads from `storage`.
    public init(storage: any AnnouncementStorage) {
        self.storage = storage
    }

    /// An announcement.
    public struct Entry: Sendable {
        /// The announcement's ID, for its URL.
        public let id: Announcement.ID
        /// In the W3C date and time format.
        public let dateModified: ShortText
    }

    /// - Throws: `StorageError` when the storage fails.
    public func output(for most: Input) async throws(StorageError) -> Output {
        try await storage.announcements(before: nil, limit: most).map {
            Entry(id: $0.id, dateModified: $0.dateModified.iso8601)
        }
    }
}

/// A part of the sitemap: its items that are not sold, the oldest first, a page at a time.
public struct SitemapPart: Sendable {
    /// How many items a page has at most.
    private static let pageSize = 1_000

    private let storage: any ItemStorage

    /// Reads from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Which page of which part.
    public struct Input: Sendable {
        /// The number of the part, from 1 on.
        public let number: Int64
        /// How many positions it covers.
        public let size: Int64
        /// The last position on the page before; nil for the first page.
        public var previous: Item.Position?

        /// The first page of a part, or the one after a position.
        public init(number: Int64, size: Int64, previous: Item.Position? = nil) {
            (self.number, self.size, self.previous) = (number, size, previous)
        }
    }

    /// A page.
    public struct Output: Sendable {
        /// Empty after the last page.
        public let entries: [Entry]
        /// The last position on this page; nil if it is the last page.
        public let next: Item.Position?
    }

    /// An item as the sitemap lists it.
    public struct Entry: Sendable {
        /// The item's ID, for its URL.
        public let id: Item.ID
        /// In the W3C date and time format: `2026-11-21T11:45:00Z`.
        public let dateModified: ShortText
    }

    /// For a part that does not exist, a page without entries.
    public func output(for input: Input) async throws(StorageError) -> Output {
        guard let places = Self.places(of: input.number, size: input.size) else {
            return Output(entries: [], next: nil)
        }
        let first = input.previous.map { Item.Position(rawValue: $0.rawValue + 1) }
        let start = min(max(first ?? places.lowerBound, places.lowerBound), places.upperBound)
        let dates = try await storage.itemDates(start..<places.upperBound, limit: Self.pageSize)
        return Output(
            entries: dates.map { Entry(id: $0.id, dateModified: $0.dateModified.iso8601) },
            next: dates.count == Self.pageSize ? dates.last?.position : nil)
    }

    /// Nil when there can be no part of that number.
    fileprivate static func places(of part: Int64, size: Int64) -> Range<Item.Position>? {
        let (end, isTooLarge) = part.multipliedReportingOverflow(by: size)
        guard part > 0, size > 0, !isTooLarge, end < .max else { return nil }
        return Item.Position(rawValue: end - size + 1)..<Item.Position(rawValue: end + 1)
    }
}
