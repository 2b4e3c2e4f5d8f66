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
                await forgetUnusedPhotos()
                try? await Task.sleep(for: Self.pause)  // Cancelled: the loop ends.
            }
        }
    }

    private func forgetUnusedPhotos() async {
        let now = Timestamp(seconds: Int64(time(nil)))
        do {
            try await storage.deleteUnusedPhotos(
                uploadedBefore: now + -Self.unusedPhotoLifetime)
        } catch {
            Console.complain("unused photos stay for now: \(error)")
        }
    }
}
