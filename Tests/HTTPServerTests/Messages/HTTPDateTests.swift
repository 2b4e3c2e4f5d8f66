import Testing

@testable import HTTPServer

struct HTTPDateTests {
    static let known: [(Int64, String)] = [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_795_261_668, "Sat, 21 Nov 2026 11:47:48 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ]

    @Test(arguments: known)
    func dateIsWrittenAndReadBack(_ seconds: Int64, text: String) {
        #expect(String(decoding: HTTPDate.bytes(seconds), as: UTF8.self) == text)
        #expect(HTTPDate.parse(text, now: 0) == seconds)
    }

    @Test func oldFormsAreRead() {
        let now: Int64 = 1_795_000_000
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == 784_111_777)
        #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994", now: now) == 784_111_777)
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 KST", "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Sun, 6 Nov 199 0:0:0 GMT",
        "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
    ])
    func nonsenseIsNoDate(_ text: String) {
        #expect(HTTPDate.parse(text, now: 0) == nil)
    }

    @Test func logDateHasTheFormOfTheLog() {
        let text = String(decoding: HTTPDate.logBytes(1_795_261_668), as: UTF8.self)
        #expect(text == "21/Nov/2026:11:47:48 +0000")
    }
}
