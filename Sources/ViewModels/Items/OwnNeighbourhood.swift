import Market

/// Where a member lives, for the way to what is on sale there. It is what they chose last: in their
/// profile, or for something that they posted.
public struct OwnNeighbourhood: Sendable {
    private let storage: any PlaceStorage

    /// - Parameter storage: holds accounts and the operator's places.
    public init(storage: any PlaceStorage) {
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
        guard let own = try await storage.neighbourhood(of: account, in: places) else {
            return .unnamed
        }
        return .named(own.id)
    }
}

extension PlaceStorage {
    /// The one that the account chose last; nil for none, and for one that is named no more.
    func neighbourhood(
        of account: Account.ID, in places: PlaceDirectory
    ) async throws(StorageError) -> Neighbourhood? {
        guard let last = try await lastPlace(of: account), places.offers(Place(last.neighbourhood))
        else { return nil }
        return last.neighbourhood
    }
}
