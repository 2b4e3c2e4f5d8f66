/// What `jangteo --help` tells.
enum Help {
    static var text: String {
        """
        Jangteo (장터): a neighbourhood second-hand market in one program and one file.

        Usage:
          jangteo serve [options]    open the market
          jangteo seed [options]     add sample listings to a database
          jangteo --help             tell all this
          jangteo --version

        Each option may also be set by the environment variable named behind it; an option wins.

        Options of serve:
        \(lines(Setting.serving))

        Options of seed:
        \(lines(Setting.seeding))

        SIGTERM and SIGINT let running requests finish, then end the program.
        """
    }

    private static func lines(_ settings: [Setting]) -> String {
        settings.map { setting in
            let value = setting.placeholder.map { " " + $0 } ?? ""
            let fallback = setting.fallback.isEmpty ? "" : " (\(setting.fallback))"
            return """
                  --\(setting.name)\(value)  [\(setting.variable)]
                        \(setting.help)\(fallback)
                """
        }
        .joined(separator: "\n")
    }
}
