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
