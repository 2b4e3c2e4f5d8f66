import Testing

@testable import HTTPServer

struct RepresentationTests {
    private let representation = Representation(
        .bytes(Array("0123456789".utf8)), mediaType: "text/plain", tag: EntityTag("t"),
        lastModified: 784_111_777, cacheControl: "no-cache")

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    static let conditions: [([String], Int)] = [
        ([], 200),
        (["If-None-Match: \"t\""], 304),
        (["If-None-Match: W/\"t\""], 304),
        (["If-None-Match: \"x\", \"t\""], 304),
        (["If-None-Match: \"x\"", "If-None-Match: \"t\""], 304),
        (["If-None-Match: *"], 304),
        (["If-None-Match: \"x\""], 200),
        (["If-None-Match: t"], 200),
        (["If-None-Match: \"x\"", "If-Modified-Since: \(date)"], 200),
        (["If-Modified-Since: \(date)"], 304),
        (["If-Modified-Since: \(later)"], 304),
        (["If-Modified-Since: \(earlier)"], 200),
        (["If-Modified-Since: nonsense"], 200),
        (["If-Match: \"t\""], 200),
        (["If-Match: *"], 200),
        (["If-Match: W/\"t\""], 412),
        (["If-Match: \"x\""], 412),
        (["If-Match: \"t\"", "If-Unmodified-Since: \(earlier)"], 200),
        (["If-Match: \"x\"", "If-None-Match: \"t\""], 412),
        (["If-Unmodified-Since: \(date)"], 200),
        (["If-Unmodified-Since: \(earlier)"], 412),
        (["If-Match: \"t\"", "If-None-Match: \"t\""], 304),
        (["Range: bytes=0-0", "If-None-Match: \"t\""], 304),
        (["Range: bytes=0-0", "If-Range: \"t\""], 206),
        (["Range: bytes=0-0", "If-Range: W/\"t\""], 200),
        (["Range: bytes=0-0", "If-Range: \"x\""], 200),
        (["Range: bytes=0-0", "If-Range: \(date)"], 206),
        (["Range: bytes=0-0", "If-Range: \(later)"], 200),
        (["Range: bytes=10-", "If-Range: \"x\""], 200),
        (["Range: bytes=10-"], 416),
        (["Range: bytes=0-1,3-4"], 200),
    ]

    private func response(_ lines: [String], _ method: Method = .get) throws -> Response {
        representation.response(to: try rootRequest(with: lines, method))
    }

    @Test(arguments: conditions)
    func preconditionsHaveTheirOrder(_ lines: [String], status: Int) throws {
        #expect(try response(lines).status.code == status)
    }

    @Test func changingMethodsFailWhereReadingIsUnchanged() throws {
        #expect(try response(["If-None-Match: \"t\""], .put).status == .preconditionFailed)
        #expect(try response(["If-Modified-Since: \(Self.date)"], .put).status == .ok)
    }

    @Test func rangeIsForGetOnly() throws {
        #expect(try response(["Range: bytes=0-0"], .head).status == .ok)
    }

    @Test func notModifiedRepeatsWhatCachesNeed() throws {
        let response = try response(["If-None-Match: \"t\""])
        let text = String(decoding: response.fields.bytes, as: UTF8.self)
        #expect(
            text == "ETag: \"t\"\r\nLast-Modified: \(Self.date)\r\nCache-Control: no-cache\r\n")
        #expect(response.body.count == 0)
    }

    @Test func partialAnswerTellsItsPlace() throws {
        let response = try response(["Range: bytes=2-4"])
        let text = String(decoding: response.fields.bytes, as: UTF8.self)
        #expect(text.contains("\r\nContent-Range: bytes 2-4/10\r\n"))
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes == Array("234".utf8))
    }

    @Test func unsatisfiableRangeTellsTheLength() throws {
        let text = String(decoding: try response(["Range: bytes=10-"]).fields.bytes, as: UTF8.self)
        #expect(text == "Content-Range: bytes */10\r\n")
    }
}

struct ByteRangeTests {
    static let table: [(String, Range<Int>)] = [
        ("bytes=0-0", 0..<1), ("bytes=0-", 0..<10), ("bytes=3-5", 3..<6), ("bytes=3-99", 3..<10),
        ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("BYTES=9-9", 9..<10),
        ("bytes=0-99999999999999999999", 0..<10), ("bytes=-99999999999999999999", 0..<10),
    ]

    @Test(arguments: table)
    func rangeIsRead(_ field: String, expected: Range<Int>) {
        #expect(ByteRange(field, length: 10) == .range(expected))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])
    func rangeOutsideIsUnsatisfiable(_ field: String) {
        #expect(ByteRange(field, length: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b", "bytes=+1-2", "bytes=0-1,2-3",
        "lines=0-1", "bytes= 0-1", "bytes=0 -1", "bytes=1--2",
    ])
    func malformedRangeIsIgnored(_ field: String) {
        #expect(ByteRange(field, length: 10) == nil)
    }

    @Test func nothingOfNothingIsUnsatisfiable() {
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", length: 0) == .unsatisfiable)
    }
}
