import Testing

@testable import HTTPServer

struct ChunkedDecoderTests {
    static let good: [(String, String)] = [
        ("0\r\n\r\n", ""),
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world"),
        ("00A\r\n0123456789\r\n000\r\n\r\n", "0123456789"),
        ("a;name=value\r\n0123456789\r\n0;x=\"y z\"\r\n\r\n", "0123456789"),
        ("1 ;x\r\na\r\n0\t;y\r\n\r\n", "a"),
        ("1;a;b=c \t; d = \"e;f\\\"\\\\g\" ;h\r\na\r\n0\t ;\ty=\"\"\r\n\r\n", "a"),
        ("1\r\na\r\n0\r\nTrailer: x\r\nOther:\r\n\r\n", "a"),
    ]

    static let bad: [String] = [
        "\r\n", "g\r\n", "-1\r\n", "+1\r\n", "0x1\r\na", " 1\r\na", "1 \r\na", "1\na\r\n",
        "1\r\r\n",
        "1\r\nab\r\n", "1\r\na\n", "1\r\na0\r\n", "1;x\n", "1;\u{0}\r\n", "1;a\rb\r\n", "1x\r\n",
        // RFC 9112 §7.1.1: an extension has a token as its name, and a token or a quoted string as
        // its value.
        "1;\r\n", "1; \r\n", "1;[\r\n", "1;;x\r\n", "1;x;\r\n", "1;=y\r\n", "1;x=\r\n",
        "1;x=;y\r\n",
        "1;x=[\r\n", "1;x y\r\n", "1;x \r\n", "1;x=y \r\n", "1;x=y z\r\n", "1;x=y=z\r\n",
        "1;x=\"y\r\n",
        "1;x=\"y\"z\r\n", "1;x=\"y\" \r\n", "1;x=y\"z\"\r\n", "1;x=\"\\\u{1}\"\r\n",
        "1;x=\"\u{7F}\"\r\n", "1;é\r\n",
        "FFFFFFFFFFFFFFFF\r\n", "0000000000000000\r\n", "8000000000000000\r\n",
        "0\r\nX\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\nX: y\n\r\n",
        "0\r\nX: \u{1}\r\n\r\n", "0\r\n\n", "0\r\n\rx", "0\r\n: y\r\n\r\n",
    ]

    func decode(_ pieces: [[UInt8]]) -> (data: [UInt8], used: Int, state: String) {
        var decoder = ChunkedDecoder(overhead: 100)
        var data: [UInt8] = []
        var used = 0
        do throws(BodyError) {
            for piece in pieces { used += try decoder.decode(piece.span, into: &data) }
        } catch {
            return (data, used, "\(error)")
        }
        return (data, used, decoder.isDone ? "done" : "more")
    }

    @Test(arguments: good)
    func chunksAreJoined(_ text: String, expected: String) {
        let result = decode([Array(text.utf8)])
        #expect(result.data == Array(expected.utf8))
        #expect(result.state == "done")
    }

    @Test(arguments: bad)
    func badFramingIsMalformed(_ text: String) {
        #expect(decode([Array(text.utf8)]).state == "malformed")
    }

    @Test(arguments: good.map(\.0) + bad)
    func cutAtEveryByteGivesTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = decode([bytes])
        for cut in 0...bytes.count {
            let result = decode([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(result.data == whole.data && result.state == whole.state, "cut at \(cut)")
        }
    }

    @Test(arguments: good.map(\.0) + bad)
    func oneByteAtATimeGivesTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        let result = decode(bytes.map { [$0] })
        #expect(result.data == decode([bytes]).data)
        #expect(result.state == decode([bytes]).state)
    }

    @Test(arguments: [
        ("5\r\n", 4), ("2\r\nab\r\n3\r\n", 4), ("FFFFFFFFFFFFFFF;x\r\n", 1 << 40), ("1\r\n", 0),
    ])
    func sizePastTheLimitIsTooLargeAtItsLineEnd(_ text: String, limit: Int) throws {
        let bytes = Array(text.utf8)
        var decoder = ChunkedDecoder(overhead: 100)
        var data: [UInt8] = []
        _ = try decoder.decode(Array(bytes.dropLast()).span, into: &data, upTo: limit)
        #expect(throws: BodyError.tooLarge) {
            try decoder.decode(Array(bytes.suffix(1)).span, into: &data, upTo: limit)
        }
    }

    @Test(arguments: [("5\r\nhello\r\n0\r\n\r\n", 5), ("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", 3)])
    func bodyUpToTheLimitIsNotTooLarge(_ text: String, limit: Int) throws {
        var decoder = ChunkedDecoder(overhead: 100)
        var data: [UInt8] = []
        _ = try decoder.decode(Array(text.utf8).span, into: &data, upTo: limit)
        #expect(decoder.isDone && data.count == limit)
    }

    @Test func bytesAfterTheBodyAreNotConsumed() {
        let result = decode([Array("1\r\na\r\n0\r\n\r\nGET /".utf8)])
        #expect(result.used == 11)
    }

    @Test func extensionsAndTrailersAreBounded() {
        let long = String(repeating: "x", count: 101)
        #expect(decode([Array("1;\(long)".utf8)]).state == "malformed")
        #expect(decode([Array("0\r\nX: \(long)".utf8)]).state == "malformed")
        let many = String(repeating: "1;xxxxxxxxx\r\na\r\n", count: 11)
        #expect(decode([Array(many.utf8)]).state == "malformed")
    }

    @Test func damagedChunksMeanTheSameInAnyPieces() {
        var random = SplitMix64(seed: Fuzz.seed &+ 2)
        for round in 0..<Fuzz.rounds {
            let text = Self.good.randomElement(using: &random)?.0 ?? ""
            let bytes = Fuzz.damage(Array(text.utf8), using: &random)
            let whole = decode([bytes])
            let result = decode(Fuzz.pieces(bytes, using: &random))
            #expect(result.data == whole.data && result.state == whole.state, "round \(round)")
        }
    }
}
