import Glibc
import Market

/// What has to be done now and then while the market is open.
struct Upkeep: Sendable {
    private static let pause: Duration = .seconds(3_600)
    /// A form may be left open this long before its photos are forgotten, in seconds.
    private static let unusedPhotoLifetime: Int64 = 86_400

    private let storage: any MarketStorage

    init(_ storage: any MarketStorage) {
        self.storage = storage
    }

    func start() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await forgetWhatIsOver(at: Timestamp(seconds: Int64(time(nil))))
                try? await Task.sleep(for: Self.pause)  // Cancelled: the loop ends.
            }
        }
    }

    func forgetWhatIsOver(at now: Timestamp) async {
        await tend("unused photos") { () async throws(StorageError) in
            try await storage.deleteUnusedPhotos(
                uploadedBefore: now + -Self.unusedPhotoLifetime)
        }
        await tend("old deletions") { () async throws(StorageError) in
            try await storage.purgeDeletions(before: now + -Deletion.lifetime)
        }
        await tend("expired sessions") { () async throws(StorageError) in
            try await storage.deleteExpiredSessions(at: now)
        }
    }

    private func tend(
        _ things: String, _ work: () async throws(StorageError) -> Int
    ) async {
        do {
            _ = try await work()
        } catch {
            Console.complain("\(things) stay for now: \(error)")
        }
    }
}
