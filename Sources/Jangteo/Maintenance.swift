import CLinux
import Market

/// Regular upkeep while the market is served: hourly it deletes what has expired; every minute it ends
/// suspensions and releases lapsed reservations. If several server processes share a database, one of them
/// does this. Each also returns unused memory to the system every minute.
struct Maintenance: Sendable {
    private static let interval: Duration = .seconds(60)
    /// Expired data is deleted in one round out of this many: once an hour.
    private static let roundsPerDeletion = 60
    /// How often the process checks whether the upkeep has passed to it from another one.
    private static let checkInterval: Duration = .seconds(5)
    /// How long a form may be left open before its photos are deleted, in seconds.
    private static let unusedPhotoLifetime: Int64 = 86_400

    let storage: any MarketStorage
    /// Whether this process holds the lease on the upkeep of the database.
    var holdsLease: @Sendable () -> Bool = { true }

    /// Runs until the task is cancelled.
    func start() -> Task<Void, Never> {
        Task {
            var (round, nextRound) = (0, ContinuousClock.now)
            var nextTrim = nextRound + Self.checkInterval
            while !Task.isCancelled {
                if ContinuousClock.now >= nextRound, holdsLease() {
                    await performUpkeep(round: round)
                    (round, nextRound) = (round + 1, .now + Self.interval)
                }
                if ContinuousClock.now >= nextTrim {
                    // glibc keeps the memory that the start or a burst of requests needed.
                    malloc_trim(0)
                    nextTrim = .now + Self.interval
                }
                try? await Task.sleep(for: Self.checkInterval)  // Cancelled: the loop ends.
            }
        }
    }

    private func performUpkeep(round: Int) async {
        if round % Self.roundsPerDeletion == 0 { await deleteExpired(at: .now) }
        await endSuspensions(at: .now)
        await releaseLapsed(at: .now)
    }

    /// Ends suspensions that have run out, before reservations are released: such a member may be next in line.
    func endSuspensions(at now: Timestamp) async {
        do {
            try await storage.endSuspensions(at: now)
        } catch {
            Console.printError(
                "suspensions that are over were not ended, trying again in a minute: \(error)")
        }
    }

    /// Releases reservations whose term is over, for whoever is next in line.
    func releaseLapsed(at now: Timestamp) async {
        do {
            try await storage.releaseLapsedReservations(at: now)
        } catch {
            Console.printError(
                "lapsed reservations were not released, trying again in a minute: \(error)")
        }
    }

    /// Deletes unused photos, what has been in the trash for its time, old matches and expired sessions.
    func deleteExpired(at now: Timestamp) async {
        await delete("unused photos") { () async throws(StorageError) in
            try await storage.deleteUnusedPhotos(
                uploadedBefore: now + -Self.unusedPhotoLifetime)
        }
        await delete("old deletions") { () async throws(StorageError) in
            try await storage.purgeDeletions(before: now + -Deletion.lifetime)
        }
        await delete("old matches") { () async throws(StorageError) in
            try await storage.purgeMatches(before: now + -SavedSearch.matchLifetime)
        }
        await delete("expired sessions") { () async throws(StorageError) in
            try await storage.deleteExpiredSessions(at: now)
        }
    }

    private func delete(
        _ things: String, _ deletion: () async throws(StorageError) -> Int
    ) async {
        do {
            _ = try await deletion()
        } catch {
            Console.printError("\(things) were not deleted, trying again in an hour: \(error)")
        }
    }
}
