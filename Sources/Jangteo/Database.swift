import Market
import Storage

/// The database file, opened for a command.
enum Database {
    static func open(_ path: String) throws(CommandError) -> SQLiteStorage {
        do {
            return try SQLiteStorage(path: path)
        } catch {
            switch error {
            case .unusable(let reason), .failed(let reason): throw .failed(reason)
            case .busy: throw .failed("another program holds \(path)")
            case .full: throw .failed("the disk that holds \(path) is full")
            default: throw .failed("\(path) is damaged")
            }
        }
    }
}
