import Testing

@testable import HTTPServer

struct MultipartParserTests {
    static let title = "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n"

    static let good: [(String, String)] = [
        ("--B--", ""),
        ("--B--\r\n", ""),
        (title + "hello\r\n--B--\r\n", "title=hello"),
        (title + "hello\r\n--B--", "title=hello"),
        (title + "hello\r\n--B", "title=hello"),
        (title + "hello\r\n--B\r\n", "title=hello"),
        (title + "\r\n--B--", "title="),
        ("preamble\r\n" + title + "a\r\n--B--epilogue --B", "title=a"),
        (title + "a\r\n--B \t\r\n" + title.dropFirst(4) + "b\r\n--B--", "title=a|title=b"),
        (title + "\r\r\n\r\n-\r\n--\r\n--A\r\n--B--", "title=\r\r\n\r\n-\r\n--\r\n--A"),
        (title + "--B\r\n--B--", "title=--B"),
        (title + "\r\r\n--B--", "title=\r"),
        (
            "--B\r\ncontent-disposition: FORM-DATA; name=x; filename=y.png\r\n"
                + "Content-Type: image/png\r\n\r\nPNG\r\n--B--", "x(y.png,image/png)=PNG"
        ),
        (
            "--B\r\nContent-Disposition: form-data; name=\"a%22b\"; "
                + "filename=\"c\\\"d\\e%0A%41\"\r\n\r\n1\r\n--B--", "a\"b(c\"d\\e\n%41,)=1"
        ),
        (
            "--B\r\nContent-Disposition: form-data; name=\"사진\"; filename=\"의자.jpg\"\r\n"
                + "\r\n\r\n--B--",
            "사진(의자.jpg,)="
        ),
    ]

    static let bad: [String] = [
        "", "--A--", "\r\n", "--B-", "--Bx\r\n", "--B\r\n\r\nx\r\n--B--", "--B\rx", "--B\nContent",
        title, title + "hello", title + "hello\r\n--", title + "hello\r\n--Bx",
        title + "a\r\n--B-x",
        "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: attachment; name=x\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=\"x\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=x; name=y\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=x\r\nContent-Disposition: form-data; name=x"
            + "\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=x\nY: z\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data;\r\n name=x\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=\"\u{0}\"\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=x\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + "eA==\r\n--B--",
        "--B\r\nno colon\r\n\r\nx\r\n--B--",
        "--B\r\nX: " + String(repeating: "y", count: 600),
    ]

    private static func read(_ pieces: [[UInt8]]) -> String {
        ParserInvariants.parts(pieces)
    }

    @Test(arguments: good)
    func partsAreFound(_ text: String, expected: String) {
        #expect(Self.read([Array(text.utf8)]) == expected)
    }

    @Test(arguments: bad)
    func hostileBodyIsAnError(_ text: String) {
        #expect(Self.read([Array(text.utf8)]).hasPrefix("error"))
    }

    @Test(arguments: good.map(\.0) + bad)
    func cutAtEveryByteGivesTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = Self.read([bytes])
        for cut in 0...bytes.count {
            let result = Self.read([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(result == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: good.map(\.0) + bad)
    func oneByteAtATimeGivesTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Self.read(bytes.map { [$0] }) == Self.read([bytes]))
    }

    @Test(arguments: ["", "a\r", "ends ", "의자", String(repeating: "x", count: 71)])
    func unusableBoundaryIsNil(_ boundary: String) {
        #expect(MultipartParser(boundary: boundary, headerLimit: 500) == nil)
    }

    @Test func everyByteValuePasses() {
        let all = (0...255).map { UInt8($0) }
        let body = Array(Self.title.utf8) + all + Array("\r\n--B--".utf8)
        #expect(Self.read([body]) == "title=" + String(decoding: all, as: UTF8.self))
    }

    @Test func damagedBodiesMeanTheSameInAnyPieces() {
        var random = SplitMix64(seed: Fuzz.seed &+ 3)
        for round in 0..<Fuzz.rounds {
            let text = Self.good.randomElement(using: &random)?.0 ?? ""
            let bytes = Fuzz.damage(Array(text.utf8), using: &random)
            let violation = ParserInvariants.violation(ofMultipart: bytes, using: &random)
            #expect(violation == nil, "round \(round): \(bytes)")
        }
    }
}

struct ParameterizedValueTests {
    static let table: [(String, String?)] = [
        ("text/plain", nil), ("a; b=c", "c"), ("a;b=\"c;d\" ; e=f", "c;d"),
        ("a; B=\"\\\"\\\\\\x\"", "\"\\\\x"),
        ("a; b=c;", "c"),
    ]

    @Test(arguments: table)
    func parameterIsFound(_ text: String, expected: String?) throws {
        #expect(try #require(ParameterizedValue(text.utf8))["b"] == expected)
    }

    @Test(arguments: [
        "", ";", "a b", "a; b", "a; =c", "a; b=", "a; b=\"c", "a; b=c; B=d", "a; b=\"c\"d",
    ])
    func malformedValueIsNil(_ text: String) {
        #expect(ParameterizedValue(text.utf8) == nil)
    }
}
