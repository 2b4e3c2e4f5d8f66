import CLinux
import Market

/// Deletes what has expired, every hour while the market is served, and every minute gives back
/// what was reserved for too long, lets write whose suspension is over, and gives memory to the system.
/// Of several programs over one database one looks after that.
struct Maintenance: Sendable {
    private static let interval: Duration = .seconds(60)
    /// In intervals.
    private static let pause = 60
    /// It is looked so often whether another program's part has fallen to this one.
    private static let look: Duration = .seconds(5)
    /// A form may be left open this long before its photos are deleted, in seconds.
    private static let unusedPhotoLifetime: Int64 = 86_400

    let storage: any MarketStorage
    /// Whether this program is the one.
    var isOurs: @Sendable () -> Bool = { true }

    func start() -> Task<Void, Never> {
        Task {
            var (round, next) = (0, ContinuousClock.now)
            var nextRelease = next + Self.look
            while !Task.isCancelled {
                if ContinuousClock.now >= next, isOurs() {
                    if round % Self.pause == 0 { await deleteExpired(at: .now) }
                    await endSuspensions(at: .now)
                    await releaseLapsed(at: .now)
                    (round, next) = (round + 1, .now + Self.interval)
                }
                if ContinuousClock.now >= nextRelease {
                    // glibc keeps what a flood, or the start, has needed for the next one.
                    malloc_trim(0)
                    nextRelease = .now + Self.interval
                }
                try? await Task.sleep(for: Self.look)  // Cancelled: the loop ends.
            }
        }
    }

    /// Before what is reserved is given back: whose turn it is may be theirs.
    func endSuspensions(at now: Timestamp) async {
        do {
            try await storage.endSuspensions(at: now)
        } catch {
            Console.printError(
                "nobody whose suspension is over was let write, tried again in a minute: \(error)")
        }
    }

    func releaseLapsed(at now: Timestamp) async {
        do {
            try await storage.releaseLapsedReservations(at: now)
        } catch {
            Console.printError(
                "lapsed reservations were not released, tried again in a minute: \(error)")
        }
    }

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
            Console.printError("\(things) were not deleted, tried again in an hour: \(error)")
        }
    }
}
