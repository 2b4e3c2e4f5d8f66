import Foundation
import Market
import Storage

/// The storages that must all behave alike.
enum Backend: CaseIterable, Sendable {
    case memory
    case file

    static let all = allCases

    /// Runs `body` over a fresh storage, of which nothing remains.
    /// - Parameter vendors: with numbers and names of their own.
    func withStorage(
        vendors: [VendorAssignment] = [], _ body: (any MarketStorage) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let storage = try SQLiteStorage(path: ":memory:", vendors: vendors)
            defer { storage.close() }
            try await body(storage)
        case .file:
            try await withTemporaryFolder { folder in
                let storage = try SQLiteStorage(path: folder + "/market.db", vendors: vendors)
                defer { storage.close() }
                try await body(storage)
            }
        }
    }
}

/// Runs `body` with the path of an empty folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/storage-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}
