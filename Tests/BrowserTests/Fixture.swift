import Fixtures
import Foundation
import Testing

/// The program over sample listings, and the browsers that visit it.
@Blocking
final class Fixture {
    private let folder: TemporaryFolder
    private let program: Program
    private var browsers: [Browser.Scripts: Browser] = [:]

    @TaskLocal static var current: Fixture?

    /// - Parameter prepare: makes files in the fixture's folder, and returns options that name them.
    init(_ prepare: (TemporaryFolder) throws -> [String] = { _ in [] }) throws {
        folder = try TemporaryFolder()
        program = try Program(
            database: SeededDatabase.copy(into: folder), options: prepare(folder))
    }

    /// The browser of this kind, opened when first asked for. Each call returns it as a first-time visitor.
    static func browser(_ scripts: Browser.Scripts) throws -> Browser {
        guard let fixture = current else { throw Failure("no fixture: the suite lacks its trait") }
        let browser = try fixture.browser(scripts)
        // Leaves the last test's page, whose scripts would otherwise still be running.
        try browser.open("/icon.svg")
        try browser.forgetCookies()
        try browser.forgetComplaints()
        return browser
    }

    /// The browser of this kind, signed in to a new account.
    static func browser(_ scripts: Browser.Scripts, of nickname: String) throws -> Browser {
        let browser = try browser(scripts)
        try browser.signUp(nickname)
        return browser
    }

    /// A connection of a client that is no browser.
    static func client(keepsCookies: Bool = false) throws -> Client {
        guard let fixture = current else { throw Failure("no fixture: the suite lacks its trait") }
        return try Client(port: fixture.program.port, keepsCookies: keepsCookies)
    }

    /// A new member without a browser.
    static func member(_ nickname: String) throws -> Client {
        let client = try client(keepsCookies: true)
        try client.signUp(nickname)
        return client
    }

    /// The path of a picture to upload; each name makes another picture.
    static func picture(_ name: String) throws -> String {
        try file(Picture(name).png, named: name + ".png")
    }

    /// The path of a file to upload.
    static func file(_ bytes: [UInt8], named name: String) throws -> String {
        guard let fixture = current else { throw Failure("no fixture: the suite lacks its trait") }
        return try fixture.folder.write(bytes, to: name)
    }

    func end() {
        for browser in browsers.values { browser.end() }
        program.end()
        folder.remove()
    }

    private func browser(_ scripts: Browser.Scripts) throws -> Browser {
        if let browser = browsers[scripts] { return browser }
        let browser = try Browser(scripts, site: "http://127.0.0.1:\(program.port)")
        browsers[scripts] = browser
        return browser
    }
}

/// Makes the fixture before a suite's first test and ends it after the last.
struct FixtureTrait: SuiteTrait, TestScoping {
    /// Makes the site's root in the fixture's folder, and returns options for the program.
    let prepare: @Sendable (TemporaryFolder) throws -> [String]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let fixture = try await Fixture(prepare)
        do {
            try await Fixture.$current.withValue(fixture) { try await function() }
        } catch {
            await fixture.end()
            throw error
        }
        await fixture.end()
    }
}

extension Trait where Self == FixtureTrait {
    static var fixture: FixtureTrait { FixtureTrait { _ in [] } }

    static func fixture(
        _ prepare: @escaping @Sendable (TemporaryFolder) throws -> [String]
    ) -> FixtureTrait { FixtureTrait(prepare: prepare) }
}
