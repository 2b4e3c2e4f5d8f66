/// The options of a command; the values of a new instance are the defaults.
protocol CommandOptions: Sendable {
    static var settings: [Setting<Self>] { get }
    init()
}

extension CommandOptions {
    /// Command line options override environment variables, which override the defaults.
    /// - Throws: `.usage` for an unknown option, one that is given twice or lacks its value, and for a value
    ///   that the setting does not accept.
    init(
        _ arguments: ArraySlice<String>, _ variable: (String) -> String?
    ) throws(CommandError) {
        self.init()
        var given: Set<String> = []
        var rest = arguments
        while let argument = rest.popFirst() {
            let (setting, text) = try Self.option(argument, &rest)
            guard given.insert(setting.name).inserted else {
                throw .usage("--\(setting.name) is given twice")
            }
            try setting.set(text, "--\(setting.name)", &self)
        }
        for setting in Self.settings where !given.contains(setting.name) {
            guard let text = variable(setting.variable) else { continue }
            try setting.set(text, setting.variable, &self)
        }
    }

    /// The setting that an argument names, and its value, which may be the next argument.
    private static func option(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(CommandError) -> (Setting<Self>, String) {
        guard argument.hasPrefix("--") else { throw .usage("unexpected argument ‘\(argument)’") }
        let parts = argument.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, let setting = settings.first(where: { $0.name == name })
        else { throw .usage("this command has no option ‘\(argument)’") }
        guard setting.placeholder != nil else {
            guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
            return (setting, "1")
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw .usage("--\(name) needs a value")
        }
        return (setting, value)
    }

    /// The settings as the help shows them.
    static var help: String {
        let defaults = Self()
        return settings.map { setting in
            let value = setting.placeholder.map { " " + $0 } ?? ""
            let text = setting.text(defaults)
            return """
                  --\(setting.name)\(value)  [\(setting.variable)]
                        \(setting.help)\(text.isEmpty ? "" : " (\(text))")
                """
        }
        .joined(separator: "\n")
    }
}

/// One option of a command, which an environment variable can set too.
struct Setting<Options: CommandOptions>: Sendable {
    typealias Field<Value> = WritableKeyPath<Options, Value> & Sendable

    /// The name on the command line, without the dashes: `access-log`.
    let name: String
    /// The placeholder for the value in the help; nil for a switch.
    let placeholder: String?
    let help: String
    /// The value as the help shows it; empty to show none.
    let text: @Sendable (Options) -> String
    private let takes: String
    private let read: @Sendable (String, inout Options) -> Bool

    /// - Parameters:
    ///   - takes: describes the accepted values, for the error if `parse` returns nil.
    init<Value>(
        _ name: String, _ placeholder: String?, _ field: Field<Value>, _ help: String,
        takes: String, text: @escaping @Sendable (Value) -> String = { _ in "" },
        parse: @escaping @Sendable (String) -> Value?
    ) {
        (self.name, self.placeholder, self.help, self.takes) = (name, placeholder, help, takes)
        self.text = { text($0[keyPath: field]) }
        read = { text, options in
            guard let value = parse(text) else { return false }
            options[keyPath: field] = value
            return true
        }
    }

    /// The environment variable, such as `JANGTEO_ACCESS_LOG`.
    var variable: String { "JANGTEO_" + name.uppercased().replacing("-", with: "_") }

    fileprivate func set(
        _ text: String, _ source: String, _ options: inout Options
    ) throws(CommandError) {
        guard read(text, &options) else {
            throw .usage("\(source) takes \(takes), not ‘\(text)’")
        }
    }
}

// MARK: - Types of values

extension Setting {
    static func text(
        _ name: String, _ placeholder: String, _ field: Field<String>, _ help: String
    ) -> Setting {
        Setting(name, placeholder, field, help, takes: "a text", text: { $0 }, parse: { $0 })
    }

    /// A switch, on if the option is given; its variable is 1 or 0.
    static func flag(_ name: String, _ field: Field<Bool>, _ help: String) -> Setting {
        Setting(name, nil, field, help, takes: "1 or 0") { text in
            switch text {
            case "1": true
            case "", "0": false
            default: nil
            }
        }
    }

    static func number<Number: FixedWidthInteger & Sendable>(
        _ name: String, _ placeholder: String, _ field: Field<Number>,
        _ range: ClosedRange<Number>, _ help: String
    ) -> Setting {
        Setting(
            name, placeholder, field, help,
            takes: "a number from \(range.lowerBound) to \(range.upperBound)",
            text: { "\($0)" }, parse: { Number(digits: $0, in: range) })
    }

    static func seconds(
        _ name: String, _ field: Field<Duration>, _ range: ClosedRange<Int64>, _ help: String
    ) -> Setting {
        Setting(
            name, "SECONDS", field, help,
            takes: "a number from \(range.lowerBound) to \(range.upperBound)",
            text: { "\($0.components.seconds)" },
            parse: { Int64(digits: $0, in: range).map { Duration.seconds($0) } })
    }
}

extension FixedWidthInteger {
    /// Digits only: nil for a sign, which `Int("+80")` accepts, and outside the range.
    init?(digits text: String, in range: ClosedRange<Self>) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Self(text),
            range.contains(number)
        else { return nil }
        self = number
    }
}
