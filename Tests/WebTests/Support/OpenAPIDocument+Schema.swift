import Foundation

extension OpenAPIDocument {
    /// Keywords that do not affect validity.
    private static let annotations: Set = ["description", "examples", "default", "format"]

    /// The faults of a value by a schema (JSON Schema 2020-12), limited to the keywords that the
    /// document uses; an unknown keyword counts as a fault.
    func faults(in value: JSON, against schema: JSON, at place: String = "$") -> [String] {
        let schema = resolved(schema)
        return schema.members.flatMap { keyword, rule -> [String] in
            switch keyword {
            case "properties", "required", "additionalProperties", "propertyNames":
                faultsOfObject(value, keyword, rule, schema, place)
            case "items", "minItems", "maxItems":
                faultsOfArray(value, keyword, rule, place)
            case _ where Self.annotations.contains(keyword): []
            default: isRight(value, keyword, rule) ? [] : ["\(place): \(keyword)"]
            }
        }
    }

    private func faultsOfObject(
        _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON, _ place: String
    ) -> [String] {
        guard case .object(let members) = value else { return [] }
        switch keyword {
        case "properties":
            return rule.members.flatMap { name, schema in
                members[name].map { faults(in: $0, against: schema, at: "\(place).\(name)") } ?? []
            }
        case "required":
            return rule.elements.compactMap(\.string).filter { members[$0] == nil }
                .map { "\(place).\($0): required" }
        case "propertyNames":
            return members.keys.flatMap { faults(in: .text($0), against: rule, at: place) }
        default:
            let others = members.filter { !schema["properties"].names.contains($0.key) }
            guard rule != .bool(false) else {
                return others.keys.map { "\(place).\($0): not foreseen" }
            }
            return others.flatMap { faults(in: $1, against: rule, at: "\(place).\($0)") }
        }
    }

    private func faultsOfArray(
        _ value: JSON, _ keyword: String, _ rule: JSON, _ place: String
    ) -> [String] {
        guard case .array(let elements) = value else { return [] }
        switch keyword {
        case "minItems": return elements.count >= rule.int ?? 0 ? [] : ["\(place): \(keyword)"]
        case "maxItems": return elements.count <= rule.int ?? 0 ? [] : ["\(place): \(keyword)"]
        default:
            return elements.enumerated().flatMap { index, element in
                faults(in: element, against: rule, at: "\(place)[\(index)]")
            }
        }
    }

    private func isRight(_ value: JSON, _ keyword: String, _ rule: JSON) -> Bool {
        switch keyword {
        case "type":
            (rule.string.map { [$0] } ?? rule.elements.compactMap(\.string))
                .contains { value.isOf(type: $0) }
        case "enum": rule.elements.contains(value)
        case "const": value == rule
        case "anyOf": rule.elements.contains { faults(in: value, against: $0).isEmpty }
        case "minimum": value.double.map { $0 >= rule.double ?? .nan } ?? true
        case "maximum": value.double.map { $0 <= rule.double ?? .nan } ?? true
        case "minLength": value.letters.map { $0 >= rule.int ?? .max } ?? true
        case "maxLength": value.letters.map { $0 <= rule.int ?? 0 } ?? true
        case "pattern":
            value.string.map { text in
                text.range(of: rule.string ?? "", options: .regularExpression) != nil
            } ?? true
        default: false
        }
    }
}

extension JSON {
    /// The length of a string, as JSON Schema counts it.
    fileprivate var letters: Int64? { string.map { Int64($0.unicodeScalars.count) } }

    fileprivate func isOf(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .whole: ["integer", "number"].contains(type)
        case .number: type == "number"
        case .text: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
