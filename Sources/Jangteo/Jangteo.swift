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
        case "check":
            try await CheckCommand(options: CheckOptions(options, Environment.variable)).run()
        case "move":
            try MoveCommand(options: MoveOptions(options, Environment.variable)).run()
        case nil:
            throw .usage("a command is missing: ‘jangteo serve’ opens the market")
        case let command?:
            throw .usage("there is no command ‘\(command)’")
        }
    }
}

/// The text of `jangteo --help`.
let help = """
    Jangteo (장터): a neighbourhood second-hand market in one program and one file.

    Usage:
      jangteo serve [options]    open the market
      jangteo seed [options]     add sample listings to a database
      jangteo check [options]    compare counts and indexes with the listings
      jangteo move [options]     copy a market from a file to a PostgreSQL server, or back
      jangteo --help             tell all this
      jangteo --version

    Each option may also be set by the environment variable named behind it; an option wins.

    Options of serve:
    \(ServeOptions.help)

    Options of seed:
    \(SeedOptions.help)

    Options of check:
    \(CheckOptions.help)

    Options of move:
    \(MoveOptions.help)

    SIGTERM and SIGINT let running requests finish, then end the program.
    """
