import Storage

/// The options of `jangteo move`.
struct MoveOptions: CommandOptions {
    var from = ""
    var to = ""

    static let settings: [Setting<Self>] = [
        .text(
            "from", "DATABASE", \.from,
            "the market to copy: a file or a server's address; nobody may serve it meanwhile"),
        .text("to", "DATABASE", \.to, "where to copy it: the other of the two, and still empty"),
    ]
}

/// `jangteo move`: copies a whole market from a file to a database server, or back.
struct MoveCommand {
    let options: MoveOptions

    func run() throws(CommandError) {
        let (source, target) = (options.from, options.to)
        guard !source.isEmpty, !target.isEmpty else {
            throw .usage("move needs --from and --to: one a file, the other a server's address")
        }
        try SQLStorage.requireFile(source)
        let (here, there) = (SQLStorage.withoutPassword(source), SQLStorage.withoutPassword(target))
        var bar = ProgressBar()
        do {
            try MarketMove.run(from: source, to: target) { step, done, all in
                bar.show(step == .copying ? "rows" : "rows compared", done, of: all)
            }
        } catch .busy {
            throw .failed("lost the server: move again, unless \(there) is not empty any more")
        } catch {
            throw CommandError(opening: target, error)
        }
        Console.print("jangteo: copied all of \(here) to \(there)")
    }
}
