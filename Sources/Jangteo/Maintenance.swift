import Market

/// Deletes what has expired, every hour while the market is served.
struct Maintenance: Sendable {
    private static let interval: Duration = .seconds(3_600)
    /// A form may be left open this long before its photos are deleted, in seconds.
    private static let unusedPhotoLifetime: Int64 = 86_400

    let storage: any MarketStorage

    func start() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await deleteExpired(at: .now)
                try? await Task.sleep(for: Self.interval)  // Cancelled: the loop ends.
            }
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
