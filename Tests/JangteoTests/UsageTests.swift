import Fixtures
import Testing

@Blocking
struct UsageTests {
    /// A command line, and what the error about it must name.
    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let named: String

        init(_ arguments: String..., names named: String) {
            self.arguments = arguments
            self.named = named
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    nonisolated static let mistakes = [
        Mistake(names: "jangteo serve"),
        Mistake("sell", names: "sell"),
        Mistake("backup", names: "--to"),
        Mistake("serve", "--prot", "80", names: "--prot"),
        Mistake("serve", "80", names: "80"),
        Mistake("serve", "--port", names: "--port"),
        Mistake("serve", "--port", "http", names: "--port"),
        Mistake("serve", "--port", "65536", names: "65535"),
        Mistake("serve", "--drain-timeout", "soon", names: "--drain-timeout"),
        Mistake("serve", "--proxy", "localhost", names: "--proxy"),
        Mistake("serve", "--port", "-1", names: "--port"),
        Mistake("serve", "--port", "+80", names: "+80"),
        Mistake("serve", "--port=", names: "--port"),
        Mistake("serve", "--port", "99999999999999999999", names: "--port"),
        Mistake("serve", "--development=yes", names: "--development"),
        Mistake("serve", "--items", "3", names: "--items"),
        Mistake("serve", "--password-memory", "1", names: "--password-memory"),
        Mistake("serve", "--public-url", "market.example", names: "--public-url"),
        Mistake("serve", "--public-url", "https://market.example/", names: "--public-url"),
        Mistake("serve", "--public-url", "https://market.example/api", names: "--public-url"),
        Mistake("serve", "--public-url", "https://", names: "--public-url"),
        Mistake("serve", "--public-url", "ftp://market.example", names: "--public-url"),
        Mistake("serve", "--public-url", "HTTPS://market.example", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a b", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a\r\nX: y", names: "--public-url"),
        Mistake("serve", "--public-url", "*", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a:", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a:0", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a:99999", names: "--public-url"),
        Mistake("serve", "--public-url", "https://a]", names: "--public-url"),
        Mistake("serve", "--public-url", "https://[a", names: "--public-url"),
        Mistake("serve", "--public-url", "https://[1.2]", names: "--public-url"),
        Mistake("serve", "--public-url", "https://:80", names: "--public-url"),
        Mistake("serve", "--public-url", "http://[::1x:80", names: "--public-url"),
        Mistake("serve", "--public-url", "http://[127.0.0.1]", names: "--public-url"),
        Mistake("serve", "--public-url", "http://a:+8080", names: "--public-url"),
        Mistake("serve", "--api-origins", "shop.example", names: "--api-origins"),
        Mistake("serve", "--api-origins", "https://a.example, https://b", names: "--api-origins"),
        Mistake("serve", "--api-origins", "https://a.example,b", names: "--api-origins"),
        Mistake("serve", "--api-origins", "https://*.example", names: "--api-origins"),
        Mistake("serve", "--api-origins", "https://shop.example/", names: "--api-origins"),
        Mistake("serve", "--api-origins", "null", names: "--api-origins"),
        Mistake("serve", "--api-dates", "iso", names: "--api-dates"),
        Mistake("serve", "--api-dates", "Plain", names: "--api-dates"),
        Mistake("serve", "--api-dates=", names: "--api-dates"),
        Mistake("serve", "--api-hosts", "new.example", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "new.example=iso", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "new.example=", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "a=plain=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "a=plain, b=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "http://a=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "a:8081=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "0=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "65536=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "[1.2]=plain", names: "--api-hosts"),
        Mistake("serve", "--api-hosts", "a=plain,b=plain,a=fraction", names: "‘a’ twice"),
        Mistake("serve", "--api-hosts", "new.example=plain,NEW.example=plain", names: "twice"),
        Mistake("serve", "--api-hosts", "8081=plain,8081=plain", names: "‘8081’ twice"),
        Mistake("serve", "--password-tries", "0", names: "--password-tries"),
        Mistake("serve", "--port", "0", "--port=0", names: "--port is given twice"),
        Mistake("serve", "--development", "--development", names: "--development is given twice"),
        Mistake(
            "serve", "--proxy", "127.0.0.1", "--proxy", "unix", names: "--proxy is given twice"),
        Mistake("seed", "--items", "1", "--items", "1", names: "--items is given twice"),
        Mistake("seed", "--items", "many", names: "--items"),
        Mistake("seed", "--port", "80", names: "--port"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsNamedAndEndsWith64(_ mistake: Mistake) throws {
        let outcome = try Program.run(mistake.arguments)
        #expect(outcome.exit == .code(64))
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("jangteo: "))
        #expect(outcome.errors.contains(mistake.named))
    }

    @Test func aMistakeInTheEnvironmentEndsWith64() throws {
        let outcome = try Program.run(["serve"], environment: ["JANGTEO_PORT": "eighty"])
        #expect(outcome.exit == .code(64))
        #expect(outcome.errors.contains("eighty"))
        let unclear = try Program.run(["serve"], environment: ["JANGTEO_DEVELOPMENT": "false"])
        #expect(unclear.exit == .code(64))
        #expect(unclear.errors.contains("JANGTEO_DEVELOPMENT"))
    }
}
