import Fixtures
import Foundation
import Testing
import ViewModels

/// The dependencies allowed by CONTRIBUTING.md: between targets by imports, within Web by the types
/// of other folders that a folder's files mention.
struct ArchitectureTests {
    private static let allowedImports: [String: Set<String>] = [
        "Archives": ["CArchive"],
        "HTTPServer": ["CLinux", "CZlib"],
        "Jangteo": [
            "CLinux", "HTTPServer", "Market", "Samples", "Secrets", "Storage", "ViewModels", "Web",
            "WebPush",
        ],
        "Localization": [],
        // For the language in which an account reads the site.
        "Market": ["Localization"],
        "Mustache": [],
        "OpenMarket": [],
        "Photos": ["CGD"],
        "Samples": ["Market", "Photos", "Secrets"],
        "Secrets": ["CSodium"],
        "Storage": ["CSQLite", "Localization", "Market"],
        "ViewModels": ["Localization", "Market"],
        "Web": [
            "Archives", "HTTPServer", "Localization", "Market", "Mustache", "OpenMarket",
            "Photos", "Secrets", "ViewModels",
        ],
        // For the dates in answers.
        "WebPush": ["CLinux", "HTTPServer", "Secrets"],
    ]
    /// Modules of the toolchain.
    private static let system: Set<String> = ["Darwin", "Glibc", "Swift", "Synchronization"]

    /// The folders of Web that each folder may mention, besides itself; the root connects all.
    private static let allowedFolders: [String: Set<String>] = [
        "Routing": [],
        "Sessions": ["Routing"],
        "Limits": ["Routing"],
        "Pages": ["Routing", "Sessions", "Limits"],
        "Items": ["Routing", "Sessions", "Limits", "Pages", ""],
        "Accounts": ["Routing", "Sessions", "Limits", "Pages", "Items", "Push", ""],
        "Organiser": ["Routing", "Sessions", "Limits", "Pages", "Items", "Trade", ""],
        "Feeds": ["Routing", "Sessions", "Limits", "Pages", "Items", "Organiser", ""],
        "Search": ["Routing", "Sessions", "Limits", "Pages", "Items", "Feeds", "Push", ""],
        "Trade": ["Routing", "Sessions", "Limits", "Pages", "Items", "Accounts", "Push", ""],
        "People": ["Routing", "Sessions", "Limits", "Pages", "Items", "Accounts", "Trade", ""],
        "Push": ["Routing", "Sessions", "Limits", "Pages", ""],
        "API": ["Routing", "Sessions", "Limits", "Pages", "Items", ""],
        "Announcements": ["Routing", "Sessions", "Limits", "Pages", ""],
    ]

    private struct Source {
        let path: String
        let text: String

        /// The folder within the target; empty at its root.
        var folder: String {
            let parts = path.split(separator: "/")
            return parts.count > 1 ? String(parts[0]) : ""
        }

        var imports: [String] {
            text.matches(of: /(?m)^(?:@\S+ )*import (\w+)/).map { String($0.1) }
        }

        /// The types that the file declares for other files.
        var types: [String] {
            text.matches(
                of: /(?m)^(?:public )?(?:final )?(?:struct|class|enum|protocol|actor) (\w+)/
            )
            .map { String($0.1) }
        }

        /// Every capitalised word outside comments and strings.
        var words: Set<String> {
            let code = text.replacing(/\/\/.*/, with: "").replacing(/"[^"\n]*"/, with: "")
            return Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
        }
    }

    private static func sources(of target: String) throws -> [Source] {
        let folder = URL(fileURLWithPath: Program.packageRoot + "/Sources/" + target)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
            .map { file in
                Source(
                    path: String(file.path.dropFirst(folder.path.count + 1)),
                    text: try String(contentsOf: file, encoding: .utf8))
            }
    }

    @Test(arguments: allowedImports.keys.sorted())
    func targetsImportOnlyTargetsBelowThem(target: String) throws {
        let allowed = try #require(Self.allowedImports[target]).union(Self.system)
        let sources = try Self.sources(of: target)
        #expect(!sources.isEmpty)
        for source in sources {
            // The one exception reads the JSON that programs send.
            let exception = source.path.hasPrefix("API/") ? ["FoundationEssentials"] : []
            let refused = Set(source.imports).subtracting(allowed).subtracting(exception)
            #expect(refused.isEmpty, "\(target)/\(source.path)")
        }
    }

    /// As CONTRIBUTING.md requires; the linter checks the length of code lines, but not of comments.
    @Test(arguments: allowedImports.keys.sorted())
    func filesAndCommentsAreNoLongerThanAllowed(target: String) throws {
        for source in try Self.sources(of: target) {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            let isList = source.path.hasSuffix("PhraseKeys.swift")
            #expect(isList || lines.count <= 351, "\(target)/\(source.path): \(lines.count) lines")
            for (index, line) in lines.enumerated() where line.utf8.count > 115 {
                let isComment = line.drop { $0 == " " }.hasPrefix("//")
                #expect(!isComment || line.count <= 115, "\(target)/\(source.path):\(index + 1)")
            }
        }
    }

    @Test func everyTargetIsInTheTable() throws {
        let folder = Program.packageRoot + "/Sources"
        let targets = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(targets).subtracting(["System"]) == Set(Self.allowedImports.keys))
    }

    @Test func foldersOfWebMentionOnlyThoseBelowThem() throws {
        let sources = try Self.sources(of: "Web")
        #expect(Set(sources.map(\.folder)) == Set(Self.allowedFolders.keys).union([""]))
        var homes: [String: String] = [:]
        for source in sources { for type in source.types { homes[type] = source.folder } }
        for source in sources where !source.folder.isEmpty {
            let allowed = try #require(Self.allowedFolders[source.folder])
            for word in source.words.sorted() {
                guard let home = homes[word], home != source.folder else { continue }
                #expect(allowed.contains(home), "\(source.path) mentions \(word) of \(home)")
            }
        }
    }

    /// A message that no phrase uses is dead weight in the catalogues.
    @Test func everyKeyOfAPhraseIsUsed() throws {
        let sources = try (Self.sources(of: "ViewModels") + Self.sources(of: "Web")).map(\.text)
        let used = sources.reduce(into: [:] as [Substring: Int]) { counts, text in
            for match in text.matches(of: /\.(\w+)/) { counts[match.1, default: 0] += 1 }
        }
        for (index, key) in Phrase.Key.allCases.enumerated() {
            #expect(key.index == index)
            // The key's own name occurs in its declaration, behind the section's.
            let own = key.signature.name.hasSuffix(".\(key)") ? 1 : 0
            #expect(used["\(key)", default: 0] > own, "\(key)")
        }
    }

    /// A type with one of the two verbs declares its input and its output.
    @Test func everyViewModelHasAnInputAndAnOutput() throws {
        let text = try Self.sources(of: "ViewModels").map(\.text).joined(separator: "\n")
        let blocks = text.matches(
            of: /(?m)^(?:public struct|extension) (\w+)\b[^\n]*\{\n((?:(?!\}).*\n)*)\}/)
        var bodies: [Substring: String] = [:]
        for block in blocks { bodies[block.1, default: ""] += block.2 }
        let models = bodies.filter {
            $0.value.contains(/(?m)^    public func (?:output|submit)\(/)
        }
        #expect(models.count > 25)
        for (name, body) in models {
            for type in ["Input", "Output"] {
                let isDeclared =
                    body.contains("    public typealias \(type) ")
                    || body.contains("    public struct \(type):")
                    || body.contains("    public final class \(type):")
                    || body.contains("    public enum \(type):")
                #expect(isDeclared, "\(name) has no \(type)")
            }
        }
    }
}
