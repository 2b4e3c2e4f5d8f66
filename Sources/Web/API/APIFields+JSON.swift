import FoundationEssentials
import HTTPServer

extension APIFields {
    /// In bytes; room for the longest description, every letter of it escaped.
    static let longestJSON = 256 << 10
    private static let mediaTypes = ["application/json", "application/x-www-form-urlencoded"]

    /// Reads a JSON object (RFC 8259).
    /// - Throws: 400 when it is none.
    init(json: [UInt8]) throws(APIError) {
        do {
            self.init(try JSONDecoder().decode(Members.self, from: Data(json)).values)
        } catch {
            throw APIError(.badRequest, "JSON 객체를 보내주세요.")
        }
    }

    /// Reads a part of a form as a JSON object.
    /// - Throws: 400 when it is none, or not there.
    init(part name: String, of form: Form) async throws(APIError) {
        guard let part = form.entries.first(where: { $0.name == name }) else {
            throw APIError(invalid: [name: "JSON 객체를 ‘\(name)’ 부분에 보내주세요."])
        }
        do throws(APIError) {
            self = try await Self.besideTheLoop(Array(try part.callText.utf8))
        } catch {
            let message = error.failure.message
            throw APIError(error.status, message, fields: [name: message])
        }
    }

    /// Reads the body of a request as a JSON object, also when it says nothing of its type, or what
    /// HTTP libraries say by default.
    /// - Throws: 400 when it is none, 413 past `longestJSON`, 415 when it is of another type.
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

    /// Many members take their time, which their event loop has not.
    private static func besideTheLoop(_ json: [UInt8]) async throws(APIError) -> APIFields {
        guard json.count > FormLimiter.small else { return try APIFields(json: json) }
        let fields = Task.detached {
            Result { () throws(APIError) in try APIFields(json: json) }
        }
        return try await fields.value.get()
    }
}

/// The members that are known; the others are not looked at.
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
        } else if let whole = try? container.decode(Int64.self) {
            self = .number("\(whole)")
        } else if let number = try? container.decode(Double.self) {
            self = .number("\(number.withoutNoise)")
        } else {
            self = .other
        }
    }
}

extension Double {
    /// With two decimals at most, when it is off by no more than sums of such numbers are: 0.1 +
    /// 0.2 is 0.30000000000000004.
    fileprivate var withoutNoise: Double {
        let rounded = (self * 100).rounded() / 100
        return abs(self - rounded) <= 4 * ulp ? rounded : self
    }
}
