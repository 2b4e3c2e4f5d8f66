import Fixtures
import Foundation
import Testing

@testable import WebPush

/// Pushes to a service on this machine, through curl.
@Blocking
struct PushClientTests {
    private static let now: Int64 = 1_795_260_000

    private let service: PushService

    init() throws {
        service = try PushService()
    }

    private func client(timeout: Int = 15) async throws -> (PushClient, VAPIDKey) {
        let key = try await VAPIDKey(secret: VAPIDKey.newSecret())
        let client = PushClient(
            key: key, contact: "mailto:me@market.example", timeout: timeout)
        return (client, key)
    }

    private func request(_ path: String, topic: String = "topic") -> PushRequest {
        PushRequest(address: service.origin + path, origin: service.origin, topic: topic)
    }

    @Test func aPushHasNothingInItButThatThereIsNews() async throws {
        let (client, key) = try await client()
        let answers = try await client.send(
            [request("/a/b?c=1&d=%2F", topic: "t-1_")], at: Self.now)
        #expect(answers == [.sent])
        let push = try #require(service.pushes.first)
        #expect(push.method == "POST" && push.path == "/a/b" && push.body.isEmpty)
        #expect(push.fields["ttl"] == "86400" && push.fields["urgency"] == "normal")
        #expect(push.fields["topic"] == "t-1_" && push.fields["content-type"] == nil)
        let authorization = try #require(push.fields["authorization"])
        #expect(authorization.hasSuffix(", k=\(key.publicKey)"))
        try Token(authorization).check(by: key, for: service.origin)
    }

    @Test func eachPushIsAnsweredByItself() async throws {
        let (client, _) = try await client()
        let paths = [
            "/gone/1", "/ok/1", "/later/1", "/refused/1", "/broken/1", "/moved/1", "/ok/2",
        ]
        let requests = paths.map { request($0) }
        let answers = try await client.send(requests, at: Self.now)
        #expect(
            answers == [
                .gone, .sent, .later(after: 1), .refused(403), .later(after: nil), .refused(303),
                .sent,
            ])
        // Redirects by a service are not followed.
        #expect(Set(service.pushes.map(\.path)) == Set(paths))
    }

    @Test func withoutAListenerAPushIsTriedLater() async throws {
        let (client, _) = try await client()
        let nobody = PushRequest(
            address: "http://127.0.0.1:9/a", origin: "http://127.0.0.1:9", topic: "t")
        let answers = try await client.send([nobody, request("/ok")], at: Self.now)
        #expect(answers == [.silence, .sent])
    }

    /// Holds for a whole batch, although curl reports nothing before its end.
    @Test func aSilentServiceLosesNoAnswersOfOthers() async throws {
        let (client, _) = try await client(timeout: 1)
        let requests = (0..<PushClient.mostRequests).map { number in
            request(number < 20 ? "/silent/\(number)" : "/ok/\(number)")
        }
        let answers = try await client.send(requests, at: Self.now)
        #expect(answers.prefix(20).allSatisfy { $0 == .silence })
        #expect(answers.dropFirst(20).allSatisfy { $0 == .sent })
    }

    @Test func anAnswerWithoutEndIsReadNoFurther() async throws {
        let (client, _) = try await client()
        let requests = (1..<PushClient.mostRequests).map { request("/long/\($0)") }
        let answers = try await client.send(requests + [request("/ok")], at: Self.now)
        #expect(answers.dropLast().allSatisfy { $0 == .later(after: nil) })
        #expect(answers.count == PushClient.mostRequests && answers.last == .sent)
    }

    /// So visitors cannot have more tokens signed by naming many services.
    @Test func someOfManyServicesHaveToWait() async throws {
        let (client, _) = try await client()
        let requests = (0..<PushClient.mostRequests).map { number in
            PushRequest(
                address: service.origin + "/ok/\(number)", origin: "https://a\(number).example",
                topic: "t")
        }
        let answers = try await client.send(requests, at: Self.now)
        let most = VAPIDTokens.mostPerMinute
        #expect(answers.prefix(most).allSatisfy { $0 == .sent })
        #expect(answers.count == requests.count)
        #expect(answers.dropFirst(most).allSatisfy { $0 == .unknown })
        let later = try await client.send(Array(requests.dropFirst(most)), at: Self.now + 60)
        #expect(later.count == requests.count - most && later.allSatisfy { $0 == .sent })
    }

    @Test func aTokenServesManyPushesForHalfADay() async throws {
        let (client, _) = try await client()
        for seconds in [0, VAPIDTokens.lifetime - 1, VAPIDTokens.lifetime] {
            _ = try await client.send([request("/ok/\(seconds)")], at: Self.now + seconds)
        }
        let tokens = service.pushes.compactMap { $0.fields["authorization"] }
        #expect(tokens.count == 3 && tokens[0] == tokens[1] && tokens[1] != tokens[2])
    }

    @Test func manyGoAtOnceAndNoMoreThanThat() async throws {
        let (client, _) = try await client()
        let requests = (0..<PushClient.mostRequests + 5).map { request("/ok/\($0)") }
        let answers = try await client.send(requests, at: Self.now)
        #expect(answers == Array(repeating: .sent, count: PushClient.mostRequests))
        #expect(service.pushes.count == PushClient.mostRequests)
        #expect(try await client.send([], at: Self.now).isEmpty)
    }

    @Test(arguments: [
        "", "x", "0", "0 y", "9 201", "-1 201", "0 201 1 2\n1", "1 \n", "0 99999999999999999999",
    ])
    func malformedAnswersAreUnknown(_ text: String) {
        let answers = PushClient.answers(text, to: 2, at: Self.now)
        #expect(answers[1] == .unknown)
    }

    /// `now` is `Sat, 21 Nov 2026 11:20:00 GMT`.
    @Test(
        arguments: [
            ("90", 90), ("0", 0), ("-1", nil), ("", nil), ("soon", nil),
            ("Sat, 21 Nov 2026 11:21:30 GMT", 90), ("Saturday, 21-Nov-26 11:21:30 GMT", 90),
            ("Sat Nov 21 11:21:30 2026", 90), ("Sat, 21 Nov 2026 11:19:00 GMT", 0),
            ("Sat, 31 Nov 2026 11:21:30 GMT", nil), ("Sat, 21 Nov 2026 11:21:30 KST", nil),
        ] as [(String, Int64?)])
    func aServiceSaysHowLongToWaitInSecondsOrByADate(_ text: String, _ wait: Int64?) {
        let answers = PushClient.answers("0 429 \(text)\n", to: 1, at: Self.now)
        #expect(answers == [.later(after: wait)])
    }

    @Test func curlSaysWhoWasSilent() {
        #expect(PushClient.answers("1 000 \n", to: 2, at: Self.now) == [.unknown, .silence])
    }

    @Test func programsAreLookedFor() async {
        #expect(PushClient.missingProgram == nil)
        #expect(!ExternalProgram(name: "no-such-program").isInstalled)
        let outcome = await ExternalProgram(name: "no-such-program").run(
            [], input: [], within: .seconds(5))
        #expect(outcome == nil)
    }

    @Test func programsThatTakeTooLongAreEnded() async throws {
        let outcome = try #require(
            await ExternalProgram(name: "sleep").run(["60"], input: [], within: .milliseconds(50)))
        #expect(outcome.code == 128 + SIGKILL && outcome.output.isEmpty)
    }

    @Test func programsThatCloseTheirOutputAreEnded() async throws {
        let outcome = try #require(
            await ExternalProgram(name: "sh").run(
                ["-c", "echo x; exec >&-; sleep 60"], input: [], within: .milliseconds(500)))
        #expect(outcome.code == 128 + SIGKILL && outcome.output == Array("x\n".utf8))
    }

    @Test func longLinesKeepTheirBeginning() async throws {
        let script = "head -c 2000000 /dev/zero | tr '\\0' a; echo; echo b"
        let outcome = try #require(
            await ExternalProgram(name: "sh").run(
                ["-c", script], input: [], within: .seconds(20)))
        let line = [UInt8](repeating: UInt8(ascii: "a"), count: 512)
        #expect(outcome.code == 0 && outcome.output == line + Array("\nb\n".utf8))
    }

    /// More than a pipe holds, to a program that reads it and to one that does not.
    @Test func muchGoesInAndComesBack() async throws {
        let input = [UInt8](repeating: 65, count: 300_000)
        let copied = try #require(
            await ExternalProgram(name: "wc").run(["-c"], input: input, within: .seconds(20)))
        #expect(String(decoding: copied.output, as: UTF8.self) == "300000\n")
        let deaf = try #require(
            await ExternalProgram(name: "true").run([], input: input, within: .seconds(20)))
        #expect(deaf.code == 0)
    }
}

/// The token of a push (RFC 8292 section 2), verified by openssl.
private struct Token {
    private let signed: String
    private let claims: [String: Any]
    private let signature: [UInt8]

    init(_ authorization: String) throws {
        let match = try #require(
            authorization.wholeMatch(of: /vapid t=(([^.]+)\.([^.]+))\.([^.]+), k=.*/))
        signed = String(match.1)
        let header = try Self.bytes(of: match.2)
        #expect(String(decoding: header, as: UTF8.self) == #"{"typ":"JWT","alg":"ES256"}"#)
        let json = try JSONSerialization.jsonObject(with: try Self.bytes(of: match.3))
        claims = try #require(json as? [String: Any])
        signature = Array(try Self.bytes(of: match.4))
    }

    private static func bytes(of text: Substring) throws -> Data {
        let base64 = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return try #require(Data(base64Encoded: base64 + padding))
    }

    func check(by key: VAPIDKey, for origin: String) throws {
        #expect(claims["aud"] as? String == origin)
        #expect(claims["sub"] as? String == "mailto:me@market.example")
        let end = try #require(claims["exp"] as? Int)
        #expect((1_795_260_000...1_795_260_000 + 86_400).contains(end))
        #expect(try isSigned(signed, by: key))
        #expect(try !isSigned(signed + "x", by: key))
    }

    private func isSigned(_ text: String, by key: VAPIDKey) throws -> Bool {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // The DER header of a P-256 public key (RFC 5480 section 2).
        let header: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
            0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        let point = try Self.bytes(of: key.publicKey[...])
        let process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "dgst", "-sha256", "-keyform", "DER",
                "-verify", folder.write(header + point, to: "key.der"),
                "-signature", folder.write(Self.der(signature), to: "signature.der"),
                folder.write(Array(text.utf8), to: "text"),
            ],
            environment: [:])
        return try process.wait() == .code(0)
    }

    /// Encodes two numbers of 32 bytes as a DER sequence of integers.
    private static func der(_ signature: [UInt8]) -> [UInt8] {
        let numbers = [signature.prefix(32), signature.dropFirst(32)].flatMap { number -> [UInt8] in
            var digits = Array(number.drop { $0 == 0 })
            if (digits.first ?? 0) >= 0x80 { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        return [0x30, UInt8(numbers.count)] + numbers
    }
}
