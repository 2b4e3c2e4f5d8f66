import Market
import Samples
import Secrets
import Storage

/// The options of `jangteo seed`.
struct SeedOptions: CommandOptions {
    var items = 200
    var database = ServeOptions().database

    static let settings: [Setting<Self>] = [
        .number("items", "N", \.items, 0...10_000_000, "number of sample listings to add"),
        .text(
            "database", "FILE", \.database,
            "the file, or the address of the server, to add them to"),
    ]
}

/// `jangteo seed`: adds sample items with photos to a database, which it creates if there is none.
struct SeedCommand {
    let options: SeedOptions

    func run() async throws(CommandError) {
        let count = options.items
        let storage = try SQLStorage.open(options.database)
        let path = SQLStorage.withoutPassword(options.database)
        defer { storage.close() }
        let seeding = Seeding(
            count: count, passwordHash: try passwordHash(), now: .now)
        var bar = ProgressBar()
        do {
            try await seeding.run(into: storage) { progress in
                switch progress {
                case .photos(let done, let total): bar.show("photos", done, of: total)
                case .listings(let done, let total): bar.show("listings", done, of: total)
                }
            }
        } catch {
            throw .failed("not all listings were added to \(path): \(Self.reason(error))")
        }
        // If this fails, searches only take longer.
        _ = try? await (storage as? SQLiteStorage)?.joinSearchIndex()
        Console.print(
            "jangteo: \(count) sample listings added to \(path); "
                + "the password of each, and of their sellers, is \(SampleMarket.password)")
    }

    private func passwordHash() throws(CommandError) -> String {
        do {
            return try PasswordHash().hash(SampleMarket.password)
        } catch {
            throw .failed("not enough memory to hash a password")
        }
    }

    private static func reason(_ error: SamplesError) -> String {
        switch error {
        case .cannotDraw: "not enough memory to draw the photos"
        case .storage(.busy): "another program is using it, or its server does not answer"
        case .storage(.full): "the disk is full"
        case .storage(.unusable(let reason)), .storage(.failed(let reason)): reason
        case .storage, .price: "\(error)"
        }
    }
}
