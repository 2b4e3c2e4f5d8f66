import Fixtures
import Foundation

/// JSON as Foundation parses it.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case whole(Int64)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    /// - Throws: `DecodingError` if the bytes are not JSON.
    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    }

    /// The member of that name; null if there is none.
    subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    subscript(index: Int) -> JSON {
        elements.indices.contains(index) ? elements[index] : .null
    }

    var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The names of an object's members.
    var names: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var int: Int64? {
        if case .whole(let number) = self { number } else { nil }
    }
}

extension JSON: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let isTrue = try? container.decode(Bool.self) {
            self = .bool(isTrue)
        } else if let whole = try? container.decode(Int64.self) {
            self = .whole(whole)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let elements = try? container.decode([JSON].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int64) { self = .whole(number) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(booleanLiteral isTrue: Bool) { self = .bool(isTrue) }
    init(nilLiteral: ()) { self = .null }
}

extension JSON {
    /// Texts that are not a JSON object.
    static let malformed = [
        "", " ", "{", "}", "[]", "[{}]", "5", "true", "null", "\"text\"", "{\"a\"}", "{\"a\":}",
        "{\"a\": 1", "{'a': 1}", "{a: 1}", "{\"a\": .5}", "{\"a\": +1}", "{\"a\": NaN}",
        "{\"a\": 1}}",
        "{\"a\": 1} {}", "{\"a\": 1}x", "{} // all", "{\"a\" 1}", "{,}", "<a/>", "secret=달빛1234",
    ]

    /// Texts nested ten thousand levels deep.
    static let nestedDeeply = [
        String(repeating: "[", count: 10_000), String(repeating: "{\"a\":", count: 10_000),
        "{\"a\": " + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
            + "}",
    ]
}

extension Answer {
    /// - Throws: `DecodingError` if the body is not JSON.
    var json: JSON {
        get throws { try JSON(body) }
    }

    /// The names of the faulty fields in an error, in order; nil if the body is not that of an API error.
    var faultyFields: [String]? {
        guard self["Content-Type"] == "application/json", self["Cache-Control"] == "no-store",
            let failure = try? json, failure.isFailure(of: status),
            case .object(let fields) = failure["fields"],
            fields.values.allSatisfy({ $0.string?.isEmpty == false })
        else { return nil }
        return fields.keys.sorted()
    }
}

extension JSON {
    /// Whether it has everything that every error has.
    func isFailure(of status: Int) -> Bool {
        names == ["message", "reason", "error", "code", "fields"]
            && self["message"].string?.isEmpty == false && self["reason"].string?.isEmpty == false
            && self["error"] == true && self["code"] == .whole(Int64(status))
    }
}
