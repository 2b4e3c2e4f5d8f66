import Market

/// One listing with all that is to know of it.
public struct ItemDetail: Sendable {
    /// How many other listings of the seller are shown.
    static let mostOthers = 4

    let storage: any MarketStorage

    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var id: Item.ID
        /// The account signed in to; nil for a guest.
        public var viewer: Account.ID?

        public init(id: Item.ID, viewer: Account.ID? = nil) {
            self.id = id
            self.viewer = viewer
        }
    }

    public struct Output: Sendable {
        public let id: Item.ID
        public let title: String
        public let category: CategoryChoice
        public let price: PriceTag
        public let stock: ShortText
        public let isSoldOut: Bool
        public let status: Item.Status
        public let description: [TextSegment]
        /// The description's beginning on one line, for previews.
        public let summary: String
        public let photos: [PhotoPage]
        public let age: ShortText
        public let datePosted: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
        /// How many accounts keep an eye on it.
        public let interests: Int
        public let viewer: Viewer
        public let seller: Seller?
        /// Nil for a guest.
        public let notes: Notes?
        /// When an age on the page will read differently.
        public let freshUntil: Timestamp
    }

    /// A photo among those to page through.
    public struct PhotoPage: Equatable, Sendable {
        public let photo: Photo
        /// Its place, from 1 on.
        public let number: Int
        /// How many there are.
        public let count: Int
    }

    /// - Throws: `.notFound` when there is no such listing.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let item = try await storage.item(input.id)
        return Output(
            item, interests: try await storage.countInterests(in: input.id),
            viewer: try await viewer(of: item, input.viewer, at: now),
            seller: try await seller(of: item, at: now),
            notes: try await notes(on: input.id, of: input.viewer, at: now), at: now)
    }
}

extension ItemDetail.Output {
    private static let summaryLength = 120

    init(
        _ item: Item, interests: Int, viewer: ItemDetail.Viewer, seller: ItemDetail.Seller?,
        notes: ItemDetail.Notes?, at now: Timestamp
    ) {
        let content = item.content
        id = item.id
        title = content.title
        category = CategoryChoice(
            id: content.category.rawValue, name: content.category.name, isSelected: false)
        price = PriceTag(content.price)
        stock = stockText(content.stock)
        isSoldOut = content.stock == 0
        status = item.status
        description = TextSegment.segments(of: content.description)
        summary = oneLine(content.description, atMost: Self.summaryLength)
        photos = item.photos.enumerated().map { index, photo in
            ItemDetail.PhotoPage(photo: photo, number: index + 1, count: item.photos.count)
        }
        age = ageText(of: item.datePosted, at: now)
        datePosted = Moment(item.datePosted)
        freshUntil = min(
            nextAge(of: item.datePosted, at: now), seller?.freshUntil ?? Timestamp(seconds: .max))
        self.interests = interests
        self.viewer = viewer
        self.seller = seller
        self.notes = notes
        dateModified = item.dateModified == item.datePosted ? nil : Moment(item.dateModified)
    }
}

/// The beginning of a text, counted in Unicode scalars, with every run of ASCII white space folded
/// into one space. Reads no further than it shows, and bytes rather than letters: this is for
/// previews.
func oneLine(_ text: String, atMost length: Int) -> String {
    var text = text
    return text.withUTF8 { bytes in
        // No letter becomes longer, and the mark at the end has three bytes.
        String(unsafeUninitializedCapacity: min(bytes.count, length * 4) + 3) { line in
            var written = 0
            var count = 0
            var isParted = false
            for byte in bytes {
                guard byte > 0x20 else {
                    isParted = count > 0
                    continue
                }
                if byte & 0xC0 != 0x80 {
                    count += isParted ? 2 : 1
                    guard count <= length else {
                        for byte in "…".utf8 {
                            line[written] = byte
                            written += 1
                        }
                        break
                    }
                    if isParted {
                        line[written] = 0x20
                        written += 1
                    }
                    isParted = false
                }
                line[written] = byte
                written += 1
            }
            return written
        }
    }
}
