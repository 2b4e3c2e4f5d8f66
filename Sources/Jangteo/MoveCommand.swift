import Storage

/// The options of `jangteo move`.
struct MoveOptions: CommandOptions {
    var from = ""
    var to = ""

    static let settings: [Setting<Self>] = [
        .text(
            "from", "DATABASE", \.from,
            "the file or the server's address that has the market, which nobody serves meanwhile"),
        .text("to", "DATABASE", \.to, "the other of both, in which nothing is yet"),
    ]
}

/// `jangteo move`: copies a whole market from a file to a database server, or back.
struct MoveCommand {
    let options: MoveOptions

    func run() throws(CommandError) {
        let (source, target) = (options.from, options.to)
        guard !source.isEmpty, !target.isEmpty else {
            throw .usage("move takes --from and --to, a file's path and a server's address")
        }
        try SQLStorage.requireFile(source)
        let (here, there) = (SQLStorage.withoutPassword(source), SQLStorage.withoutPassword(target))
        var bar = ProgressBar()
        do {
            try MarketMove.run(from: source, to: target) { step, done, all in
                bar.show(step == .copying ? "rows" : "rows compared", done, of: all)
            }
        } catch .busy {
            throw .failed("the server was lost: move again, unless \(there) is not empty then")
        } catch {
            throw CommandError(opening: target, error)
        }
        Console.print("jangteo: \(there) has all that \(here) has")
    }
}
