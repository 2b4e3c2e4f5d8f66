import Foundation
import HTTPServer
import Market
import Photos
import Samples
import Secrets
import Storage
import Web

/// Measures the parts that a request is made of, one at a time and without a network.
///
/// With `requests FILE`, what whole requests cost in the market of a file; with `scale FILE`, what
/// finding items costs there; with `search FILE FOLDER`, what is found there; with `searches NAME`,
/// what posts cost that match saved searches, in markets of that name.
@main
struct Benchmarks {
    private static let listings = 10_000
    private static let batch = 64

    /// Waits on the main thread: valgrind does not survive that thread's end, which an `async`
    /// `main` would bring.
    static func main() {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await run()
            } catch {
                print(error)
                exit(EXIT_FAILURE)
            }
            isDone.signal()
        }
        isDone.wait()
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first, arguments.last) {
        case ("scale", let file?, _): try await ListingCosts(path: file, now: now).printAll()
        case ("requests", let file?, let counts):
            let isCounted = arguments.count > 2
            try await RequestCosts(path: file, counts: isCounted ? counts : nil).printAll()
        case ("search", let file?, let folder?):
            try await SearchQuality(path: file, now: now).printAll(leaving: folder)
        default: try await measureParts()
        }
    }

    private static func measureParts() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("jangteo-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // A rest in /tmp is no harm.
        if CommandLine.arguments.dropFirst().first == "searches" {
            printHeader()
            let sought = CommandLine.arguments.dropFirst(2).first
            let measured = try await SavedSearchCosts.measure(
                in: folder.path, only: sought, now: now)
            for measurement in measured { print(row(measurement)) }
            return
        }
        let storage = try SQLiteStorage(path: folder.appendingPathComponent("bench.sqlite").path)
        defer { storage.close() }
        let seeding = Seeding(count: listings, passwordHash: "", now: now)
        try await seeding.run(into: storage)
        printHeader()
        for measurement in try await pages(storage) + storageWork(storage) + costly() {
            print(row(measurement))
        }
        let many = try await ManyListings.measure(
            in: folder.path, siteRoot: FileManager.default.currentDirectoryPath, now: now)
        for measurement in many { print(row(measurement)) }
        for measurement in try await SavedSearchCosts.measure(in: folder.path, now: now) {
            print(row(measurement))
        }
    }

    private static func pages(_ storage: SQLiteStorage) async throws -> [Measurement] {
        let keeping = SiteOptions(root: FileManager.default.currentDirectoryPath)
        var anew = keeping
        anew.cachedPages = 0
        let sites = try [anew, keeping].map { options in
            try Site(options, storage: storage, clock: { now }, log: { print($0) })
        }
        func page(
            _ name: String, _ target: String, isKept: Bool = false
        ) async throws -> Measurement {
            let request = try Request(.get, target)
            let site = sites[isKept ? 1 : 0]
            return await Measurement(name) { _ = await site.respond(to: request) }
        }
        return [
            try await page("page: list, kept", "/", isKept: true),
            try await page("page: list", "/"),
            try await page("page: list before a key", "/?before=5000"),
            try await page("page: list of a category", "/?category=9"),
            try await page("page: detail", "/items/5000"),
            try await page("page: blank form", "/items/new"),
            try await page("file: style sheet", "/app.css"),
        ]
    }

    private static func storageWork(_ storage: any MarketStorage) async throws -> [Measurement] {
        let query = ItemQuery(position: .following(5_000), limit: 20)
        let item = NewItem(
            content: try await storage.item(1).content, photos: [], passwordHash: "",
            datePosted: now)
        return [
            try await Measurement("storage: read a list of 20") {
                _ = try await storage.items(query)
            },
            try await Measurement("storage: read a listing") { _ = try await storage.item(5_000) },
            try await Measurement("storage: commit a listing") {
                _ = try await storage.insert(item)
            },
            try await Measurement("storage: commit \(batch) at once") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<batch { group.addTask { _ = try await storage.insert(item) } }
                    try await group.waitForAll()
                }
            },
        ]
    }

    private static func costly() async throws -> [Measurement] {
        let photo = try Motif.sofa.jpeg(seed: 7)
        return [
            try await Measurement("password: hash (Argon2id)") {
                _ = try PasswordHash().hash("달빛1234")
            },
            try await Measurement("photo: develop 960×720") {
                _ = try PhotoProcessor().process(photo.span)
            },
        ]
    }

    private static var now: Timestamp {
        Timestamp(seconds: Int64(time(nil)))
    }

    private static func printHeader() {
        print("work".padded(to: 32) + "CPU µs".padded(to: 12, right: true) + "     a second")
    }

    private static func row(_ measurement: Measurement) -> String {
        measurement.name.padded(to: 32)
            + String(format: "%.1f", measurement.microseconds).padded(to: 12, right: true)
            + String(format: "%.0f", measurement.perSecond).padded(to: 13, right: true)
    }
}

extension String {
    func padded(to width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return right ? space + self : self + space
    }
}
