import Market

/// The viewer's own neighbourhood, for the link to what is on sale there. A member's is the one
/// chosen in the profile or, if none is chosen, that of their latest post. A guest's is stored by
/// their browser.
public struct OwnNeighbourhood: Sendable {
    private let storage: any AccountStorage & PlaceStorage

    /// - Parameter storage: holds accounts and the operator's places.
    public init(storage: any AccountStorage & PlaceStorage) {
        self.storage = storage
    }

    /// The account whose neighbourhood is asked for.
    public typealias Input = Account.ID

    /// The neighbourhood, as far as it is known.
    public enum Output: Equatable, Sendable {
        /// One on the operator's list.
        case named(Neighbourhood.ID)
        /// None, or one that is no longer on the operator's list.
        case unnamed
        /// The operator lists no neighbourhoods at all, so that none can be chosen.
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
    /// - Parameter kept: the neighbourhood stored by their browser; nil if none.
    public func output(ofGuest kept: Neighbourhood.ID?) async throws(StorageError) -> Output {
        let places = try await storage.places()
        guard !places.isEmpty else { return .withoutPlaces }
        let named = places.entries.map(\.neighbourhood.id).first { $0 == kept }
        return named.map(Output.named) ?? .unnamed
    }

    /// The neighbourhoods that a guest may choose from.
    /// - Parameter chosen: the latest choice; nil if none was made.
    public func choices(
        chosen: Neighbourhood.ID?
    ) async throws(StorageError) -> [NeighbourhoodChoice] {
        let places = try await storage.places()
        return NeighbourhoodChoice.all(
            chosen: chosen.flatMap { places.neighbourhood($0) }, in: places)
    }
}

extension AccountStorage where Self: PlaceStorage {
    /// The neighbourhood where an account lives, with the spot there that it chose last, or otherwise
    /// the place of its latest post. Returns nil if there is neither, or the neighbourhood is no
    /// longer offered. A spot that is no longer offered is left out.
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
    /// The place, or only its neighbourhood if the spot is no longer offered; nil if neither is.
    fileprivate func offered(_ place: Place) -> Place? {
        [place, Place(place.neighbourhood)].first { offers($0) }
    }
}
