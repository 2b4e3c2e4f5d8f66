import Fixtures
import Testing

@Blocking
struct HelpTests {
    private static let help = Result { try Program.run(["--help"]).output }

    @Test(arguments: ["--help", "-h", "help"])
    func helpGoesToStdoutWithExit0(_ argument: String) throws {
        let outcome = try Program.run([argument])
        #expect(outcome.exit == .code(0))
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("jangteo serve"))
    }

    @Test(arguments: [
        "host", "port", "socket", "metrics-port", "database", "root", "development", "behind-tls",
        "access-log", "loops", "workers", "max-connections", "max-streams", "max-header",
        "max-photo", "max-forms", "post-rate", "photo-rate", "header-timeout", "body-timeout",
        "idle-timeout", "write-timeout", "drain-timeout", "password-tries", "password-passes",
        "password-memory", "items", "api-dates", "api-hosts", "api-vendors", "places",
        "operator", "operators", "report-rate", "time-zone", "mend", "to",
        "push", "push-services",
    ])
    func helpNamesEachOptionAndItsVariable(_ option: String) throws {
        let help = try Self.help.get()
        let variable = option.uppercased().replacing("-", with: "_")
        #expect(help.contains("--\(option) ") && help.contains("[JANGTEO_\(variable)]"))
    }

    /// So that the table above cannot lag behind the options.
    @Test func everyOptionInTheHelpIsInTheTable() throws {
        let help = try Self.help.get()
        #expect(help.matches(of: /\[JANGTEO_[A-Z_]+\]/).count == 55)
    }

    @Test func helpOptionOfACommandPrintsHelp() throws {
        let outcome = try Program.run(["serve", "--port", "0", "--help"])
        #expect(outcome.exit == .code(0))
        #expect(outcome.output.contains("--database"))
    }

    @Test func versionIsOneLine() throws {
        let outcome = try Program.run(["--version"])
        #expect(outcome.exit == .code(0))
        #expect(outcome.output.wholeMatch(of: /jangteo \d+\.\d+\.\d+\n/) != nil)
    }
}
