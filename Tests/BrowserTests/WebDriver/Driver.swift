import Fixtures
import Foundation

/// A chromedriver process and the session that it holds (W3C WebDriver).
@Blocking
final class Driver {
    private let process: ChildProcess
    /// Holds the files that the browser leaves behind.
    private let folder: TemporaryFolder
    private let port: UInt16
    private var session: String?

    /// The path of chromedriver from `PATH`; nil if it is not installed.
    nonisolated static let path: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").map { "\($0)/chromedriver" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Starts a driver and opens a browser with these capabilities (W3C WebDriver section 7).
    init(_ capabilities: [String: Any]) throws {
        guard let path = Self.path else { throw Failure("chromedriver is not installed") }
        folder = try TemporaryFolder()
        let environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": folder.path]) { $1 }
        process = try ChildProcess(path, ["--port=0"], environment: environment)
        let line = try process.line(with: "was started successfully on port")
        let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
        guard let port = UInt16(digits) else { throw Failure("no port in “\(line)”") }
        self.port = port
        let answer = try request(
            "POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
        session = (answer as? [String: Any])?["sessionId"] as? String
    }

    /// Runs a command of the session and returns its value.
    /// - Throws: `WebDriverError` if the command fails.
    func callAsFunction(
        _ method: String, _ command: String, _ parameters: [String: Any]? = nil
    ) throws -> Any {
        guard let session else { throw Failure("the browser did not start") }
        return try request(method, "/session/\(session)\(command)", parameters)
    }

    /// Closes the browser, then ends the driver.
    func end() {
        if session != nil { _ = try? self("DELETE", "") }  // It is killed next in any case.
        session = nil
        process.end()
        folder.remove()
    }

    private func request(
        _ method: String, _ path: String, _ parameters: [String: Any]?
    ) throws -> Any {
        let client = try Client(port: port)
        var body = FormBody(contentType: "application/json; charset=utf-8", bytes: [])
        if method == "POST" {
            body.bytes = Array(try JSONSerialization.data(withJSONObject: parameters ?? [:]))
        }
        try client.send(client.head(method, path, body) + "\r\n")
        try client.send(body.bytes)
        let answer = try client.readAnswer()
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        let value = object?["value"] ?? NSNull()
        guard answer.status == 200 else { throw WebDriverError(value) }
        return value
    }
}

/// A command that failed (W3C WebDriver section 6.6).
struct WebDriverError: Error, CustomStringConvertible {
    /// The error code, such as “no such element”.
    let code: String
    let message: String

    var description: String { "\(code): \(message)" }

    init(_ value: Any) {
        let object = value as? [String: Any]
        code = object?["error"] as? String ?? "unknown error"
        let text = object?["message"] as? String ?? "\(value)"
        message = String(text.prefix { $0 != "\n" })
    }
}
