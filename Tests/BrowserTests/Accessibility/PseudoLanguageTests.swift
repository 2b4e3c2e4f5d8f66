import Fixtures
import Foundation
import Testing

/// The market in a pseudo-language two fifths longer than English: no page may be wider than a narrow phone.
@Suite(
    .serialized, .enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"),
    .fixture(PseudoLanguage.makeRoot))
@Blocking
struct PseudoLanguageTests {
    @Test func noPageIsWiderThanAPhoneNorCutsItsWordsOff() throws {
        let browser = try Fixture.browser(.on)
        try browser.resize(width: 320, height: 640)
        // Scrollbars take no space, as on phones.
        try browser.command("Emulation.setScrollbarsHidden", ["hidden": true])
        try AllPages.walk(browser, as: "Ŧïŧļé") { page in
            let findings = try browser.run(MarketInBrowserTests.Accessibility.cutOff) as? [String]
            #expect(findings == [], "\(page)")
        }
        try browser.open("/")
        #expect(try browser.text(of: "header").contains("~"))
    }
}

/// Makes a catalogue from the English one: `Title` becomes `[Ŧïŧļé ~~]`.
private enum PseudoLanguage {
    private static let letters: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "åƀçđéƒĝĥïĵķļɱñöþɋřšŧüṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŘŠŦÜṼŴẊÝŽ"))

    /// Copies the site into the folder, with the pseudo-language in place of every language.
    @Sendable
    static func makeRoot(in folder: TemporaryFolder) throws -> [String] {
        for part in ["Templates", "Public"] {
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: Program.packageRoot).appendingPathComponent(part)
                    .resolvingSymlinksInPath(),
                to: URL(fileURLWithPath: folder.file(part)))
        }
        let words = folder.file("Templates/words")
        let english = try String(contentsOfFile: words + "/en.txt", encoding: .utf8)
        let text = english.split(separator: "\n", omittingEmptySubsequences: false)
            .map(line).joined(separator: "\n")
        for name in ["ko", "en"] {
            try text.write(toFile: "\(words)/\(name).txt", atomically: true, encoding: .utf8)
        }
        return ["--root", folder.path, "--operators", AllPages.operatorName]
    }

    /// Translates a line of a catalogue, keeping the message's name.
    private static func line(_ line: Substring) -> String {
        guard let match = line.wholeMatch(of: /(\w+ = )(.+)/) else { return String(line) }
        let message = String(match.2)
        let length = message.count { letters[$0] != nil } * 2 / 5
        let longer = String(repeating: "~", count: max(1, length - 2))
        return match.1 + "[" + accented(message) + " " + longer + "]"
    }

    /// Keeps the names of arguments, the bars of plurals, and the character behind a backslash.
    private static func accented(_ message: String) -> String {
        var (text, name) = ("", false)
        for letter in message {
            if letter == "{" { name = true }
            if letter == "}" || letter == "|" { name = false }
            let isKept = name || text.last == "\\"
            text.append(isKept ? letter : letters[letter] ?? letter)
        }
        return text
    }
}
