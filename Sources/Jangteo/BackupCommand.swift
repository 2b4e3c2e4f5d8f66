import Storage

/// The options of `jangteo backup`.
struct BackupOptions: CommandOptions {
    var database = ServeOptions().database
    var to = ""

    static let settings: [Setting<Self>] = [
        .text("database", "FILE", \.database, "the file of the market; it may be served meanwhile"),
        .text("to", "FILE", \.to, "the new file to copy it to"),
    ]
}

/// `jangteo backup`: copies a market's file, which may be served meanwhile.
struct BackupCommand {
    let options: BackupOptions

    func run() throws(CommandError) {
        let (market, copy) = (options.database, options.to)
        guard !copy.isEmpty else { throw .usage("backup needs --to: the new file to copy to") }
        guard !SQLStorage.isOnServer(market) else {
            throw .failed("a server's database is backed up by its own program, pg_dump")
        }
        try SQLStorage.requireFile(market)
        do {
            try MarketBackup.make(of: market, to: copy)
        } catch .full {
            throw CommandError(opening: copy, .full)
        } catch {
            throw CommandError(opening: market, error)
        }
        Console.print("jangteo: copied all of \(market) to \(copy)")
    }
}
