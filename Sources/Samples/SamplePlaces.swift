import Market

/// Where sample items are handed over: the places of `Places.txt`, or those that the market already has.
struct SamplePlaces: Sendable {
    private let spots: [String: Place]
    private let neighbourhoods: [Neighbourhood]

    /// Adds the sample places if the market has none.
    init(in storage: any PlaceStorage) async throws(StorageError) {
        if try await storage.places().isEmpty { try await storage.setPlaces(Self.named) }
        let directory = try await storage.places()
        neighbourhoods = directory.entries.map(\.neighbourhood)
        let places = directory.entries.flatMap { entry in
            entry.spots.map { ($0.name, Place(entry.neighbourhood, $0)) }
        }
        spots = Dictionary(places) { first, _ in first }
    }

    private static let named: [NamedNeighbourhood] = {
        let text = String(decoding: PackageResources.Places_txt, as: UTF8.self)
        return (try? [NamedNeighbourhood](parsing: text)) ?? []
    }()

    /// The spot that the description names; otherwise one of the neighbourhoods, or none for one item in four.
    /// - Parameter number: the number of the item.
    func place(of listing: SampleListing, _ number: Int) -> Place? {
        guard let spot = listing.spot else {
            let place = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 >> 32
            guard !neighbourhoods.isEmpty, !place.isMultiple(of: 4) else { return nil }
            return Place(neighbourhoods[Int(place / 4 % UInt64(neighbourhoods.count))])
        }
        return spots[spot]
    }
}
