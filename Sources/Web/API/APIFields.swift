import FoundationEssentials
import HTTPServer
import ViewModels

/// The fields of a call, whether it came as a form or as JSON. Some clients use another name for a
/// field, so a field can be looked up under several names; the first one present is used.
struct APIFields: Sendable {
    /// The fields that are read; all others are ignored.
    enum Name: String, CaseIterable, CodingKey {
        case title, name, descriptions, description, price, currency, stock, category, password,
            secret
        case discountedPrice = "discounted_price"
        case thumbnailID = "thumbnail_id"
    }

    enum Value: Equatable, Sendable {
        case text(String)
        case number(Double)
        case null
        /// An object, an array, `true` or `false`; no field has such a value.
        case other
    }

    private let values: [Name: Value]
    /// The fields of the wrong type, under the names that they came with.
    private var faults: [CallFault] = []

    init(_ values: [Name: Value]) {
        self.values = values
    }

    /// Returns nil if the field is missing or `null`.
    mutating func text(_ names: Name...) -> String? {
        guard let (name, value) = value(names) else { return nil }
        switch value {
        case .text(let text): return text
        case .null: return nil
        case .number, .other:
            faults.append(CallFault(name.rawValue, "글자로 적어주세요.", "Write it as a text."))
            return nil
        }
    }

    /// A number as it was written, possibly as a string. Returns nil if the field is missing or `null`.
    mutating func number(_ names: Name...) -> EnteredNumber? {
        guard let (name, value) = value(names) else { return nil }
        switch value {
        case .text(let text): return .typed(text.withoutZeroFraction)
        case .number(let number): return .number(number)
        case .null: return nil
        case .other:
            faults.append(CallFault(name.rawValue, "숫자로 적어주세요.", "Write it as a number."))
            return nil
        }
    }

    /// - Throws: 400 if a field that was looked up has the wrong type.
    func check() throws(APIError) {
        guard faults.isEmpty else { throw APIError(invalid: faults) }
    }

    private func value(_ names: [Name]) -> (Name, Value)? {
        for name in names {
            if let value = values[name] { return (name, value) }
        }
        return nil
    }
}

extension String {
    /// `165` for `165.0` and `165.00`, because some clients format whole numbers like that.
    fileprivate var withoutZeroFraction: String {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 == "0" })
        else { return self }
        return String(parts[0])
    }
}

// MARK: - Forms

extension APIFields {
    /// Reads the text fields of a form; the first of several with one name counts. Empty ones count
    /// as missing, because clients send an empty part for a value that they do not know. The
    /// exception is an empty discount beside a price, which removes the discount.
    /// - Throws: 400 for a text that is not UTF-8, 413 for one that is too long.
    init(_ form: Form) throws(APIError) {
        var values: [Name: Value] = [:]
        var isDiscountEmpty = false
        for entry in form.entries {
            guard let name = Name(rawValue: entry.name), values[name] == nil else { continue }
            let text = try entry.callText
            if !text.isEmpty { values[name] = .text(text) }
            if text.isEmpty, name == .discountedPrice { isDiscountEmpty = true }
        }
        if isDiscountEmpty, values[.price] != nil, values[.discountedPrice] == nil {
            values[.discountedPrice] = .text("")
        }
        self.init(values)
    }
}

extension Form.Entry {
    /// The part's text, even if a client gave the part a file name or a content type.
    /// - Throws: 400 if it is not UTF-8, 413 if it is too long.
    var callText: String {
        get throws(APIError) {
            let bytes: [UInt8]?
            switch value {
            case .text(let text): return text
            case .tooLarge: bytes = nil
            case .file(let file):
                bytes =
                    file.upload.count > APIFields.longestJSON
                    ? nil : file.upload.withBytes { Array($0) }
            }
            guard let bytes else { throw APIError(FormError.fieldTooLarge(name: name)) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw APIError(FormError.notUTF8(name: name))
            }
            return text
        }
    }
}

// MARK: - JSON

extension APIFields {
    /// In bytes; enough for the longest description with every character escaped.
    static let longestJSON = 256 << 10
    private static let mediaTypes = ["application/json", "application/x-www-form-urlencoded"]

    /// Parses a JSON object (RFC 8259).
    /// - Throws: 400 if it is not one.
    init(json: [UInt8]) throws(APIError) {
        do {
            self.init(try JSONDecoder().decode(Members.self, from: Data(json)).values)
        } catch {
            throw APIError(.badRequest, "JSON 객체를 보내주세요.", reason: "Send a JSON object.")
        }
    }

    /// Parses a part of a form as a JSON object.
    /// - Throws: 400 if it is not one, or if the part is missing.
    init(part name: String, of form: Form) async throws(APIError) {
        guard let part = form.entries.first(where: { $0.name == name }) else {
            throw APIError(
                invalid: [
                    CallFault(
                        name, "JSON 객체를 ‘\(name)’ 부분에 보내주세요.",
                        "Send a JSON object as this part.")
                ])
        }
        do throws(APIError) {
            self = try await Self.besideTheLoop(Array(try part.callText.utf8))
        } catch {
            let (message, reason) = (error.failure.message, error.failure.reason)
            throw APIError(
                error.status, message, reason: "\(name): \(reason)", fields: [name: message])
        }
    }

    /// Parses a request's body as a JSON object, even if its media type is missing or is the usual
    /// default of HTTP libraries.
    /// - Throws: 400 if it is not an object, 413 past `longestJSON`, 415 for another media type.
    init(jsonOf request: Request) async throws {
        guard request.mediaType.map(Self.mediaTypes.contains) ?? true else {
            throw SiteError.unsupportedMediaType
        }
        let bytes: [UInt8]
        do {
            bytes = try await request.body.collect(upTo: Self.longestJSON)
        } catch {
            throw FormError.body(error)
        }
        self = try await Self.besideTheLoop(bytes)
    }

    /// Parses on the shared thread pool if the JSON is long, because many members would hold up the event loop.
    private static func besideTheLoop(_ json: [UInt8]) async throws(APIError) -> APIFields {
        guard json.count > FormLimiter.small else { return try APIFields(json: json) }
        let fields = Task.detached {
            Result { () throws(APIError) in try APIFields(json: json) }
        }
        return try await fields.value.get()
    }
}

/// The known members; others are not decoded.
private struct Members: Decodable {
    var values: [APIFields.Name: APIFields.Value] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: APIFields.Name.self)
        for name in container.allKeys {
            values[name] = try container.decode(APIFields.Value.self, forKey: name)
        }
    }
}

extension APIFields.Value: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .other
        }
    }
}
