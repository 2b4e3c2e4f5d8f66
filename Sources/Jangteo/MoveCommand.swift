import Glibc
import Storage

/// `jangteo move`: copies a whole market from a file to a server, or back.
struct MoveCommand {
    let options: MoveOptions

    func run() throws(CommandError) {
        let (source, target) = (options.from, options.to)
        guard !source.isEmpty, !target.isEmpty else {
            throw .usage("move takes --from and --to, a file's path and a server's address")
        }
        // To open a file that is not there would make one.
        guard SQLStorage.isOnServer(source) || access(source, R_OK) == 0 else {
            throw .failed("\(source) cannot be opened: \(String(cString: strerror(errno)))")
        }
        // Brings both to this program's format.
        for database in [source, target] { try SQLStorage.open(database).close() }
        var bar = ProgressBar()
        do {
            try MarketMove.run(from: source, to: target) { bar.show("rows", $0, of: $1) }
        } catch {
            throw CommandError(opening: target, error)
        }
        let (here, there) = (
            CommandError.withoutPassword(source), CommandError.withoutPassword(target)
        )
        Console.print("jangteo: \(there) has all that \(here) has")
    }
}
