/// Lets few searches run at once, and on no event loop: each walks through all that it finds. Of
/// the places to run and to wait no address holds more than a quarter.
struct SearchLimiter: Sendable {
    private static let mostRunning = 2
    private static let mostWaiting = 64

    let concurrency = ConcurrencyLimiter(mostRunning: mostRunning, mostWaiting: mostWaiting)
    private let shares = AddressLimiter(most: mostRunning + mostWaiting)

    /// - Throws: `SiteError.unavailable` at once when there is no place; what `search` throws.
    func run<Found: Sendable>(
        for context: RequestContext, _ search: @escaping @Sendable () async throws -> Found
    ) async throws -> Found {
        guard shares.enter(context.address) else { throw SiteError.unavailable }
        defer { shares.leave(context.address) }
        return try await concurrency.run(search)
    }
}
