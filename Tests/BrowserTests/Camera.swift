import Fixtures
import Foundation

/// The width and the colour scheme of one series of screenshots.
struct Camera: Sendable {
    let width: Int
    let height: Int
    let isDark: Bool

    static let all = [false, true].flatMap { isDark in
        [(390, 844), (1_280, 900)].map { Camera(width: $0, height: $1, isDark: isDark) }
    }

    /// Distinguishes its screenshots from other cameras'.
    var name: String { "\(width)" + (isDark ? "-dark" : "") }

    /// Sets up the browser as the camera says, and restores it afterwards.
    /// - Parameter keep: saves a screenshot of the current page under this name.
    @Blocking
    func take(
        _ browser: Browser, to folder: String?,
        _ walk: (_ keep: (String) throws -> Void) throws -> Void
    ) throws {
        guard let folder else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try browser.resize(width: width, height: height)
        try browser.prefer(dark: isDark)
        try walk { page in
            try waitForPictures(browser)
            try browser.screenshot().write(
                to: URL(fileURLWithPath: "\(folder)/\(page)-\(name).png"))
        }
        try browser.prefer(dark: false)
        try browser.resize(width: 390, height: 844)
    }

    @Blocking
    private func waitForPictures(_ browser: Browser) throws {
        try browser.waitUntil("the pictures in view are there") {
            let isComplete = try browser.run(
                """
                return [...document.images].every(image => {
                    const {top, left} = image.getBoundingClientRect();
                    return image.complete || top > innerHeight || left >= innerWidth;
                })
                """)
            return isComplete as? Bool ?? false
        }
    }
}
