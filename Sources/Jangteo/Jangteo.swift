import Glibc

/// The program: reads the command line, runs the command, exits with its status.
@main
struct Jangteo {
    static let version = "0.1.0"

    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst())
        } catch {
            Console.printError(error.message)
            exit(error.exitStatus)
        }
    }

    @MainActor
    private static func run(_ arguments: ArraySlice<String>) async throws(CommandError) {
        let options = arguments.dropFirst()
        switch arguments.first {
        case _ where options.contains("--help") || options.contains("-h"), "--help", "-h", "help":
            Console.print(help)
        case "--version", "version":
            Console.print("jangteo \(version)")
        case "serve":
            let command = ServeCommand(
                options: try ServeOptions(options, Environment.variable),
                manager: try ServiceManager(Environment.variable))
            try await command.run()
        case "seed":
            try await SeedCommand(options: SeedOptions(options, Environment.variable)).run()
        case "backup":
            try BackupCommand(options: BackupOptions(options, Environment.variable)).run()
        case "check":
            try await CheckCommand(options: CheckOptions(options, Environment.variable)).run()
        case "move":
            try MoveCommand(options: MoveOptions(options, Environment.variable)).run()
        case nil:
            throw .usage("a command is missing; ‘jangteo serve’ runs the market")
        case let command?:
            throw .usage("unknown command ‘\(command)’")
        }
    }
}

/// The text of `jangteo --help`.
let help = """
    Jangteo (장터): a neighbourhood second-hand market in one program and one data file.

    Usage:
      jangteo serve [options]    run the market
      jangteo seed [options]     add sample listings to a database
      jangteo backup [options]   copy a market's file while it is served
      jangteo check [options]    compare counts and indexes with the listings
      jangteo move [options]     copy a market from a file to a PostgreSQL server, or back
      jangteo --help             show this help
      jangteo --version          show the version

    Each option can also be set by the environment variable in [brackets]; the option on the
    command line wins. The default is in (parentheses).

    Options of serve:
    \(ServeOptions.help)

    Options of seed:
    \(SeedOptions.help)

    Options of backup:
    \(BackupOptions.help)

    Options of check:
    \(CheckOptions.help)

    Options of move:
    \(MoveOptions.help)

    SIGTERM and SIGINT stop the program once running requests have finished.
    """
