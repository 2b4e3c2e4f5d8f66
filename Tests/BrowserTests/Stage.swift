import Fixtures
import Foundation
import Testing

/// The market with its visitors: the program over sample listings, and browsers that look at it.
@Blocking
final class Stage {
    /// So many that the list has four pages.
    static let samples = 65

    private let folder: TemporaryFolder
    private let program: Program
    private var browsers: [Browser.Scripts: Browser] = [:]

    @TaskLocal static var current: Stage?

    init() throws {
        folder = try TemporaryFolder()
        let database = folder.file("market.sqlite")
        let seeding = try Program.run(
            ["seed", "--items", "\(Self.samples)", "--database", database])
        guard seeding.exit == .code(0) else { throw Failure(seeding.errors) }
        program = try Program(database: database)
    }

    /// The browser of this kind, opened when first asked for; each time it is asked for it comes to
    /// the market as somebody who was never there.
    static func browser(_ scripts: Browser.Scripts) throws -> Browser {
        guard let stage = current else { throw Failure("there is no stage") }
        let browser = try stage.browser(scripts)
        try browser.forgetCookies()
        return browser
    }

    /// A connection of something that is no browser.
    static func client() throws -> Client {
        guard let stage = current else { throw Failure("there is no stage") }
        return try stage.program.client()
    }

    /// A picture to upload; each name gives another one.
    static func picture(_ name: String) throws -> String {
        try file(Picture(name).png, named: name + ".png")
    }

    /// A file to upload.
    static func file(_ bytes: [UInt8], named name: String) throws -> String {
        guard let stage = current else { throw Failure("there is no stage") }
        return try stage.folder.write(bytes, to: name)
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

/// Sets the stage before the first test of a suite and clears it after the last.
struct StageTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let stage = try await Stage()
        do {
            try await Stage.$current.withValue(stage) { try await function() }
        } catch {
            await stage.end()
            throw error
        }
        await stage.end()
    }
}

extension Trait where Self == StageTrait {
    static var stage: StageTrait { StageTrait() }
}
