import Foundation
import Market
import Storage

/// The storages that view models must behave alike over.
enum Backend: CaseIterable, Sendable {
    case memory
    case sqlite

    static let all = allCases

    /// Runs `body` over a fresh storage, of which nothing remains.
    func withStorage(_ body: (any MarketStorage) async throws -> Void) async throws {
        switch self {
        case .memory:
            try await body(MemoryStorage())
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("view-models-" + UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let storage = try SQLiteStorage(path: folder.path + "/market.db")
            defer { storage.close() }
            try await body(storage)
        }
    }
}
