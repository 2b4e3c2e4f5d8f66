import Fixtures
import Foundation

/// A headless browser that looks at one site.
@Blocking
final class Browser {
    /// Whether pages may run scripts.
    enum Scripts: CaseIterable, Sendable {
        case on
        case off

        /// That of another person's browser.
        var other: Scripts { self == .on ? .off : .on }
    }

    let scripts: Scripts
    private let site: String
    private let driver: Driver

    /// - Parameter site: where its paths are, as `http://127.0.0.1:8080`.
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

    /// Makes the next page come to somebody who was never here.
    func forgetCookies() throws {
        _ = try driver("DELETE", "/cookie")
        _ = try driver(
            "POST", "/goog/cdp/execute",
            [
                "cmd": "Storage.clearDataForOrigin",
                "params": ["origin": site, "storageTypes": "local_storage"],
            ])
    }

    /// Drops a cookie that the page's address is sent with.
    func forget(cookie name: String) throws {
        _ = try driver("DELETE", "/cookie/\(name)")
    }

    /// Sets a cookie of the site, as an answer to the browser would.
    func set(cookie name: String, to value: String) throws {
        let cookie: [String: Any] = [
            "url": site, "name": name, "value": value, "httpOnly": true, "sameSite": "Lax",
        ]
        try command("Network.setCookie", cookie)
    }

    /// Gives the browser a command of the DevTools Protocol, and answers what it says.
    @discardableResult
    func command(
        _ name: String, _ parameters: [String: Any] = [:]
    ) throws -> [String: Any] {
        let answer = try driver(
            "POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
        return answer as? [String: Any] ?? [:]
    }

    /// The value of a cookie of the site.
    func cookie(_ name: String) throws -> String {
        let cookie = try driver("GET", "/cookie/\(name)") as? [String: Any]
        return string(cookie?["value"] ?? "")
    }

    /// The path and query in the address bar, with its fragment.
    var address: String {
        get throws {
            let url = try string(driver("GET", "/url"))
            return String(url.dropFirst(site.count))
        }
    }

    /// The first element that `selector` matches; waits for it to appear.
    func find(_ selector: String) throws -> Element {
        var found: Element?
        try waitUntil("\(selector) is there") {
            found = try all(selector).first
            return found != nil
        }
        guard let found else { throw Failure("no \(selector)") }
        return found
    }

    /// The text of what `selector` matches, however often the page replaces it meanwhile.
    func text(of selector: String) throws -> String {
        var text = ""
        try waitUntil("\(selector) is read") {
            text = try find(selector).text
            return true
        }
        return text
    }

    /// The texts of all that `selector` matches, at one moment of the page.
    func texts(of selector: String) throws -> [String] {
        var texts: [String] = []
        try waitUntil("\(selector) are read") {
            texts = try all(selector).map { try $0.text }
            return true
        }
        return texts
    }

    /// Types into what `selector` matches, however often the page replaces it meanwhile.
    func type(_ text: String, into selector: String) throws {
        try waitUntil("\(selector) is typed into") {
            try find(selector).type(text)
            return true
        }
    }

    /// Presses what `selector` matches, however often the page replaces it meanwhile.
    func click(_ selector: String) throws {
        try waitUntil("\(selector) is pressed") {
            try find(selector).click()
            return true
        }
    }

    /// The elements that `selector` matches now.
    func all(_ selector: String) throws -> [Element] {
        let list = try driver(
            "POST", "/elements", ["using": "css selector", "value": selector])
        return (list as? [Any] ?? []).compactMap { Element($0, driver) }
    }

    /// The element that keys go to.
    func focused() throws -> Element {
        let value = try driver("GET", "/element/active")
        guard let element = Element(value, driver) else { throw Failure("nothing has the focus") }
        return element
    }

    /// Presses a key and lets go of it.
    func press(_ key: Key) throws {
        let actions = [
            ["type": "keyDown", "value": key.rawValue], ["type": "keyUp", "value": key.rawValue],
        ]
        _ = try driver(
            "POST", "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Runs a script as the tools for developers would, whether or not pages may.
    @discardableResult
    func run(_ script: String) throws -> Any {
        try driver("POST", "/execute/sync", ["script": script, "args": [Any]()])
    }

    /// Asks again and again until `condition` holds; the question's own way there and back is the
    /// pause between.
    /// - Throws: `Failure` that tells what was waited for.
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

    /// What the console and the security policy complained about since the last time.
    func complaints() throws -> [String] {
        let entries = try driver("POST", "/se/log", ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).map {
            "\($0["level"] ?? ""): \($0["message"] ?? "")"
        }
    }

    func forgetComplaints() throws {
        _ = try complaints()
    }

    /// Sets the size of the page in CSS pixels; a window could not be made as narrow as a phone.
    func resize(width: Int, height: Int) throws {
        try command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Shows pages by daylight or by lamplight.
    func prefer(dark isDark: Bool, forcedColors: Bool = false) throws {
        let features = [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
            ["name": "forced-colors", "value": forcedColors ? "active" : "none"],
        ]
        try command("Emulation.setEmulatedMedia", ["features": features])
    }

    /// Letters of this size, as somebody has chosen for all pages; 16 is what nobody has changed.
    func prefer(letters size: Int) throws {
        try command("Page.setFontSizes", ["fontSizes": ["standard": size, "fixed": size]])
    }

    /// What is to be seen, as a PNG.
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
                    // What moves is in the way of a click for as long as it does.
                    "--force-prefers-reduced-motion",
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--no-first-run", "--disable-extensions", "--window-size=1280,900",
                    "--accept-lang=ko-KR",
                ],
                "prefs": scripts == .on ? [:] : forbidden,
            ],
            // Below it are hints that the browser gives every page with a password.
            "goog:loggingPrefs": ["browser": "INFO"],
        ]
    }
}

/// Keys that are no letters (W3C WebDriver section 17.4.2).
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
    /// Whether it only says that the page is changing at the moment.
    fileprivate var isPassing: Bool {
        ["stale element reference", "no such element", "element not interactable"].contains(code)
            || message.contains("does not belong to the document")
    }
}
