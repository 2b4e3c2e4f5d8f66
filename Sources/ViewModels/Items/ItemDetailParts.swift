import Market

/// What the page of an item is made of.
extension ItemDetail {
    /// Where something is handed over.
    public struct PlaceTag: Equatable, Sendable {
        /// What the neighbourhood is called.
        public let name: String
        /// What the spot is called; nil for any.
        public let spot: String?
        /// What else there is in the neighbourhood.
        public let selection: ItemSelection

        init(_ place: Place) {
            (name, spot) = (place.neighbourhood.name, place.spot?.name)
            selection = ItemSelection(
                filter: ItemFilter(status: .unsold, neighbourhoods: [place.neighbourhood]))
        }
    }

    /// A photo among those to page through.
    public struct PhotoPage: Equatable, Sendable {
        /// The photo and its size.
        public let photo: Photo
        /// Its place, from 1 on.
        public let number: Int
        /// How many there are.
        public let count: Int
    }

    /// What an item is to who looks at it.
    public enum Viewer: Equatable, Sendable {
        /// - Parameter isGuestsItem: whether a password opens the item.
        case guest(isGuestsItem: Bool)
        /// An account that is not the seller's.
        case neighbour(isInterested: Bool, isGuestsItem: Bool)
        /// - Parameter pullUpText: says from when on it may be pulled up; nil when it may be now.
        case seller(pullUpText: Phrase?)
    }

    /// Who offers an item, when it is an account.
    public struct Seller: Sendable {
        /// Names their page.
        public let id: Account.ID
        /// What the seller is called.
        public let nickname: String
        /// Nil when they have none.
        public let picture: Photo.ID?
        /// What they write about themselves.
        public let about: String
        /// Says since when they are here.
        public let since: Phrase
        /// Others that they sell, newest first.
        public let items: [ItemList.Entry]

        /// Nil of a guest's item.
        init?(of detailed: DetailedItem, in zone: MarketTimeZone, at now: Timestamp) {
            guard let id = detailed.item.seller, let profile = detailed.seller,
                let joined = detailed.sellerJoined
            else { return nil }
            self.id = id
            (nickname, picture) = (profile.nickname.text, profile.picture)
            about = profile.about
            since = Phrase(.memberSince, .phrase(zone.civilTime(joined).dayText))
            items = detailed.others.map { ItemList.Entry($0, at: now) }
        }
    }

    /// A price for programs.
    public struct Offer: Equatable, Sendable {
        /// What is to be paid: `12000`, `12.50`.
        public let amount: String
        /// What it is counted in.
        public let currency: Currency

        init?(_ price: Price) {
            guard !price.isOpen else { return nil }
            amount = price.currency.typed(price.amountToPay)
            currency = price.currency
        }
    }

    /// What the one who looks has noted about the item; nobody else sees it.
    public struct Notes: Sendable {
        /// Those pinned to the item, newest first.
        public let todos: [TodoEntry]
        /// The same of memos.
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

    /// How a memo begins.
    public struct MemoExcerpt: Equatable, Sendable {
        /// Names the memo in links.
        public let id: Memo.ID
        /// Its beginning on one line.
        public let text: String
    }
}
