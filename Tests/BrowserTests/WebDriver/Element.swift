import Fixtures
import Foundation

/// An element of the current page.
@Blocking
struct Element {
    /// The key of an element's id (W3C WebDriver section 12.1).
    private static let key = "element-6066-11e4-a52e-4f735466cecf"

    private let id: String
    private let driver: Driver

    init?(_ value: Any, _ driver: Driver) {
        guard let id = (value as? [String: Any])?[Self.key] as? String else { return nil }
        self.id = id
        self.driver = driver
    }

    /// Scrolls the element to the middle and clicks it; fails if something covers it.
    func click() throws {
        let script = "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})"
        _ = try driver("POST", "/execute/sync", ["script": script, "args": [[Self.key: id]]])
        _ = try self("POST", "/click")
    }

    /// Types at the end of the field's value.
    func type(_ text: String) throws {
        _ = try self("POST", "/value", ["text": text])
    }

    /// Replaces the field's value by typing.
    func retype(_ text: String) throws {
        _ = try self("POST", "/clear")
        try type(text)
    }

    /// Chooses files, as a person would in the dialog of a file field.
    func choose(files paths: String...) throws {
        try type(paths.joined(separator: "\n"))
    }

    /// The visible text.
    var text: String {
        get throws { try self("GET", "/text") as? String ?? "" }
    }

    var isDisplayed: Bool {
        get throws { try self("GET", "/displayed") as? Bool ?? false }
    }

    func attribute(_ name: String) throws -> String? {
        try self("GET", "/attribute/\(name)") as? String
    }

    /// The field's current value.
    var value: String {
        get throws { try self("GET", "/property/value") as? String ?? "" }
    }

    private func callAsFunction(
        _ method: String, _ command: String, _ parameters: [String: Any]? = nil
    ) throws -> Any {
        try driver(method, "/element/\(id)\(command)", parameters)
    }
}
