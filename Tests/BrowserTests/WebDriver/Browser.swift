import Fixtures
import Foundation

/// A headless browser for one site.
@Blocking
final class Browser {
    /// Whether pages may run scripts.
    enum Scripts: CaseIterable, Sendable {
        case on
        case off

        /// The kind of the other person's browser.
        var other: Scripts { self == .on ? .off : .on }
    }

    let scripts: Scripts
    private let site: String
    private let driver: Driver

    /// - Parameter site: the site's origin, such as `http://127.0.0.1:8080`.
    init(_ scripts: Scripts, site: String) throws {
        self.scripts = scripts
        self.site = site
        driver = try Driver(Self.capabilities(scripts))
        try resize(width: 390, height: 844)
    }

    func end() {
        driver.end()
    }

    /// Opens a page and waits until it has loaded.
    func open(_ path: String) throws {
        _ = try driver("POST", "/url", ["url": site + path])
    }

    func back() throws {
        _ = try driver("POST", "/back")
    }

    /// Makes the browser a first-time visitor.
    func forgetCookies() throws {
        _ = try driver("DELETE", "/cookie")
        _ = try driver(
            "POST", "/goog/cdp/execute",
            [
                "cmd": "Storage.clearDataForOrigin",
                "params": ["origin": site, "storageTypes": "local_storage"],
            ])
    }

    /// Deletes a cookie that is sent to the page's address.
    func forget(cookie name: String) throws {
        _ = try driver("DELETE", "/cookie/\(name)")
    }

    /// Sets a cookie of the site, as a response would.
    func set(cookie name: String, to value: String) throws {
        let cookie: [String: Any] = [
            "url": site, "name": name, "value": value, "httpOnly": true, "sameSite": "Lax",
        ]
        try command("Network.setCookie", cookie)
    }

    /// Sends the browser a command of the DevTools Protocol, and returns the result.
    @discardableResult
    func command(
        _ name: String, _ parameters: [String: Any] = [:]
    ) throws -> [String: Any] {
        let answer = try driver("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
        return answer as? [String: Any] ?? [:]
    }

    /// The value of a cookie of the site.
    func cookie(_ name: String) throws -> String {
        let cookie = try driver("GET", "/cookie/\(name)") as? [String: Any]
        return string(cookie?["value"] ?? "")
    }

    /// The path, query and fragment in the address bar.
    var address: String {
        get throws {
            let url = try string(driver("GET", "/url"))
            return String(url.dropFirst(site.count))
        }
    }

    /// The first element that `selector` matches, after waiting for it to appear.
    func find(_ selector: String) throws -> Element {
        var found: Element?
        try waitUntil("\(selector) is there") {
            found = try all(selector).first
            return found != nil
        }
        guard let found else { throw Failure("no \(selector)") }
        return found
    }

    /// The text of what `selector` matches; tries again if the page replaces the element meanwhile.
    func text(of selector: String) throws -> String {
        var text = ""
        try waitUntil("\(selector) is read") {
            text = try find(selector).text
            return true
        }
        return text
    }

    /// The texts of all elements that `selector` matches; tries again if the page replaces them meanwhile.
    func texts(of selector: String) throws -> [String] {
        var texts: [String] = []
        try waitUntil("\(selector) are read") {
            texts = try all(selector).map { try $0.text }
            return true
        }
        return texts
    }

    /// Types into what `selector` matches; tries again if the page replaces the element meanwhile.
    func type(_ text: String, into selector: String) throws {
        try waitUntil("\(selector) is typed into") {
            try find(selector).type(text)
            return true
        }
    }

    /// Clicks what `selector` matches; tries again if the page replaces the element meanwhile.
    func click(_ selector: String) throws {
        try waitUntil("\(selector) is pressed") {
            try find(selector).click()
            return true
        }
    }

    /// The elements that `selector` matches now.
    func all(_ selector: String) throws -> [Element] {
        let list = try driver("POST", "/elements", ["using": "css selector", "value": selector])
        return (list as? [Any] ?? []).compactMap { Element($0, driver) }
    }

    /// The element that has the focus.
    func focused() throws -> Element {
        let value = try driver("GET", "/element/active")
        guard let element = Element(value, driver) else { throw Failure("nothing has the focus") }
        return element
    }

    /// Presses and releases a key.
    func press(_ key: Key) throws {
        let actions = [
            ["type": "keyDown", "value": key.rawValue], ["type": "keyUp", "value": key.rawValue],
        ]
        _ = try driver(
            "POST", "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Runs a script as developer tools would, even if pages may not run scripts.
    @discardableResult
    func run(_ script: String) throws -> Any {
        try driver("POST", "/execute/sync", ["script": script, "args": [Any]()])
    }

    /// Checks `condition` repeatedly until it holds; the round trips of the checks themselves are
    /// the only pause.
    /// - Throws: `Failure` that says what was waited for.
    func waitUntil(
        _ what: String, within seconds: TimeInterval = 20, _ condition: () throws -> Bool
    ) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline {
            do {
                if try condition() { return }
            } catch let error as WebDriverError where error.isPassing {
                continue
            }
        }
        throw Failure("waited in vain until \(what), at \(try address)")
    }

    /// The new complaints of the console and the security policy.
    func complaints() throws -> [String] {
        let entries = try driver("POST", "/se/log", ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).map {
            "\($0["level"] ?? ""): \($0["message"] ?? "")"
        }
    }

    func forgetComplaints() throws {
        _ = try complaints()
    }

    /// Sets the page's size in CSS pixels; the window itself cannot be as narrow as a phone.
    func resize(width: Int, height: Int) throws {
        try command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Sets the preferred colour scheme.
    func prefer(dark isDark: Bool, forcedColors: Bool = false) throws {
        let features = [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
            ["name": "forced-colors", "value": forcedColors ? "active" : "none"],
        ]
        try command("Emulation.setEmulatedMedia", ["features": features])
    }

    /// Sets the browser's default font size; 16 is the factory setting.
    func prefer(textSize size: Int) throws {
        try command("Page.setFontSizes", ["fontSizes": ["standard": size, "fixed": size]])
    }

    /// The visible part of the page, as a PNG.
    func screenshot() throws -> Data {
        let text = try string(driver("GET", "/screenshot"))
        guard let data = Data(base64Encoded: text) else { throw Failure("no screenshot") }
        return data
    }

    private func string(_ value: Any) -> String {
        value as? String ?? ""
    }

    private static func capabilities(_ scripts: Scripts) -> [String: Any] {
        let forbidden = ["profile.managed_default_content_settings.javascript": 2]
        return [
            "browserName": "chrome",
            "goog:chromeOptions": [
                "args": [
                    // A moving element cannot be clicked.
                    "--force-prefers-reduced-motion",
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--no-first-run", "--disable-extensions", "--window-size=1280,900",
                    "--accept-lang=ko-KR",
                ],
                "prefs": scripts == .on ? [:] : forbidden,
            ],
            // Lower levels contain hints that the browser gives for every page with a password.
            "goog:loggingPrefs": ["browser": "INFO"],
        ]
    }
}

/// Keys other than letters (W3C WebDriver section 17.4.2).
enum Key: String {
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case escape = "\u{E00C}"
    case space = " "
    case right = "\u{E014}"
    case left = "\u{E012}"
    case down = "\u{E015}"
}

extension WebDriverError {
    /// Whether the error only means that the page is changing.
    fileprivate var isPassing: Bool {
        ["stale element reference", "no such element", "element not interactable"].contains(code)
            || message.contains("does not belong to the document")
    }
}
