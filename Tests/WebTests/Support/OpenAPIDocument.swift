import Fixtures
import Foundation

/// The OpenAPI document as served, and its checks of answers.
struct OpenAPIDocument {
    let root: JSON

    init(_ site: ServedSite) throws {
        root = try site.get("/api/openapi.json").json
    }

    struct Operation {
        /// `GET /api/item/{}`.
        let name: String
        let path: String
        /// Its parameters, including those of its path.
        let parameters: [JSON]
        let json: JSON

        var id: String { json["operationId"].string ?? "" }
    }

    var operations: [Operation] {
        root["paths"].members.flatMap { path, item in
            item.members.filter { $0.name != "parameters" }.map { method, json in
                Operation(
                    name: "\(method.uppercased()) \(Self.anonymous(path))", path: path,
                    parameters: (item["parameters"].elements + json["parameters"].elements)
                        .map(resolved),
                    json: json)
            }
        }
    }

    func operation(_ id: String) throws -> Operation {
        guard let operation = operations.first(where: { $0.id == id }) else {
            throw Failure("no operation \(id)")
        }
        return operation
    }

    func schema(_ name: String) -> JSON { root["components"]["schemas"][name] }

    /// A path with unnamed variable segments, so that `:item` and `{id}` are equal.
    static func anonymous(_ path: String) -> String {
        path.split(separator: "/").reduce("") { path, segment in
            path + "/" + (segment.hasPrefix("{") || segment.hasPrefix(":") ? "{}" : segment)
        }
    }

    /// The target of a `$ref`, overridden by the members beside it.
    func resolved(_ json: JSON) -> JSON {
        guard let reference = json["$ref"].string else { return json }
        let target = target(of: reference)
        let beside = Dictionary(uniqueKeysWithValues: json.members.filter { $0.name != "$ref" })
        let members = Dictionary(uniqueKeysWithValues: resolved(target).members)
        return beside.isEmpty
            ? resolved(target) : .object(members.merging(beside) { $1 })
    }

    /// Null if there is nothing.
    func target(of reference: String) -> JSON {
        guard reference.hasPrefix("#/") else { return .null }
        return reference.dropFirst(2).split(separator: "/").reduce(root) { $0[String($1)] }
    }

    /// Every object in the document, including nested ones.
    var objects: [JSON] { Self.objects(in: root) }

    private static func objects(in json: JSON) -> [JSON] {
        let inner = (json.members.map(\.value) + json.elements).flatMap(objects)
        return json.members.isEmpty ? inner : [json] + inner
    }

    /// How an answer differs from its description.
    func faults(in answer: Answer, to id: String) throws -> [String] {
        let response = resolved(try operation(id).json["responses"]["\(answer.status)"])
        guard response != .null else { return ["\(answer.status) is not foreseen"] }
        let fields = response["headers"].members.flatMap { name, header in
            faults(inField: name, answer[name], against: resolved(header))
        }
        guard let type = answer["Content-Type"]?.prefix(while: { $0 != ";" }) else {
            return fields + (response["content"] == .null ? [] : ["no content"])
        }
        let content = response["content"][String(type)]
        guard content != .null else { return fields + ["\(type) is not foreseen"] }
        let value = type == "text/plain" ? JSON.text(answer.text) : try answer.json
        return fields + faults(in: value, against: content["schema"])
    }

    private func faults(
        inField name: String, _ value: String?, against header: JSON
    ) -> [String] {
        guard let value else { return header["required"] == .bool(true) ? ["no \(name)"] : [] }
        let isWhole = header["schema"]["type"] == .text("integer")
        let json = isWhole ? Int64(value).map(JSON.whole) ?? .null : .text(value)
        return faults(in: json, against: header["schema"], at: name)
    }
}

extension JSON {
    /// The members of an object, in no particular order.
    var members: [(name: String, value: JSON)] {
        if case .object(let members) = self { members.map { ($0.key, $0.value) } } else { [] }
    }

    var double: Double? {
        switch self {
        case .whole(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
