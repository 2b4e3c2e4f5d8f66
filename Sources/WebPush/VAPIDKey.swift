import Secrets

/// The key by which push services know a site (RFC 8292): on the curve P-256, created and used by the system's
/// `openssl`, which this process does not link.
public struct VAPIDKey: Sendable {
    /// The private key in PEM (PKCS #8).
    public let secret: String
    /// The uncompressed public point in base64url, as `PushManager.subscribe` takes it.
    public let publicKey: String

    private static let openSSL = ExternalProgram(name: "openssl")
    private static let limit = Duration.seconds(10)
    /// The lengths of the DER header before the point (RFC 5480 section 2.1.1), and of the point.
    private static let publicKeyLength = (header: 26, point: 65)

    /// Generates a new private key, in PEM.
    /// - Throws: `.programFailed`.
    public static func newSecret() async throws(WebPushError) -> String {
        let pem = try await output(of: [
            "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
        ])
        return String(decoding: pem, as: UTF8.self)
    }

    /// Derives the key from its private part.
    /// - Throws: `.programFailed`; `.noKey` for another kind of key.
    public init(secret: String) async throws(WebPushError) {
        let der = try await Self.output(
            of: ["pkey", "-pubout", "-outform", "DER"], input: secret)
        let (header, length) = Self.publicKeyLength
        guard der.count == header + length, der[header] == 4 else { throw .noKey }
        self.secret = secret
        publicKey = Base64URL.encode(Array(der.dropFirst(header)))
    }

    /// The ES256 signature of a text in the form that JWS uses.
    /// - Throws: `.programFailed`.
    func sign(_ text: String) async throws(WebPushError) -> [UInt8] {
        let der = try await Self.output(
            of: ["dgst", "-sha256", "-sign", "/dev/stdin", "/dev/fd/3"], input: secret,
            message: text)
        guard let signature = Self.signature(der: der) else {
            throw .programFailed(Self.openSSL.name)
        }
        return signature
    }

    private static func output(
        of arguments: [String], input: String = "", message: String = ""
    ) async throws(WebPushError) -> [UInt8] {
        let outcome = await openSSL.run(
            arguments, input: Array(input.utf8), message: Array(message.utf8), within: limit)
        guard let outcome, outcome.code == 0 else { throw .programFailed(openSSL.name) }
        return outcome.output
    }

    /// Converts a DER sequence of two integers into 32 bytes each (RFC 7518 section 3.4); nil for anything
    /// else.
    static func signature(der: [UInt8]) -> [UInt8]? {
        var rest = der[...]
        guard rest.popFirst() == 0x30, let length = rest.popFirst(), Int(length) == rest.count,
            let first = number(&rest), let second = number(&rest), rest.isEmpty
        else { return nil }
        return first + second
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let length = rest.popFirst(), length > 0,
            Int(length) <= rest.count
        else { return nil }
        let digits = rest.prefix(Int(length)).drop { $0 == 0 }
        rest = rest.dropFirst(Int(length))
        guard digits.count <= 32 else { return nil }
        return Array(repeating: 0, count: 32 - digits.count) + digits
    }
}

/// Errors of the external programs that pushes need.
public enum WebPushError: Error, Equatable, Sendable {
    /// The program is not installed, or failed.
    case programFailed(String)
    /// The stored key is not a key on the curve P-256.
    case noKey
}

extension WebPushError: CustomStringConvertible {
    /// The text for the operator.
    public var description: String {
        switch self {
        case .programFailed(let name): "the program ‘\(name)’ is not installed, or failed"
        case .noKey: "the stored key is not a key on the curve P-256"
        }
    }
}
