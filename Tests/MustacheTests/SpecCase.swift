import Foundation
import Synchronization
import Testing

@testable import Mustache

/// One case of the official Mustache specification.
struct SpecCase: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let data: Value
    let template: String
    let partials: [String: String]?
    let expected: String

    var testDescription: String { name }

    /// In a folder beside the repository, since the cases are the work of others.
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/mustache-spec").standardizedFileURL

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.path)
    }

    static let modules = [
        "comments", "delimiters", "interpolation", "inverted", "partials", "sections",
        "~dynamic-names", "~inheritance", "~lambdas",
    ]

    static func all(of module: String) throws -> [SpecCase] {
        struct File: Decodable {
            let tests: [SpecCase]
        }
        let bytes = try Data(contentsOf: folder.appending(path: "\(module).json"))
        return try JSONDecoder().decode(File.self, from: bytes).tests
    }

    /// The data with the case's lambda, which the file gives in other languages only.
    var root: Value {
        guard case .object(var members) = data, members["lambda"] != nil else { return data }
        members["lambda"] = lambda.map(Value.lambda)
        return .object(members)
    }

    private var lambda: (@Sendable (String) -> String)? {
        switch name {
        case "Interpolation": { _ in "world" }
        case "Interpolation - Expansion": { _ in "{{planet}}" }
        case "Interpolation - Alternate Delimiters": { _ in "|planet| => {{planet}}" }
        case "Interpolation - Multiple Calls": Self.counter
        case "Escaping": { _ in ">" }
        case "Section": { $0 == "{{x}}" ? "yes" : "no" }
        case "Section - Expansion": { "\($0){{planet}}\($0)" }
        case "Section - Alternate Delimiters": { "\($0){{planet}} => |planet|\($0)" }
        case "Section - Multiple Calls": { "__\($0)__" }
        case "Inverted Section": { _ in "" }
        default: nil
        }
    }

    private static var counter: @Sendable (String) -> String {
        final class Counter: Sendable {
            let calls = Mutex(0)
        }
        let counter = Counter()
        return { _ in
            counter.calls.withLock { calls in
                calls += 1
                return "\(calls)"
            }
        }
    }
}

extension Value: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .decimal(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([Value].self) {
            self = .list(elements)
        } else {
            self = .object(try value.decode([String: Value].self))
        }
    }
}
