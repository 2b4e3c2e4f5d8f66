/// Where something is handed over: a neighbourhood, and perhaps a spot in it.
public struct Place: Hashable, Sendable {
    /// The part of town.
    public var neighbourhood: Neighbourhood
    /// Nil if any spot will do.
    public var spot: Spot?

    /// A place from a neighbourhood and, optionally, one of its spots.
    public init(_ neighbourhood: Neighbourhood, _ spot: Spot? = nil) {
        (self.neighbourhood, self.spot) = (neighbourhood, spot)
    }
}

/// A part of town that the operator has named: `망원동`.
public struct Neighbourhood: Identifiable, Hashable, Sendable {
    /// The number of a neighbourhood; it stays when the name changes.
    public typealias ID = Identifier<Neighbourhood>

    /// Identifies it in addresses and forms.
    public let id: ID
    /// One line of at most `PlaceName.longest` characters.
    public let name: String

    /// A neighbourhood as it is kept.
    public init(id: ID, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// A place where people of a neighbourhood meet: `망원역 2번 출구`.
public struct Spot: Identifiable, Hashable, Sendable {
    /// The number of a spot; it stays when the name changes.
    public typealias ID = Identifier<Spot>

    /// Identifies it in forms.
    public let id: ID
    /// One line of at most `PlaceName.longest` characters.
    public let name: String

    /// A spot as it is kept.
    public init(id: ID, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// Every place that the operator has named, in the operator's order. Any change makes another
/// object, so that what is derived from a directory can be cached with it.
public final class PlaceDirectory: Sendable {
    /// A neighbourhood with its spots.
    public struct Entry: Equatable, Sendable {
        /// The part of town.
        public let neighbourhood: Neighbourhood
        /// In the operator's order, without spots that are no longer named.
        public let spots: [Spot]

        /// A neighbourhood with the spots to choose from.
        public init(_ neighbourhood: Neighbourhood, _ spots: [Spot]) {
            (self.neighbourhood, self.spots) = (neighbourhood, spots)
        }
    }

    /// A directory without places.
    public static let empty = PlaceDirectory([])

    /// The neighbourhoods to choose from.
    public let entries: [Entry]
    private let neighbourhoods: [Neighbourhood.ID: Neighbourhood]
    private let spots: [Spot.ID: Place]
    /// By the letters with which searches compare words: every list and every saved search looks names up.
    private let numbersByLetters: [[UInt8]: [Neighbourhood.ID]]
    /// The same, by the names in Latin letters.
    private let numbersByLatinLetters: [[UInt8]: [Neighbourhood.ID]]
    /// The letters of the first word of each spot on offer.
    private let firstWordsOfSpots: Set<[UInt8]>

    /// - Parameter former: places that are no longer named, but that items still have.
    public init(_ entries: [Entry], former: [Place] = []) {
        self.entries = entries
        let named = entries.flatMap { entry in
            [Place(entry.neighbourhood)] + entry.spots.map { Place(entry.neighbourhood, $0) }
        }
        let all = named + former
        neighbourhoods = Dictionary(all.map { ($0.neighbourhood.id, $0.neighbourhood) }) { one, _ in
            one
        }
        spots = Dictionary(all.compactMap { place in place.spot.map { ($0.id, place) } }) {
            one, _ in
            one
        }
        numbersByLetters = Dictionary(grouping: neighbourhoods.values) {
            SearchText($0.name).letters
        }
        .mapValues { $0.map(\.id) }
        let latin = neighbourhoods.values.flatMap { neighbourhood in
            Romanization.names(of: neighbourhood.name)
                .map { (letters: Array($0.utf8), id: neighbourhood.id) }
        }
        numbersByLatinLetters = Dictionary(grouping: latin) { $0.letters }
            .mapValues { names in names.map { $0.id }.sorted() }
        firstWordsOfSpots = Set(
            entries.flatMap(\.spots).compactMap { SearchText($0.name).words.first?.letters })
    }

    /// The neighbourhoods that a search excludes by a word behind a hyphen: `자전거 -망원동`. The word
    /// must be the whole name, since `망원` alone is also a lens. A neighbourhood that is no longer
    /// named counts too: items may still be there.
    public func neighbourhoods(leftOutOf search: SearchQuery) -> [Neighbourhood.ID] {
        let words = Set(search.terms.excludedWords.map(\.text.letters))
        return words.flatMap { numbersByLetters[$0] ?? [] }
    }

    /// The neighbourhood with this name, however it is spelt; nil if none on offer has it.
    public func neighbourhood(named name: SearchText) -> Neighbourhood? {
        offered(numbersByLetters[name.letters] ?? [])
    }

    /// The neighbourhood with this name in Latin letters: `Mangwon-dong`, or just `mangwon`. Nil if
    /// none on offer has it.
    public func neighbourhood(romanized name: SearchText) -> Neighbourhood? {
        offered(numbersByLatinLetters[name.letters] ?? [])
    }

    /// The neighbourhood that a word means: `망원동` also as `망원`, in Latin letters, and by its station,
    /// `망원역`. Nil if the word means none on offer.
    public func neighbourhood(called word: String) -> Neighbourhood? {
        let name = SearchText(word)
        let stem = word.hasSuffix("역") ? String(word.dropLast()) : word
        return neighbourhood(named: name) ?? neighbourhood(named: SearchText(stem + "동"))
            ?? neighbourhood(romanized: name)
    }

    /// Whether a word says where something is: it means a neighbourhood, or is the first word of a spot's
    /// name, as `홍대입구역` is of `홍대입구역 3번 출구`.
    public func hasPlace(called word: String) -> Bool {
        firstWordsOfSpots.contains(SearchText(word).letters) || neighbourhood(called: word) != nil
    }

    private func offered(_ ids: [Neighbourhood.ID]) -> Neighbourhood? {
        ids.lazy.compactMap { self.neighbourhoods[$0] }.first { self.offers(Place($0)) }
    }

    /// Whether there is no place to choose.
    public var isEmpty: Bool { entries.isEmpty }

    /// Whether a place is still on offer.
    public func offers(_ place: Place) -> Bool {
        entries.contains { entry in
            entry.neighbourhood.id == place.neighbourhood.id
                && (place.spot.map(entry.spots.contains) ?? true)
        }
    }

    /// The neighbourhood with this number, even if it is no longer named; nil if it never was.
    public func neighbourhood(_ id: Neighbourhood.ID) -> Neighbourhood? { neighbourhoods[id] }

    /// The spot with this number, even if it is no longer named; nil if it never was.
    public func spot(_ id: Spot.ID) -> Spot? { spots[id]?.spot }

    /// Whether it has the same places, in the same order.
    public func isSame(as other: PlaceDirectory) -> Bool {
        entries == other.entries && neighbourhoods == other.neighbourhoods && spots == other.spots
    }

    /// The place with these numbers, even if it is no longer named; nil if it never was, or if the
    /// spot is in another neighbourhood.
    public func place(_ neighbourhood: Neighbourhood.ID, _ spot: Spot.ID?) -> Place? {
        guard let spot else { return neighbourhoods[neighbourhood].map { Place($0) } }
        return spots[spot].flatMap { $0.neighbourhood.id == neighbourhood ? $0 : nil }
    }
}

/// Where the operator's places are kept. Every method is atomic.
public protocol PlaceStorage: Sendable {
    /// The present directory. It is the same object until something changes, so asking costs nothing.
    func places() async throws(StorageError) -> PlaceDirectory

    /// Replaces all named places with these. A place whose name is known already keeps its number;
    /// places that are not named again are no longer on offer, but stay with the items that have them.
    /// - Throws: `.limitReached` if more than `NamedNeighbourhood.mostEver` have ever been named.
    func setPlaces(_ places: [NamedNeighbourhood]) async throws(StorageError)

    /// The place that the account chose last for an item that it posted; nil if none.
    func lastPlace(of account: Account.ID) async throws(StorageError) -> Place?
}
