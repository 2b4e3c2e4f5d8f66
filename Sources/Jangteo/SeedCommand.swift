import Glibc
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

extension SQLStorage {
    /// Opens the database of a command, and creates it if there is none.
    /// - Parameters:
    ///   - path: the path of a file, or the address of a PostgreSQL database.
    ///   - standby: the address of a standby server to read from; empty for none.
    ///   - vendors: as in the storage's `init`.
    static func open(
        _ path: String, readingFrom standby: String = "", vendors: [VendorAssignment]? = nil
    ) throws(CommandError) -> SQLStorage {
        do throws(StorageError) {
            guard isOnServer(path) else {
                guard standby.isEmpty else {
                    throw .unusable("--read-database needs a --database on a server")
                }
                return try SQLiteStorage(path: path, vendors: vendors)
            }
            #if PostgreSQL
                let storage = try PostgreSQLStorage(
                    address: path, readingFrom: standby.isEmpty ? nil : standby, vendors: vendors)
                if let fault = storage.standbyFault {
                    Console.printError("reading from --database for now: \(fault)")
                }
                return storage
            #else
                throw builtWithoutServers
            #endif
        } catch {
            throw CommandError(opening: path, error)
        }
    }

    /// Whether opening the database at the path would create a file.
    static func isMissingFile(_ path: String) -> Bool {
        guard !isOnServer(path), path != ":memory:" else { return false }
        return Glibc.access(path, F_OK) != 0 && errno == ENOENT
    }

    /// For a command that reads an existing database: opening a missing file would create one.
    /// - Throws: `.failed` if the path is not a server's address and there is no readable file.
    static func requireFile(_ path: String) throws(CommandError) {
        guard isOnServer(path) || Glibc.access(path, R_OK) == 0 else {
            throw .failed("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
    }

    /// Replaces the places by those of the operator.
    func name(
        _ places: [NamedNeighbourhood], in path: String
    ) async throws(CommandError) {
        do {
            try await setPlaces(places)
        } catch .limitReached(let most) {
            throw .failed("\(path) has had more than \(most) neighbourhoods")
        } catch {
            throw CommandError(opening: path, error)
        }
    }
}
