import Market
import Synchronization

extension SQLStorage: PlaceStorage {
    public func places() -> PlaceDirectory { directory.current }

    public func setPlaces(_ places: [NamedNeighbourhood]) async throws(StorageError) {
        try await write(.items) { [directory] connection throws(StorageError) in
            try connection.set(places)
            try directory.read(from: connection)
            // Searches that exclude a place by its name may now match other items.
            connection.savedSearches.noteNewsOfEverybody()
        }
    }

    public func lastPlace(of account: Account.ID) async throws(StorageError) -> Place? {
        let last: LastPlace? = try await first(
            "SELECT neighbourhood, spot FROM account WHERE id = ?", account)
        guard let neighbourhood = last?.neighbourhood else { return nil }
        return directory.current.place(neighbourhood, last?.spot)
    }
}

/// The operator's places, in memory, since every list offers them.
final class PlaceCache: Sendable {
    private let directory = Mutex(PlaceDirectory.empty)
    /// Counts the readings, so that an outdated copy is recognised.
    private let readings = Atomic<Int>(0)

    /// A connection's copy, so that no row it reads waits for a lock.
    struct Copy {
        fileprivate var reading = -1
        fileprivate(set) var directory = PlaceDirectory.empty
    }

    /// Updates a copy if the places have been read since.
    func renew(_ copy: inout Copy) {
        // Read before the places, so that a copy may be newer than its count, but never older.
        let reading = readings.load(ordering: .acquiring)
        if copy.reading != reading { copy = Copy(reading: reading, directory: current) }
    }

    var current: PlaceDirectory { directory.withLock { $0 } }

    /// Rereads the places; if that fails, they stay as they were.
    func read(from connection: Connection) throws(StorageError) {
        let read = try connection.places()
        directory.withLock { $0 = read }
        readings.add(1, ordering: .releasing)
    }
}

private struct LastPlace: RowValue {
    let neighbourhood: Neighbourhood.ID?
    let spot: Spot.ID?

    init(_ row: inout Statement) throws(StorageError) {
        (neighbourhood, spot) = (try row.next(), try row.next())
    }
}

extension Connection {
    /// Stores the place that an account chose last for an item; nil changes nothing.
    func note(_ place: Place?, of account: Account.ID) throws(StorageError) {
        guard let place else { return }
        try runLater(
            "UPDATE account SET neighbourhood = ?, spot = ? WHERE id = ?", place.neighbourhood.id,
            place.spot?.id, account)
    }

    // MARK: - The directory

    /// Nil if this connection has no cache of places.
    var placesInMemory: PlaceDirectory? {
        guard let knownPlaces else { return nil }
        knownPlaces.renew(&takenPlaces)
        return takenPlaces.directory
    }

    /// The condition of a filter, without the words of its search; words that the search excludes
    /// may name neighbourhoods.
    func condition(of filter: ItemFilter) throws(StorageError) -> ItemColumns.Condition {
        // Most searches exclude nothing.
        guard let search = filter.search, !search.terms.excludedWords.isEmpty else {
            return ItemColumns.Condition(filter)
        }
        let places = if let kept = placesInMemory { kept } else { try self.places() }
        return ItemColumns.Condition(filter, leavingOut: places.neighbourhoods(leftOutOf: search))
    }

    /// Looking names up in memory is cheaper for a list than reading them with each row. A name not
    /// in memory yet was added by another process.
    fileprivate func neighbourhood(_ id: Neighbourhood.ID) throws(StorageError) -> Neighbourhood? {
        if let known = placesInMemory?.neighbourhood(id) { return known }
        let name: String? = try first("SELECT name FROM neighbourhood WHERE id = ?", id)
        return name.map { Neighbourhood(id: id, name: $0) }
    }

    fileprivate func spot(_ id: Spot.ID) throws(StorageError) -> Spot? {
        if let known = placesInMemory?.spot(id) { return known }
        let name: String? = try first("SELECT name FROM spot WHERE id = ?", id)
        return name.map { Spot(id: id, name: $0) }
    }

    fileprivate func places() throws(StorageError) -> PlaceDirectory {
        var entries: [PlaceDirectory.Entry] = []
        var former: [Place] = []
        var rows = try statement(
            """
            SELECT id, name, position FROM neighbourhood
            ORDER BY position IS NOT NULL, position, id
            """)
        var neighbourhoods: [(Neighbourhood, isNamed: Bool)] = []
        while try rows.step() {
            let neighbourhood = Neighbourhood(id: try rows.next(), name: try rows.next())
            let position: Int? = try rows.next()
            neighbourhoods.append((neighbourhood, position != nil))
        }
        for (neighbourhood, isNamed) in neighbourhoods {
            let spots: [NamedSpot] = try all(NamedSpot.select, neighbourhood.id)
            let named = isNamed ? spots.filter(\.isNamed).map(\.spot) : []
            if isNamed { entries.append(PlaceDirectory.Entry(neighbourhood, named)) }
            former.append(Place(neighbourhood))
            former += spots.filter { !isNamed || !$0.isNamed }.map { Place(neighbourhood, $0.spot) }
        }
        return PlaceDirectory(entries, former: former)
    }

    /// Each row keeps its number; places that are not named any more lose their position.
    fileprivate func set(_ places: [NamedNeighbourhood]) throws(StorageError) {
        try run("UPDATE neighbourhood SET position = NULL")
        try run("UPDATE spot SET position = NULL")
        for (position, place) in places.enumerated() {
            if let former = place.name.former {
                try run(
                    """
                    UPDATE neighbourhood SET name = ? WHERE name = ? AND NOT EXISTS (
                        SELECT 1 FROM neighbourhood AS other WHERE other.name = ?)
                    """, place.name.text, former, place.name.text)
            }
            let id: Neighbourhood.ID = try one(
                """
                INSERT INTO neighbourhood (name, position) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET position = excluded.position RETURNING id
                """, place.name.text, position)
            guard id.rawValue <= NamedNeighbourhood.mostEver else {
                throw .limitReached(most: NamedNeighbourhood.mostEver)
            }
            try set(place.spots, of: id)
        }
    }

    private func set(_ spots: [PlaceName], of neighbourhood: Neighbourhood.ID) throws(StorageError)
    {
        for (position, spot) in spots.enumerated() {
            if let former = spot.former {
                try run(
                    """
                    UPDATE spot SET name = ? WHERE neighbourhood = ? AND name = ? AND NOT EXISTS (
                        SELECT 1 FROM spot AS other
                        WHERE other.neighbourhood = spot.neighbourhood AND other.name = ?)
                    """, spot.text, neighbourhood, former, spot.text)
            }
            try run(
                """
                INSERT INTO spot (neighbourhood, name, position) VALUES (?, ?, ?)
                ON CONFLICT (neighbourhood, name) DO UPDATE SET position = excluded.position
                """, neighbourhood, spot.text, position)
        }
    }
}

// MARK: - Rows

private struct NamedSpot: RowValue {
    let spot: Spot
    let isNamed: Bool

    static let select: SQL = """
        SELECT id, name, position FROM spot WHERE neighbourhood = ?
        ORDER BY position IS NOT NULL, position, id
        """

    init(_ row: inout Statement) throws(StorageError) {
        spot = Spot(id: try row.next(), name: try row.next())
        let position: Int? = try row.next()
        isNamed = position != nil
    }
}

extension Neighbourhood {
    /// The neighbourhood of an item or of a search, by its number; nil if there is none.
    init?(_ row: inout Statement) throws(StorageError) {
        guard let id: ID = try row.next(), let known = try row.connection.neighbourhood(id) else {
            return nil
        }
        self = known
    }
}

extension Neighbourhoods {
    /// The neighbourhoods of a search: the number of the first one, if any, then those of the
    /// others.
    init(_ row: inout Statement) throws(StorageError) {
        self = []
        if let first = try Neighbourhood(&row) { insert(first) }
        let others: String = try row.next()
        for number in others.split(separator: " ") {
            guard let id = Int64(digits: number) else { throw row.damage() }
            let known = try row.connection.neighbourhood(Neighbourhood.ID(rawValue: id))
            if let known { insert(known) }
        }
    }

    /// The numbers of all but the first, as a search stores them; empty if there are no others.
    var numbersOfOthers: String { dropFirst().map(\.id.description).joined(separator: " ") }
}

extension Spot {
    /// The spot of an item, by its number; nil if there is none.
    init?(_ row: inout Statement) throws(StorageError) {
        guard let id: ID = try row.next(), let known = try row.connection.spot(id) else {
            return nil
        }
        self = known
    }
}
