import Market

/// Where a member lives, for the way to what is on sale there. It is what they have chosen in their profile,
/// and as long as that is nothing the neighbourhood of what they posted last. A guest's is what their browser
/// keeps.
public struct OwnNeighbourhood: Sendable {
    private let storage: any AccountStorage & PlaceStorage

    /// - Parameter storage: holds accounts and the operator's places.
    public init(storage: any AccountStorage & PlaceStorage) {
        self.storage = storage
    }

    /// Whose.
    public typealias Input = Account.ID

    /// What is known of it.
    public enum Output: Equatable, Sendable {
        /// One that the operator names.
        case named(Neighbourhood.ID)
        /// None, or one that the operator names no more.
        case unnamed
        /// The operator names none at all, so that none can be chosen.
        case withoutPlaces
    }

    /// Where the account lives.
    public func output(of account: Input) async throws(StorageError) -> Output {
        let places = try await storage.places()
        guard !places.isEmpty else { return .withoutPlaces }
        guard let own = try await storage.ownPlace(of: account, in: places) else {
            return .unnamed
        }
        return .named(own.neighbourhood.id)
    }

    /// Where a guest lives.
    /// - Parameter kept: what their browser says; nil for nothing.
    public func output(ofGuest kept: Neighbourhood.ID?) async throws(StorageError) -> Output {
        let places = try await storage.places()
        guard !places.isEmpty else { return .withoutPlaces }
        let named = places.entries.map(\.neighbourhood.id).first { $0 == kept }
        return named.map(Output.named) ?? .unnamed
    }

    /// Those that a guest may choose from.
    /// - Parameter chosen: the one chosen last; nil for none.
    public func choices(
        chosen: Neighbourhood.ID?
    ) async throws(StorageError) -> [NeighbourhoodChoice] {
        let places = try await storage.places()
        return NeighbourhoodChoice.all(
            chosen: chosen.flatMap { places.neighbourhood($0) }, in: places)
    }
}

extension AccountStorage where Self: PlaceStorage {
    /// Where an account lives, with the spot there that it chose last, or else where it posted last; nil for
    /// none of both, and for what is named no more. A spot that is offered no more is left out.
    /// - Throws: `.notFound` when the account is gone.
    func ownPlace(
        of account: Account.ID, in places: PlaceDirectory
    ) async throws(StorageError) -> Place? {
        let chosen = try await self.account(account).neighbourhood
            .flatMap { places.neighbourhood($0) }.map { Place($0) }
        let last = try await lastPlace(of: account)
        guard let chosen, places.offers(chosen) else { return last.flatMap(places.offered) }
        guard let last, last.neighbourhood == chosen.neighbourhood else { return chosen }
        return places.offered(last)
    }
}

extension PlaceDirectory {
    /// A place, or of a spot that is named no more its neighbourhood; nil where that is not named either.
    fileprivate func offered(_ place: Place) -> Place? {
        [place, Place(place.neighbourhood)].first { offers($0) }
    }
}
