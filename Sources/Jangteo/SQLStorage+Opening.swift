import Glibc
import Market
import Storage

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

    /// Replaces the market's places by those of the operator.
    func replacePlaces(
        with places: [NamedNeighbourhood], in path: String
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
