/// Where something is handed over: a neighbourhood, and perhaps a spot in it.
public struct Place: Hashable, Sendable {
    /// The part of town.
    public var neighbourhood: Neighbourhood
    /// Nil where any spot will do.
    public var spot: Spot?

    /// A place by its neighbourhood, and a spot of that.
    public init(_ neighbourhood: Neighbourhood, _ spot: Spot? = nil) {
        (self.neighbourhood, self.spot) = (neighbourhood, spot)
    }
}

/// A part of town that the operator has named: `망원동`.
public struct Neighbourhood: Identifiable, Hashable, Sendable {
    /// The number of a neighbourhood; it stays when the name changes.
    public typealias ID = Identifier<Neighbourhood>

    /// Names it in addresses and forms.
    public let id: ID
    /// One line of at most `PlaceName.longest` letters.
    public let name: String

    /// A neighbourhood as it is kept.
    public init(id: ID, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// Where people of a neighbourhood meet: `망원역 2번 출구`.
public struct Spot: Identifiable, Hashable, Sendable {
    /// The number of a spot; it stays when the name changes.
    public typealias ID = Identifier<Spot>

    /// Names it in forms.
    public let id: ID
    /// One line of at most `PlaceName.longest` letters.
    public let name: String

    /// A spot as it is kept.
    public init(id: ID, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// Every place that the operator has named, in the operator's order. The object is another one
/// whenever anything of it changes, so that what is made of it can be kept beside it.
public final class PlaceDirectory: Sendable {
    /// A neighbourhood with its spots.
    public struct Entry: Equatable, Sendable {
        /// The part of town.
        public let neighbourhood: Neighbourhood
        /// In the operator's order; those that are no longer named left out.
        public let spots: [Spot]

        /// A neighbourhood with the spots to choose from.
        public init(_ neighbourhood: Neighbourhood, _ spots: [Spot]) {
            (self.neighbourhood, self.spots) = (neighbourhood, spots)
        }
    }

    /// No place at all.
    public static let empty = PlaceDirectory([])

    /// Those to choose from.
    public let entries: [Entry]
    private let neighbourhoods: [Neighbourhood.ID: Neighbourhood]
    private let spots: [Spot.ID: Place]
    /// By the letters that words are compared with: each list and each kept search asks for them.
    private let numbersByLetters: [[UInt8]: [Neighbourhood.ID]]
    /// The same by their names in Latin letters.
    private let numbersByLatinLetters: [[UInt8]: [Neighbourhood.ID]]

    /// - Parameter former: what is no longer named, and still the place of items.
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
    }

    /// Those that are left out with the words of a search behind a hyphen: `자전거 -망원동`. Named in
    /// full, as `망원` is a lens, too; one that is no longer named is still the place of items.
    public func neighbourhoods(leftOutOf search: SearchQuery) -> [Neighbourhood.ID] {
        let words = Set(search.terms.excludedWords.map(\.text.letters))
        return words.flatMap { numbersByLetters[$0] ?? [] }
    }

    /// The one that is named so, however it is spelt; nil also for one that is named no more.
    public func neighbourhood(named name: SearchText) -> Neighbourhood? {
        offered(numbersByLetters[name.letters] ?? [])
    }

    /// The one whose name is written so in Latin letters: `Mangwon-dong`, and `mangwon` alone. Nil also for
    /// one that is named no more.
    public func neighbourhood(romanized name: SearchText) -> Neighbourhood? {
        offered(numbersByLatinLetters[name.letters] ?? [])
    }

    private func offered(_ ids: [Neighbourhood.ID]) -> Neighbourhood? {
        ids.lazy.compactMap { self.neighbourhoods[$0] }.first { self.offers(Place($0)) }
    }

    /// Whether there is no place to choose.
    public var isEmpty: Bool { entries.isEmpty }

    /// Whether it is named still.
    public func offers(_ place: Place) -> Bool {
        entries.contains { entry in
            entry.neighbourhood.id == place.neighbourhood.id
                && (place.spot.map(entry.spots.contains) ?? true)
        }
    }

    /// Also one that is no longer named; nil when it never was.
    public func neighbourhood(_ id: Neighbourhood.ID) -> Neighbourhood? { neighbourhoods[id] }

    /// Also one that is no longer named; nil when it never was.
    public func spot(_ id: Spot.ID) -> Spot? { spots[id]?.spot }

    /// Whether it has the same places, in the same order.
    public func isSame(as other: PlaceDirectory) -> Bool {
        entries == other.entries && neighbourhoods == other.neighbourhoods && spots == other.spots
    }

    /// Also one that is no longer named; nil when it never was, and for a spot of another
    /// neighbourhood.
    public func place(_ neighbourhood: Neighbourhood.ID, _ spot: Spot.ID?) -> Place? {
        guard let spot else { return neighbourhoods[neighbourhood].map { Place($0) } }
        return spots[spot].flatMap { $0.neighbourhood.id == neighbourhood ? $0 : nil }
    }
}

/// Where the operator's places are kept. Every method is atomic.
public protocol PlaceStorage: Sendable {
    /// All of them; the same object until something changes, so that it costs nothing to ask.
    func places() async throws(StorageError) -> PlaceDirectory

    /// Names these places, in place of all that were named before. What has the name of one that
    /// was named before is that one; those that are not named again are offered no more, and stay
    /// with the items that have them.
    /// - Throws: `.limitReached` when more were named ever than `NamedNeighbourhood.mostEver`.
    func setPlaces(_ places: [NamedNeighbourhood]) async throws(StorageError)

    /// What the account chose last for an item that it posted; nil for none.
    func lastPlace(of account: Account.ID) async throws(StorageError) -> Place?
}
