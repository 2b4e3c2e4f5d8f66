/// Lets few searches run at once, and on no event loop: each walks through all that it finds. Of
/// the places to run and to wait no address holds more than a quarter.
struct SearchGate: Sendable {
    private static let mostRunning = 2
    private static let mostWaiting = 64

    let gate = WorkGate(mostRunning: mostRunning, mostWaiting: mostWaiting)
    private let shares = AddressShares(most: mostRunning + mostWaiting)

    /// - Throws: `SiteError.unavailable` at once when there is no place; what `search` throws.
    func run<Found: Sendable>(
        for visit: Visit, _ search: @escaping @Sendable () async throws -> Found
    ) async throws -> Found {
        guard shares.enter(visit.address) else { throw SiteError.unavailable }
        defer { shares.leave(visit.address) }
        return try await gate.run(search)
    }
}
