/// The values of a command's settings: options first, then the environment, then the defaults.
struct Settings: Sendable {
    private let values: [String: String]

    /// Reads the options of a command.
    /// - Throws: `.usage` for an option that the command does not have, and for one without a
    ///   value.
    init(
        _ settings: [Setting], arguments: ArraySlice<String>, environment: [String: String]
    ) throws(CommandError) {
        var values: [String: String] = [:]
        for setting in settings {
            values[setting.name] = environment[setting.variable] ?? setting.fallback
        }
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                throw .usage("‘\(argument)’ is no option")
            }
            let parts = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first,
                let setting = settings.first(where: { $0.name == name })
            else { throw .usage("there is no option ‘\(argument)’ here") }
            if setting.placeholder == nil {
                guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
                values[setting.name] = "1"
            } else {
                let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
                guard let value else { throw .usage("--\(name) needs a value") }
                values[setting.name] = value
            }
        }
        self.values = values
    }

    func text(_ setting: Setting) -> String {
        values[setting.name] ?? setting.fallback
    }

    /// Whether a switch is on: given as an option, or its variable set to 1.
    /// - Throws: `.usage` for a variable that says neither 1 nor 0.
    func isOn(_ setting: Setting) throws(CommandError) -> Bool {
        switch text(setting) {
        case "1": true
        case "", "0": false
        case let text: throw .usage("\(setting.variable) is 1 or 0, not ‘\(text)’")
        }
    }

    /// - Throws: `.usage` when the value is no number in the range.
    func number(_ setting: Setting, in range: ClosedRange<Int>) throws(CommandError) -> Int {
        let text = text(setting)
        let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDigits, let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(setting.name) takes a number from \(range.lowerBound) to "
                    + "\(range.upperBound), not ‘\(text)’")
        }
        return number
    }
}
