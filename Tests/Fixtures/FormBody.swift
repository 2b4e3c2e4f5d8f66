/// The body of a POST, such as a form as a browser sends it.
public struct FormBody: Sendable {
    public var contentType: String
    public var bytes: [UInt8]

    public init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
    }

    /// A row of a multipart form.
    public enum Part: Sendable {
        case text(_ name: String, _ value: String)
        case file(_ name: String, named: String, type: String, bytes: [UInt8])
    }

    /// A form without files, which only a multipart body can contain.
    public init(urlencoded rows: [(String, String)]) {
        let pairs = rows.map { "\(Self.percentEncoded($0))=\(Self.percentEncoded($1))" }
        self.init(encoded: pairs.joined(separator: "&"))
    }

    /// A form that is urlencoded already, validly or not.
    public init(encoded text: String) {
        self.init(contentType: "application/x-www-form-urlencoded", bytes: Array(text.utf8))
    }

    public static func urlencoded(_ rows: KeyValuePairs<String, String>) -> FormBody {
        FormBody(urlencoded: rows.map { ($0, $1) })
    }

    public static func multipart(_ parts: [Part]) -> FormBody {
        let boundary = "----a-line-that-no-part-has"
        var bytes: [UInt8] = []
        for part in parts {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; ".utf8
            switch part {
            case .text(let name, let value):
                bytes += "name=\"\(name)\"\r\n\r\n\(value)".utf8
            case .file(let name, let fileName, let type, let content):
                bytes += "name=\"\(name)\"; filename=\"\(fileName)\"\r\n".utf8
                bytes += "Content-Type: \(type)\r\n\r\n".utf8
                bytes += content
            }
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)--\r\n".utf8
        return FormBody(contentType: "multipart/form-data; boundary=\(boundary)", bytes: bytes)
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        .joined()
    }
}

/// A literal such as `["title": "의자"]` is an urlencoded form.
extension FormBody: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral rows: (String, String)...) {
        self.init(urlencoded: rows)
    }
}
