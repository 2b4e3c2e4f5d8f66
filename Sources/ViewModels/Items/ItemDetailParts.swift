import Market

/// The parts of an item's page.
extension ItemDetail {
    /// Where an item is handed over.
    public struct PlaceTag: Equatable, Sendable {
        /// The neighbourhood's name.
        public let name: String
        /// The spot's name; nil for anywhere in the neighbourhood.
        public let spot: String?
        /// The unsold items in the neighbourhood.
        public let selection: ItemSelection

        init(_ place: Place) {
            (name, spot) = (place.neighbourhood.name, place.spot?.name)
            selection = ItemSelection(
                filter: ItemFilter(status: .unsold, neighbourhoods: [place.neighbourhood]))
        }
    }

    /// One of the photos to page through.
    public struct PhotoPage: Equatable, Sendable {
        /// The photo and its size.
        public let photo: Photo
        /// Its position, from 1.
        public let number: Int
        /// How many there are.
        public let count: Int
    }

    /// The viewer's relation to an item.
    public enum Viewer: Equatable, Sendable {
        /// - Parameter isGuestsItem: whether a guest posted the item, so that its password opens it.
        case guest(isGuestsItem: Bool)
        /// An account that is not the seller's.
        case neighbour(isInterested: Bool, isGuestsItem: Bool)
        /// - Parameter pullUpText: says when the item may be pulled up; nil if it may be now.
        case seller(pullUpText: Phrase?)
    }

    /// The account that offers an item.
    public struct Seller: Sendable {
        /// The seller's id, used in links to their page.
        public let id: Account.ID
        /// The seller's nickname.
        public let nickname: String
        /// Their picture; nil if they have none.
        public let picture: Photo.ID?
        /// What they write about themselves.
        public let about: String
        /// What is known about them, in at most three short sentences.
        public let facts: [Phrase]
        /// Whether the viewer follows them.
        public let isFollowed: Bool
        /// Other items that they sell, newest first.
        public let items: [ItemList.Entry]

        /// Nil for a guest's item.
        init?(of detailed: DetailedItem, in zone: MarketTimeZone, at now: Timestamp) {
            guard let id = detailed.item.seller, let seller = detailed.seller else { return nil }
            self.id = id
            (nickname, picture) = (seller.profile.nickname.text, seller.profile.picture)
            about = seller.profile.about
            facts = seller.facts.fewPhrases(since: zone.civilTime(seller.dateJoined))
            isFollowed = detailed.viewer?.followsSeller ?? false
            items = detailed.others.map { ItemList.Entry($0, at: now) }
        }
    }

    /// A price in machine-readable form.
    public struct Offer: Equatable, Sendable {
        /// What is to be paid: `12000`, `12.50`.
        public let amount: String
        /// The currency of the amount.
        public let currency: Currency

        init?(_ price: Price) {
            guard !price.isOpen else { return nil }
            amount = price.currency.typed(price.amountToPay)
            currency = price.currency
        }
    }

    /// The viewer's notes about the item; nobody else sees them.
    public struct Notes: Sendable {
        /// The to-dos pinned to the item, newest first.
        public let todos: [TodoEntry]
        /// The memos pinned to the item, newest first.
        public let memos: [MemoExcerpt]

        private static let longestExcerpt = 80

        init(
            _ viewer: DetailedItem.Viewer, in zone: MarketTimeZone, at now: Timestamp
        ) {
            todos = TodoEntry.all(viewer.todos, at: now, in: zone)
            memos = viewer.memos.map { memo in
                MemoExcerpt(
                    id: memo.id,
                    text: oneLine(memo.content.text, atMost: Self.longestExcerpt))
            }
        }
    }

    /// The beginning of a memo.
    public struct MemoExcerpt: Equatable, Sendable {
        /// The memo's id, used in links.
        public let id: Memo.ID
        /// Its beginning on one line.
        public let text: String
    }
}
